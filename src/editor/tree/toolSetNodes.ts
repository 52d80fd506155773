/** The row that says which tool set is in use, above the servers that it chooses from. */
import { t } from '@vscode/l10n';
import type { Conversation } from '../../agent/index.ts';
import { commands } from '../../contributions/index.ts';
import type { Engine } from '../../engine.ts';
import { toolSetInUse } from './treeFacts.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';

export interface ToolSetNode {
  readonly kind: 'toolSet';
}

/** VS Code recognizes the row by its object, so there is only one. */
export const toolSetRow: ToolSetNode = { kind: 'toolSet' };

export function toolSetItem(engine: Engine, conversation: Conversation | undefined): TreeItem {
  const set = toolSetInUse(engine, conversation);
  const name = set?.name ?? '';
  const isOwn = conversation?.toolSet !== undefined;
  const description = !set?.members
    ? t('The tool set no longer exists.')
    : isOwn
      ? t('tool set of this conversation')
      : t('tool set of this workspace');
  return treeItem({
    label: name,
    id: 'toolSet',
    contextValue: 'toolSet',
    icon: set?.members ? 'layers' : ['layers', 'list.warningForeground'],
    description,
    tooltip: t('Only the enabled tools of this tool set are sent to the model. Click to use another one.'),
    command: { command: commands.useToolSet, title: t('Use Tool Set…') },
    accessibilityInformation: { label: `${name}, ${description}`, role: 'button' },
  });
}
