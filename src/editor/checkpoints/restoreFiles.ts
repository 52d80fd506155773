/** Writes files of a snapshot back into the workspace, except those that have changed since the plan was made. */
import { chmod, lstat, mkdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { lineDiff } from '../../base/common/lineDiff.ts';
import type { FileChangeKind } from '../../protocol/index.ts';
import {
  compareSnapshots,
  contentHash,
  readRegular,
  snapshotLimits,
  type FileState,
  type Snapshot,
} from '../../snapshots/index.ts';
import { decodeShown, isBinary } from '../builtInTools/fileText.ts';
import { fileLabel } from '../builtInTools/labels.ts';
import { locateToChange } from '../builtInTools/paths.ts';
import type { WorkspaceSnapshots } from './workspaceSnapshots.ts';

export interface PlannedFile {
  readonly uri: vscode.Uri;
  readonly label: string;
  readonly change: FileChangeKind;
  readonly current: FileState | undefined;
  readonly target: FileState | undefined;
  /** Numbers of lines that differ. Absent if a state is not saved text, or the plan is too long to count all. */
  readonly lines?: { readonly added: number; readonly removed: number };
}

/**
 * `changed`: the file changed after the plan was made. `forbidden`: only the user and git may change it. `failed`: it
 * could not be written. `missing`: its saved content is gone. `unsaved`: its content was never saved.
 */
export type LeftReason = 'changed' | 'failed' | 'forbidden' | 'missing' | 'unsaved';

export interface Restored {
  readonly done: readonly PlannedFile[];
  readonly left: readonly { readonly label: string; readonly why: LeftReason }[];
}

const MOST_COUNTED = 200;

export async function planRestore(
  current: Snapshot,
  target: Snapshot,
  snapshots: WorkspaceSnapshots,
): Promise<readonly PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const { folder, path, before, after } of compareSnapshots(current, target)) {
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), ...path.split('/'));
    const lines =
      planned.length < MOST_COUNTED ? await linesBetween(uri, [before, after], snapshots) : undefined;
    planned.push({
      uri,
      label: fileLabel(uri),
      change: !before ? 'created' : after ? 'edited' : 'deleted',
      current: before,
      target: after,
      ...(lines && { lines }),
    });
  }
  return planned;
}

/**
 * Requires that both contents are saved: the one to restore, and the present one, which an undo needs. A file that does
 * not exist needs none.
 */
export function canRestore({ current, target }: PlannedFile): boolean {
  return current?.kind !== 'unsaved' && target?.kind !== 'unsaved';
}

export async function restoreFiles(
  files: readonly PlannedFile[],
  snapshots: WorkspaceSnapshots,
): Promise<Restored> {
  const done: PlannedFile[] = [];
  const left: { label: string; why: LeftReason }[] = [];
  for (const file of files) {
    const why = await restoreOne(file, snapshots).catch((): LeftReason => 'failed');
    if (why === undefined) done.push(file);
    else left.push({ label: file.label, why });
  }
  return { done, left };
}

/** Returns why the file was left as it is, or undefined if it was restored. */
async function restoreOne(
  { uri, current, target }: PlannedFile,
  snapshots: WorkspaceSnapshots,
): Promise<LeftReason | undefined> {
  if (current?.kind === 'unsaved' || target?.kind === 'unsaved') return 'unsaved';
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open?.isDirty) return 'changed';
  const bytes = target && (await snapshots.store.get(target.hash));
  if (target && !bytes) return 'missing';
  // Symbolic links may by now lead elsewhere, or into .git.
  if (!(await locateToChange(uri.fsPath).catch(() => undefined))) return 'forbidden';
  if (!(await isAsPlanned(uri.fsPath, current))) return 'changed';
  if (!target || !bytes) {
    await unlink(uri.fsPath);
    return undefined;
  }
  await mkdir(dirname(uri.fsPath), { recursive: true });
  // VS Code writes the file, so that open editors show the new content.
  await vscode.workspace.fs.writeFile(uri, bytes);
  if (target.isExecutable !== (current?.isExecutable ?? false))
    await setExecutable(uri.fsPath, target.isExecutable);
  return undefined;
}

async function isAsPlanned(path: string, current: FileState | undefined): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found || current?.kind !== 'saved') return !found && !current;
  if (!found.isFile()) return false;
  const bytes = await readRegular(path, snapshotLimits.fileBytes).catch(() => undefined);
  return bytes !== undefined && contentHash(bytes) === current.hash;
}

async function setExecutable(path: string, isExecutable: boolean): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await lstat(path);
  await chmod(path, isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111);
}

async function linesBetween(
  uri: vscode.Uri,
  [before, after]: readonly [FileState | undefined, FileState | undefined],
  snapshots: WorkspaceSnapshots,
): Promise<PlannedFile['lines']> {
  const textOf = async (state: FileState | undefined): Promise<string> => {
    if (!state) return '';
    const bytes = state.kind === 'saved' ? await snapshots.store.get(state.hash) : undefined;
    if (!bytes || isBinary(bytes)) throw new Error('No text.');
    return (await decodeShown(uri, bytes)).text;
  };
  try {
    const diff = lineDiff(before && (await textOf(before)), await textOf(after));
    return diff && { added: diff.added, removed: diff.removed };
  } catch {
    return undefined;
  }
}
