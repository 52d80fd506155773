/** The page's copy of the host's state. Each item is its own signal, so that a piece of text redraws only its item. */
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  patchItem,
  type ChatMessage,
  type ChatStatus,
  type Item,
  type Patch,
  type HostMessage,
} from '../../protocol/index.ts';
import { announcementOf, type Announcement } from './announce.ts';
import { Announcer } from './announcer.ts';
import { isSameRow, rowOf, type Row } from './rows.ts';

export class ChatStore {
  /** Ids of items are unique only within a conversation. */
  readonly conversation = signal<string | undefined>(undefined);
  /** Oldest first. */
  readonly rows = signal<readonly Row[]>([]);
  readonly earlier = signal(0);
  readonly loadingEarlier = signal(false);
  readonly status = signal<ChatStatus | undefined>(undefined);
  readonly announcer: Announcer;
  /** Ms that the host's clock is ahead: the host may be another machine. */
  clockSkew = 0;
  /** Start of the running turn, and its last sign of life, by the page's clock. */
  turnSince = 0;
  lastPatchAt = 0;
  /** Time by the page's clock at which the request is made again. */
  retryAt = 0;

  private announcements: Announcement[] = [];
  private sync: Sync = { state: 'asking' };
  private readonly items = new Map<string, Signal<Item>>();
  private readonly post: (message: ChatMessage) => void;
  private readonly now: () => number;

  constructor(
    post: (message: ChatMessage) => void,
    now: () => number,
    later: (run: () => void, ms: number) => void,
  ) {
    this.announcer = new Announcer(later);
    this.post = post;
    this.now = now;
  }

  item(id: string): ReadonlySignal<Item> | undefined {
    return this.items.get(id);
  }

  start(): void {
    this.sync = { state: 'asking' };
    this.post({ type: 'ready' });
  }

  askEarlier(through?: string): void {
    const first = this.rows.peek()[0];
    if (!first || this.earlier.peek() === 0 || this.loadingEarlier.peek()) return;
    this.loadingEarlier.value = true;
    this.post({ type: 'earlier', before: first.id, through });
  }

  apply(messages: readonly Numbered[]): void {
    this.announcements = [];
    batch(() => messages.forEach((message) => this.receive(message)));
    this.announcer.say(...this.announcements);
  }

  private receive(message: Numbered): void {
    const [action, sync] = nextSync(this.sync, message);
    this.sync = sync;
    if (action === 'ask') this.post({ type: 'ready' });
    if (action !== 'apply') return;
    switch (message.type) {
      case 'snapshot':
        return this.replaceAll(message);
      case 'earlier':
        return this.prepend(message.items, message.earlier);
      case 'patch':
        return this.patch(message.patches);
    }
  }

  /** Items that stay keep their signal, so that a snapshot amid a conversation redraws nothing. */
  private replaceAll(snapshot: Extract<Numbered, { type: 'snapshot' }>): void {
    if (snapshot.conversation !== this.conversation.peek()) {
      this.items.clear();
      this.rows.value = [];
    }
    const first = snapshot.items[0]?.id;
    const rows = this.rows.peek();
    const kept = rows.slice(
      0,
      Math.max(
        0,
        rows.findIndex(({ id }) => id === first),
      ),
    );
    const ids = new Set([...kept, ...snapshot.items].map(({ id }) => id));
    for (const id of this.items.keys()) if (!ids.has(id)) this.items.delete(id);
    snapshot.items.forEach((item) => this.put(item));
    this.conversation.value = snapshot.conversation;
    this.rows.value = [...kept, ...snapshot.items.map(rowOf)];
    this.earlier.value = Math.max(0, snapshot.earlier - kept.length);
    this.loadingEarlier.value = false;
    this.takeStatus(snapshot.status);
  }

  private takeStatus(status: ChatStatus): void {
    this.status.value = status;
    if (!status.progress) return;
    this.turnSince = this.now() - status.progress.ms;
    this.lastPatchAt = this.now() - status.progress.quietMs;
    this.retryAt = this.now() + (status.progress.retry?.leftMs ?? 0);
  }

  private prepend(items: readonly Item[], earlier: number): void {
    const added = items.filter(({ id }) => !this.items.has(id));
    added.forEach((item) => this.put(item));
    this.rows.value = [...added.map(rowOf), ...this.rows.peek()];
    this.earlier.value = earlier;
    this.loadingEarlier.value = false;
  }

  private patch(patches: readonly Patch[]): void {
    this.lastPatchAt = this.now();
    for (const patch of patches) {
      const sentence = this.announce(patch);
      if (sentence !== undefined) this.announcements.push(sentence);
      this.applyPatch(patch);
    }
  }

  private announce(patch: Patch): Announcement | undefined {
    return announcementOf(patch, {
      item: 'id' in patch ? this.items.get(patch.id)?.peek() : undefined,
      status: this.status.peek(),
      last: this.rows.peek().at(-1)?.kind,
    });
  }

  private applyPatch(patch: Patch): void {
    switch (patch.op) {
      case 'add':
        this.add(patch.item);
        break;
      case 'remove':
        this.items.delete(patch.id);
        this.rows.value = this.rows.peek().filter(({ id }) => id !== patch.id);
        break;
      case 'status':
        this.takeStatus(patch.status);
        break;
      default: {
        const item = this.items.get(patch.id);
        if (item) this.change(item, patchItem(item.peek(), patch));
      }
    }
  }

  private change(known: Signal<Item>, item: Item): void {
    const [before, row] = [rowOf(known.peek()), rowOf(item)];
    known.value = item;
    if (!isSameRow(before, row))
      this.rows.value = this.rows.peek().map((each) => (each.id === row.id ? row : each));
  }

  private add(item: Item): void {
    if (item.kind === 'call' && item.call.status === 'running')
      this.clockSkew = item.call.startedAt - this.now();
    const known = this.items.get(item.id);
    if (known) this.change(known, item);
    else this.put(item);
    if (!known) this.rows.value = [...this.rows.peek(), rowOf(item)];
  }

  private put(item: Item): void {
    const known = this.items.get(item.id);
    if (known) known.value = item;
    else this.items.set(item.id, signal(item));
  }
}

/** `asking`: a snapshot is awaited; nothing else is applied. `live`: `seq` is the last applied patch. */
type Sync =
  | { readonly state: 'asking' }
  | { readonly state: 'live'; readonly conversation: string; readonly seq: number };

export type Numbered = Extract<HostMessage, { type: 'snapshot' | 'patch' | 'earlier' }>;

/** `ask`: ignore, and ask for a snapshot. */
type SyncAction = 'apply' | 'ignore' | 'ask';

function nextSync(sync: Sync, message: Numbered): readonly [SyncAction, Sync] {
  if (message.type === 'snapshot') {
    const { conversation, seq } = message;
    return ['apply', { state: 'live', conversation, seq }];
  }
  if (sync.state === 'asking') return ['ignore', sync];
  if (message.type === 'earlier')
    return [message.conversation === sync.conversation ? 'apply' : 'ignore', sync];
  if (message.conversation !== sync.conversation || message.seq > sync.seq + 1)
    return ['ask', { state: 'asking' }];
  if (message.seq <= sync.seq) return ['ignore', sync];
  return ['apply', { ...sync, seq: message.seq }];
}
