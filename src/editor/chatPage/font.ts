/** The font that the user has set for VS Code's own chat. */
import * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/index.ts';

type Font = Extract<HostMessage, { type: 'font' }>;

/** Defaults don't count, only values that are set. */
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

export function onFontChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('chat.fontSize') || event.affectsConfiguration('chat.fontFamily'))
      listener();
  });
}
