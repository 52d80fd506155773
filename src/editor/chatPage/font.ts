/** The chat's font: the one that the user has chosen for the editor's own chat, if any. */
import * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/index.ts';

type Font = Extract<HostMessage, { type: 'font' }>;

/** The editor's settings of its chat, whether or not it has one: what is not written down changes nothing. */
export function readFont(): Font {
  const chat = vscode.workspace.getConfiguration('chat');
  const chosen = (name: string): unknown => {
    const { globalValue, workspaceValue } = chat.inspect(name) ?? {};
    return workspaceValue ?? globalValue;
  };
  const [size, family] = [chosen('fontSize'), chosen('fontFamily')];
  return {
    type: 'font',
    ...(typeof size === 'number' && { size: Math.min(100, Math.max(6, size)) }),
    ...(typeof family === 'string' && family !== 'default' && { family }),
  };
}

/** Calls `listener` when the user may have chosen another one. */
export function onFontChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('chat.fontSize') || event.affectsConfiguration('chat.fontFamily'))
      listener();
  });
}
