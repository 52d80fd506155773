import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OpenChats } from '../chat/openChats.ts';
import type { ChatViews } from '../chatPage/views.ts';
import { commands } from '../../contributions/index.ts';
import type { Conversations } from './conversations.ts';
import { copyConversation, exportConversation, importConversation } from './files.ts';
import { showConversationList } from './list.ts';
import { ReadOnlyChats } from './readOnlyChats.ts';
import { showErrorMessage, showInformationMessage, showInputBox } from '../ui/index.ts';
import { messageOf } from '../../base/common/message.ts';

const MOST = 200;

/** `workspace` is the URI of the workspace, or empty. */
export function registerConversations(
  chats: OpenChats,
  views: ChatViews,
  conversations: Conversations,
  workspace: string,
  /** Ends the commands that the conversation runs. */
  endCommands: (conversation: string) => Promise<void>,
): vscode.Disposable {
  const shown = (): string => views.active.shownId;
  /** @throws Error if another window has the conversation open. */
  const checkElsewhere = (id: string): void => {
    if (!chats.find(id) && conversations.store.isOpenElsewhere(id))
      throw new Error(t('The conversation is open in another window. Close it there, or continue there.'));
  };
  let shownReadOnly: ReadOnlyChats | undefined;
  const readOnly = (): ReadOnlyChats =>
    (shownReadOnly ??= new ReadOnlyChats(conversations.store, views, chats));
  const open = async (id: string): Promise<void> => {
    await views.show(id, readOnly().elsewhere(id));
    readOnly().follow(id);
  };
  const openInTab = (id: string): void => {
    views.openConversation(id, readOnly().elsewhere(id));
    readOnly().follow(id);
  };
  const duplicate = async (id: string): Promise<void> => {
    const copy = copyConversation(conversations.store, id);
    if (copy === undefined) return nothingYet(t('There is nothing to duplicate: the conversation is empty.'));
    await views.show(copy);
  };
  const rename = async (id: string): Promise<void> => {
    const known = conversations.store.title(id);
    if (!known) return nothingYet(t('There is nothing to rename: the conversation is empty.'));
    const title = await showInputBox({
      title: t('Patchbay: Rename Conversation'),
      value: known.title,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? t('Enter a title.') : undefined),
    });
    if (title !== undefined) conversations.rename(id, headText(title.trim(), 200));
  };
  const remove = async (id: string): Promise<void> => {
    const known = conversations.store.title(id);
    if (!known) return nothingYet(t('There is nothing to delete: the conversation is empty.'));
    checkElsewhere(id);
    const chat = chats.find(id);
    const wasShown = chat?.shownId === id;
    await chat?.endDeleted(id);
    await endCommands(id);
    conversations.store.delete(id);
    void offerUndo(id, known.title, wasShown);
  };
  const offerUndo = async (id: string, title: string, wasShown: boolean): Promise<void> => {
    const answer = await showInformationMessage(t('"{0}" was deleted.', title), t('Undo'));
    await attempt('restored', () => {
      if (answer === undefined) return conversations.store.purge(id);
      conversations.store.restore(id);
      return wasShown && open(id);
    });
  };
  const read = async (): Promise<void> => {
    const id = await importConversation(conversations.store);
    if (id !== undefined) await open(id);
  };
  const register = (id: string, done: ConversationAction, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, () => attempt(done, run));
  return vscode.Disposable.from(
    { dispose: () => shownReadOnly?.dispose() },
    register(commands.showConversations, 'listed', () =>
      showConversationList({
        workspace,
        list: (text) => conversations.store.list(text, MOST),
        shown,
        now: () => Date.now(),
        isWorking: (id) => chats.sessions.some((session) => session.id === id && session.isRunning),
        pin: ({ id, isPinned }) => attempt('pinned', () => conversations.store.pin(id, !isPinned)),
        open: ({ id }) => void attempt('opened', () => open(id)),
        openInTab: ({ id }) => void attempt('opened', () => openInTab(id)),
        rename: ({ id }) => attempt('renamed', () => rename(id)),
        remove: ({ id }) => attempt('deleted', () => remove(id)),
        export: ({ id }) => attempt('exported', () => exportConversation(conversations.store, id)),
        import: () => void attempt('imported', read),
      }),
    ),
    register(commands.renameConversation, 'renamed', () => rename(shown())),
    register(commands.duplicateConversation, 'duplicated', () => duplicate(shown())),
    register(commands.deleteConversation, 'deleted', () => remove(shown())),
    register(commands.exportConversation, 'exported', () => exportConversation(conversations.store, shown())),
    register(commands.importConversation, 'imported', read),
  );
}

function nothingYet(message: string): void {
  void showInformationMessage(message);
}

type ConversationAction =
  | 'listed'
  | 'opened'
  | 'pinned'
  | 'renamed'
  | 'duplicated'
  | 'deleted'
  | 'restored'
  | 'exported'
  | 'imported';

async function attempt(done: ConversationAction, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    void showErrorMessage(failureOf(done, messageOf(error).localized));
  }
}

function failureOf(done: ConversationAction, why: string): string {
  switch (done) {
    case 'listed':
      return t('The conversation could not be listed: {0}', why);
    case 'opened':
      return t('The conversation could not be opened: {0}', why);
    case 'pinned':
      return t('The conversation could not be pinned or unpinned: {0}', why);
    case 'renamed':
      return t('The conversation could not be renamed: {0}', why);
    case 'duplicated':
      return t('The conversation could not be duplicated: {0}', why);
    case 'deleted':
      return t('The conversation could not be deleted: {0}', why);
    case 'restored':
      return t('The conversation could not be restored: {0}', why);
    case 'exported':
      return t('The conversation could not be exported: {0}', why);
    case 'imported':
      return t('The conversation could not be imported: {0}', why);
  }
}
