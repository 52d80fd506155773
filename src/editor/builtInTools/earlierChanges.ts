/** Reads a file as it will be when earlier calls of the step have changed it, which still wait or run. */
import * as vscode from 'vscode';
import type { EarlierCall, EarlierCalls } from '../../tools/index.ts';
import { readToChange } from './fileText.ts';
import { locate } from './paths.ts';
import type { Place } from './protection.ts';
import { applyEdits, editsOf } from './textEdits.ts';

export interface TextToChange {
  /** Undefined for a file that is not there. */
  readonly text: string | undefined;
  /** The text was read byte by byte, as in `ExactText`. */
  readonly isBytewise: boolean;
}

/** @throws Error if the file is there and cannot be changed as text */
export async function readToChangeAfter(
  { uri, label, real }: Place,
  earlier: EarlierCalls | undefined,
): Promise<TextToChange> {
  const calls = earlier?.() ?? [];
  const read = await readToChange(uri).catch(async (error: Error) => {
    if (await isThere(uri)) throw error;
    return { text: undefined, isBytewise: false };
  });
  let { text }: TextToChange = read;
  for (const call of calls) if (await isOf(call, real)) text = textAfter(call, text, label);
  return { text, isBytewise: read.isBytewise };
}

function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

async function isOf({ tool, args: { path } }: EarlierCall, real: string): Promise<boolean> {
  if (tool.source.kind !== 'native' || typeof path !== 'string') return false;
  const place = await locate(path).catch(() => undefined);
  return place?.real === real;
}

/** A call that would fail changes nothing. One that has just been made may fail, too, because its text is gone. */
function textAfter({ tool, args }: EarlierCall, text: string | undefined, label: string): string | undefined {
  if (tool.name === 'write_file') return typeof args['content'] === 'string' ? args['content'] : text;
  if (tool.name !== 'edit_file' || text === undefined) return text;
  try {
    return applyEdits(label, text, editsOf(args)).after;
  } catch {
    return text;
  }
}
