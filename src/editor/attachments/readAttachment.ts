import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OwnAttachment, ReadAttachment } from '../../agent/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { linesOf, numbered } from '../../base/common/lines.ts';
import type { TextRange } from '../../protocol/index.ts';
import { getDiagnostics } from '../builtInTools/diagnostics.ts';
import { isSecretText } from '../builtInTools/contentLook.ts';
import { decodeShown, documentOf, readShown, type ShownText } from '../builtInTools/fileText.ts';
import { reasonsToRead } from '../builtInTools/fileNeeds.ts';
import { fileLabel } from '../builtInTools/labels.ts';
import { locate } from '../builtInTools/paths.ts';
import { excerptOf } from './excerpt.ts';
import type { ReadableFiles } from './readableFiles.ts';
import type { PastedFiles } from './pastedFiles.ts';
import { kindOf } from './imageTypes.ts';
import type { WorkspaceFileNames } from './workspaceFiles.ts';

const MAX_BYTES = 20_000_000;
const MAX_NAMES = 500;
/** Lines taken of a symbol whose end is unknown. */
const SYMBOL_LINES = 40;

export interface ReadSources {
  readonly granted: ReadableFiles;
  readonly held: PastedFiles;
  readonly files: WorkspaceFileNames;
}

/** @throws Error that tells the user why it cannot be read. */
export async function readAttachment(
  attachment: OwnAttachment,
  { granted, held, files }: ReadSources,
): Promise<ReadAttachment> {
  switch (attachment.kind) {
    case 'file':
      return readFile(await granted.check(attachment.uri));
    case 'folder':
      return listFolder(await granted.check(attachment.uri), files);
    case 'selection':
      return readRange('Selection in', await granted.check(attachment.uri), attachment.range);
    case 'symbol': {
      const uri = await granted.check(attachment.uri);
      const range = await wholeSymbol(uri, attachment.range);
      return readRange(`Symbol ${attachment.name} in`, uri, range);
    }
    case 'problems': {
      const uri = attachment.uri === undefined ? undefined : await granted.check(attachment.uri);
      // By attaching the problems, the user has approved that the file is read.
      const approved = uri ? await reasonsToRead(await locate(uri.fsPath)) : [];
      const { content } = await getDiagnostics(uri ? { path: uri.fsPath } : {}, {
        approved,
        signal: new AbortController().signal,
      });
      const [found] = content;
      const problems = found?.type === 'text' ? found.text : '';
      return textOf('Problems that the editor shows', { text: problems, isLossy: false }, { path: '' });
    }
    case 'data': {
      const uri = await held.find(attachment.id);
      const bytes = await vscode.workspace.fs.readFile(uri);
      const { name } = attachment;
      return contentOf({ label: name, path: name }, bytes, () => decodeShown(uri, bytes));
    }
  }
}

async function readFile(uri: vscode.Uri): Promise<ReadAttachment> {
  const label = fileLabel(uri);
  // The user sees a dirty buffer, which may have no file yet.
  if (documentOf(uri)?.isDirty === true)
    return textOf(`File: ${label}`, await readShown(uri), { path: uri.fsPath, firstLine: 1 });
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => {
    throw new Error(t('The file no longer exists.'));
  });
  if ((stat.type & vscode.FileType.Directory) !== 0) throw new Error(t('The file is now a folder.'));
  if (stat.size > MAX_BYTES)
    throw new Error(t('The file is too large ({0} MB).', Math.round(stat.size / 1_000_000)));
  const bytes = await vscode.workspace.fs.readFile(uri);
  return contentOf({ label, path: uri.fsPath, firstLine: 1 }, bytes, () => readShown(uri));
}

async function contentOf(
  { label, ...of }: TextSource & { readonly label: string },
  bytes: Uint8Array,
  text: () => Promise<ShownText>,
): Promise<ReadAttachment> {
  const found = kindOf(bytes);
  if (found.kind === 'text') return textOf(`File: ${label}`, await text(), of);
  const data = Buffer.from(bytes).toString('base64');
  return {
    content: [
      { type: 'text', text: `[Image: ${label}]` },
      { type: 'image', mimeType: found.mimeType, data },
    ],
  };
}

