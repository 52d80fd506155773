/** Reads files of the workspace as the user sees them, with unsaved changes, and shows them to the user. */
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { imageTypeOf } from '../../base/common/imageData.ts';
import type { CallContext, MarkedContent } from '../../tools/index.ts';
import { approvedToRead, checkText } from './fileNeeds.ts';
import { bytesOf, isBinary, readShown } from './fileText.ts';
import { locateToRead } from './paths.ts';
import type { Place } from './protection.ts';
import { openDiff } from '../ui/index.ts';
import { openAsText } from './openAsText.ts';

const DEFAULT_LINES = 2_000;

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
    lines = DEFAULT_LINES,
  } = args as {
    path: string;
    startLine?: number;
    lines?: number;
  };
  const place = await locateToRead(path);
  const { label } = place;
  const marks = await approvedToRead(place, context);
  const content = await contentOf(place, { startLine, lines, context });
  // A link in the path may have been changed meanwhile.
  if ((await locateToRead(path)).real !== place.real)
    throw new Error(`${label} is changing at this moment. Read it again.`);
  return { content, marks, files: [place.real] };
}

async function contentOf(
  place: Place,
  {
    startLine,
    lines,
    context,
  }: { readonly startLine: number; readonly lines: number; readonly context: CallContext },
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
  const all = whole.split('\n');
  const part = all.slice(startLine - 1, startLine - 1 + lines);
  if (part.length === 0) throw new Error(`${label} has ${all.length} lines; there is no line ${startLine}.`);
  const range =
    part.length < all.length
      ? `${label}, lines ${startLine} to ${startLine + part.length - 1} of ${all.length}:`
      : `${label}:`;
  return text(`${isLossy ? `${lossyNote(label)}\n` : ''}${range}\n${part.join('\n')}`);
}

function lossyNote(label: string): string {
  return `(The encoding of ${label} is not known. \uFFFD stands for what could not be read. Only passages of ASCII characters can be changed, unless the user sets files.encoding or reopens the file with its encoding.)`;
}

/** Lists folders first, with a slash at the end. */
export async function listDirectory(
  args: Readonly<Record<string, unknown>>,
): Promise<readonly ContentPart[]> {
  const { path = '.' } = args as { path?: string };
  const folders = vscode.workspace.workspaceFolders ?? [];
  if ((path === '.' || path === '') && folders.length > 1)
    return text(`Workspace folders:\n${folders.map(({ name }) => `${name}/`).join('\n')}`);
  const { uri, label } = await locateToRead(path);
  const entries = await vscode.workspace.fs.readDirectory(uri).then(undefined, () => {
    throw new Error(`${label} is not a folder, or cannot be read. find_files looks for names.`);
  });
  const isFolder = ([, type]: [string, vscode.FileType]) => (type & vscode.FileType.Directory) !== 0;
  const sorted = entries.toSorted(
    (a, b) => Number(isFolder(b)) - Number(isFolder(a)) || a[0].localeCompare(b[0]),
  );
  const names = sorted.map((entry) => (isFolder(entry) ? `${entry[0]}/` : entry[0]));
  return text(`${label}:\n${names.length === 0 ? '(empty)' : names.join('\n')}`);
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
