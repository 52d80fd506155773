import * as vscode from 'vscode';
import { openAsTextOrImage } from '../builtInTools/openAsText.ts';
import { locate } from '../builtInTools/paths.ts';
import { namedFile } from './namedFile.ts';

export async function existing(names: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(names.map(async (name) => ((await find(name)) ? [name] : [])));
  return found.flat();
}

export async function openNamed(name: string): Promise<void> {
  const found = await find(name);
  if (!found) return;
  const { uri, isFolder } = found;
  if (isFolder) return void vscode.commands.executeCommand('revealInExplorer', uri);
  const { line, column = 1, endLine } = namedFile(name);
  const [first, last] = [(line ?? 1) - 1, (endLine ?? line ?? 1) - 1];
  const end = endLine === undefined ? column - 1 : Number.MAX_SAFE_INTEGER;
  const selection = new vscode.Range(Math.max(0, first), column - 1, Math.max(0, last), end);
  await openAsTextOrImage(uri, line === undefined ? {} : { selection });
}

async function find(name: string): Promise<{ uri: vscode.Uri; isFolder: boolean } | undefined> {
  try {
    const { uri } = await locate(namedFile(name).path);
    const { type } = await vscode.workspace.fs.stat(uri);
    return { uri, isFolder: (type & vscode.FileType.Directory) !== 0 };
  } catch {
    return undefined;
  }
}
