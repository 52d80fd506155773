/** Changes files through the editor, so that one Undo reverts each, and reports the problems that follow. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { msg } from '../../base/common/message.ts';
import type { DataMark } from '../../protocol/index.ts';
import type {
  ApprovalNeed,
  CallContext,
  Destination,
  EarlierCalls,
  MarkedContent,
} from '../../tools/index.ts';
import { addsOtherAddresses, destinationOfChange } from './addedAddresses.ts';
import { describeChange } from './changedPlaces.ts';
import { problemsAfterChange } from './diagnostics.ts';
import { readToChangeAfter } from './earlierChanges.ts';
import type { EditDiffs } from './editDiffs.ts';
import { EditMismatch } from './editMismatch.ts';
import {
  openExactly,
  planFileText,
  saveExactly,
  type OpenFile,
  type PlannedText,
  type SavedText,
} from './exactFiles.ts';
import { approvedChange, isFreeToTell, needToChange, notApproved, type PlannedChange } from './fileNeeds.ts';
import { bytesOf, encodeNew, formOf } from './fileText.ts';
import { changeInTurn } from './fileTurns.ts';
import { missingFolders } from './newFolders.ts';
import { locateToChange, ToolProblem } from './paths.ts';
import { ProblemReports } from './problemReports.ts';
import type { Place } from './protection.ts';
import { applyEdits, editsOf, type TextChange, type TextEdit } from './textEdits.ts';

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
  readonly changes: readonly TextChange[];
}

export function needToEdit(args: Arguments, earlier?: EarlierCalls): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planReplacement(args, place, earlier));
}

export function destinationOfEdit(
  args: Arguments,
  held: readonly DataMark[],
  earlier?: EarlierCalls,
): Promise<Destination | undefined> {
  return destinationOfChange(args, held, (place) => planReplacement(args, place, earlier));
}

/** Returns why the edit does not apply, if that may be told of the file. */
export function refusalOfEdit(args: Arguments, earlier?: EarlierCalls): Promise<string | undefined> {
  return refusalOf(args, (place) => planReplacement(args, place, earlier));
}

/** Returns why the file cannot be written, if that may be told of it. */
export function refusalOfWriting(args: Arguments, earlier?: EarlierCalls): Promise<string | undefined> {
  return refusalOf(args, async (place) => {
    const { before, after } = await planWriting(args, place, earlier);
    if (before !== undefined) return;
    await missingFolders(place);
    await encodeNew(place.uri, after);
  });
}

/** `plan` throws if the call would fail. */
async function refusalOf(
  { path }: Arguments,
  plan: (place: Place) => Promise<unknown>,
): Promise<string | undefined> {
  const place = typeof path === 'string' ? await locateToChange(path).catch(() => undefined) : undefined;
  if (!place) return undefined;
  try {
    await plan(place);
    return undefined;
  } catch (error) {
    const [problem, isTold] = await toldFreely(error as Error, place);
    return isTold ? problem.message : undefined;
  }
}

export async function editFile(args: Arguments, call: ChangeCall): Promise<MarkedContent> {
  const { path } = args as { path: string };
  return changeInTurn(path, call.context.signal, async () => {
    const plan = (at: Place): Promise<Replacement> =>
      planReplacement(args, at).catch(async (error: Error) => {
        const [problem] = await toldFreely(error, at);
        throw problem;
      });
    const { place, change } = await approvedChange(path, plan, call.context);
    checkAddresses(args, place, change);
    const { before, after, changes } = change;
    const file = await openExactly(place, before);
    const planned = await planFileText(file, after);
    const { document } = file;
    // Offsets count the document's line ends, which may be longer than those that the model read.
    const native = (value: string): string =>
      document.eol === vscode.EndOfLine.CRLF ? value.replaceAll('\n', '\r\n') : value;
    const edit = new vscode.WorkspaceEdit();
    let offset = 0;
    let nativeOffset = 0;
    const positionAt = (to: number): vscode.Position => {
      nativeOffset += native(before.slice(offset, to)).length;
      offset = to;
      return document.positionAt(nativeOffset);
    };
    for (const { start, end, text } of changes)
      edit.replace(place.uri, new vscode.Range(positionAt(start), positionAt(end)), native(text));
    return apply(place, edit, { title: t('Edit file'), call }, { file, planned });
  });
}

/** Returns the problem, with passages of the file only if the model may be told what is in it. */
async function toldFreely(error: Error, place: Place): Promise<readonly [problem: Error, isTold: boolean]> {
  const isMismatch = error instanceof EditMismatch;
  if (!(await isFreeToTell(place, ...(isMismatch ? [error.text] : [])))) return [error, false];
  return [isMismatch ? new Error(error.whole, { cause: error }) : error, true];
}

