/** The row of a tool of a server: its switch, what it says of itself, and what it takes of the model's window. */
import { t } from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import { type Server } from '../../mcp/index.ts';
import { labelOf, markedText } from '../../base/common/text.ts';
import { toolCheckbox } from './checkbox.ts';
import { costSentence, formatTokens, type Window } from './cost.ts';
import { hintIcon, hintsOf, type ServerTool } from '../servers/serverTools.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';
import { firstLine, offerLabel } from '../servers/serverLabels.ts';

/** Characters of a tool's description in its hover. */
const MAX_DESCRIPTION = 2_000;

/** How a tool stands with the model. */
export interface ToolFacts {
  readonly enabled: boolean;
  /** For the server's own app alone; the model never gets it. */
  readonly appOnly: boolean;
  /** Known while the server is connected. */
  readonly wireName: string | undefined;
  /** Why the newest request to the model went without the tool although it is switched on. */
  readonly leftOut: string | undefined;
  /** How it stood with the newest request, where tools are found by search. */
  readonly offer: ReturnType<Engine['offerOf']>;
  /** What its definition takes of each request, in tokens; known while the server is connected. */
  readonly tokens: number | undefined;
  readonly window: Window;
}

/** The row of a tool, with a checkbox if there is a choice. */
export function toolItem(
  server: Server,
  tool: ServerTool,
  { enabled, appOnly, wireName, leftOut, offer, tokens, window }: ToolFacts,
): TreeItem {
  const label = labelOf(tool);
  const description = markedText(tool.description, MAX_DESCRIPTION);
  const line = firstLine(description ?? '');
  const isMissing = enabled && !appOnly && leftOut !== undefined;
  const place = enabled && !appOnly ? offerLabel(offer) : undefined;
  const hints = hintsOf(tool.annotations).map(({ word }) => word);
  const shown = isMissing
    ? t('not sent to the model: {0}', leftOut)
    : [
        ...(appOnly ? [t('app only')] : []),
        ...(place === undefined ? [] : [place]),
        ...hints,
        ...(tokens === undefined ? [] : [formatTokens(tokens)]),
        line,
      ]
        .filter(Boolean)
        .join(' · ');
  const known = appOnly
    ? t('The tool is only for the app of its server. The model cannot use it.')
    : wireName === undefined
      ? t('Its server is not connected.')
      : t('Name for the model: {0}', wireName);
  return treeItem({
    label,
    id: `tool:${server.name}:${tool.name}`,
    contextValue: 'tool',
    description: shown,
    icon: isMissing ? ['warning', 'list.warningForeground'] : hintIcon(tool.annotations),
    ...(!appOnly && {
      checkboxState: toolCheckbox(label, enabled, {
        more: [
          ...(place === undefined ? [] : [place]),
          ...hints,
          ...(isMissing ? [t('not sent to the model')] : []),
        ],
        isMissing,
      }),
    }),
    tooltip: [
      [{ strong: label }],
      ...(isMissing ? [[{ icon: 'warning' }, t('Not sent to the model: {0}', leftOut)]] : []),
      ...(description === undefined ? [] : [[description]]),
      ...(hints.length === 0 ? [] : [[t('According to the tool: {0}.', hints.join(', '))]]),
      ...(tokens === undefined || appOnly ? [] : [[costSentence(tokens, window)]]),
      [known],
    ],
  });
}
