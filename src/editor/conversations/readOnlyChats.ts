/** Chats that show a conversation which another window has open. Windows share only the file, so it is polled. */
import type { ChatController } from '../chat/controller.ts';
import type { OpenChats } from '../chat/openChats.ts';
import type { ChatViews } from '../chatPage/views.ts';
import type { SavedConversation } from '../../protocol/index.ts';
import type { ConversationStore } from '../../store/index.ts';

const LOOK_MS = 2_000;

interface Followed {
  readonly chat: ChatController;
  version: string;
}

export class ReadOnlyChats {
  private readonly store: Pick<ConversationStore, 'isOpenElsewhere' | 'read' | 'version'>;
  private readonly views: Pick<ChatViews, 'isVisible'>;
  private readonly chats: Pick<OpenChats, 'find'>;
  private readonly followed = new Map<string, Followed>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: ReadOnlyChats['store'], views: ReadOnlyChats['views'], chats: ReadOnlyChats['chats']) {
    this.store = store;
    this.views = views;
    this.chats = chats;
  }

  /** Returns what another window has written, if it has the conversation open. */
  elsewhere(id: string): SavedConversation | undefined {
    return this.store.isOpenElsewhere(id) ? this.store.read(id) : undefined;
  }

  /** Keeps a read-only conversation up to date until the other window has closed it. */
  follow(id: string): void {
    const chat = this.chats.find(id);
    if (!chat?.isReadOnly) return;
    this.followed.set(id, { chat, version: this.store.version(id) });
    this.timer ??= setInterval(() => this.checkOwners(), LOOK_MS);
  }

  dispose(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Runs every two seconds while a read-only conversation is followed. */
  checkOwners(): void {
    for (const [id, followed] of this.followed) {
      try {
        if (!this.update(id, followed)) this.followed.delete(id);
      } catch {
        // The conversation was deleted, or the file cannot be read: what is shown stays as it is.
        this.followed.delete(id);
      }
    }
    if (this.followed.size === 0) this.dispose();
  }

  private update(id: string, followed: Followed): boolean {
    const { chat } = followed;
    if (this.chats.find(id) !== chat || !chat.isReadOnly) return false;
    if (!this.views.isVisible(chat)) return true;
    if (!this.store.isOpenElsewhere(id)) {
      chat.openSaved(id);
      return false;
    }
    const version = this.store.version(id);
    if (version === followed.version) return true;
    followed.version = version;
    chat.openSaved(id, this.store.read(id));
    return true;
  }
}
