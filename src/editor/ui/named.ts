/** Output channels, terminals and lenses, whose names are inert: the editor draws icons in them. */
import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

/** A channel of this name. */
export function createLogChannel(name: string): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel(inertLabel(name), { log: true });
}

/** A terminal that shows what is written to it. */
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

/** A lens above a line, with an icon before its title where one is named. */
export function codeLens(
  range: vscode.Range,
  { icon, title, command, arguments: given }: vscode.Command & { readonly icon?: string },
): vscode.CodeLens {
  const label = `${icon === undefined ? '' : `$(${icon}) `}${inertLabel(title)}`;
  return new vscode.CodeLens(range, { title: label, command, ...(given && { arguments: given }) });
}
