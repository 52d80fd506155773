/** Moves and deletes files and folders through the editor, so that open editors follow and undo puts them back. */
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { msg } from '../../base/common/message.ts';
import type { ApprovalReason } from '../../protocol/index.ts';
import {
  isInside,
  type ApprovalNeed,
  type CallContext,
  type MarkedContent,
  type NativeTool,
} from '../../tools/index.ts';
import type { EditDiffs } from './editDiffs.ts';
import type { NotedEdit } from './fileChanges.ts';
import {
  editOf,
  entriesAt,
  inParallel,
  reasonsToBring,
  reasonsToTake,
  type FileEntries,
  type FileEntry,
} from './fileEntries.ts';
import { checkApproved, notApproved } from './fileNeeds.ts';
import { missingFolders } from './newFolders.ts';
import { locateToChange, ToolProblem, type PlaceToChange } from './paths.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Plan {
  readonly entries: FileEntries;
  readonly reasons: readonly ApprovalReason[];
}

interface MovePlan extends Plan {
  readonly target: PlaceToChange;
  readonly placeOf: (entry: FileEntry) => Promise<PlaceToChange>;
}

export function moveAndDeleteTools(
  path: Readonly<Record<string, unknown>>,
  diffs: EditDiffs,
): readonly NativeTool[] {
  const common = {
    hints: { destructive: true },
    permission: 'ask',
    effect: { kind: 'changes', asksAfterEarlier: true },
  } as const;
  const schema = (properties: Arguments, ...required: readonly string[]): NativeTool['inputSchema'] => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });
  return [
    {
      name: 'move_file',
      title: t('Move file'),
      description:
        'Moves or renames a file or folder. Makes the folders of newPath, and overwrites nothing. Text that names the old path stays as it is: search for it.',
      inputSchema: schema({ path, newPath: path }, 'path', 'newPath'),
      ...common,
      approvalNeed: (args) => needFor(args, planMove),
      run: (args, context) => moveFile(args, diffs, context),
    },
    {
      name: 'delete_file',
      title: t('Delete file'),
      description: 'Deletes a file, or a folder if "recursive" is set. The user can undo it.',
      inputSchema: schema({ path, recursive: { type: 'boolean' } }, 'path'),
      ...common,
      approvalNeed: (args) => needFor(args, planDeletion),
      run: (args, context) => deleteFile(args, diffs, context),
    },
  ];
}

/** A permission covers only files about which nothing else is asked, and no folder. */
async function needFor(args: Arguments, plan: (args: Arguments) => Promise<Plan>): Promise<ApprovalNeed> {
  const { path, newPath } = args;
  if (typeof path !== 'string') return { kind: 'ask', reasons: [] };
  try {
    const { reasons } = await plan(args);
    return { kind: reasons.length > 0 ? 'always' : 'ask', reasons };
  } catch {
    // The user is not asked, because the call is refused.
    const refused = typeof newPath === 'string' ? newPath : path;
    return { kind: 'free', reasons: [{ kind: 'refusedFile', path: refused }] };
  }
}

/** @throws ToolProblem if what the call would do now was not approved */
function checkPlan({ entries: { place }, reasons }: Plan, { approved }: CallContext): void {
  if (approved.some(({ kind }) => kind === 'refusedFile')) throw notApproved(place);
  checkApproved(reasons, approved, place);
}

async function planDeletion(args: Arguments): Promise<Plan> {
  const { path, recursive = false } = args as { path: string; recursive?: boolean };
  const entries = await entriesAt(path);
  const { label, uri } = entries.place;
  if (entries.isFolder && !recursive)
    throw new Error(`${label} is a folder. Set "recursive" to delete it with all that is in it.`);
  if (unsavedIn(uri))
    throw new ToolProblem(
      msg(
        '{0} has unsaved changes in the editor, so it was not deleted. The user can save or discard them.',
        label,
      ),
    );
  return { entries, reasons: await reasonsToTake(entries, 'delete') };
}

function unsavedIn(place: vscode.Uri): boolean {
  const open = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  return open.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === place.scheme && isInside(uri.fsPath, place.fsPath),
  );
}

