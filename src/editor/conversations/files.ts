import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { copyOf, fromJson, toJson, toMarkdown } from '../../agent/index.ts';
import type { SavedConversation } from '../../protocol/index.ts';
import type { ConversationStore } from '../../store/index.ts';
import { showInformationMessage, showOpenDialog, showSaveDialog, writeExportedFile } from '../ui/index.ts';

/** Largest file that is imported, in bytes. */
const MAX_BYTES = 200_000_000;

export async function exportConversation(store: ConversationStore, id: string): Promise<void> {
  const kept = store.read(id);
  const title = store.title(id)?.title;
  if (!kept || title === undefined) {
    void showInformationMessage(t('There is nothing to export: the conversation is empty.'));
    return;
  }
  const file = await showSaveDialog({
    title: t('Export Conversation'),
    filters: { Markdown: ['md'], JSON: ['json'] },
    name: title,
    extension: 'md',
  });
  if (!file) return;
  const text = file.path.toLowerCase().endsWith('.json') ? toJson(kept, title) : toMarkdown(kept, title);
  // VS Code would write a file that everybody on the machine can read.
  if (file.scheme === 'file') await writeExportedFile(file.fsPath, () => [text]);
  else await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  void showInformationMessage(t('The conversation was exported to {0}.', file.fsPath));
}

/** Copies a conversation as a branch, so that results are not stored twice. Returns the id of the copy. */
export function copyConversation(store: ConversationStore, id: string): string | undefined {
  const saved = store.read(id);
  if (!saved) return undefined;
  const copy = crypto.randomUUID();
  write(store, copy, copyOf(saved, copy), id);
  return copy;
}

function write(store: ConversationStore, id: string, kept: SavedConversation, parent?: string): void {
  const { items, messages, results, facts } = kept;
  const settled = items.map((item) => ({ id: item.id, item }));
  const change = { patches: [], settled, messages, results, facts, ...(parent !== undefined && { parent }) };
  if (!store.write(id, change)) throw new Error(t('Conversations cannot be saved at the moment.'));
}

export async function importConversation(store: ConversationStore): Promise<string | undefined> {
  const [file] =
    (await showOpenDialog({ title: t('Import Conversation'), filters: { JSON: ['json'] } })) ?? [];
  if (!file) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_BYTES) throw new Error(t('The file is too large.'));
  const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  const id = crypto.randomUUID();
  const { kept, title } = fromJson(text, id);
  write(store, id, kept);
  store.rename(id, title, 'user');
  return id;
}
