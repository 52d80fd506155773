/** Looks at the beginning of a file before it is read without a question. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { LOOKED_AT, looksSecret } from '../../tools/index.ts';

/** `real`: what `path` leads to, whose ending may say more of what is in it. */
export interface LookedAt {
  readonly path: string;
  readonly real: string;
}

/** Whether a file looks as if it held a secret, with its unsaved changes. What cannot be read holds none for anybody. */
export async function holdsSecret({ path, real }: LookedAt): Promise<boolean> {
  const unsaved = unsavedText(path);
  return (unsaved !== undefined && isSecretText(unsaved, { path, real })) || isSecretFile({ path, real });
}

/** What was found of files as they are, by their stamps: an edit asks several times. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;
/** Enough for what is looked at, in any encoding and with any line ends. */
const MAX_BYTES = 4 * LOOKED_AT;
const SETTLED_MS = 1_000;

export function isSecretText(text: string, { path, real }: LookedAt): boolean {
  return looksSecret(text, path) || (real !== path && looksSecret(text, real));
}

function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments
    .find(({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path)
    ?.getText()
    .replaceAll('\r\n', '\n');
}

async function isSecretFile({ path, real }: LookedAt): Promise<boolean> {
  // Opening a pipe or a device must not wait.
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!file) return false;
  try {
    const opened = await file.stat();
    if (!opened.isFile()) return false;
    const { ino, size, mtimeMs, ctimeMs } = opened;
    const key = [path, real, ino, size, mtimeMs, ctimeMs].join('\0');
    const before = known.get(key);
    if (before !== undefined) return before;
    const buffer = Buffer.alloc(Math.min(MAX_BYTES, size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = await textOf(buffer.subarray(0, bytesRead), path);
    const isSecret = text !== undefined && isSecretText(text, { path, real });
    if (known.size >= MAX_KNOWN) known.clear();
    // A second write within a clock tick has the stamps of the first.
    if (Date.now() - ctimeMs > SETTLED_MS) known.set(key, isSecret);
    return isSecret;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** As it is read: another text would be refused then. undefined: no text. */
async function textOf(bytes: Uint8Array, path: string): Promise<string | undefined> {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isUtf16 && bytes.subarray(0, 8_000).includes(0)) return undefined;
  const text =
    (isUtf16 ? undefined : utf8(bytes)) ??
    (await vscode.workspace.decode(bytes, { uri: vscode.Uri.file(path) }));
  return text.replaceAll('\r\n', '\n');
}

/** undefined: it is in another encoding. A character that is cut at the end is left out. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
