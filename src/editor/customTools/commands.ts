import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { CustomFile } from '../../tools/index.ts';
import { commands } from '../../contributions/index.ts';
import { customFolders, localFolders, toolsFolderOf, userToolsFolder } from './folders.ts';
import { templateFor } from './template.ts';
import { registerRowCommand, showErrorMessage, showInputBox, showQuickPick } from '../ui/index.ts';
import type { ToolConfirmations } from './toolConfirmations.ts';

const NAME = /^(?!(?:mcp|ext)__)[a-z0-9_-]{1,64}$/i;

export function registerCustomTools(
  engine: () => Promise<Engine>,
  confirmations: ToolConfirmations,
): vscode.Disposable {
  const reload = async (): Promise<void> => (await engine()).custom?.reload();
  let watchers: vscode.Disposable = watch(reload);
  const rewatch = (): void => {
    watchers.dispose();
    watchers = watch(reload);
    void reload();
  };
  return vscode.Disposable.from(
    { dispose: () => watchers.dispose() },
    vscode.workspace.onDidChangeWorkspaceFolders(rewatch),
    vscode.workspace.onDidGrantWorkspaceTrust(rewatch),
    vscode.commands.registerCommand(commands.reloadCustomTools, reload),
    registerRowCommand(commands.openCustomTool, async (row?: { readonly file?: CustomFile }) => {
      if (row?.file) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(row.file.file));
    }),
    vscode.commands.registerCommand(commands.newCustomTool, async (wanted?: unknown) => {
      const place = isPlace(wanted) ? wanted : await askForPlace();
      if (!place) return;
      const isMade = await create(place);
      await reload();
      if (!isMade) return;
      await confirmTemplate(place, (await engine()).custom?.files ?? [], confirmations);
      await reload();
    }),
  );
}

function watch(reload: () => Promise<void>): vscode.Disposable {
  return vscode.Disposable.from(
    ...customFolders().map(({ path }) => {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(path), '*.tool.{js,mjs,cjs}');
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      watcher.onDidCreate(reload);
      watcher.onDidChange(reload);
      watcher.onDidDelete(reload);
      return watcher;
    }),
  );
}

interface Place {
  /** Absolute path. */
  readonly folder: string;
  readonly name: string;
}

function isPlace(wanted: unknown): wanted is Place {
  const { folder, name } = (wanted ?? {}) as Record<string, unknown>;
  return typeof folder === 'string' && typeof name === 'string' && NAME.test(name);
}

async function askForPlace(): Promise<Place | undefined> {
  const folders = vscode.workspace.isTrusted ? localFolders() : [];
  const places = [
    { label: t('For every workspace'), description: userToolsFolder, folder: userToolsFolder },
    ...folders.map((each) => ({
      label: t('For {0}', each.name),
      description: toolsFolderOf(each),
      folder: toolsFolderOf(each),
    })),
  ];
  const title = t('Patchbay: New Custom Tool');
  const place =
    places.length === 1
      ? places[0]
      : await showQuickPick(places, { title, placeHolder: t('Where should the tool be available?') });
  const name =
    place &&
    (await showInputBox({
      title,
      prompt: t('The name under which the model knows the tool.'),
      placeHolder: 'count_files',
      validateInput: (text) =>
        NAME.test(text)
          ? undefined
          : t('Use up to 64 letters, digits, _ and -. The name must not begin with "mcp__" or "ext__".'),
    }));
  return place && name !== undefined ? { folder: place.folder, name } : undefined;
}

/** Allows the new tool if it is still what Patchbay has written. */
async function confirmTemplate(
  place: Place,
  files: readonly CustomFile[],
  confirmations: ToolConfirmations,
): Promise<void> {
  const made = files.find(({ file }) => file === pathOf(place));
  if (made?.kind !== 'unconfirmed') return;
  const isTemplate = made.modules.every(
    ({ path, bytes }) => basename(path) === 'package.json' || bytes.toString() === templateFor(place.name),
  );
  if (isTemplate) await confirmations.decide(made, true);
}

function pathOf({ folder, name }: Place): string {
  return join(folder, `${name}.tool.mjs`);
}

/** Returns whether the file was written; an existing one is opened. */
async function create(place: Place): Promise<boolean> {
  const { folder, name } = place;
  const path = pathOf(place);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, templateFor(name), { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    void showErrorMessage(
      code === 'EEXIST'
        ? t('Patchbay could not create {0}: the file already exists.', path)
        : t('Patchbay could not create {0}: {1}.', path, message),
    );
    if (code === 'EEXIST') await vscode.window.showTextDocument(vscode.Uri.file(path));
    return false;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(path));
  return true;
}
