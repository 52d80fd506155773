/** The commands about kept conversations. */
import * as vscode from 'vscode';
import type { ChatRooms } from '../chat/rooms.ts';
import type { ChatViews } from '../chat/views.ts';
import { commands } from '../ids.ts';
import type { Conversations } from './conversations.ts';
import { exportConversation, importConversation } from './files.ts';
import { showConversationList } from './list.ts';

/** How many conversations a list shows; a search finds the others. */
const MOST = 200;

/** What the commands work with. */
export interface ConversationParts {
  readonly rooms: ChatRooms;
  readonly views: ChatViews;
  readonly conversations: Conversations;
  readonly core: () => typeof import('../../engine.ts');
  /** This window's workspace: its URI, or empty. */
  readonly workspace: string;
}

/** Registers them. The result takes them away again. */
export function registerConversations(parts: ConversationParts): vscode.Disposable {
  const { rooms, views, conversations, core, workspace } = parts;
  const shown = (): string => views.active.shownId;
  /** @throws Error if another window has it open. */
  const checkElsewhere = (id: string): void => {
    if (!rooms.holding(id) && conversations.store.isOpenElsewhere(id))
      throw new Error('It is open in another window. Close it there, or go on there.');
  };
  const open = async (id: string): Promise<void> => {
    checkElsewhere(id);
    await views.show(id);
  };
  const openInTab = (id: string): void => {
    checkElsewhere(id);
    views.openConversation(id);
  };
  const rename = async (id: string): Promise<void> => {
    const known = conversations.store.title(id);
    if (!known) return nothingYet('rename');
    const title = await vscode.window.showInputBox({
      title: 'Patchbay: Rename Conversation',
      value: known.title,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? 'A conversation needs a title.' : undefined),
    });
    if (title !== undefined) conversations.rename(id, title.trim().slice(0, 200));
  };
  const remove = async (id: string): Promise<void> => {
    const known = conversations.store.title(id);
    if (!known) return nothingYet('delete');
    checkElsewhere(id);
    const room = rooms.holding(id);
    const wasShown = room?.shownId === id;
    await room?.abandon(id);
    conversations.store.delete(id);
    void offerUndo(id, known.title, wasShown);
  };
  const offerUndo = async (id: string, title: string, wasShown: boolean): Promise<void> => {
    const answer = await vscode.window.showInformationMessage(`"${title}" was deleted.`, 'Undo');
    await attempt('restored', () => {
      if (answer === undefined) return conversations.store.purge(id);
      conversations.store.restore(id);
      return wasShown && open(id);
    });
  };
  const read = async (): Promise<void> => {
    const id = await importConversation(conversations.store, core);
    if (id !== undefined) await open(id);
  };
  const register = (id: string, done: string, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, () => attempt(done, run));
  return vscode.Disposable.from(
    register(commands.showConversations, 'listed', () =>
      showConversationList({
        workspace,
        list: (text) => conversations.store.list(text, MOST),
        shown,
        isWorking: (id) => rooms.talks.some((talk) => talk.id === id && talk.isRunning),
        open: ({ id }) => void attempt('opened', () => open(id)),
        openInTab: ({ id }) => void attempt('opened', () => openInTab(id)),
        rename: ({ id }) => attempt('renamed', () => rename(id)),
        remove: ({ id }) => attempt('deleted', () => remove(id)),
        export: ({ id }) => attempt('exported', () => exportConversation(conversations.store, core, id)),
        import: () => void attempt('imported', read),
      }),
    ),
    register(commands.renameConversation, 'renamed', () => rename(shown())),
    register(commands.deleteConversation, 'deleted', () => remove(shown())),
    register(commands.exportConversation, 'exported', () =>
      exportConversation(conversations.store, core, shown()),
    ),
    register(commands.importConversation, 'imported', read),
  );
}

function nothingYet(what: string): void {
  void vscode.window.showInformationMessage(`There is nothing to ${what}: the conversation is empty.`);
}

/** Says why something could not be done. */
async function attempt(done: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    void vscode.window.showErrorMessage(`The conversation could not be ${done}: ${(error as Error).message}`);
  }
}
