import { relative } from 'node:path';
import type * as vscode from 'vscode';
import {
  classifyProtected,
  gitFolderOf,
  hasOtherNames,
  inEnvironment,
  isUncovered,
  linkedProtections,
  standingOf,
  type Protection,
} from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { realFolders, usableGit } from './git.ts';

export interface Place {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  /** The path in the workspace, with the folder's name in front if there are several folders. */
  readonly label: string;
  readonly real: string;
  readonly realFolder: string;
}

/**
 * Returns the strictest protection of a file by its path, its real path, the links to it, its other names, and what is
 * on disk.
 */
export async function protectionOf(
  place: Pick<Place, 'uri' | 'folder' | 'real' | 'realFolder'>,
): Promise<Protection | undefined> {
  const { uri, folder, real, realFolder } = place;
  const globs = patterns('approval.protectedFiles');
  const opened = folder.uri.fsPath;
  const { exists, isExecutable } = await standingOf(real);
  const known = { globs, ordinary: patterns('approval.ordinaryFiles'), exists };
  const byName = [
    classifyProtected(relative(opened, uri.fsPath), { folder: opened, ...known }),
    classifyProtected(relative(realFolder, real), { folder: realFolder, ...known }),
    isExecutable ? executable : undefined,
  ];
  const byDisk = await Promise.all([
    gitFolderOf(real).then((found): Protection | undefined =>
      found === undefined ? undefined : { kind: 'forbidden', why: 'git' },
    ),
    hasOtherNames(real).then((found): Protection | undefined =>
      found ? { kind: 'protected', why: 'otherName' } : undefined,
    ),
    inEnvironment(real, realFolder).then((found): Protection | undefined =>
      found ? { kind: 'protected', why: 'toolFolder' } : undefined,
    ),
  ]);
  const byLinks = await linkedProtections({ real, folders: await realFolders(), git: await usableGit() });
  const all = [...byName, ...byDisk, ...byLinks].filter((protection) => protection !== undefined);
  return (
    all.find(({ kind }) => kind === 'forbidden') ??
    all.find(({ kind, why }) => kind === 'protected' && !isUncovered(why)) ??
    all[0]
  );
}

export const executable: Protection = { kind: 'protected', why: 'executable' };

function patterns(setting: 'approval.protectedFiles' | 'approval.ordinaryFiles'): readonly string[] {
  return readSetting(setting).filter((pattern) => pattern.trim() !== '');
}
