/** Signs in with the browser, which opens only when the user has asked for it. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Authorization, Redirect, SignInRequest } from '../../mcp/index.ts';
import { redirectQuery } from '../../base/common/redirectQuery.ts';
import { Callbacks } from './callbacks.ts';
import {
  openPage,
  showInformationMessage,
  showInputBox,
  showWarningMessage,
  withNotificationProgress,
} from '../ui/index.ts';
import { CALLBACK_PATH, type Loopback, openLoopback } from './loopback.ts';
import { isAllowedRedirect } from '../settings/redirectRule.ts';

/** Milliseconds that a sign-in in the browser may take, and that the question whether to sign in may stay open. */
const LIMIT_MS = 5 * 60_000;
/** Milliseconds until the user may paste an address; most sign-ins are over by then. */
const OFFER_AFTER_MS = 20_000;

export class EditorAuthorization implements Authorization {
  readonly secrets: vscode.SecretStorage;
  readonly clientMetadataUrl: () => string | undefined;
  private readonly extensionId: string;
  private readonly callbacks = new Callbacks();
  /** Number of running connects that the user has asked for, by server. */
  private readonly asked = new Map<string, number>();

  private readonly offerAfterMs: number;

  constructor(
    { secrets, extension }: Pick<vscode.ExtensionContext, 'secrets' | 'extension'>,
    clientMetadataUrl: () => string | undefined,
    offerAfterMs = OFFER_AFTER_MS,
  ) {
    this.offerAfterMs = offerAfterMs;
    this.secrets = secrets;
    this.extensionId = extension.id;
    this.clientMetadataUrl = clientMetadataUrl;
  }

  register(): vscode.Disposable {
    return vscode.window.registerUriHandler({
      handleUri: ({ path, query }) => {
        if (path !== CALLBACK_PATH || this.callbacks.deliver(new URLSearchParams(query))) return;
        void showWarningMessage(
          t(
            'Patchbay: a response from the browser was ignored because no sign-in is in progress. Sign in again if necessary.',
          ),
        );
      },
    });
  }

  /** While `connect` runs, the browser may open for this server. */
  async whileAsked(server: string, connect: () => Promise<void>): Promise<void> {
    this.asked.set(server, (this.asked.get(server) ?? 0) + 1);
    try {
      await connect();
    } finally {
      const left = (this.asked.get(server) ?? 1) - 1;
      if (left > 0) this.asked.set(server, left);
      else this.asked.delete(server);
    }
  }

  async open({ server, occasion }: SignInRequest, signal: AbortSignal): Promise<Redirect | undefined> {
    if (!this.asked.has(server) && (occasion === 'connect' || !(await agrees(server, signal))))
      return undefined;
    const wayBack = await openRedirect(this.extensionId, this.callbacks);
    return { ...wayBack, authorize: (page, until) => this.visit(server, page, until) };
  }

  private async visit(server: string, page: URL, signal: AbortSignal): Promise<URLSearchParams> {
    const title = t('Patchbay: Signing In to "{0}"', server);
    return withNotificationProgress({ title, cancellable: true }, async (report, token) => {
      report(t('Continue in the browser at {0}.', page.host));
      const end = new AbortController();
      token.onCancellationRequested(() => end.abort(new Error(t('you cancelled the sign-in.'))));
      const timer = setTimeout(
        () =>
          end.abort(
            new Error(
              t('the sign-in was not completed in the browser within {0} minutes.', LIMIT_MS / 60_000),
            ),
          ),
        LIMIT_MS,
      );
      try {
        const back = this.callbacks.expect(
          page.searchParams.get('state') ?? '',
          AbortSignal.any([signal, end.signal]),
        );
        // The promise may reject before the browser has opened, when nobody awaits it yet.
        back.catch(() => undefined);
        const stopOffering = offerPasting(
          this.callbacks,
          this.offerAfterMs,
          AbortSignal.any([signal, end.signal]),
        );
        if (!(await openPage(page.href))) end.abort(new Error(t('the browser was not opened.')));
        return await back.finally(stopOffering);
      } finally {
        clearTimeout(timer);
      }
    });
  }
}

/**
 * Offers to paste the address that the browser ended at, for a browser that does not reach the redirect, such as that
 * of another machine. Returns a function that stops the offer.
 */
function offerPasting(callbacks: Callbacks, afterMs: number, signal: AbortSignal): () => void {
  let isOver = false;
  const offer = async (): Promise<void> => {
    const paste = t('Paste Address…');
    const question = t(
      'Patchbay: if the page in the browser cannot be reached after you signed in, copy its address and paste it here.',
    );
    if ((await showInformationMessage(question, paste)) !== paste || isOver || signal.aborted) return;
    const pasted = await showInputBox({
      title: t('Sign In'),
      prompt: t('Address from the browser'),
      ignoreFocusOut: true,
      validateInput: (text) =>
        text === '' || redirectQuery(text) ? undefined : t('This is not the address of a sign-in.'),
    });
    const query = redirectQuery(pasted ?? '');
    if (isOver || signal.aborted || (query && callbacks.deliver(query))) return;
    await offer();
  };
  const timer = setTimeout(() => void offer(), afterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function agrees(server: string, signal: AbortSignal): Promise<boolean> {
  const { promise: nobody, resolve } = Promise.withResolvers<undefined>();
  const signIn = t('Sign In');
  const stop = (): void => resolve(undefined);
  const timer = setTimeout(stop, LIMIT_MS);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const question = showWarningMessage(
      t('A tool call is waiting: the MCP server "{0}" requires you to sign in.', server),
      signIn,
    );
    return (await Promise.race([question, nobody])) === signIn;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Uses the editor's own URL if MCP allows it, as when the editor runs in a browser; otherwise opens a port
 * (docs/decisions/005-oauth-redirect.md).
 */
async function openRedirect(extensionId: string, callbacks: Callbacks): Promise<Loopback> {
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

/** Returns the URL without the editor's encoding, which would make one parameter of the whole query. */
async function externalUrl(uri: vscode.Uri): Promise<string> {
  return (await vscode.env.asExternalUri(uri)).toString(true);
}
