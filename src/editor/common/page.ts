import * as vscode from 'vscode';
import { recordOf } from '../../base/common/guards.ts';
import type { Appearance } from '../../protocol/index.ts';
import { affectsPages, readPageSettings } from '../settings/settings.ts';
import { messages } from './language.ts';
import { pageDocument } from './pageDocument.ts';

export interface Page {
  /** The name of its script and its styles in `dist`. */
  readonly files: string;
  /** The id of the element that the script fills. */
  readonly root: string;
  readonly title: string;
  /** The state that the page saved, where VS Code may have lost it. */
  readonly savedState?: unknown;
}

/** A page in a webview, as the host sees it. */
export interface PageConnection<HostMessage> extends vscode.Disposable {
  /** False if the webview is hidden or gone: then the page does not get the message. */
  post(message: HostMessage): Thenable<boolean>;
  sendAppearance(): void;
}

/**
 * Loads a page into a webview. `receive` gets what the page sends, which is not to be trusted; `heading` is what the
 * page shows as its title.
 */
export function connectPage<HostMessage extends { readonly type: string }>(
  webview: vscode.Webview,
  extension: vscode.Uri,
  page: Page,
  receive: (message: unknown) => void,
  heading: () => string = () => '',
): PageConnection<HostMessage> {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  const post = (message: HostMessage | Appearance): Thenable<boolean> => webview.postMessage(message);
  const sendAppearance = (): void => void post(readAppearance(heading()));
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage((message: unknown) => {
      if (recordOf(message)['type'] === 'ready') sendAppearance();
      receive(message);
    }),
    onAppearanceChange(sendAppearance),
  );
  webview.html = pageHtml(webview, dist, page);
  return { post, sendAppearance, dispose: () => subscriptions.dispose() };
}

function pageHtml(webview: vscode.Webview, dist: vscode.Uri, { files, ...parts }: Page): string {
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  return pageDocument({
    ...parts,
    language: { tag: vscode.env.language, messages },
    styles: [uri(`${files}.css`)],
    scripts: [uri(`${files}.js`)],
    source: webview.cspSource,
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
  });
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
