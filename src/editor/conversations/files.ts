/** Conversations as files: JSON that can be read in again, and markdown for people. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ConversationStore } from '../../store/index.ts';

type Core = typeof import('../../engine.ts');

/** Larger files are no conversations, in bytes. */
const MAX_BYTES = 200_000_000;

/** Writes a conversation into a file that the user names; its ending says how. */
export async function exportConversation(
  store: ConversationStore,
  core: () => Core,
  id: string,
): Promise<void> {
  const kept = store.read(id);
  const title = store.title(id)?.title;
  if (!kept || title === undefined) {
    void vscode.window.showInformationMessage(t('There is nothing to export: the conversation is empty.'));
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name =
    title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'conversation';
  const file = await vscode.window.showSaveDialog({
    title: t('Export Conversation'),
    filters: { Markdown: ['md'], JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) }),
  });
  if (!file) return;
  const { toJson, toMarkdown } = core();
  const text = file.path.toLowerCase().endsWith('.json') ? toJson(kept, title) : toMarkdown(kept, title);
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  void vscode.window.showInformationMessage(t('The conversation is in {0}.', file.fsPath));
}

/** Reads a conversation from a file that the user names, as one that is new here. Gives its id. */
export async function importConversation(
  store: ConversationStore,
  core: () => Core,
): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({ title: t('Import Conversation'), filters: { JSON: ['json'] } })) ??
    [];
  if (!file) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_BYTES) throw new Error(t('The file is too large.'));
  const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  const id = crypto.randomUUID();
  const { kept, title } = core().fromJson(text, id);
  const { items, messages, results, facts } = kept;
  const settled = items.map((item) => ({ id: item.id, item }));
  if (!store.write(id, { patches: [], settled, messages, results, facts }))
    throw new Error(t('Conversations cannot be kept now.'));
  store.rename(id, title, 'user');
  return id;
}
