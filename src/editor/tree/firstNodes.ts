import { t } from '@vscode/l10n';
import { commands } from '../../contributions/index.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';

export interface FirstNode {
  readonly kind: 'first';
  readonly step: 'addSample' | 'addServer';
}

/** VS Code recognizes the rows by their objects, so they stay the same. */
export const firstRows: readonly FirstNode[] = [
  { kind: 'first', step: 'addSample' },
  { kind: 'first', step: 'addServer' },
];

export function firstItem({ step }: FirstNode): TreeItem {
  const { label, description, icon } = lookOf(step);
  return treeItem({
    label,
    id: `first:${step}`,
    contextValue: 'first',
    description,
    tooltip: `${label} · ${description}`,
    icon: [icon, 'textLink.foreground'],
    command: { command: commands[step], title: label },
    accessibilityInformation: { label: `${label}, ${description}`, role: 'button' },
  });
}

function lookOf(step: FirstNode['step']): {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
} {
  return step === 'addSample'
    ? {
        label: t('Try the Sample Server'),
        description: t('included with Patchbay, needs no account or network'),
        icon: 'beaker',
      }
    : {
        label: t('Add Your First Server…'),
        description: t('by command, URL or JSON, or from another program'),
        icon: 'add',
      };
}