async function deleteFile(args: Arguments, diffs: EditDiffs, context: CallContext): Promise<MarkedContent> {
  const plan = await planDeletion(args);
  checkPlan(plan, context);
  const { entries } = plan;
  const { uri, label } = entries.place;
  const edits = await inParallel(filesOf(entries), (entry) => editOf(entry, 'deleted'));
  context.signal.throwIfAborted();
  const edit = new vscode.WorkspaceEdit();
  // VS Code moves it to the trash, unless the user has switched that off or there is none.
  edit.deleteFile(uri, { recursive: entries.isFolder, ignoreIfNotExists: false });
  const isDone = await vscode.workspace.applyEdit(edit);
  if (!isDone || (await exists(uri))) throw new Error(`The editor did not delete ${label}.`);
  note(diffs, edits, t('Delete file'), context);
  return { content: [{ type: 'text', text: `Deleted ${described(entries)}.` }] };
}

async function planMove(args: Arguments): Promise<MovePlan> {
  const { path, newPath } = args as { path: string; newPath: string };
  const entries = await entriesAt(path);
  const { uri, label } = entries.place;
  const target = await locateToChange(newPath);
  if (isInside(target.uri.fsPath, uri.fsPath) && target.uri.fsPath !== uri.fsPath)
    throw new Error(`${target.label} is inside ${label}, so it cannot be moved there.`);
  if (await exists(target.uri))
    throw new Error(`${target.label} exists already, and nothing is overwritten. Give a path that is free.`);
  const placeOf = (entry: FileEntry): Promise<PlaceToChange> =>
    entry.below === '' ? Promise.resolve(target) : locateToChange(join(target.uri.fsPath, entry.below));
  const reasons = [...(await reasonsToTake(entries, 'move')), ...(await reasonsToBring(entries, placeOf))];
  return { entries, target, placeOf, reasons };
}

async function moveFile(args: Arguments, diffs: EditDiffs, context: CallContext): Promise<MarkedContent> {
  const plan = await planMove(args);
  checkPlan(plan, context);
  const { entries, target, placeOf } = plan;
  const above = await missingFolders(target);
  const edits = await inParallel(filesOf(entries), async (entry) => {
    const place = await placeOf(entry);
    const madeFolders = [...foldersBetween(place, target), ...above];
    return [await editOf(entry, 'deleted'), { ...(await editOf(entry, 'created', place)), madeFolders }];
  });
  context.signal.throwIfAborted();
  const { uri, label } = entries.place;
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(uri, target.uri, { overwrite: false, ignoreIfExists: false });
  const isDone = await vscode.workspace.applyEdit(edit);
  if (!isDone || (await exists(uri)) || !(await exists(target.uri)))
    throw new Error(`The editor did not move ${label}.`);
  note(diffs, edits.flat(), t('Move file'), context);
  const text = `Moved ${described(entries)} to ${target.label}. Text that names the old path was not changed.`;
  return { content: [{ type: 'text', text }], files: [target.real] };
}

/** Returns the folders above a file in a moved folder, that folder included. */
function foldersBetween({ uri }: PlaceToChange, target: PlaceToChange): readonly string[] {
  const folders: string[] = [];
  for (let path = dirname(uri.fsPath); isInside(path, target.uri.fsPath); path = dirname(path))
    folders.push(path);
  return folders;
}

function filesOf({ all }: FileEntries): readonly FileEntry[] {
  return all.filter(({ kind }) => kind === 'file');
}

function described(entries: FileEntries): string {
  const { label } = entries.place;
  if (!entries.isFolder) return label;
  const files = entries.all.filter(({ kind }) => kind !== 'folder').length;
  return `the folder ${label} with ${files === 1 ? '1 file' : `${files} files`}`;
}

function note(diffs: EditDiffs, edits: readonly NotedEdit[], title: string, { id }: CallContext): void {
  if (id === undefined) return;
  for (const edit of edits) diffs.changes.addEdit(id, edit, { kind: 'tool', title });
}

/** A link counts, wherever it leads. */
function exists(uri: vscode.Uri): Promise<boolean> {
  return lstat(uri.fsPath).then(
    () => true,
    () => false,
  );
}
