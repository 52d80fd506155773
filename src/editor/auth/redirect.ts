/** Chooses the way back from the browser; why so is in docs/decisions/005-oauth-redirect.md. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Callbacks } from './callbacks.ts';
import { CALLBACK_PATH, openLoopback, type Loopback } from './loopback.ts';
import { isAllowedRedirect } from '../settings/redirectRule.ts';
import { showWarningMessage } from '../ui/index.ts';

/**
 * Opens a way back for one sign-in: the editor's own where it is an address that MCP allows, which it is in a
 * browser; else a port of the machine the extension runs on, which the editor forwards if that is a remote one.
 */
export async function openRedirect(extensionId: string, callbacks: Callbacks): Promise<Loopback> {
  const handler = vscode.Uri.from({
    scheme: vscode.env.uriScheme,
    authority: extensionId,
    path: CALLBACK_PATH,
  });
  const own = await externalUrl(handler);
  if (isAllowedRedirect(own)) return { url: own, close: () => undefined };
  const loopback = await openLoopback((query) => callbacks.deliver(query));
  try {
    return { url: await externalUrl(vscode.Uri.parse(loopback.url)), close: () => loopback.close() };
  } catch (error) {
    loopback.close();
    throw error;
  }
}

/** As a browser reaches it. The editor's own encoding would make one parameter of the whole query. */
async function externalUrl(uri: vscode.Uri): Promise<string> {
  return (await vscode.env.asExternalUri(uri)).toString(true);
}

/** Takes what comes back through the editor. The result ends that. */
export function registerRedirect(callbacks: Callbacks): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: ({ path, query }) => {
      if (path !== CALLBACK_PATH || callbacks.deliver(new URLSearchParams(query))) return;
      void showWarningMessage(
        t(
          'Patchbay: a response from the browser was ignored because no sign-in is in progress. Sign in again if necessary.',
        ),
      );
    },
  });
}
