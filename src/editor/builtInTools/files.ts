/** Reads files of the workspace as the user sees them, with unsaved changes, and shows them to the user. */
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { linePage, pageExtent, type LinePlace } from '../../agent/index.ts';
import { imageTypeOf } from '../../base/common/imageData.ts';
import { linesOf } from '../../base/common/lines.ts';
import type { CallContext, MarkedContent } from '../../tools/index.ts';
import { approvedToRead, checkText } from './fileNeeds.ts';
import { bytesOf, isBinary, readShown } from './fileText.ts';
import { locateToRead } from './paths.ts';
import type { Place } from './protection.ts';
import { resultTokens } from './resultTokens.ts';
import { openDiff } from '../ui/index.ts';
import { openAsText } from './openAsText.ts';

/** Endings of images that models take. Only its bytes tell whether a file is an image. */
const imageName = /\.(?:png|jpe?g|gif|webp)$/i;

const text = (value: string): readonly ContentPart[] => [{ type: 'text', text: value }];

export async function readFile(
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<MarkedContent> {
  const {
    path,
    startLine = 1,
    startCharacter = 1,
    lines = Infinity,
  } = args as {
    path: string;
    startLine?: number;
    startCharacter?: number;
    lines?: number;
  };
  const place = await locateToRead(path);
  const { label } = place;
  const marks = await approvedToRead(place, context);
  const from = { line: startLine, character: startCharacter };
  const content = await contentOf(place, { from, lines, context });
  // A link in the path may have been changed meanwhile.
  if ((await locateToRead(path)).real !== place.real)
    throw new Error(`${label} is changing at this moment. Read it again.`);
  return { content, marks, files: [place.real] };
}

async function contentOf(
  place: Place,
  {
    from,
    lines,
    context,
  }: { readonly from: LinePlace; readonly lines: number; readonly context: CallContext },
): Promise<readonly ContentPart[]> {
  const { uri, label } = place;
  if (imageName.test(uri.path)) {
    const bytes = Buffer.from(await bytesOf(uri));
    const mimeType = imageTypeOf(bytes.subarray(0, 16).toString('latin1'));
    if (mimeType !== undefined) return [{ type: 'image', mimeType, data: bytes.toString('base64') }];
    if (isBinary(bytes)) throw new Error(`${label} is not an image of the type that its name says.`);
  }
  const { text: whole, isLossy } = await readShown(uri);
  // The file may have been written since it was looked at for secrets.
  checkText(whole, place, context);
  const note = isLossy ? `${lossyNote(label)}\n` : '';
  const all = linesOf(whole);
  if (all.length === 0) return text(`${note}${label} is empty.`);
  const page = linePage(all, { from, lines, tokens: resultTokens(), isNumbered: true });
  if (!page) throw new Error(`${label} ${noSuchPlace(all, from)}`);
  return text(`${note}${label}, ${pageExtent(all, page)}:\n${page.text}`);
}

function noSuchPlace(all: readonly string[], { line, character }: LinePlace): string {
  const length = all[line - 1]?.length;
  return length === undefined
    ? `has ${all.length === 1 ? '1 line' : `${all.length} lines`}; there is no line ${line}.`
    : `has ${length} characters in line ${line}; there is no character ${character}.`;
}

function lossyNote(label: string): string {
  return `(The encoding of ${label} is not known. \uFFFD stands for what could not be read. Only passages of ASCII characters can be changed, unless the user sets files.encoding or reopens the file with its encoding.)`;
}

export async function showFile(
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<readonly ContentPart[]> {
  const { path, line, compareWith } = args as { path: string; line?: number; compareWith?: string };
  const place = await locateToRead(path);
  const { uri, label } = place;
  await approvedToRead(place, context);
  const where = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  if (compareWith !== undefined) {
    const other = await locateToRead(compareWith);
    await approvedToRead(other, context);
    const title = `${label} ↔ ${other.label}`;
    await openDiff(uri, other.uri, title, where);
    return text(`The user sees how ${other.label} differs from ${label}.`);
  }
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await openAsText(uri, { ...where, ...(selection && { selection }) });
  return text(`The user sees ${label}${line === undefined ? '' : ` at line ${line}`}.`);
}
