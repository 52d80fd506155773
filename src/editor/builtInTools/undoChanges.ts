/** Undoes and redoes changes of a turn in one edit of the editor. Files that changed since are left alone. */
import * as vscode from 'vscode';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import type { ChangedFile, TextForm } from '../../protocol/index.ts';
import { changedLines } from '../../tools/index.ts';
import {
  openExactly,
  planForm,
  planFileText,
  saveExactly,
  type OpenFile,
  type PlannedText,
  type SavedText,
} from './exactFiles.ts';
import { encodeNew, LossProblem, readToChange } from './fileText.ts';
import { removeEmptyFolders } from './newFolders.ts';
import { locateToChange } from './paths.ts';

export type SkipReason = 'changed' | 'encoding' | 'gone' | 'mixed' | 'outside' | 'there' | 'unkept';

export interface Swapped {
  readonly done: readonly ChangedFile[];
  readonly left: readonly { readonly label: string; readonly why: SkipReason }[];
  /** Labels of files that were changed in the editor but could not be saved. */
  readonly unsaved: readonly string[];
}

type Step =
  | { readonly kind: 'keep'; readonly file: ChangedFile }
  | { readonly kind: 'make'; readonly file: ChangedFile; readonly bytes: Uint8Array }
  | { readonly kind: 'remove'; readonly file: ChangedFile }
  | {
      readonly kind: 'write';
      readonly file: ChangedFile;
      readonly open: OpenFile;
      readonly planned: PlannedText;
      readonly wasDirty: boolean;
    };

/**
 * `turn` are all files of the turn: one of them may have needed a folder that was made for another.
 * @throws Error when the editor refuses the edit.
 */
export async function swapChanges(
  files: readonly ChangedFile[],
  action: 'undo' | 'redo',
  turn: readonly ChangedFile[] = files,
): Promise<Swapped> {
  const left: { label: string; why: SkipReason }[] = [];
  const steps: Step[] = [];
  for (const file of files) {
    if (!isFor(file, action)) continue;
    const step = await stepFor(file, action);
    if (typeof step === 'string') left.push({ label: file.label, why: step });
    else steps.push(step);
  }
  const edit = new vscode.WorkspaceEdit();
  // Deletions can fail, so they come first.
  const first = (step: Step): number => (step.kind === 'remove' ? 0 : 1);
  for (const step of steps.toSorted((one, other) => first(one) - first(other))) addTo(edit, step);
  // The size of the edit does not count created and deleted files, so it cannot tell whether there is anything to do.
  const isSome = steps.some(({ kind }) => kind !== 'keep');
  if (isSome && !(await vscode.workspace.applyEdit(edit))) throw new Error('The editor refused the edit.');
  if (action === 'undo') {
    const removed = steps.flatMap(({ kind, file }) => (kind === 'remove' ? [file] : []));
    await removeEmptyFolders(removed, new Set(turn.flatMap(({ madeFolders = [] }) => madeFolders)));
  }
  const unsaved: string[] = [];
  const done: ChangedFile[] = [];
  for (const step of steps) {
    const { file } = step;
    const saved = step.kind === 'write' ? await savedText(step) : undefined;
    if (saved === 'lost') {
      left.push({ label: file.label, why: 'encoding' });
      continue;
    }
    if (saved?.isSaved === false) unsaved.push(file.label);
    done.push(
      action === 'undo'
        ? {
            ...file,
            before: saved?.text ?? file.before,
            beforeForm: saved?.form ?? file.beforeForm,
            standing: 'undone',
          }
        : {
            ...file,
            after: saved?.text ?? file.after,
            afterForm: saved?.form ?? file.afterForm,
            standing: 'made',
          },
    );
  }
  return { done, left, unsaved };
}

function isFor({ standing }: ChangedFile, action: 'undo' | 'redo'): boolean {
  if (standing === 'kept') return false;
  return standing !== (action === 'undo' ? 'undone' : 'made');
}

