/** What pages get of the user's settings (src/protocol/appearance.ts). */
import * as vscode from 'vscode';
import type { Appearance } from '../../protocol/index.ts';
import { affectsPages, readPageSettings } from '../settings/settings.ts';

export function readAppearance(title: string): Appearance {
  return { type: 'appearance', font: readChatFont(), title, settings: readPageSettings() };
}

export function onAppearanceChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (
      event.affectsConfiguration('chat.fontSize') ||
      event.affectsConfiguration('chat.fontFamily') ||
      affectsPages(event)
    )
      listener();
  });
}

/** The font that the user has chosen for VS Code's own chat. A default is no choice. */
function readChatFont(): Appearance['font'] {
  const chat = vscode.workspace.getConfiguration('chat');
  const chosen = (name: string): unknown => {
    const { globalValue, workspaceValue } = chat.inspect(name) ?? {};
    return workspaceValue ?? globalValue;
  };
  const [size, family] = [chosen('fontSize'), chosen('fontFamily')];
  return {
    size: typeof size === 'number' ? Math.min(100, Math.max(6, size)) : undefined,
    family: typeof family === 'string' && family !== 'default' ? family : undefined,
  };
}
