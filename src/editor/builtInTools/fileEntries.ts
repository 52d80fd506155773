/** Lists what a call would move or delete, and says why it asks about that. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { msg } from '../../base/common/message.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { truncate } from '../../base/common/text.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { ApprovalReason, FileRemoval } from '../../protocol/index.ts';
import { isInside } from '../../tools/index.ts';
import { reasonsBy, secrecyOf, sensitivityOf } from './fileNeeds.ts';
import { decodeExactly, formOf, isBinary } from './fileText.ts';
import type { NotedEdit } from './fileChanges.ts';
import { realFolders } from './git.ts';
import { locateToChange, ToolProblem, type PlaceToChange } from './paths.ts';

/** Most files and folders in a folder that is moved or deleted. The user is to know what goes. */
const MAX_ENTRIES = 500;
/** Most reasons to ask that one question shows. */
const MAX_REASONS = 40;
const MAX_NAMES = 20;
const MAX_NAME = 200;
/** Files up to this size in bytes are read, for undo and for what would be in them at another path. */
const MAX_READ = 2_000_000;
const PARALLEL = 8;

export interface FileEntry {
  readonly place: PlaceToChange;
  readonly kind: 'file' | 'folder' | 'link';
  /** Path below the folder that is moved or deleted, with slashes; empty for that folder, or the file. */
  readonly below: string;
}

/** Files and folders at a path. The first entry is the path itself. */
export interface FileEntries {
  readonly place: PlaceToChange;
  readonly isFolder: boolean;
  readonly all: readonly FileEntry[];
}

/**
 * Lists what is at a path.
 * @throws Error if there is nothing, or a tool may not change one of the files; ToolProblem for a link, a workspace
 *   folder, or too many files
 */
