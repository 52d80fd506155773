import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { comparableNames, compileGlob, GitIgnore, type CallContext } from '../../tools/index.ts';
import { excludedGlobs } from './workspaceGlobs.ts';
import { folderTree } from './folderTree.ts';
import { usableGit } from './git.ts';
import { listedName } from './listedName.ts';
import { locateToRead } from './paths.ts';
import type { Place } from './protection.ts';

const text = (value: string): readonly ContentPart[] => [{ type: 'text', text: value }];

export async function listDirectory(
  args: Readonly<Record<string, unknown>>,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<readonly ContentPart[]> {
  const { path = '.', depth = 1 } = args as { path?: string; depth?: number };
  const folders = vscode.workspace.workspaceFolders ?? [];
  if ((path === '.' || path === '') && folders.length > 1)
    return text(`Workspace folders:\n${folders.map(({ name }) => `${listedName(name)}/`).join('\n')}`);
  const place = await locateToRead(path);
  const label = listedName(place.label);
  const isLeftOut = await leftOutIn(place);
  const tree = await folderTree(place.real, { depth, isLeftOut, signal });
  if (tree === undefined) throw new Error(await whyNoTree(place.real, label));
  return text(`${label}:\n${tree}`);
}

async function whyNoTree(real: string, label: string): Promise<string> {
  const found = await stat(real).catch(() => undefined);
  if (!found) return `There is no folder ${label}. find_files looks for names.`;
  return found.isDirectory() ? `${label} cannot be read.` : `${label} is a file. read_file reads it.`;
}

/**
 * Returns what tells of a folder, by its path in the listed one, whether searches leave it out. Where the listed folder
 * is left out itself, the model has asked for what is in it.
 */
async function leftOutIn({ real, realFolder, folder }: Place): Promise<(path: string) => Promise<boolean>> {
  const ignored = new GitIgnore(realFolder, { git: await usableGit() });
  const globs = excludedGlobs(folder.uri).map(compileGlob);
  const isLeftOut = async (path: string): Promise<boolean> =>
    globs.some((matches) => matches(comparableNames(path))) || ignored.ignores(`${path}/`);
  const listed = relative(realFolder, real).replaceAll(sep, '/');
  if (listed === '') return isLeftOut;
  return (await isLeftOut(listed)) ? () => Promise.resolve(false) : (path) => isLeftOut(`${listed}/${path}`);
}
