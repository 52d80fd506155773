/** The checkbox of a tool in the tree: whether the model gets it. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CheckboxState } from '../ui/index.ts';

/**
 * The checkbox of a tool that is switched on or off. `more`: what a screen reader says besides; `isMissing`: that the
 * model goes without the tool although it is on.
 */
export function toolCheckbox(
  title: string,
  isOn: boolean,
  { more = [], isMissing = false }: { readonly more?: readonly string[]; readonly isMissing?: boolean } = {},
): CheckboxState {
  const word = isOn
    ? t({ message: 'on', comment: 'a tool that is switched on' })
    : t({ message: 'off', comment: 'a tool that is switched off' });
  return {
    state: isOn ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: isOn && !isMissing ? t('The model can use this tool') : t('The model cannot use this tool'),
    accessibilityInformation: { label: [title, word, ...more].join(', ') },
  };
}