export async function entriesAt(path: string): Promise<FileEntries> {
  const place = await locateToChange(path);
  const { uri, label } = place;
  const found = await lstat(uri.fsPath).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${label}. find_files looks for names.`);
  if (found.isFile()) return { place, isFolder: false, all: [{ place, kind: 'file', below: '' }] };
  if (!found.isDirectory())
    throw new ToolProblem(
      msg('{0} is a link or not a regular file. A tool may not move or delete it.', label),
    );
  const real = await realFolders();
  const opened = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const isHeld = [uri.fsPath, place.real].some((each) =>
    [...opened, ...real].some((folder) => isInside(folder, each)),
  );
  if (isHeld)
    throw new ToolProblem(
      msg('{0} is or contains a workspace folder. A tool may not move or delete it.', label),
    );
  const all: FileEntry[] = [{ place, kind: 'folder', below: '' }];
  for (const { path: each, kind } of await listed(uri.fsPath, label))
    all.push({
      place: await locateToChange(each),
      kind,
      below: relative(uri.fsPath, each).replaceAll(sep, '/'),
    });
  return { place, isFolder: true, all };
}

async function listed(
  folder: string,
  label: string,
): Promise<readonly { readonly path: string; readonly kind: FileEntry['kind'] }[]> {
  const found: { path: string; kind: FileEntry['kind'] }[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (found.length === MAX_ENTRIES)
        throw new ToolProblem(
          msg(
            '{0} contains more than {1} files and folders. Move or delete them in parts.',
            label,
            MAX_ENTRIES,
          ),
        );
      const path = join(next, entry.name);
      const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'link';
      found.push({ path, kind });
      // A link is moved or deleted itself, not what it leads to.
      if (kind === 'folder') waiting.push(path);
    }
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns why the user is asked about what goes from its place. */
export async function reasonsToTake(
  { place, isFolder, all }: FileEntries,
  does: FileRemoval,
): Promise<readonly ApprovalReason[]> {
  const reasons: ApprovalReason[] = isFolder ? [folderReason(place, all, does)] : [];
  const found = await inParallel(all, async (entry): Promise<readonly ApprovalReason[]> => {
    if (entry.kind === 'folder') return [];
    const { label: path, protection } = entry.place;
    // A file that git ignores could be read without a question at another path.
    const why = await (does === 'move' ? sensitivityOf : secrecyOf)(entry.place);
    return [
      ...(protection ? [{ kind: 'protectedFile', path, why: protection.why, does } as const] : []),
      ...(why === undefined ? [] : [{ kind: 'sensitiveFile', path, why, does } as const]),
    ];
  });
  return bounded([...reasons, ...found.flat()], place);
}

/** Returns why the user is asked about what comes to new paths. `to` gives the new place of an entry. */
export async function reasonsToBring(
  entries: FileEntries,
  to: (entry: FileEntry) => Promise<PlaceToChange>,
): Promise<readonly ApprovalReason[]> {
  const found = await inParallel(entries.all, async (entry): Promise<readonly ApprovalReason[]> => {
    const place = await to(entry);
    if (entry.kind === 'folder') return [];
    const bytes = await bytesOf(entry);
    const text = bytes && (await textOf(entry, bytes));
    const isShown = (await secrecyOf(entry.place)) === undefined;
    const reasons = await reasonsBy(
      place,
      place.protection,
      text === undefined ? undefined : { before: undefined, after: text },
    );
    return Promise.all(
      reasons.map(async (reason) => {
        if (reason.kind !== 'protectedFile') return reason;
        // The file may be changed while the user decides, and what it says is what its new name makes of it.
        const { change, ...rest } = reason;
        const content = bytes ? sha256(bytes) : await stampOf(entry);
        return { ...rest, content, ...(isShown && change !== undefined && { change }) };
      }),
    );
  });
  return bounded(found.flat(), entries.place);
}

function folderReason(
  { label: path }: PlaceToChange,
  all: readonly FileEntry[],
  does: FileRemoval,
): ApprovalReason {
  const files = all.filter(({ kind }) => kind !== 'folder').map(({ below }) => below);
  const shown = files.slice(0, MAX_NAMES).map((name) => truncate(name, MAX_NAME));
  const entries = sha256(JSON.stringify(all.map(({ kind, below }) => [kind, below])));
  return { kind: 'wholeFolder', path, does, files: files.length, names: shown, entries };
}

function bounded(reasons: readonly ApprovalReason[], { label }: PlaceToChange): readonly ApprovalReason[] {
  if (reasons.length <= MAX_REASONS) return reasons;
  throw new ToolProblem(
    msg(
      '{0} contains more files that need approval than one request can show. Move or delete them in parts.',
      label,
    ),
  );
}

/** Returns the edit that the change of an entry is, for the turn's list and for undo. */
export async function editOf(
  entry: FileEntry,
  change: 'created' | 'deleted',
  { uri, label }: Pick<PlaceToChange, 'uri' | 'label'> = entry.place,
): Promise<NotedEdit> {
  const bytes = await bytesOf(entry);
  const exact =
    bytes && !isBinary(bytes)
      ? await decodeExactly(entry.place.uri, bytes).catch(() => undefined)
      : undefined;
  const about = { uri: uri.toString(), label };
  if (!exact) return { ...about, before: undefined, after: undefined, change };
  const [text, form] = [lineFeeds(exact.raw), formOf(exact)];
  return change === 'deleted'
    ? { ...about, before: text, after: undefined, beforeForm: form }
    : { ...about, before: undefined, after: text, afterForm: form };
}

async function bytesOf({ place, kind }: FileEntry): Promise<Uint8Array | undefined> {
  if (kind !== 'file') return undefined;
  const { size } = await lstat(place.uri.fsPath);
  return size > MAX_READ ? undefined : vscode.workspace.fs.readFile(place.uri);
}

async function textOf({ place }: FileEntry, bytes: Uint8Array): Promise<string | undefined> {
  if (isBinary(bytes)) return undefined;
  const exact = await decodeExactly(place.uri, bytes).catch(() => undefined);
  return exact && lineFeeds(exact.raw);
}

async function stampOf({ place }: FileEntry): Promise<string> {
  const { size, mtimeMs, ino } = await lstat(place.uri.fsPath);
  return `${size} ${mtimeMs} ${ino}`;
}

export async function inParallel<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < values.length; start += PARALLEL)
    results.push(...(await Promise.all(values.slice(start, start + PARALLEL).map(work))));
  return results;
}
