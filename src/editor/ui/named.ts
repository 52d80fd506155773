import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

export function createLogChannel(name: string): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel(inertLabel(name), { log: true });
}

export function createTerminal(options: {
  readonly name: string;
  readonly icon: string;
  readonly pty: vscode.Pseudoterminal;
}): vscode.Terminal {
  const { name, icon, pty } = options;
  return vscode.window.createTerminal({
    name: inertLabel(name),
    iconPath: new vscode.ThemeIcon(icon),
    pty,
  });
}

export function codeLens(
  range: vscode.Range,
  { icon, title, command, arguments: given }: vscode.Command & { readonly icon?: string },
): vscode.CodeLens {
  const label = `${icon === undefined ? '' : `$(${icon}) `}${inertLabel(title)}`;
  return new vscode.CodeLens(range, { title: label, command, ...(given && { arguments: given }) });
}
