import type { OpenConversation } from '../../agent/index.ts';
import type {
  ChatStatus,
  CommandView,
  HostMessage,
  Offer,
  QueuedMessage,
  Item,
} from '../../protocol/index.ts';
import type { ChatClient, ComposerTarget } from './chatHost.ts';

export interface SessionState {
  readonly offer: Offer;
  readonly status: ChatStatus;
  readonly queue: readonly QueuedMessage[];
  readonly commands: readonly CommandView[];
}

export class ChatClients {
  private readonly clients = new Set<ChatClient>();
  private readonly loaded = new Set<ChatClient>();
  /** The page that gets the keyboard focus once it has loaded. */
  private focusWanted: ChatClient | 'the next that loads' | undefined;
  /** Messages for composers that no page could take; the next page that loads gets them. */
  private readonly composed: HostMessage[] = [];

  /** Adds a page, which gets the conversation when it sends `ready`. Returns a function that removes it. */
  addClient(client: ChatClient): () => void {
    this.clients.add(client);
    return () => {
      this.clients.delete(client);
      this.loaded.delete(client);
      if (this.focusWanted === client) this.focusWanted = undefined;
    };
  }

  ready(client: ChatClient): void {
    this.loaded.add(client);
    for (const message of this.composed.splice(0)) client.post(message);
    if (this.focusWanted === client || this.focusWanted === 'the next that loads') this.focus(client);
  }

  /**
   * Must be called when the editor hides a page. It takes the page away then, and loads it anew. While it loads on a busy
   * machine, a message can get lost although the editor says that it arrived.
   */
  hidden(client: ChatClient): void {
    this.loaded.delete(client);
  }

  /**
   * Must be called when a message did not reach the page of a chat: the editor has taken the page away, and loads it
   * anew.
   */
  lost(client: ChatClient, message: HostMessage): void {
    this.loaded.delete(client);
    if (message.type === 'compose') this.composed.push(message);
    if (message.type === 'focus') this.focusWanted = client;
  }

  focused(client: ChatClient): void {
    if (this.clients.delete(client)) this.clients.add(client);
  }

  post(message: HostMessage): void {
    for (const client of this.clients) client.post(message);
  }

  snapshot(
    { id, transcript, patches }: OpenConversation,
    around: SessionState,
    to: readonly ChatClient[] = [...this.clients],
  ): void {
    patches.flush();
    const { offer, queue, commands, status } = around;
    for (const client of to) {
      client.post({ type: 'offer', offer });
      client.post({ type: 'queue', messages: queue });
      client.post({ type: 'commands', conversation: id, commands });
      client.post(snapshotOf(transcript.items, { conversation: id, seq: patches.seq, status }));
    }
  }

  earlier({ id, transcript }: OpenConversation, client: ChatClient, before: string, through?: string): void {
    const message = earlierOf(transcript.items, id, before, through);
    if (message) client.post(message);
  }

  get newest(): ChatClient | undefined {
    return [...this.clients].at(-1);
  }

  /** `client` is a page of the chat. By default, it is the one that was used last, or else the next one that loads. */
  composer(conversation: string, client?: ChatClient): ComposerTarget {
    return {
      compose: (content) => {
        const message = { type: 'compose', conversation, ...content } as const;
        const page = client ?? this.newest;
        if (page && this.loaded.has(page)) page.post(message);
        else this.composed.push(message);
      },
    };
  }

  offer(offer: Offer): void {
    this.post({ type: 'offer', offer });
  }

  /** Gives the keyboard focus to that page alone: two pages would take it from each other. */
  focus(client: ChatClient): void {
    const isLoaded = this.loaded.has(client);
    this.focusWanted = isLoaded ? undefined : client;
    if (isLoaded) client.post({ type: 'focus' });
  }

  /** Gives the keyboard focus to the next page that loads, and to none that is there. */
  focusNext(): void {
    this.focusWanted = 'the next that loads';
  }

  showPart(what: 'find' | 'shortcuts'): void {
    this.newest?.post({ type: 'show', what });
  }

  clear(): void {
    this.clients.clear();
    this.loaded.clear();
  }
}

const WINDOW = 200;

type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;

function snapshotOf(
  items: readonly Item[],
  rest: Pick<Snapshot, 'conversation' | 'seq' | 'status'>,
): Snapshot {
  const earlier = Math.max(0, items.length - WINDOW);
  return { type: 'snapshot', ...rest, items: items.slice(earlier), earlier };
}

/** Returns undefined if the transcript does not have the item `before`. */
function earlierOf(
  all: readonly Item[],
  conversation: string,
  before: string,
  through?: string,
): HostMessage | undefined {
  const end = all.findIndex(({ id }) => id === before);
  if (end < 0) return undefined;
  const from = through === undefined ? -1 : all.findIndex(({ id }) => id === through);
  const earlier = Math.max(0, (from < 0 ? end : Math.min(from, end)) - WINDOW);
  return { type: 'earlier', conversation, items: all.slice(earlier, end), earlier };
}
