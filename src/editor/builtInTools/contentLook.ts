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
  const texts = [unsavedText(path), await beginningOf(real)];
  return texts.some((text) => text !== undefined && isSecretText(text, { path, real }));
}

export function isSecretText(text: string, { path, real }: LookedAt): boolean {
  return looksSecret(text, path) || (real !== path && looksSecret(text, real));
}

function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments
    .find(({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path)
    ?.getText();
}

/** undefined: no text, or no file. */
async function beginningOf(path: string): Promise<string | undefined> {
  // Opening a pipe or a device must not wait.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!file) return undefined;
  try {
    const opened = await file.stat();
    if (!opened.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(LOOKED_AT, opened.size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return textOf(buffer.subarray(0, bytesRead));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.subarray(0, 8_000).includes(0) ? undefined : new TextDecoder().decode(bytes);
}
