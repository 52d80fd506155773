import { Emitter } from '../../base/common/event.ts';
import type { ModelError } from '../../models/index.ts';
import type { Conversation } from '../../agent/index.ts';
import type { ConversationStore } from '../../store/index.ts';
import type { ConversationStorage } from '../chat/chatHost.ts';
import type { ChangeStorage } from '../builtInTools/fileChanges.ts';
import { saveableChanges } from '../builtInTools/fileChanges.ts';

export interface ConversationsHost {
  /** Called on first use: most windows need no store at their start. */
  readonly store: () => ConversationStore;
  readonly redact: (text: string) => string;
  readonly titlesByModel: () => boolean;
  /** Asks the model for a title. Resolves to undefined if it gives no usable one. */
  readonly titleFor: (conversation: Conversation, signal: AbortSignal) => Promise<string | undefined>;
  readonly log: (message: string) => void;
}

const TITLE_LIMIT_MS = 30_000;

export class Conversations {
  readonly changes: ChangeStorage;
  private readonly target: ConversationStorage['target'];
  private readonly host: ConversationsHost;
  private readonly changeEmitter = new Emitter();
  readonly onDidChange = this.changeEmitter.event;
  private readonly asked = new Set<string>();
  private readonly closing = new AbortController();
  private made: ConversationStore | undefined;

  constructor(host: ConversationsHost) {
    this.host = host;
    this.target = { write: (id, change) => this.store.write(id, change), redact: host.redact };
    this.changes = {
      saveTurn: (conversation, turn, files) => {
        const kept = saveableChanges(files, host.redact);
        // Changes are not saved while the window closes, because nobody is shown them any more.
        if (kept && !this.closing.signal.aborted) this.store.changes.saveTurn(conversation, turn, kept);
      },
      replace: (turn, files) => {
        const kept = saveableChanges(files, host.redact);
        if (kept) this.store.changes.replace(turn, kept);
      },
      of: (turn) => this.store.changes.of(turn),
      has: (turn) => this.store.changes.has(turn),
    };
  }

  get store(): ConversationStore {
    this.made ??= this.host.store();
    return this.made;
  }

  /** Returns undefined if there is no title, or the store cannot be used. */
  titleOf(id: string): string | undefined {
    try {
      return this.store.title(id)?.title;
    } catch {
      return undefined;
    }
  }

  setUnread(id: string, isUnread: boolean): void {
    this.store.setUnread(id, isUnread);
  }

  /** @throws StoreError, or an error of SQLite. */
  ids(): ReadonlySet<string> {
    return this.store.ids();
  }

  /** Remembers the conversation that the side bar shows, because the workspace starts with it. */
  forSideBar(): ConversationStorage {
    return {
      ...this.storage((id) => this.store.remember(id)),
      lastShown: () => this.store.lastShown(),
    };
  }

  forTab(first: string): ConversationStorage {
    return {
      ...this.storage(() => undefined),
      lastShown: () => (this.store.canShow(first) ? first : undefined),
    };
  }

  private storage(remember: (id: string) => void): Omit<ConversationStorage, 'lastShown'> {
    return {
      target: this.target,
      read: (id) => this.store.read(id),
      show: (id, instead) => {
        this.store.show(id, instead);
        remember(id);
        this.changed();
      },
      close: (id) => this.store.leave(id),
      onTurnEnded: (conversation, end) => {
        if (this.closing.signal.aborted) return;
        // The first turn has given the conversation its first title.
        this.changed();
        if (end.why === 'answered') void this.entitle(conversation);
      },
    };
  }

  /** Renames on behalf of the user. @throws StoreError, or an error of SQLite. */
  rename(id: string, title: string): void {
    this.store.rename(id, title, 'user');
    this.changed();
  }

  dispose(): void {
    this.closing.abort(new Error('The window is closing.'));
    this.changeEmitter.dispose();
    this.made?.dispose();
  }

  /** Asks the model for a title, once for each conversation that is still named by its first words. */
  private async entitle(conversation: Conversation): Promise<void> {
    const { id } = conversation;
    try {
      if (this.asked.has(id) || !this.host.titlesByModel() || this.store.title(id)?.titledBy !== 'text')
        return;
      this.asked.add(id);
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(TITLE_LIMIT_MS)]);
      const title = await this.host.titleFor(conversation, signal);
      if (title === undefined || this.closing.signal.aborted) return;
      this.store.rename(id, this.host.redact(title), 'model');
      this.changed();
    } catch (error) {
      if (!this.closing.signal.aborted)
        this.host.log(`The model gave the conversation no title: ${detailOf(error)}`);
    }
  }

  private changed(): void {
    this.changeEmitter.fire();
  }
}

function detailOf(error: unknown): string {
  const { detail, message } = error as Partial<ModelError>;
  return [message, detail].filter(Boolean).join(' ');
}
