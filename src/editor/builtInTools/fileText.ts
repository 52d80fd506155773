/** Reads files as the editor does, and finds the encoding by which their text becomes the same bytes again. */
import * as vscode from 'vscode';
import { lineFeeds, lineEndsOf } from '../../base/common/lineEnds.ts';
import { msg } from '../../base/common/message.ts';
import { BYTEWISE, type TextForm } from '../../protocol/index.ts';
import { fileLabel } from './labels.ts';
import { ToolProblem } from './paths.ts';

const MAX_BYTES = 20_000_000;
const REPLACEMENT = '\uFFFD';

const UNICODE = ['utf8', 'utf8bom', 'utf16le', 'utf16be'];

/** Other values of `TextDocument.encoding`, according to its documentation; those that are used most come first. */
const OTHERS = `windows1252 iso88591 gb18030 gbk shiftjis eucjp euckr cp950 big5hkscs windows1251
  windows1250 iso88592 iso885915 koi8r koi8u macroman cp437 cp850 windows1256 iso88596 windows1257 iso88594 iso885914
  cp852 cp866 cp1125 iso88595 iso88593 iso885913 windows1253 iso88597 windows1255 iso88598 iso885910 iso885916
  windows1254 iso88599 windows1258 windows874 iso885911 koi8ru koi8t gb2312 cp865`.split(/\s+/);

/** Bytes; trying all encodings on a larger file would take seconds. */
const MAX_TRIED = 1_000_000;

/**
 * URIs of files that were opened byte by byte, because no encoding was known for them. An encoding in the settings
 * takes precedence.
 */
const openedBytewise = new Set<string>();

/** A file was not changed, because some of its characters would have been lost. */
export class LossProblem extends ToolProblem {}

export interface ShownText {
  /** The text with line feeds. */
  readonly text: string;
  /** Some bytes are no character in the encoding, and are U+FFFD in the text. */
  readonly isLossy: boolean;
}

export interface ExactText {
  /** The text with the file's own line ends. Encoded with `encoding`, it gives the bytes of the file. */
  readonly raw: string;
  readonly encoding: string;
  /** The encoding is not known: each byte is read as one character, which is right for ASCII only. */
  readonly isBytewise: boolean;
}

export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Reads a file with its unsaved changes. @throws Error if there is no such file, or it is not text */
export async function readShown(uri: vscode.Uri): Promise<ShownText> {
  // A buffer without changes may be older than its file, which a command may have just written.
  const open = documentOf(uri);
  if (open?.isDirty) return { text: lineFeeds(open.getText()), isLossy: await wasOpenedWithLoss(open) };
  return decodeShown(uri, await textBytesOf(uri));
}

/**
 * Reads a file as `readShown` does, but without loss: if no encoding fits, each byte becomes one character.
 * @throws LossProblem for a file that could not be written back as it is
 */
export async function readToChange(
  uri: vscode.Uri,
): Promise<{ readonly text: string; readonly isBytewise: boolean }> {
  const open = documentOf(uri);
  if (open?.isDirty) return { text: lineFeeds(open.getText()), isBytewise: isOpenBytewise(open) };
  const { raw, isBytewise } = await decodeExactly(uri, await textBytesOf(uri));
  return { text: lineFeeds(raw), isBytewise };
}

export async function decodeShown(uri: vscode.Uri, bytes: Uint8Array): Promise<ShownText> {
  const { raw, isLossy } = await decodeByEditor(uri, bytes);
  return { text: lineFeeds(raw), isLossy };
}

/**
 * Returns the text of a file and the encoding by which it becomes the same bytes again.
 * @throws LossProblem if no encoding does that
 */
export async function decodeExactly(uri: vscode.Uri, bytes: Uint8Array): Promise<ExactText> {
  const plain = plainUtf8(uri, bytes);
  if (plain !== undefined) return { raw: plain, encoding: 'utf8', isBytewise: false };
  const { raw, isLossy } = await decodeByEditor(uri, bytes);
  const document = documentOf(uri);
  const setting = vscode.workspace.getConfiguration('files', document ?? uri).get<string>('encoding');
  // The editor reads a file as UTF-8 if it does not know the encoding that the setting names.
  const configured = [...UNICODE, ...OTHERS].find((encoding) => encoding === setting);
  const own = document && !isOpenBytewise(document) ? document.encoding : undefined;
  const others = bytes.length > MAX_TRIED ? [] : OTHERS;
  for (const encoding of isLossy ? [] : new Set([own, configured, ...UNICODE, ...others]))
    if (encoding !== undefined && (await exactRaw(bytes, encoding)) === raw)
      return { raw, encoding, isBytewise: false };
  const bytewise = bytes.includes(0) ? undefined : await exactRaw(bytes, BYTEWISE);
  if (bytewise !== undefined) return { raw: bytewise, encoding: BYTEWISE, isBytewise: true };
  throw notExact(fileLabel(uri));
}