/** Plans the edit on the text that earlier calls of the step leave. */
export async function planReplacement(
  args: Arguments,
  place: Place,
  earlier?: EarlierCalls,
): Promise<Replacement> {
  const edits = editsOf(args);
  const { text: before, isBytewise } = await readToChangeAfter(place, earlier);
  const { uri, label } = place;
  if (before === undefined) {
    // This says that there is no such file.
    await bytesOf(uri);
    throw notApproved(place);
  }
  const check = (between: readonly string[], { oldText, newText }: TextEdit): void => {
    const isAscii = ASCII.test(oldText) && ASCII.test(newText);
    // A byte beyond ASCII may be the first half of a character whose second half looks like a letter.
    const isHalf = between.slice(0, -1).some((piece) => piece !== '' && !ASCII.test(piece.slice(-1)));
    if (isBytewise && (!isAscii || isHalf)) throw notAscii(label);
  };
  try {
    return { before, ...applyEdits(label, before, edits, check), isBytewise };
  } catch (error) {
    // Passages would be shown as other characters than those of the file.
    throw isBytewise && error instanceof EditMismatch ? new Error(error.message, { cause: error }) : error;
  }
}
export function needToWrite(args: Arguments, earlier?: EarlierCalls): Promise<ApprovalNeed> {
  return needToChange(args['path'], (place) => planWriting(args, place, earlier));
}

export function destinationOfWriting(
  args: Arguments,
  held: readonly DataMark[],
  earlier?: EarlierCalls,
): Promise<Destination | undefined> {
  return destinationOfChange(args, held, (place) => planWriting(args, place, earlier));
}

/** @throws ToolProblem when the file has changed so that other addresses would be added. */
function checkAddresses(args: Arguments, place: Place, change: PlannedChange): void {
  if (addsOtherAddresses(args, change)) throw notApproved(place);
}

/** Writes a whole file, and creates it with its folders if necessary. */
export async function writeFile(args: Arguments, call: ChangeCall): Promise<MarkedContent> {
  const { path, content } = args as { path: string; content: string };
  return changeInTurn(path, call.context.signal, async () => {
    const { place, change } = await approvedChange(path, (at) => planWriting(args, at), call.context);
    checkAddresses(args, place, change);
    const { before } = change;
    const about = { title: t('Write file'), call };
    const edit = new vscode.WorkspaceEdit();
    if (before === undefined) {
      const madeFolders = await missingFolders(place);
      edit.createFile(place.uri, { contents: await encodeNew(place.uri, content) });
      const done = `Created ${place.label}.`;
      return apply(place, edit, { ...about, created: { content, madeFolders }, done });
    }
    const file = await openExactly(place, before);
    const planned = await planFileText(file, content);
    const end = file.document.positionAt(file.document.getText().length);
    edit.replace(place.uri, new vscode.Range(new vscode.Position(0, 0), end), content);
    return apply(place, edit, { ...about, done: `Wrote ${place.label}.` }, { file, planned });
  });
}

/** Plans the writing on the text that earlier calls of the step leave. */
export async function planWriting(
  args: Arguments,
  place: Place,
  earlier?: EarlierCalls,
): Promise<ChangeOfText> {
  const { content } = args as { content: string };
  const { text, isBytewise } = await readToChangeAfter(place, earlier);
  if (isBytewise && !ASCII.test(content)) throw notAscii(place.label);
  return text === undefined ? { before: text, after: content } : { before: text, after: content, isBytewise };
}

function notAscii(label: string): ToolProblem {
  return new ToolProblem(
    msg(
      'The encoding of {0} is not known: the file is not valid in the encoding that the editor uses for it. In such a file, only ASCII characters can be replaced, and only by ASCII characters. Nothing was changed. For other changes, have the user set files.encoding or reopen the file with its encoding.',
      label,
    ),
  );
}

interface Change {
  /** Sentence that says what was done. Without it, the result tells the changed lines. */
  readonly done?: string | undefined;
  readonly title: string;
  /** Set for a new file. */
  readonly created?: { readonly content: string; readonly madeFolders: readonly string[] } | undefined;
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
  place: Place,
  edit: vscode.WorkspaceEdit,
  { done, title, created, call: { diffs, context }, reports }: Change & { readonly reports: ProblemReports },
  existing?: { readonly file: OpenFile; readonly planned: PlannedText },
): Promise<MarkedContent> {
  const { uri, label, real } = place;
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`The editor did not let ${label} be changed.`);
  reports.begin();
  const document = await vscode.workspace.openTextDocument(uri);
  const saved = existing
    ? await saveExactly(existing.file, existing.planned)
    : createdText(document, created?.content ?? '');
  const before = existing && lineFeeds(existing.file.raw);
  if (context.id !== undefined) {
    const after = saved?.text ?? lineFeeds(document.getText());
    const forms = { beforeForm: existing && formOf(existing.file), afterForm: saved?.form };
    const edited = { uri: uri.toString(), label, before, after, ...forms, madeFolders: created?.madeFolders };
    diffs.changes.addEdit(context.id, edited, { kind: 'tool', title });
  }
  if (!saved) throw new Error(`${label} was changed in the editor, but could not be saved.`);
  const said = done ?? (await describeEdit(place, before ?? '', saved.text, existing?.file.isBytewise));
  const problems = await problemsAfterChange(document, reports, context.signal);
  const since = saved.isChangedSince ? '\nAnother program has changed it since. Read it again.' : '';
  return {
    content: [
      {
        type: 'text',
        text: `${said}${since}\n${problems}`,
      },
      {
        type: 'link',
        uri: diffs.linkToText(uri, before ?? ''),
        name: `Changes of ${label}`,
        isForUser: true,
      },
    ],
    files: [real],
  };
}

async function describeEdit(
  place: Place,
  before: string,
  after: string,
  isBytewise = false,
): Promise<string> {
  const tellsLines = !isBytewise && (await isFreeToTell(place, before, after));
  return describeChange(place.label, { before, after }, tellsLines);
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
