/** Changes files through the editor, so that one Undo reverts each, and reports the problems that follow. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovalNeed, CallContext, Destination, MarkedContent } from '../../tools/index.ts';
import { addsOtherAddresses, destinationOfChange } from './addedAddresses.ts';
import { describeProblems, settledDiagnostics } from './diagnostics.ts';
import type { EditDiffs } from './editDiffs.ts';
import { approvedChange, needToChange, notApproved, type PlannedChange } from './fileNeeds.ts';
import { lineFeeds, readText } from './files.ts';
import type { Place } from './protection.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface ChangeCall {
  readonly diffs: EditDiffs;
  readonly context: CallContext;
}

interface Replacement extends PlannedChange {
  readonly before: string;
  readonly pieces: readonly string[];
}

export function needToEdit(args: Arguments): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planReplacement(args, place));
}

export function destinationOfEdit(args: Arguments): Promise<Destination | undefined> {
  return destinationOfChange(args, (place) => planReplacement(args, place));
}

export async function editFile(args: Arguments, call: ChangeCall): Promise<MarkedContent> {
  const { path } = args as { path: string };
  const { oldText, newText } = replacementOf(args);
  const { place, change } = await approvedChange(path, (at) => planReplacement(args, at), call.context);
  checkAddresses(args, place, change);
  const { before, pieces } = change;
  const document = await openAsRead(place, before);
  // Offsets in the document, whose line ends may be longer than in what the model read.
  const native = (value: string): string =>
    document.eol === vscode.EndOfLine.CRLF ? value.replaceAll('\n', '\r\n') : value;
  const edit = new vscode.WorkspaceEdit();
  let offset = 0;
  for (const piece of pieces.slice(0, -1)) {
    const start = offset + native(piece).length;
    const end = start + native(oldText).length;
    edit.replace(
      place.uri,
      new vscode.Range(document.positionAt(start), document.positionAt(end)),
      native(newText),
    );
    offset = end;
  }
  const count = pieces.length - 1;
  const changed = count === 1 ? 'Changed' : `Changed ${count} places of`;
  return apply(place, edit, { before, done: changed, title: t('Edit file'), call });
}

/** A model that has seen CRLF through a command writes it, but files are read with line feeds. */
function replacementOf(args: Arguments): { readonly oldText: string; readonly newText: string } {
  const { oldText, newText } = args as { oldText: string; newText: string };
  return { oldText: lineFeeds(oldText), newText: lineFeeds(newText) };
}

export async function planReplacement(args: Arguments, { uri, label }: Place): Promise<Replacement> {
  const { all = false } = args as { all?: boolean };
  const { oldText, newText } = replacementOf(args);
  const before = await readText(uri);
  const pieces = before.split(oldText);
  const count = pieces.length - 1;
  if (count === 0)
    throw new Error(`${label} does not contain oldText. It must be the exact text, with its white space.`);
  if (count > 1 && !all)
    throw new Error(
      `${label} contains oldText ${count} times. Give more of the text around it, or set "all".`,
    );
  return { before, pieces, after: pieces.join(newText) };
}

export function needToWrite(args: Arguments): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planWriting(args, place));
}

export function destinationOfWriting(args: Arguments): Promise<Destination | undefined> {
  return destinationOfChange(args, (place) => planWriting(args, place));
}

/** @throws ToolProblem when the file has changed so that other addresses would be added. */
function checkAddresses(args: Arguments, place: Place, change: PlannedChange): void {
  if (addsOtherAddresses(args, change)) throw notApproved(place);
}

/** Writes a whole file, and creates it with its folders if necessary. */
export async function writeFile(args: Arguments, call: ChangeCall): Promise<MarkedContent> {
  const { path, content } = args as { path: string; content: string };
  const { place, change } = await approvedChange(path, (at) => planWriting(args, at), call.context);
  checkAddresses(args, place, change);
  const { before } = change;
  const title = t('Write file');
  const edit = new vscode.WorkspaceEdit();
  if (before === undefined) {
    edit.createFile(place.uri, { contents: new TextEncoder().encode(content) });
    return apply(place, edit, { before, done: 'Created', title, call });
  }
  const document = await openAsRead(place, before);
  const end = document.positionAt(document.getText().length);
  edit.replace(place.uri, new vscode.Range(new vscode.Position(0, 0), end), content);
  return apply(place, edit, { before, done: 'Wrote', title, call });
}

export async function planWriting(args: Arguments, { uri }: Place): Promise<PlannedChange> {
  const { content } = args as { content: string };
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  return { before: exists ? await readText(uri) : undefined, after: content };
}

/** @throws Error if the document is not what was read: the editor may notice a change of the file late. */
async function openAsRead({ uri, label }: Place, read: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText().replaceAll('\r\n', '\n') !== read)
    throw new Error(
      `${label} is changing at this moment, and nothing was written. Read it again, then repeat.`,
    );
  return document;
}

interface Change {
  readonly before: string | undefined;
  readonly done: string;
  readonly title: string;
  readonly call: ChangeCall;
}

async function apply(
  { uri, label, real }: Place,
  edit: vscode.WorkspaceEdit,
  { before, done, title, call: { diffs, context } }: Change,
): Promise<MarkedContent> {
  const problemsBefore = vscode.languages.getDiagnostics(uri);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`The editor did not let ${label} be changed.`);
  const document = await vscode.workspace.openTextDocument(uri);
  const isSaved = !document.isDirty || (await document.save());
  if (context.id !== undefined) {
    // Saving may have formatted it.
    const after = document.getText().replaceAll('\r\n', '\n');
    diffs.changes.add(context.id, { uri: uri.toString(), label, before, after }, { kind: 'tool', title });
  }
  if (!isSaved) throw new Error(`${label} was changed in the editor, but could not be saved.`);
  const problems = describeProblems(await settledDiagnostics(uri, problemsBefore));
  return {
    content: [
      { type: 'text', text: `${done} ${label}.${problems === '' ? '' : `\nIts problems now:\n${problems}`}` },
      { type: 'link', uri: diffs.add(uri, before ?? ''), name: `Changes of ${label}` },
    ],
    files: [real],
  };
}