/** Returns the text, or undefined if it would be written as other bytes. */
export async function exactRaw(bytes: Uint8Array, encoding: string): Promise<string | undefined> {
  try {
    const raw = await vscode.workspace.decode(bytes, { encoding });
    return isSameBytes(await vscode.workspace.encode(raw, { encoding }), bytes) ? raw : undefined;
  } catch {
    // The editor decodes nothing that looks binary.
    return undefined;
  }
}

/** @throws LossProblem that names a character which the encoding does not have: the editor would write `?` */
export async function encodeExactly(label: string, raw: string, encoding: string): Promise<Uint8Array> {
  if (encoding === 'utf8' && raw.isWellFormed()) return new TextEncoder().encode(raw);
  const bytes = await vscode.workspace.encode(raw, { encoding });
  const back = await decodeBack(bytes, raw, encoding);
  if (back === raw) return bytes;
  throw cannotEncode(label, firstDifference(raw, back), encoding);
}

/** Encodes a text as the editor does for a new file at that place. @throws LossProblem as `encodeExactly` */
export async function encodeNew(uri: vscode.Uri, content: string): Promise<Uint8Array> {
  const encoding = vscode.workspace.getConfiguration('files', uri).get('encoding', 'utf8');
  const bytes = await vscode.workspace.encode(content, { uri });
  const back = await decodeBack(bytes, content, encoding);
  if (back === content) return bytes;
  const character = firstDifference(content, back);
  // A setting for the language may name another encoding.
  const written = Buffer.from(await vscode.workspace.encode(character, { uri })).toString('latin1');
  if (!/^\?+$/.test(written) && character.isWellFormed()) return bytes;
  throw cannotEncode(fileLabel(uri), character, encoding);
}

export function formOf({ raw, encoding }: Pick<ExactText, 'raw' | 'encoding'>): TextForm {
  return { encoding, lineEnds: lineEndsOf(raw) };
}

/** Reopens a file with another encoding, which the editor does not do if it has unsaved changes. */
export async function openWith(uri: vscode.Uri, encoding: string): Promise<void> {
  await vscode.workspace.openTextDocument(uri, { encoding });
  if (encoding === BYTEWISE) openedBytewise.add(uri.toString());
}

/** Returns whether a file is not text. Text has no zero bytes, except UTF-16, which begins with a byte order mark. */
export function isBinary(bytes: Uint8Array): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, 8_000).includes(0);
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** @throws Error when there is no such file, or it is too large */
export async function bytesOf(uri: vscode.Uri): Promise<Uint8Array> {
  await checkSavedFile(uri);
  return vscode.workspace.fs.readFile(uri);
}

/** @throws Error when there is no such file, not even in an editor, or it is too large */
export async function checkFile(uri: vscode.Uri): Promise<void> {
  if (documentOf(uri)?.isDirty !== true) await checkSavedFile(uri);
}

async function checkSavedFile(uri: vscode.Uri): Promise<void> {
  const label = fileLabel(uri);
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => {
    throw new Error(`There is no file ${label}. find_files looks for names.`);
  });
  if ((stat.type & vscode.FileType.Directory) !== 0)
    throw new Error(`${label} is a folder. list_directory shows what is in it.`);
  if (stat.size > MAX_BYTES)
    throw new Error(
      `${label} has ${stat.size} bytes, which is too much to read. search_text finds parts of it.`,
    );
}

export function notExact(label: string): LossProblem {
  return new LossProblem(
    msg(
      '{0} cannot be changed without loss: reading and writing the file in the encoding that the editor uses for it would change other parts of it. Nothing was changed. Set files.encoding for the file, or reopen it in the editor with its own encoding.',
      label,
    ),
  );
}

