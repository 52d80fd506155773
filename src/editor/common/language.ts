/**
 * The user's language. Imported before all else, so that it is known before anything is said: the editor reads the
 * bundle of l10n/ that fits its display language before it loads the extension.
 */
import * as vscode from 'vscode';
import { setTranslations } from '../../base/common/message.ts';

/** What each message says in the user's language; undefined: English, as the source has it. */
export const messages: Readonly<Record<string, string>> | undefined = vscode.l10n.bundle;

if (messages) setTranslations(messages);

/** Gives the bundle that `load` loads, once, its own copy of the translations. */
export function withTranslations<T extends { readonly setTranslations: typeof setTranslations }>(
  load: () => T,
): () => T {
  let loaded: T | undefined;
  return () => {
    if (loaded) return loaded;
    loaded = load();
    if (messages) loaded.setTranslations(messages);
    return loaded;
  };
}
