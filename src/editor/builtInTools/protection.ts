import { relative } from 'node:path';
import type * as vscode from 'vscode';
import {
  classifyProtected,
  gitFolderOf,
  hasOtherNames,
  linkedProtections,
  type Protection,
} from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { realFolders, usableGit } from './git.ts';

export interface Place {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  /** With the folder's name in front where there are several. */
  readonly label: string;
  readonly real: string;
  readonly realFolder: string;
}

/** The strictest protection of a file by its path, its real path, the links to it, and its other names. */
export async function protectionOf(
  place: Pick<Place, 'uri' | 'folder' | 'real' | 'realFolder'>,
): Promise<Protection | undefined> {
  const { uri, folder, real, realFolder } = place;
  const globs = readSetting('approval.protectedFiles').filter((glob) => glob.trim() !== '');
  const opened = folder.uri.fsPath;
  const byName = [
    classifyProtected(relative(opened, uri.fsPath), { folder: opened, globs }),
    classifyProtected(relative(realFolder, real), { folder: realFolder, globs }),
  ];
  const byDisk = await Promise.all([
    gitFolderOf(real).then((found): Protection | undefined =>
      found === undefined ? undefined : { kind: 'forbidden', why: 'git' },
    ),
    hasOtherNames(real).then((found): Protection | undefined =>
      found ? { kind: 'protected', why: 'otherName' } : undefined,
    ),
  ]);
  const byLinks = await linkedProtections({ real, folders: await realFolders(), git: await usableGit() });
  const all = [...byName, ...byDisk, ...byLinks].filter((protection) => protection !== undefined);
  return all.find(({ kind }) => kind === 'forbidden') ?? all[0];
}
