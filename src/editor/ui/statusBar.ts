import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

export interface StatusBarItem extends vscode.Disposable {
  show(look: StatusBarLook): void;
  hide(): void;
}

export interface StatusBarLook {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly command: vscode.Command;
}

/** `name` is what the menu calls it in which users hide items. One that `warns` has the colour of a warning. */
export function createStatusBarItem(id: string, name: string, warns: boolean): StatusBarItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, 100);
  item.name = inertLabel(name);
  if (warns) item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return {
    show: ({ icon, text, tooltip, command }) => {
      item.text = `$(${icon}) ${inertLabel(text)}`;
      item.tooltip = inertLabel(tooltip);
      item.accessibilityInformation = { label: inertLabel(tooltip), role: 'button' };
      item.command = command;
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}
