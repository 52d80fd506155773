import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import { LocalizedError, msg } from '../../base/common/message.ts';
import {
  asOnDisk,
  gitFolderOf,
  isInside,
  misleadingName,
  realTarget,
  withNamesOnDisk,
  withoutLine,
  type Protection,
} from '../../tools/index.ts';
import { fileLabel } from './labels.ts';
import { protectionOf, type Place } from './protection.ts';

/** A problem that the model can solve. Its message is the result of the call and shown to the user. */
export class ToolProblem extends LocalizedError {
  override readonly name = 'ToolProblem';
}

/**
 * Finds the place of a path that is absolute, relative to the only folder, or begins with the name of one.
 *
 * @throws ToolProblem for a path outside of all folders, also if a link leads there
 */
export async function locate(path: string): Promise<Place> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0)
    throw new ToolProblem(msg('No folder is open. Open a folder to work on its files.'));
  const resolved = isAbsolute(path) ? resolve(path) : resolveRelative(path, folders);
  const folder = folders.find(({ uri }) => isInside(resolved, uri.fsPath));
  const absolute = folder ? await withNamesOnDisk(resolved, folder.uri.fsPath) : resolved;
  const [real, realFolder] = folder
    ? await Promise.all([absolute, folder.uri.fsPath].map(realTarget))
    : [undefined, undefined];
  if (!folder || real === undefined || realFolder === undefined || !isInside(real, realFolder))
    throw new ToolProblem(
      msg('{0} is outside the workspace. The workspace folders are: {1}.', path, describeFolders(folders)),
    );
  const name = misleadingName(relative(folder.uri.fsPath, absolute));
  if (name !== undefined)
    throw new ToolProblem(
      msg('{0} cannot be used: on Windows, "{1}" does not name a regular file.', path, name),
    );
  const spelled = asOnDisk({ path: absolute, folder: folder.uri.fsPath }, { real, realFolder });
  const uri = folder.uri.with({ path: vscode.Uri.file(spelled).path });
  return { uri, folder, label: fileLabel(uri), real, realFolder };
}

/**
 * Finds the place of a path as models also write it when they read: as a `file:` address, in backticks, or with a line
 * (`a.ts:12`). A change takes no such path, because a new file could have that name.
 */
export async function locateToRead(path: string): Promise<Place> {
  const place = await locate(plainPath(path));
  const named = await withoutLine(place.uri.fsPath);
  return named === place.uri.fsPath ? place : locate(named);
}

export interface PlaceToChange extends Place {
  /** The protection that was found with the place. */
  readonly protection: Protection | undefined;
}

/**
 * Finds a place as `locate` does, but refuses `.git` and `.patchbay`: a permission to edit must not become one to run
 * programs.
 */
export async function locateToChange(path: string): Promise<PlaceToChange> {
  const place = await locate(path);
  const protection = await protectionOf(place);
  if (protection?.kind !== 'forbidden') return { ...place, protection };
  throw new ToolProblem(
    protection.why === 'git'
      ? msg('{0} belongs to Git. Only Git and the user may change files there.', place.label)
      : msg(
          "{0} is in .patchbay, the folder of the user's custom tools. Only the user may change files there.",
          place.label,
        ),
  );
}

/**
 * Finds the folder for a command. Refuses those of git, which takes programs to run from the configuration in a folder.
 * @throws ToolProblem for a folder in `.git`, too
 */
export async function locateToRun(path: string): Promise<Place> {
  const place = await locate(path);
  if ((await gitFolderOf(place.real)) !== undefined)
    throw new ToolProblem(
      msg('Commands cannot run in {0}: the folder belongs to Git. Use another folder.', place.label),
    );
  return place;
}

/** Models write paths as they stand in Markdown (`in backticks`), at the end of a line, and as addresses. */
function plainPath(path: string): string {
  const trimmed = withoutOuterLineEnds(path).replace(/^`(.*)`$/s, '$1');
  if (!/^file:\/\//i.test(trimmed)) return trimmed;
  try {
    return fileURLToPath(trimmed);
  } catch {
    throw new ToolProblem(msg('{0} is not the address of a file on this machine. Give its path.', path));
  }
}

/** An expression would look at thousands of line ends in the middle from each of them. */
function withoutOuterLineEnds(text: string): string {
  let [start, end] = [0, text.length];
  const isLineEnd = (at: number): boolean => text[at] === '\n' || text[at] === '\r';
  while (start < end && isLineEnd(start)) start++;
  while (end > start && isLineEnd(end - 1)) end--;
  return text.slice(start, end);
}

function resolveRelative(path: string, folders: readonly vscode.WorkspaceFolder[]): string {
  const [first = '', ...rest] = path.split(/[\\/]/);
  const named = folders.find(({ name }) => name === first);
  if (folders.length > 1) {
    if (!named)
      throw new ToolProblem(
        msg(
          'The workspace has several folders. Begin {0} with the name of one of them, or use an absolute path. The folders are: {1}.',
          path,
          describeFolders(folders),
        ),
      );
    return join(named.uri.fsPath, ...rest);
  }
  return resolve(folders[0]?.uri.fsPath ?? '', path);
}

function describeFolders(folders: readonly vscode.WorkspaceFolder[]): string {
  return folders.map(({ name, uri }) => `${name} (${uri.fsPath})`).join(', ');
}
