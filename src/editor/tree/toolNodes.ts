import { t } from '@vscode/l10n';
import type { Server } from '../../mcp/index.ts';
import { labelOf, markedText } from '../../base/common/text.ts';
import { costSentence, type Window } from './cost.ts';
import { hintIcon, hintsOf, type ServerTool } from '../servers/serverTools.ts';
import { type CheckboxState, treeItem, type TreeItem } from '../ui/index.ts';
import { placeLabel, type ToolPlace } from '../servers/serverLabels.ts';
import * as vscode from 'vscode';

const MAX_DESCRIPTION = 2_000;

export interface ToolFacts {
  readonly enabled: boolean;
  /** True if the tool is only for the server's own app, never for the model. */
  readonly appOnly: boolean;
  readonly wireName: string | undefined;
  /** Reason why the last request to the model did not include the tool although it is enabled. */
  readonly leftOut: string | undefined;
  readonly offer: ToolPlace | undefined;
  /** Tokens that the tool takes in each request, known while the server is connected. */
  readonly tokens: number | undefined;
  readonly window: Window;
}

export function toolItem(
  server: Server,
  tool: ServerTool,
  { enabled, appOnly, wireName, leftOut, offer, tokens, window }: ToolFacts,
): TreeItem {
  const label = labelOf(tool);
  const description = markedText(tool.description, MAX_DESCRIPTION);
  const isMissing = enabled && !appOnly && leftOut !== undefined;
  const place = enabled && !appOnly ? placeLabel(offer) : undefined;
  const hints = hintsOf(tool.annotations).map(({ word }) => word);
  const known = appOnly
    ? t("Only the server's own app can use this tool, not the model.")
    : wireName === undefined
      ? t('The server is not connected.')
      : t('Name for the model: {0}', wireName);
  return treeItem({
    label,
    id: `tool:${server.name}:${tool.name}`,
    contextValue: 'tool',
    description: isMissing
      ? t('not sent to the model: {0}', leftOut)
      : appOnly
        ? t('app only')
        : ((enabled ? outsideLabel(offer) : undefined) ?? ''),
    icon: isMissing ? ['warning', 'list.warningForeground'] : hintIcon(tool.annotations),
    ...(!appOnly &&
      toolSwitch(label, enabled, {
        more: [
          ...(place === undefined ? [] : [place]),
          ...hints,
          ...(isMissing ? [t('not sent to the model: {0}', leftOut)] : []),
        ],
        isMissing: isMissing || offer === 'outside',
      })),
    tooltip: [
      [{ strong: label }, ...(place === undefined ? [] : [` · ${place}`])],
      ...(isMissing ? [[{ icon: 'warning' }, t('Not sent to the model: {0}', leftOut)]] : []),
      ...(description === undefined ? [] : [[description]]),
      ...(hints.length === 0 ? [] : [[t('According to the tool: {0}.', hints.join(', '))]]),
      ...(tokens === undefined || appOnly
        ? []
        : [[costSentence(tokens, window, enabled ? offer : undefined)]]),
      [known],
    ],
  });
}

/** Returns the words that stand beside a tool that the tool set in use leaves out. */
export function outsideLabel(place: ToolPlace | undefined): string | undefined {
  return place === 'outside' ? placeLabel(place) : undefined;
}

/** `more` is for screen readers. `isMissing` means that the model does not get the tool although it is enabled. */
export function toolSwitch(
  title: string,
  isOn: boolean,
  { more = [], isMissing = false }: { readonly more?: readonly string[]; readonly isMissing?: boolean } = {},
): { readonly checkboxState: CheckboxState; readonly accessibilityInformation: { readonly label: string } } {
  const word = isOn
    ? t({ message: 'on', comment: 'a tool that is switched on' })
    : t({ message: 'off', comment: 'a tool that is switched off' });
  const accessibilityInformation = { label: [title, word, ...more].join(', ') };
  return {
    checkboxState: {
      state: isOn ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
      tooltip: isOn && !isMissing ? t('The model can use this tool') : t('The model cannot use this tool'),
      accessibilityInformation,
    },
    accessibilityInformation,
  };
}
