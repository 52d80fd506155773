/** Where the built-in tools may work: inside the workspace folders, named as the model names them. */
import { t } from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import { SpokenError } from '../../mcp/index.ts';

/** A problem that the model can do something about. Its message is the result of the call; the user hears it, too. */
export class ToolProblem extends SpokenError {
  override readonly name = 'ToolProblem';
}

/** A place in the workspace. */
export interface Place {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  /** The path as results name it: with the folder's name in front where there are several. */
  readonly label: string;
}

/**
 * Finds the place of a path, which may be absolute, relative to the only folder, or begin with the name of one.
 * @throws ToolProblem when there is no folder, or the path leads out of them, by a link too.
 */
export async function locate(path: string): Promise<Place> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0)
    throw new ToolProblem(() => t('No folder is open, so there are no files to work on.'));
  const absolute = isAbsolute(path) ? resolve(path) : resolveRelative(path, folders);
  const folder = folders.find(({ uri }) => isInside(absolute, uri.fsPath));
  if (!folder || !isInside(await realTarget(absolute), await realTarget(folder.uri.fsPath)))
    throw new ToolProblem(() =>
      t('{0} is outside of the workspace. The workspace folders are: {1}.', path, describeFolders(folders)),
    );
  const uri = folder.uri.with({ path: vscode.Uri.file(absolute).path });
  return { uri, folder, label: labelOf(uri) };
}

/**
 * Finds the place of a file that is to be changed. Custom tools are none: they are loaded, and so run, without
 * another question, and a permission to edit must not become one to run programs.
 * @throws ToolProblem as `locate` does, and for a file of `.patchbay`.
 */
export async function locateToChange(path: string): Promise<Place> {
  const place = await locate(path);
  const parts = [place.uri.fsPath, await realTarget(place.uri.fsPath)].flatMap((way) => way.split(sep));
  if (parts.some((part) => part.toLowerCase() === '.patchbay'))
    throw new ToolProblem(() =>
      t(
        "{0} is in .patchbay, where the user's own tools are: only the user changes files there.",
        place.label,
      ),
    );
  return place;
}

/** The path by which results name a file. */
export function labelOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, (vscode.workspace.workspaceFolders?.length ?? 0) > 1);
}

function resolveRelative(path: string, folders: readonly vscode.WorkspaceFolder[]): string {
  const [first = '', ...rest] = path.split(/[\\/]/);
  const named = folders.find(({ name }) => name === first);
  if (folders.length > 1) {
    if (!named)
      throw new ToolProblem(() =>
        t(
          'There are several workspace folders: begin {0} with the name of one, or give an absolute path. They are: {1}.',
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

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Where a path leads when its links are followed, as far as it exists. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realTarget(parent), basename(path));
  }
}
