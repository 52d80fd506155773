/** Undoes and redoes changes of a turn in one edit of the editor. Files that changed since are left alone. */
import * as vscode from 'vscode';
import type { ChangedFile } from '../../protocol/index.ts';
import { changedLines } from '../../tools/index.ts';
import { readText } from './files.ts';
import { locateToChange } from './paths.ts';

export type SkipReason = 'changed' | 'gone' | 'mixed' | 'outside' | 'there' | 'unkept';

export interface Swapped {
  readonly done: readonly ChangedFile[];
  readonly left: readonly { readonly label: string; readonly why: SkipReason }[];
  /** Changed in the editor, but could not be saved. */
  readonly unsaved: readonly string[];
}

type Step =
  | { readonly kind: 'keep'; readonly file: ChangedFile }
  | { readonly kind: 'make'; readonly file: ChangedFile; readonly text: string }
  | { readonly kind: 'remove'; readonly file: ChangedFile }
  | {
      readonly kind: 'write';
      readonly file: ChangedFile;
      readonly text: string;
      readonly document: vscode.TextDocument;
      readonly wasDirty: boolean;
    };

/** @throws Error when the editor refuses the edit. */
export async function swapChanges(files: readonly ChangedFile[], action: 'undo' | 'redo'): Promise<Swapped> {
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
  // Not by the size of the edit, which does not count created and deleted files.
  const isSome = steps.some(({ kind }) => kind !== 'keep');
  if (isSome && !(await vscode.workspace.applyEdit(edit))) throw new Error('The editor refused the edit.');
  const unsaved: string[] = [];
  const done: ChangedFile[] = [];
  for (const step of steps) {
    const { file } = step;
    const isSaved = step.kind !== 'write' || step.wasDirty || (await saved(step.document));
    if (!isSaved) unsaved.push(file.label);
    // Saving may have formatted the file.
    const text = step.kind === 'write' ? normalized(step.document) : undefined;
    done.push(
      action === 'undo'
        ? { ...file, before: text ?? file.before, standing: 'undone' }
        : { ...file, after: text ?? file.after, standing: 'made' },
    );
  }
  return { done, left, unsaved };
}

function isFor({ standing }: ChangedFile, action: 'undo' | 'redo'): boolean {
  if (standing === 'kept') return false;
  return standing !== (action === 'undo' ? 'undone' : 'made');
}

/** Writes `text` into a file that is as the turn left it. @throws Error when the editor refuses the edit. */
export async function writeChange(file: ChangedFile, text: string): Promise<Swapped> {
  const { done, left, unsaved } = await swapChanges([{ ...file, before: text, standing: 'made' }], 'undo');
  return {
    // What is in the file is its new state, not its old one.
    done: done.map((each) => ({ ...file, after: each.before })),
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
  const [expected, text] = action === 'undo' ? [file.after, file.before] : [file.before, file.after];
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  // null: not readable as text, so changed.
  const now = exists ? await readText(uri).catch(() => null) : undefined;
  if (now === text) return { kind: 'keep', file };
  if (now !== expected) return !exists ? 'gone' : expected === undefined ? 'there' : 'changed';
  if (text === undefined) return { kind: 'remove', file };
  if (now === undefined) return { kind: 'make', file, text };
  const document = await vscode.workspace.openTextDocument(uri);
  // The editor may not have noticed yet that the file has changed.
  if (normalized(document) !== expected) return 'changed';
  return { kind: 'write', file, text, document, wasDirty: document.isDirty };
}

function addTo(edit: vscode.WorkspaceEdit, step: Step): void {
  const uri = vscode.Uri.parse(step.file.uri);
  switch (step.kind) {
    case 'keep':
      return;
    case 'make':
      return edit.createFile(uri, { contents: new TextEncoder().encode(step.text) });
    case 'remove':
      // To the trash, unless the user has switched that off.
      return edit.deleteFile(uri);
    case 'write': {
      // Only the lines that differ, so that cursors and breakpoints elsewhere keep their places.
      const { startLine, endLine, endCharacter, text } = changedLines(normalized(step.document), step.text);
      return edit.replace(uri, new vscode.Range(startLine, 0, endLine, endCharacter), text);
    }
  }
}

async function saved(document: vscode.TextDocument): Promise<boolean> {
  return !document.isDirty || document.save();
}

function normalized(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n');
}
