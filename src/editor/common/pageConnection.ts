import * as vscode from 'vscode';
import { recordOf } from '../../base/common/guards.ts';
import type { Appearance } from '../../protocol/index.ts';
import { affectsPages, readPageSettings } from '../settings/settings.ts';

/** A page in a webview, as the host sees it. */
export interface PageConnection<HostMessage> extends vscode.Disposable {
  /** Resolves to false if the webview is hidden or gone: then the page does not get the message. */
  post(message: HostMessage): Thenable<boolean>;
  sendAppearance(): void;
}

/**
 * Connects the page that a webview shows. `receive` gets what the page sends, which is not to be trusted; `heading` is the
 * title that the page shows.
 */
export function connectPage<HostMessage extends { readonly type: string }>(
  webview: vscode.Webview,
  receive: (message: unknown) => void,
  heading: () => string = () => '',
): PageConnection<HostMessage> {
  const post = (message: HostMessage | Appearance): Thenable<boolean> => webview.postMessage(message);
  const sendAppearance = (): void => void post(readAppearance(heading()));
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage((message: unknown) => {
      if (recordOf(message)['type'] === 'ready') sendAppearance();
      receive(message);
    }),
    onAppearanceChange(sendAppearance),
  );
  return { post, sendAppearance, dispose: () => subscriptions.dispose() };
}

function readAppearance(title: string): Appearance {
  return { type: 'appearance', font: readChatFont(), title, settings: readPageSettings() };
}

function onAppearanceChange(listener: () => void): vscode.Disposable {
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
