/** Changes files through the editor, so that one Undo reverts each, and reports the problems that follow. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { msg } from '../../base/common/message.ts';
import type { DataMark } from '../../protocol/index.ts';
import type { ApprovalNeed, CallContext, Destination, MarkedContent } from '../../tools/index.ts';
import { addsOtherAddresses, destinationOfChange } from './addedAddresses.ts';
import { problemsAfterChange } from './diagnostics.ts';
import type { EditDiffs } from './editDiffs.ts';
import {
  openExactly,
  planFileText,
  saveExactly,
  type OpenFile,
  type PlannedText,
  type SavedText,
} from './exactFiles.ts';
import { approvedChange, needToChange, notApproved, type PlannedChange } from './fileNeeds.ts';
import { encodeNew, formOf, readToChange } from './fileText.ts';
import { ToolProblem } from './paths.ts';
import { ProblemReports } from './problemReports.ts';
import type { Place } from './protection.ts';

type Arguments = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/;

export interface ChangeCall {
  readonly diffs: EditDiffs;
  readonly context: CallContext;
}

export interface ChangeOfText extends PlannedChange {
  /** The text was read byte by byte, as in `ExactText`; undefined for a new file. */
  readonly isBytewise?: boolean | undefined;
}

interface Replacement extends ChangeOfText {
  readonly before: string;
  readonly pieces: readonly string[];
}

export function needToEdit(args: Arguments): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planReplacement(args, place));
}

export function destinationOfEdit(
  args: Arguments,
  held: readonly DataMark[],
): Promise<Destination | undefined> {
  return destinationOfChange(args, held, (place) => planReplacement(args, place));
}

export async function editFile(args: Arguments, call: ChangeCall): Promise<MarkedContent> {
  const { path } = args as { path: string };
  const { oldText, newText } = replacementOf(args);
  const { place, change } = await approvedChange(path, (at) => planReplacement(args, at), call.context);
  checkAddresses(args, place, change);
  const { before, after, pieces } = change;
  const file = await openExactly(place, before);
  const planned = await planFileText(file, after);
  const { document } = file;
  // Offsets count the document's line ends, which may be longer than those that the model read.
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
  return apply(place, edit, { done: changed, title: t('Edit file'), call }, { file, planned });
}

/** Returns the texts with line feeds, as files are read. A model that has seen CRLF through a command writes it. */
function replacementOf(args: Arguments): { readonly oldText: string; readonly newText: string } {
  const { oldText, newText } = args as { oldText: string; newText: string };
  return { oldText: lineFeeds(oldText), newText: lineFeeds(newText) };
}

export async function planReplacement(args: Arguments, { uri, label }: Place): Promise<Replacement> {
  const { all = false } = args as { all?: boolean };
  const { oldText, newText } = replacementOf(args);
  const { text: before, isBytewise } = await readToChange(uri);
  const pieces = before.split(oldText);
  const count = pieces.length - 1;
  const isAscii = ASCII.test(oldText) && ASCII.test(newText);
  // A byte beyond ASCII may be the first half of a character whose second half looks like a letter.
  const isHalf = pieces.slice(0, -1).some((piece) => piece !== '' && !ASCII.test(piece.slice(-1)));
  if (isBytewise && (!isAscii || isHalf)) throw notAscii(label);
  if (count === 0)
    throw new Error(`${label} does not contain oldText. It must be the exact text, with its white space.`);
  if (count > 1 && !all)
    throw new Error(
      `${label} contains oldText ${count} times. Give more of the text around it, or set "all".`,
    );
  return { before, pieces, after: pieces.join(newText), isBytewise };
}

export function needToWrite(args: Arguments): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planWriting(args, place));
}

export function destinationOfWriting(
  args: Arguments,
  held: readonly DataMark[],
): Promise<Destination | undefined> {
  return destinationOfChange(args, held, (place) => planWriting(args, place));
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
  const about = { title: t('Write file'), call };
  const edit = new vscode.WorkspaceEdit();
  if (before === undefined) {
    edit.createFile(place.uri, { contents: await encodeNew(place.uri, content) });
    return apply(place, edit, { ...about, created: content, done: 'Created' });
  }
  const file = await openExactly(place, before);
  const planned = await planFileText(file, content);
  const end = file.document.positionAt(file.document.getText().length);
  edit.replace(place.uri, new vscode.Range(new vscode.Position(0, 0), end), content);
  return apply(place, edit, { ...about, done: 'Wrote' }, { file, planned });
}

export async function planWriting(args: Arguments, { uri, label }: Place): Promise<ChangeOfText> {
  const { content } = args as { content: string };
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!exists) return { before: undefined, after: content };
  const { text, isBytewise } = await readToChange(uri);
  if (isBytewise && !ASCII.test(content)) throw notAscii(label);
  return { before: text, after: content, isBytewise };
}

function notAscii(label: string): ToolProblem {
  return new ToolProblem(
    msg(
      'The encoding of {0} is not known: it is not valid in the encoding that the editor has for it. In such a file only passages of ASCII characters can be changed, by ASCII characters. Nothing was changed. For others, have the user set files.encoding or reopen the file with its encoding.',
      label,
    ),
  );
}

interface Change {
  readonly done: string;
  readonly title: string;
  /** The content of a new file. */
  readonly created?: string | undefined;
  readonly call: ChangeCall;
}

/** Makes and saves the edit, and reports the problems that follow. `existing` is absent for a new file. */
async function apply(
  place: Place,
  edit: vscode.WorkspaceEdit,
  change: Change,
  existing?: { readonly file: OpenFile; readonly planned: PlannedText },
): Promise<MarkedContent> {
  const reports = new ProblemReports(place.uri);
  try {
    return await applyAndCheck(place, edit, { ...change, reports }, existing);
  } finally {
    reports.dispose();
  }
}

async function applyAndCheck(
  { uri, label, real }: Place,
  edit: vscode.WorkspaceEdit,
  { done, title, created, call: { diffs, context }, reports }: Change & { readonly reports: ProblemReports },
  existing?: { readonly file: OpenFile; readonly planned: PlannedText },
): Promise<MarkedContent> {
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`The editor did not let ${label} be changed.`);
  reports.begin();
  const document = await vscode.workspace.openTextDocument(uri);
  const saved = existing
    ? await saveExactly(existing.file, existing.planned)
    : createdText(document, created ?? '');
  const before = existing && lineFeeds(existing.file.raw);
  if (context.id !== undefined) {
    const after = saved?.text ?? lineFeeds(document.getText());
    const forms = { beforeForm: existing && formOf(existing.file), afterForm: saved?.form };
    const edited = { uri: uri.toString(), label, before, after, ...forms };
    diffs.changes.addEdit(context.id, edited, { kind: 'tool', title });
  }
  if (!saved) throw new Error(`${label} was changed in the editor, but could not be saved.`);
  const problems = await problemsAfterChange(document, reports, context.signal);
  const since = saved.isChangedSince ? ' Another program has changed it since. Read it again.' : '';
  return {
    content: [
      {
        type: 'text',
        text: `${done} ${label}.${since}\n${problems}`,
      },
      { type: 'link', uri: diffs.linkToText(uri, before ?? ''), name: `Changes of ${label}` },
    ],
    files: [real],
  };
}

/**
 * Returns what was created. The editor makes all line ends of a document alike, but not those of the file that was
 * created.
 */
function createdText(document: vscode.TextDocument, content: string): SavedText {
  const text = lineFeeds(document.getText());
  const raw = lineFeeds(content) === text ? content : document.getText();
  return { text, form: formOf({ raw, encoding: document.encoding }), isChangedSince: false };
}
