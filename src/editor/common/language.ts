/** The user's language. Imported first, so that every message is translated. */
import * as vscode from 'vscode';
import { setTranslations } from '../../base/common/message.ts';

/** Translations of messages; undefined for English. */
export const messages: Readonly<Record<string, string>> | undefined = vscode.l10n.bundle;

if (messages) setTranslations(messages);

/** Each bundle has its own copy of the translations. */
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
