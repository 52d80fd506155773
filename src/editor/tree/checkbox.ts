import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CheckboxState } from '../ui/index.ts';

/** `more` is for screen readers; `isMissing`: the model does not get the tool although it is on. */
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
