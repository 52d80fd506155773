/**
 * Changes files through their documents, and compares the bytes on the disk to be sure that nothing else in them has
 * changed.
 */
import { utimes, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { keepLineEnds, lineFeeds, withLineEnds } from '../../base/common/lineEnds.ts';
import { msg } from '../../base/common/message.ts';
import { replaceFile } from '../../base/node/replacedFile.ts';
import type { TextForm } from '../../protocol/index.ts';
import {
  decodeExactly,
  encodeExactly,
  encodeNew,
  exactRaw,
  formOf,
  isOpenBytewise,
  isSameBytes,
  LossProblem,
  notExact,
  openWith,
  type ExactText,
} from './fileText.ts';
import { fileLabel } from './labels.ts';
import { ToolProblem } from './paths.ts';
import type { Place } from './protection.ts';

type NamedFile = Pick<Place, 'uri' | 'label'>;

/** A file that can be changed without loss. */
export interface OpenFile extends ExactText, NamedFile {
  readonly document: vscode.TextDocument;
  /** Content of the file on the disk before the change. */
  readonly bytes: Uint8Array;
}

/** The content that a change gives to a file. */
export interface PlannedText {
  /** The text with line feeds. */
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly form: TextForm;
}

export interface SavedText {
  /** The text with line feeds, which saving may have formatted. */
  readonly text: string;
  readonly form: TextForm;
  /** Another program has changed the file since it was saved. */
  readonly isChangedSince: boolean;
}

/**
 * Opens a file in an encoding with which it can be written back as it is. `shown` is what was read before.
 * @throws LossProblem if there is none; ToolProblem if the document is not what was read
 */
export async function openExactly({ uri, label }: NamedFile, shown: string): Promise<OpenFile> {
  const document = await vscode.workspace.openTextDocument(uri);
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, (error: unknown) => {
    // The file is gone, but saving creates it again.
    if (document.isDirty) return new Uint8Array();
    throw error;
  });
  const about = { uri, label, document, bytes };
  if (document.isDirty) {
    const { encoding } = document;
    const isBytewise = isOpenBytewise(document);
    const saved = await exactRaw(bytes, encoding);
    // Saving writes the whole text, including what was lost when the file was opened.
    if (saved === undefined) throw notExact(label);
    if (lineFeeds(document.getText()) !== shown) throw isChanging(label);
    return { ...about, raw: keepLineEnds(saved, shown, endOf(document)), encoding, isBytewise };
  }
  const exact = await decodeExactly(uri, bytes);
  if (lineFeeds(exact.raw) !== shown) throw isChanging(label);
  if (exact.encoding !== document.encoding) await openWith(uri, exact.encoding);
  // The editor may notice late that a file has changed.
  if (lineFeeds(document.getText()) !== shown || document.encoding !== exact.encoding)
    throw isChanging(label);
  return { ...about, ...exact };
}

/**
 * Plans `text` in the file's own encoding and with its line ends.
 * @throws LossProblem for a character that the encoding does not have
 */
export async function planFileText(file: OpenFile, text: string): Promise<PlannedText> {
  const { label, raw, encoding, document } = file;
  const now = keepLineEnds(raw, lineFeeds(text), endOf(document));
  return {
    text: lineFeeds(now),
    bytes: await encodeExactly(label, now, encoding),
    form: formOf({ raw: now, encoding }),
  };
}

/** Plans a text in the encoding and with the line ends that it had. @throws LossProblem as `planText` */
export async function planForm(label: string, text: string, form: TextForm): Promise<PlannedText> {
  const bytes = await encodeExactly(label, withLineEnds(text, form.lineEnds), form.encoding);
  return { text, bytes, form };
}

/**
 * Saves the document after the change. The editor makes all line ends of a file alike, so those of untouched lines are
 * put back. Returns undefined if the editor did not save it.
 * @throws LossProblem if what is written would lose characters: then the file is what it was
 */
export async function saveExactly(file: OpenFile, planned: PlannedText): Promise<SavedText | undefined> {
  const { document, uri, label } = file;
  if (document.isDirty && !(await document.save())) return undefined;
  const text = lineFeeds(document.getText());
  const isAsPlanned = text === planned.text;
  try {
    // A formatter must not touch bytes whose meaning is not known, except for white space, which is never half of a
    // character.
    const isRefused = file.isBytewise && withoutSpace(text) !== withoutSpace(planned.text);
    const target = isAsPlanned || isRefused ? planned : await planFileText(file, text);
    const written = await vscode.workspace.fs.readFile(uri);
    if (isSameBytes(written, target.bytes)) return { text, form: target.form, isChangedSince: false };
    const byEditor = await vscode.workspace.encode(document.getText(), { encoding: file.encoding });
    const isOurs = isSameBytes(written, byEditor) || isSameBytes(written, file.bytes);
    if (!isOurs && (await exactRaw(written, file.encoding)) !== undefined)
      return { text, form: target.form, isChangedSince: true };
    await writeBytes(uri, target.bytes, !isRefused);
    if (target.form.encoding !== file.encoding) await openWith(uri, target.form.encoding);
    return { text: target.text, form: target.form, isChangedSince: false };
  } catch (error) {
    await writeBytes(uri, file.bytes, false);
    throw error instanceof LossProblem ? error : putBack(label, error);
  }
}

/**
 * Returns the bytes that a file would have after a change of its document, which the user saves.
 * @throws LossProblem if characters of the file or of `after` would be lost then
 */
export async function bytesToApply(
  uri: vscode.Uri,
  before: string | undefined,
  after: string,
): Promise<Uint8Array> {
  if (before === undefined) return encodeNew(uri, after);
  const label = fileLabel(uri);
  const { encoding } = await vscode.workspace.openTextDocument(uri);
  // A document may have no file any more.
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => undefined);
  if (bytes && (await exactRaw(bytes, encoding)) === undefined) throw notExact(label);
  return encodeExactly(label, after, encoding);
}

function endOf({ eol }: vscode.TextDocument): '\n' | '\r\n' {
  return eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[ \t\n]/g, '');
}

/**
 * Writes bytes. With `isKnown`, the file keeps its times: the editor has this text already, and would refuse to save it
 * over a file that seems to be newer. No file becomes shorter where it is: the editor copies what it has saved into its
 * local history, and on Linux Node.js goes on for ever with the copy of a file that is cut meanwhile (`uv_fs_copyfile`).
 * That file could not be saved again.
 */
async function writeBytes(uri: vscode.Uri, bytes: Uint8Array, isKnown: boolean): Promise<void> {
  const before = uri.scheme === 'file' ? await stat(uri.fsPath).catch(() => undefined) : undefined;
  if (before && bytes.length < before.size && (await replaceFile(uri.fsPath, bytes, isKnown))) return;
  await vscode.workspace.fs.writeFile(uri, bytes);
  // Only the owner of a file may set its times.
  if (before && isKnown) await utimes(uri.fsPath, before.atime, before.mtime).catch(() => undefined);
}

function isChanging(label: string): ToolProblem {
  return new ToolProblem(
    msg('{0} is changing at this moment, and nothing was written. Read it again, then repeat.', label),
  );
}

function putBack(label: string, cause: unknown): LossProblem {
  return new LossProblem(
    msg('{0} could not be saved without loss, so its former content was put back. Read it again.', label),
    { cause },
  );
}
