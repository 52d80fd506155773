/** Chooses the redirect (docs/decisions/005-oauth-redirect.md). */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Callbacks } from './callbacks.ts';
import { CALLBACK_PATH, openLoopback, type Loopback } from './loopback.ts';
import { isAllowedRedirect } from '../settings/redirectRule.ts';
import { showWarningMessage } from '../ui/index.ts';

/**
 * The editor's own URL where MCP allows it, which is so in a browser; else a port of the extension's machine, which VS
 * Code forwards from a remote one.
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

/** Without the editor's encoding, which would make one parameter of the whole query. */
async function externalUrl(uri: vscode.Uri): Promise<string> {
  return (await vscode.env.asExternalUri(uri)).toString(true);
}

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