async function listFolder(uri: vscode.Uri, files: WorkspaceFileNames): Promise<ReadAttachment> {
  const inside = (await files.list()).filter((file) => file.uri.path.startsWith(`${uri.path}/`));
  const names = inside.slice(0, MAX_NAMES).map(({ label }) => label);
  const note =
    inside.length > MAX_NAMES
      ? t('The model received {0} of {1} names.', MAX_NAMES, inside.length)
      : undefined;
  const text = [`[Folder: ${fileLabel(uri)}, with these files:]`, ...names, ...(note ? ['…'] : [])].join(
    '\n',
  );
  return { content: [{ type: 'text', text }], ...(note !== undefined && { note }) };
}

async function readRange(what: string, uri: vscode.Uri, range: TextRange): Promise<ReadAttachment> {
  const document = documentOf(uri) ?? (await vscode.workspace.openTextDocument(uri));
  const text = lineFeeds(document.getText(toRange(range)));
  const isLossy = text.includes('\uFFFD') && (await readShown(uri)).isLossy;
  const lines = `lines ${range.startLine + 1} to ${range.endLine + (range.endCharacter === 0 ? 0 : 1)}`;
  const of = { path: uri.fsPath, firstLine: range.startLine + 1 };
  return textOf(`${what} ${fileLabel(uri)}, ${lines}`, { text, isLossy }, of);
}

/**
 * Returns the range of a whole symbol. Many language services give only the place of its name, but its outline has the
 * end.
 */
async function wholeSymbol(uri: vscode.Uri, range: TextRange): Promise<TextRange> {
  const known = toRange(range);
  if (!known.isSingleLine) return range;
  const outline = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const found = smallestAround(known.start, outline ?? []);
  const whole = found ?? known.with({ end: new vscode.Position(known.start.line + SYMBOL_LINES, 0) });
  return {
    startLine: whole.start.line,
    startCharacter: 0,
    endLine: whole.end.line,
    endCharacter: whole.end.character,
  };
}

function smallestAround(
  position: vscode.Position,
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
): vscode.Range | undefined {
  for (const symbol of symbols) {
    const range = 'location' in symbol ? symbol.location.range : symbol.range;
    if (!range.contains(position)) continue;
    return ('children' in symbol ? smallestAround(position, symbol.children) : undefined) ?? range;
  }
  return undefined;
}

interface TextSource {
  /** Tells the search for secrets whether the text is code or data. */
  readonly path: string;
  /** The number of the first line in a file, of which the model may name lines. */
  readonly firstLine?: number | undefined;
}

function textOf(
  what: string,
  { text: whole, isLossy }: ShownText,
  { path, firstLine }: TextSource,
): ReadAttachment {
  const isNumbered = firstLine !== undefined && whole !== '';
  const named = [
    what,
    ...(isNumbered ? ['line numbers are not part of it'] : []),
    ...(isLossy ? ['its encoding is not known: \uFFFD stands for what could not be read'] : []),
  ].join('; ');
  const { head, text, note } = excerptOf(named, whole);
  const notes = [note, isLossy ? t('Some characters could not be read. Set "files.encoding".') : undefined];
  const said = notes.filter((each) => each !== undefined).join(' ');
  const shown = isNumbered ? numbered(linesOf(text), firstLine).join('\n') : text;
  return {
    content: [{ type: 'text', text: `${head}\n${shown}` }],
    ...(said !== '' && { note: said }),
    holdsSecret: isSecretText(text, { path, real: path }),
  };
}

function toRange({ startLine, startCharacter, endLine, endCharacter }: TextRange): vscode.Range {
  return new vscode.Range(startLine, startCharacter, endLine, endCharacter);
}