async function textBytesOf(uri: vscode.Uri): Promise<Uint8Array> {
  const bytes = await bytesOf(uri);
  if (isBinary(bytes)) throw new Error(`${fileLabel(uri)} is not a text file.`);
  return bytes;
}

/**
 * Decodes a file as its document does, which the user may have reopened with another encoding; otherwise as the
 * settings say.
 */
async function decodeByEditor(
  uri: vscode.Uri,
  bytes: Uint8Array,
): Promise<{ readonly raw: string; readonly isLossy: boolean }> {
  const plain = plainUtf8(uri, bytes);
  if (plain !== undefined) return { raw: plain, isLossy: false };
  const open = documentOf(uri);
  if (open && !isOpenBytewise(open)) {
    const raw = await vscode.workspace.decode(bytes, { encoding: open.encoding });
    if (!(await hasLost(raw, bytes))) return { raw, isLossy: false };
  }
  const raw = await vscode.workspace.decode(bytes, { uri });
  return { raw, isLossy: await hasLost(raw, bytes) };
}

/**
 * Decodes UTF-8 here, because each question to the editor goes to another process. Returns undefined if the file may
 * have another encoding.
 */
function plainUtf8(uri: vscode.Uri, bytes: Uint8Array): string | undefined {
  const isOther = (documentOf(uri)?.encoding ?? 'utf8') !== 'utf8' || bytes.includes(0);
  return isOther || !isUtf8Usual(uri) ? undefined : validUtf8(bytes);
}

/** Returns undefined for bytes that may be in another encoding. */
export function validUtf8(bytes: Uint8Array): string | undefined {
  // These bytes begin a byte order mark.
  if (bytes[0] === 0xef || bytes[0] === 0xfe || bytes[0] === 0xff) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns whether no setting, not even for one language, names another encoding. */
export function isUtf8Usual(scope: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration('files', scope);
  const hasLanguages = (files.inspect<string>('encoding')?.languageIds?.length ?? 0) > 0;
  return files.get('encoding', 'utf8') === 'utf8' && !hasLanguages && !files.get('autoGuessEncoding', false);
}

async function wasOpenedWithLoss(document: vscode.TextDocument): Promise<boolean> {
  const { uri, encoding } = document;
  if (!document.getText().includes(REPLACEMENT)) return false;
  // An untitled document has no file.
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => undefined);
  return bytes !== undefined && (await exactRaw(bytes, encoding)) === undefined;
}

export function isOpenBytewise({ uri, encoding }: vscode.TextDocument): boolean {
  return encoding === BYTEWISE && openedBytewise.has(uri.toString());
}

/**
 * Returns whether U+FFFD stands for lost bytes. A file may also contain that character itself, in an encoding that has
 * it.
 */
async function hasLost(raw: string, bytes: Uint8Array): Promise<boolean> {
  if (!raw.includes(REPLACEMENT)) return false;
  for (const encoding of [...UNICODE, 'gb18030'])
    if (isSameBytes(await vscode.workspace.encode(raw, { encoding }), bytes)) return false;
  return true;
}

/**
 * Decodes what was encoded. Zero characters are left out for that, because the editor writes them as they are, but
 * decodes nothing with zero bytes at its beginning.
 */
async function decodeBack(bytes: Uint8Array, raw: string, encoding: string): Promise<string> {
  if (!raw.includes('\0')) return vscode.workspace.decode(bytes, { encoding });
  const withoutZeros = raw.replaceAll('\0', '');
  const back = await vscode.workspace.decode(await vscode.workspace.encode(withoutZeros, { encoding }), {
    encoding,
  });
  return back === withoutZeros ? raw : back;
}

function firstDifference(text: string, other: string): string {
  const [from, to] = [Array.from(text), Array.from(other)];
  return from.find((character, index) => character !== to[index]) ?? REPLACEMENT;
}

function cannotEncode(label: string, character: string, encoding: string): LossProblem {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  // A lone surrogate half or an invisible character is named by its number alone.
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${code})` : code;
  return new LossProblem(
    msg(
      '{0} is saved in the encoding {1}, which does not have the character {2}. Nothing was changed. Use other characters, or have the user save the file in another encoding first.',
      label,
      encoding,
      shown,
    ),
  );
}
