/** Writes `patchbay.servers` with comments and formatting kept (docs/decisions/009-writing-settings.md). */
import { stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { changeServers, type ServersChange } from '../../mcp/index.ts';
import type { SettingName } from '../../contributions/index.ts';
import { messageOf } from '../../base/common/message.ts';

export type Scope = 'user' | 'workspace';

/** The settings were not changed. The message says why and what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly uri: vscode.Uri | undefined;
  constructor(message: string, uri: vscode.Uri | undefined) {
    super(message);
    this.uri = uri;
  }
}

export interface SettingsFile {
  readonly uri: vscode.Uri;
  readonly within: readonly string[];
}

export interface WriteResult {
  readonly file: SettingsFile;
  /** Resolves to false if the file was changed since. */
  readonly revert: () => Promise<boolean>;
}

const section = 'patchbay';
/** Writes run one after the other: each reads what the one before has written. */
let writing: Promise<unknown> = Promise.resolve();

/**
 * Resolves when the changes are in effect. @throws SettingsError: malformed, in conflict, unsaved, read-only or missing
 */
export function writeServers(scope: Scope, changes: readonly ServersChange[]): Promise<WriteResult> {
  const written = writing.then(async () => {
    const file = await settingsFile(scope);
    const before = await readText(file.uri);
    const after = attempt(file.uri, () =>
      withoutMark(before ?? '', (own) =>
        changes.reduce((text, each) => changeServers(text, file.within, each), own),
      ),
    );
    await write(file.uri, scope, before, after);
    return {
      file,
      revert: async () => {
        if ((await readText(file.uri)) !== after) return false;
        await write(file.uri, scope, after, before ?? '');
        return true;
      },
    };
  });
  writing = written.catch(() => undefined);
  return written;
}

/** The file need not exist. @throws SettingsError when there is none to be found. */
export async function settingsFile(scope: Scope): Promise<SettingsFile> {
  if (scope === 'user') return { uri: await userSettings(), within: [] };
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  if (workspaceFile) return { uri: workspaceFile, within: ['settings'] };
  const [folder] = workspaceFolders ?? [];
  if (!folder)
    throw new SettingsError(t('No folder is open, so there are no workspace settings.'), undefined);
  return { uri: vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json'), within: [] };
}

/**
 * Finds the user settings. VS Code does not tell their path, but opens them as a document when asked to remove a
 * setting that is not in them.
 */
async function userSettings(): Promise<vscode.Uri> {
  const seen: vscode.Uri[] = [];
  const subscription = vscode.workspace.onDidOpenTextDocument(({ uri }) => void seen.push(uri));
  try {
    await readAgain('user').catch(() => undefined);
  } finally {
    subscription.dispose();
  }
  const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
  const found = seen.find(isUserSettings) ?? open.find(isUserSettings);
  if (found) return found;
  await vscode.commands.executeCommand('workbench.action.openSettingsJson');
  const shown = vscode.window.activeTextEditor?.document.uri;
  if (shown && isUserSettings(shown)) return shown;
  throw new SettingsError(t('The user settings file could not be found.'), undefined);
}

function isUserSettings({ path }: vscode.Uri): boolean {
  return path.endsWith('/settings.json') && !path.endsWith('/.vscode/settings.json');
}

/**
 * Settings of which `readAgain` removes one that is not set in either scope. Patchbay writes none of them: VS Code may
 * not have read a new value yet, and would remove it.
 */
const probes = [
  'serverGrace',
  'chat.location',
  'linkVscodeServers',
] as const satisfies readonly SettingName[];

/** Makes VS Code read its file, by removing a setting that is not set. Rejects when the file cannot be read. */
async function readAgain(scope: Scope): Promise<void> {
  const config = vscode.workspace.getConfiguration(section);
  const isFree = (key: string): boolean => {
    const found = config.inspect(key);
    return found?.globalValue === undefined && found?.workspaceValue === undefined;
  };
  const key = probes.find(isFree);
  const { Global, Workspace } = vscode.ConfigurationTarget;
  if (key !== undefined) await config.update(key, undefined, scope === 'user' ? Global : Workspace);
}

/** Returns undefined if there is no file. @throws SettingsError when it must not be changed now. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open?.isDirty)
    throw new SettingsError(
      t('{0} has unsaved changes. Save or revert it, then try again.', nameOf(uri)),
      uri,
    );
  try {
    if (await isLocked(uri)) throw readOnly(uri);
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (Buffer.compare(new TextEncoder().encode(text), bytes) === 0) return text;
    throw new SettingsError(
      t(
        '{0} is not valid UTF-8. Nothing was changed. Save it as UTF-8 in the editor, then try again.',
        nameOf(uri),
      ),
      uri,
    );
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(t('{0} cannot be read: {1}', nameOf(uri), (error as Error).message), uri);
  }
}

/** A read-only file counts as locked even if the user could write it, because VS Code asks first, too. */
async function isLocked(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === 'file') return ((await stat(uri.fsPath)).mode & 0o222) === 0;
  return (await vscode.workspace.fs.stat(uri)).permissions === vscode.FilePermission.Readonly;
}

async function write(
  uri: vscode.Uri,
  scope: Scope,
  before: string | undefined,
  after: string,
): Promise<void> {
  if (before === after) return;
  try {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(after));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'NoPermissions') throw readOnly(uri);
    throw new SettingsError(t('{0} cannot be written: {1}', nameOf(uri), (error as Error).message), uri);
  }
  // Not every file system can be watched, so VS Code is made to read the file.
  await readAgain(scope).catch(() => undefined);
}

function attempt(uri: vscode.Uri, change: () => string): string {
  try {
    return change();
  } catch (error) {
    throw new SettingsError(t('{0} was not changed. {1}', nameOf(uri), messageOf(error).localized), uri);
  }
}

function withoutMark(text: string, change: (text: string) => string): string {
  return text.startsWith('\uFEFF') ? `\uFEFF${change(text.slice(1))}` : change(text);
}

function readOnly(uri: vscode.Uri): SettingsError {
  return new SettingsError(t('{0} is read-only. Nothing was changed.', nameOf(uri)), uri);
}

function isMissing(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'FileNotFound' || code === 'ENOENT';
}

function nameOf({ path }: vscode.Uri): string {
  return path.split('/').at(-1) ?? path;
}
