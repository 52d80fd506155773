import * as vscode from 'vscode';
import { openAsTextOrImage, openAsText } from '../builtInTools/openAsText.ts';
import { locate } from '../builtInTools/paths.ts';
import { parseFilePosition } from './namedFile.ts';
import { t } from '@vscode/l10n';
import { readFile, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { messageOf } from '../../base/common/message.ts';
import type { Item } from '../../protocol/index.ts';
import { isInside } from '../../tools/index.ts';
import { userFolder } from '../instructions/instructionOptions.ts';
import { showErrorMessage } from '../ui/index.ts';
import type { CallDocuments } from './callDocuments.ts';

export async function existing(names: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(names.map(async (name) => ((await find(name)) ? [name] : [])));
  return found.flat();
}

export async function openNamed(name: string): Promise<void> {
  const found = await find(name);
  if (!found) return;
  const { uri, isFolder } = found;
  if (isFolder) return void vscode.commands.executeCommand('revealInExplorer', uri);
  const { line, column = 1, endLine } = parseFilePosition(name);
  const [first, last] = [(line ?? 1) - 1, (endLine ?? line ?? 1) - 1];
  const end = endLine === undefined ? column - 1 : Number.MAX_SAFE_INTEGER;
  const selection = new vscode.Range(Math.max(0, first), column - 1, Math.max(0, last), end);
  await openAsTextOrImage(uri, line === undefined ? {} : { selection });
}

async function find(name: string): Promise<{ uri: vscode.Uri; isFolder: boolean } | undefined> {
  try {
    const { uri } = await locate(parseFilePosition(name).path);
    const { type } = await vscode.workspace.fs.stat(uri);
    return { uri, isFolder: (type & vscode.FileType.Directory) !== 0 };
  } catch {
    return undefined;
  }
}

/**
 * Opens an instruction file that an item names. Only the user's own files and those of the workspace are opened,
 * because the item may be from an earlier time.
 */
export async function openInstructions(
  item: Item | undefined,
  { file, marked }: { readonly file: number; readonly marked: boolean },
  documents: CallDocuments,
): Promise<void> {
  const path = item?.kind === 'instructions' ? item.files[file]?.path : undefined;
  if (path === undefined) return;
  try {
    const uri = (await isOfUser(path)) ? vscode.Uri.file(path) : (await locate(path)).uri;
    if (!marked) return await openAsText(uri);
    const text = await readFile(uri.fsPath, 'utf8');
    await documents.show(
      `${basename(path)} ${t('contains invisible characters')}.txt`,
      showHidden(text, 'prose'),
    );
  } catch (error) {
    void showErrorMessage(t('The file could not be opened: {0}', messageOf(error).localized));
  }
}

async function isOfUser(path: string): Promise<boolean> {
  const [real, folder] = await Promise.all(
    [path, userFolder].map((each) => realpath(each).catch(() => undefined)),
  );
  return real !== undefined && folder !== undefined && isInside(real, folder);
}
