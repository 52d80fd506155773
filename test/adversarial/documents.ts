/** Text documents of the stand-in for the editor, which lose what VS Code's lose: characters, and mixed line ends. */
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';

interface Place {
  readonly path: string;
  toString(): string;
}
interface Stretch {
  readonly start: Offset;
  readonly end: Offset;
}
/** Documents give offsets for positions: the attacked code only hands them on. */
interface Offset {
  readonly offset: number;
}

/** By URI. */
export const documents = new Map<string, TextDocument>();
/** What `files.encoding` says. */
export const settings = { encoding: 'utf8' };

export function decode(bytes: Uint8Array, encoding = settings.encoding): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (encoding === 'utf16le' || mark === 'fffe') return Buffer.from(bytes.subarray(2)).toString('utf16le');
  if (encoding === 'iso88591') return Buffer.from(bytes).toString('latin1');
  return new TextDecoder().decode(bytes);
}

export function encode(text: string, encoding = settings.encoding): Uint8Array {
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'iso88591') return Buffer.from(text.replaceAll(/[^\0-\xff]/gu, '?'), 'latin1');
  return new TextEncoder().encode(text);
}

export class TextDocument {
  readonly uri: Place;
  encoding = settings.encoding;
  isDirty = false;
  eol = 1;
  private text = '';

  constructor(uri: Place) {
    this.uri = uri;
  }

  async load(encoding = this.encoding): Promise<void> {
    this.encoding = encoding;
    const text = decode(await fs.readFile(this.uri.path), encoding);
    const isMostlyCrLf = text.split('\r\n').length > text.split(/\r\n?|\n/).length / 2;
    this.eol = isMostlyCrLf ? 2 : 1;
    this.text = text.replaceAll(/\r\n?|\n/g, isMostlyCrLf ? '\r\n' : '\n');
  }

  getText(): string {
    return this.text;
  }

  positionAt(offset: number): Offset {
    return { offset };
  }

  replace({ start, end }: Stretch, text: string): void {
    const own = text.replaceAll(/\r\n?|\n/g, this.eol === 2 ? '\r\n' : '\n');
    this.text = this.text.slice(0, start.offset) + own + this.text.slice(end.offset);
    this.isDirty = true;
  }

  async save(): Promise<boolean> {
    await fs.writeFile(this.uri.path, encode(this.text, this.encoding));
    this.isDirty = false;
    return true;
  }
}

export class WorkspaceEdit {
  readonly steps: (() => Promise<void>)[] = [];

  replace(uri: Place, stretch: Stretch, text: string): void {
    // Edits of one document are made from its end on.
    this.steps.unshift(async () => (await openTextDocument(uri)).replace(stretch, text));
  }

  createFile({ path }: Place, { contents }: { readonly contents: Uint8Array }): void {
    this.steps.push(() => fs.writeFile(path, contents));
  }

  deleteFile({ path }: Place, { recursive }: { readonly recursive: boolean }): void {
    this.steps.push(() => fs.rm(path, { recursive }));
  }

  renameFile({ path }: Place, { path: target }: Place, { overwrite }: { readonly overwrite: boolean }): void {
    this.steps.push(async () => {
      const isThere = await fs.lstat(target).catch(() => undefined);
      if (isThere && !overwrite) throw new Error('The target exists.');
      await fs.mkdir(dirname(target), { recursive: true });
      await fs.rename(path, target);
    });
  }
}

export async function openTextDocument(
  uri: Place,
  { encoding }: { readonly encoding?: string } = {},
): Promise<TextDocument> {
  const key = uri.toString();
  const open = documents.get(key);
  const document = open ?? new TextDocument(uri);
  if (!open || (encoding !== undefined && encoding !== open.encoding)) await document.load(encoding);
  documents.set(key, document);
  return document;
}

export async function applyEdit({ steps }: WorkspaceEdit): Promise<boolean> {
  for (const step of steps) await step();
  return true;
}
