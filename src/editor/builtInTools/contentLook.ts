/** Looks at the beginning of a file before it is read without a question. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { isSettled, LOOKED_AT, looksSecret, stampOf } from '../../tools/index.ts';
import { decodeShown, documentOf, isBinary } from './fileText.ts';

/** A file to look at. `real` is the file that `path` leads to; its name may say more about the content. */
export interface LookedAt {
  readonly path: string;
  readonly real: string;
}

/**
 * Returns whether a file, with its unsaved changes, looks as if it held a secret. A file that cannot be read holds
 * none, because no tool could show it.
 */
export async function holdsSecret({ path, real }: LookedAt): Promise<boolean> {
  const unsaved = unsavedText(path);
  return (unsaved !== undefined && isSecretText(unsaved, { path, real })) || isSecretFile({ path, real });
}

/** Results by path and stamp of the file, because an edit asks several times. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;
/** Bytes to read: enough for the characters that are looked at, in any encoding and with any line ends. */
const MAX_BYTES = 4 * LOOKED_AT;

export function isSecretText(text: string, { path, real }: LookedAt): boolean {
  return looksSecret(text, path) || (real !== path && looksSecret(text, real));
}

function unsavedText(path: string): string | undefined {
  const document = documentOf(vscode.Uri.file(path));
  return document?.isDirty ? lineFeeds(document.getText()) : undefined;
}

async function isSecretFile({ path, real }: LookedAt): Promise<boolean> {
  // `O_NONBLOCK` keeps the opening of a pipe or a device from waiting.
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!file) return false;
  try {
    const opened = await file.stat();
    if (!opened.isFile()) return false;
    const now = Date.now();
    const key = [path, real, stampOf(opened)].join('\0');
    const before = known.get(key);
    if (before !== undefined) return before;
    const buffer = Buffer.alloc(Math.min(MAX_BYTES, opened.size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = await textOf(buffer.subarray(0, bytesRead), path);
    const isSecret = text !== undefined && isSecretText(text, { path, real });
    if (known.size >= MAX_KNOWN) known.clear();
    if (isSettled(opened, now)) known.set(key, isSecret);
    return isSecret;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Decodes the file as the tools do, because they would refuse a text in which this look has missed a secret. Returns
 * undefined for what is no text.
 */
async function textOf(bytes: Uint8Array, path: string): Promise<string | undefined> {
  if (isBinary(bytes)) return undefined;
  const text = utf8(bytes);
  return text === undefined ? (await decodeShown(vscode.Uri.file(path), bytes)).text : lineFeeds(text);
}

/**
 * Decodes UTF-8 whatever the editor's settings say, because commands do. Leaves out a character that is cut at the end.
 */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    // The file is in another encoding.
    return undefined;
  }
}
