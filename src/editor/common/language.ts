/**
 * The user's language. Imported before all else, so that it is known before anything is said: the editor reads the
 * bundle of l10n/ that fits its display language before it loads the extension.
 */
import * as vscode from 'vscode';
import { speak } from '../../mcp/index.ts';

/** What each message says in the user's language; undefined: English, as the source has it. */
export const messages: Readonly<Record<string, string>> | undefined = vscode.l10n.bundle;

if (messages) speak({ contents: messages });

/** `load` brings another bundle, which has its own copy of what translates: the function brings it once, and speaking. */
export function onceSpeaking<T extends { readonly speak: typeof speak }>(load: () => T): () => T {
  let loaded: T | undefined;
  return () => {
    if (loaded) return loaded;
    loaded = load();
    if (messages) loaded.speak({ contents: messages });
    return loaded;
  };
}
