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
const SETTLED_MS = 1_000;

export function isSecretText(text: string, { path, real }: LookedAt): boolean {
  return looksSecret(text, path) || (real !== path && looksSecret(text, real));
}

function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments
    .find(({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path)
    ?.getText();
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
    const buffer = Buffer.alloc(Math.min(LOOKED_AT, size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = textOf(buffer.subarray(0, bytesRead));
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

/** undefined: no text. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.subarray(0, 8_000).includes(0) ? undefined : new TextDecoder().decode(bytes);
}
