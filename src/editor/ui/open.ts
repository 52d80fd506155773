import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';
import { showErrorMessage } from './notifications.ts';

/**
 * Accepts only addresses of web pages and mail, not `command:`, `vscode:` or `file:`. The text itself must begin with
 * the scheme, because parsers skip different characters.
 */
export function isPage(url: string): boolean {
  return /^(?:https?|mailto):[^\s\p{Cc}]+$/iu.test(url) && URL.canParse(url);
}

/**
 * Returns false if the page was not opened. VS Code gets a string, which the types forbid: a `Uri` is encoded again,
 * and may lead elsewhere.
 */
export async function openExternal(url: string): Promise<boolean> {
  if (!isPage(url)) return false;
  try {
    return await vscode.env.openExternal(url as unknown as vscode.Uri);
  } catch (error) {
    void showErrorMessage(
      t('The page could not be opened: {0}', error instanceof Error ? error.message : String(error)),
    );
    return false;
  }
}

export async function openPage(url: string): Promise<boolean> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return openExternal(url);
}

/**
 * Opens a diff as text, because a diff of notebooks would run scripts in their outputs. The types lack `override`
 * (1.139).
 */
export async function openDiff(
  left: vscode.Uri,
  right: vscode.Uri,
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, inertLabel(title), {
    ...options,
    override: false,
  });
}

const MAX_NAME = 60;

/** `name`, such as a conversation's title, becomes a file name without a path. */
export function showSaveDialog(options: {
  readonly title: string;
  readonly name: string;
  readonly extension: string;
  readonly filters: Readonly<Record<string, string[]>>;
}): Thenable<vscode.Uri | undefined> {
  const { title, name, extension, filters } = options;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const base = fileNameOf(name) || 'export';
  return vscode.window.showSaveDialog({
    title: inertLabel(title),
    filters,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${base}.${extension}`) }),
  });
}

export function showOpenDialog({
  title,
  ...others
}: vscode.OpenDialogOptions & { readonly title: string }): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({ ...others, title: inertLabel(title) });
}

function fileNameOf(name: string): string {
  return headText(name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, ''), MAX_NAME);
}