/**
 * Returns the text of the saved file, which saving may have formatted. `lost` means that it could not be saved without
 * loss, and is what it was.
 */
async function savedText({
  open,
  planned,
  wasDirty,
}: Extract<Step, { kind: 'write' }>): Promise<
  (Pick<SavedText, 'text'> & { readonly form?: TextForm; readonly isSaved: boolean }) | 'lost'
> {
  const shown = { text: lineFeeds(open.document.getText()) };
  // The user had unsaved changes, and saves the file when they are finished.
  if (wasDirty) return { ...shown, isSaved: true };
  try {
    const saved = await saveExactly(open, planned);
    return saved ? { ...saved, isSaved: true } : { ...shown, isSaved: false };
  } catch {
    return 'lost';
  }
}

/** Writes `text` into a file that is as the turn left it. @throws Error when the editor refuses the edit. */
export async function writeChange(file: ChangedFile, text: string): Promise<Swapped> {
  // The file keeps the encoding and the line ends that it has now.
  const part: ChangedFile = { ...file, before: text, beforeForm: undefined, standing: 'made' };
  const { done, left, unsaved } = await swapChanges([part], 'undo');
  return {
    // The text in the file is its new state, not its old one.
    done: done.map((each) => ({ ...file, after: each.before, afterForm: each.beforeForm })),
    left,
    unsaved,
  };
}

async function stepFor(file: ChangedFile, action: 'undo' | 'redo'): Promise<Step | SkipReason> {
  if (file.standing === 'mixed' || file.standing === 'unkept') return file.standing;
  const uri = vscode.Uri.parse(file.uri);
  // A conversation can be opened in another workspace than the one that it was in.
  if (!vscode.workspace.getWorkspaceFolder(uri)) return 'outside';
  // Links may lead elsewhere by now, or into .git.
  if (!(await locateToChange(uri.fsPath).catch(() => undefined))) return 'outside';
  const { before, after, beforeForm, afterForm } = file;
  const [expected, text, form] = action === 'undo' ? [after, before, beforeForm] : [before, after, afterForm];
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  // `null` means that the file is not readable as text, and so has changed.
  const now = exists
    ? await readToChange(uri).then(
        (read) => read.text,
        () => null,
      )
    : undefined;
  // A change of the encoding or of line ends alone leaves the text as it was.
  if (now === text && before !== after) return { kind: 'keep', file };
  if (now !== expected) return !exists ? 'gone' : expected === undefined ? 'there' : 'changed';
  if (text === undefined) return { kind: 'remove', file };
  try {
    if (now === undefined) {
      const bytes = form ? (await planForm(file.label, text, form)).bytes : await encodeNew(uri, text);
      return { kind: 'make', file, bytes };
    }
    const open = await openExactly({ uri, label: file.label }, now);
    const planned = form ? await planForm(file.label, text, form) : await planFileText(open, text);
    return { kind: 'write', file, open, planned, wasDirty: open.document.isDirty };
  } catch (error) {
    return error instanceof LossProblem ? 'encoding' : 'changed';
  }
}

function addTo(edit: vscode.WorkspaceEdit, step: Step): void {
  const uri = vscode.Uri.parse(step.file.uri);
  switch (step.kind) {
    case 'keep':
      return;
    case 'make':
      return edit.createFile(uri, { contents: step.bytes });
    case 'remove':
      // VS Code moves the file to the trash, unless the user has switched that off.
      return edit.deleteFile(uri);
    case 'write': {
      // Only the lines that differ are replaced, so that cursors and breakpoints elsewhere keep their places.
      const now = lineFeeds(step.open.document.getText());
      const { startLine, endLine, endCharacter, text } = changedLines(now, step.planned.text);
      return edit.replace(uri, new vscode.Range(startLine, 0, endLine, endCharacter), text);
    }
  }
}
