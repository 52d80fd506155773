/**
 * One chat: takes what the user does in any of its views, runs turns, and tells every view what changed. The views
 * hold no state of their own, so they cannot disagree.
 */
import { t } from '@vscode/l10n';
import { OpenConversation } from '../../agent/index.ts';
import type { Opening, Transcript, TurnEnd, TurnEvent } from '../../agent/index.ts';
import { saidBy } from '../../mcp/index.ts';
import type { Attachment, ChatStatus } from '../../protocol/index.ts';
import { ChatClients, type Around } from './clients.ts';
import type { ChatClient, ChatHost } from './chatHost.ts';
import { firstConversation } from './firstConversation.ts';
import { MessageQueue } from './queue.ts';
import { UserAsks } from './userAsks.ts';

export class ChatController {
  private readonly host: ChatHost;
  /** The views that are open. */
  readonly clients = new ChatClients();
  readonly asks: UserAsks;
  private readonly queue = new MessageQueue({
    changed: (messages) => this.clients.tell({ type: 'queue', messages }),
    send: ({ text, attachments }) => this.send(text, undefined, attachments),
  });
  private isEnding = false;
  /** The conversation that is shown; nothing until somebody wants to know. */
  private opened: OpenConversation | undefined;
  private turn: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(host: ChatHost) {
    this.host = host;
    this.asks = new UserAsks({
      openPage: (url) => host.openPage(url),
      showChat: () => host.showChat(),
      transcript: () => this.shown,
      untilStopped: (signal) => (this.turn ? AbortSignal.any([signal, this.turn.abort.signal]) : signal),
      flush: () => this.current.patches.flush(),
    });
  }

  /** Lets a chat take part. It gets nothing until it says `ready`. Returns how to leave. */
  attach(client: ChatClient): () => void {
    return this.clients.add(client);
  }

  /** Answers `ready`: everything the chat needs to draw itself. Increments go on from there. */
  sendSnapshot(client: ChatClient): void {
    this.clients.snapshot(this.current, this.around(), [client]);
  }

  /** To be called when servers have changed: tells the chats what is offered now, if it is something else. */
  offerChanged(): void {
    this.clients.offer(this.host.offer());
  }

  /** Sends the items that stand before the item `before`: the nearest ones, or at least all from `through` on. */
  sendEarlier(client: ChatClient, before: string, through?: string): void {
    this.clients.earlier(this.current, client, before, through);
  }

  /**
   * Sends the user's message. While a turn runs it waits in the queue. When something attached to it cannot be read,
   * it goes back into the composer.
   */
  send(text: string, from = this.clients.newest, attachments: readonly Attachment[] = []): void {
    if (text.trim() === '' && attachments.length === 0) return;
    if (this.turn) return this.queue.add(text, attachments);
    if (attachments.length === 0) {
      this.current.add({ said: { text }, messages: [{ role: 'user', text }] });
      return this.startTurn();
    }
    void this.begin((signal) => this.host.openMessage(text, attachments, signal)).then((problem) => {
      if (problem === undefined) return;
      if (from) from.post({ type: 'compose', text, attachments, problem });
      // No chat is open that could show it.
      else this.queue.add(text, attachments);
    });
  }

  /** Takes a message out of the queue, into the composer of the chat that asks, away, or to be asked next. */
  unqueue(id: string, how: 'edit' | 'remove' | 'ask', from: ChatClient): void {
    if (how !== 'ask') return this.queue.take(id, how, from);
    this.queue.release(id);
    if (!this.turn) this.queue.sendNext();
  }

  /**
   * Begins a turn with what `fetch` brings; Stop ends also the fetching. Resolves when the turn has begun, or with
   * why it has not: then nothing has changed.
   */
  begin(fetch: (signal: AbortSignal) => Promise<Opening>): Promise<string | undefined> {
    if (this.turn) return Promise.resolve(t('The model is still answering. Stop it first, or wait.'));
    return new Promise((resolve) => {
      this.startTurn(async (signal) => {
        try {
          const opening = await fetch(signal);
          signal.throwIfAborted();
          this.current.add(opening);
          resolve(undefined);
          return true;
        } catch (error) {
          resolve(signal.aborted ? t('Stopped.') : saidBy(error));
          return false;
        }
      });
    });
  }

  /** Goes on after a stop, a limit or a failure, from where the conversation is. */
  resume(): void {
    const { conversation, transcript } = this.current;
    if (this.turn || conversation.messages.length === 0) return;
    const text = t('Continue.');
    // A model does not answer its own words: after a cut answer somebody has to ask.
    if (conversation.messages.at(-1)?.role === 'assistant')
      this.current.add({
        said: { text },
        messages: [{ role: 'user', text }],
        ...(conversation.onlyServers && { onlyServers: conversation.onlyServers }),
      });
    else transcript.clearNotices();
    this.startTurn();
  }

  /**
   * Says again what the user said in that item, in these words if there are any, in a conversation of its own that
   * has all that came before. What came after it stays in the conversation that was.
   */
  resend(item: string, text?: string): void {
    if (this.turn || text?.trim() === '') return;
    const parted = this.current.branchAt(item, text, this.host.newId(), this.surroundings);
    if (!parted) return;
    this.asks.withdrawAll();
    this.present(parted.open);
    parted.open.add(parted.opening);
    this.startTurn();
  }

  /** Asks once more for the answer that the item is a part of. */
  regenerate(item: string): void {
    const { items } = this.shown;
    const place = items.findIndex(({ id }) => id === item);
    const asked = items.slice(0, place + 1).findLast(({ kind }) => kind === 'user');
    if (asked) this.resend(asked.id);
  }

  /**
   * Makes calls that the model is not told of: they are shown, and end like a turn does. Nothing happens while a
   * turn runs. `calls` gets the conversation's id and must not throw.
   */
  runAside(calls: (conversation: string, signal: AbortSignal) => AsyncIterable<TurnEvent>): void {
    if (this.turn) return;
    const { id, transcript } = this.current;
    this.startTurn(async (signal) => {
      for await (const event of calls(id, signal)) transcript.apply(event, this.host.now());
      return false;
    });
  }

  /** Cancels the turn with all its calls. */
  stop(): void {
    if (!this.turn || this.turn.abort.signal.aborted) return;
    this.turn.abort.abort(new Error('Stopped by the user.'));
    this.queue.hold();
    this.statusChanged();
  }

  /** Starts an empty conversation, after the running turn has been stopped. */
  async newChat(): Promise<void> {
    await this.end();
    this.present(OpenConversation.begin(this.host.newId(), this.surroundings));
  }

  /**
   * Shows a conversation that was kept, after the running turn has been stopped.
   * @throws Error that says why it cannot be shown.
   */
  async openKept(id: string): Promise<void> {
    if (id === this.current.id) return;
    const kept = this.host.keeping?.read(id);
    if (!kept) throw new Error(t('The conversation is no longer there.'));
    await this.end();
    this.present(OpenConversation.restore(kept, this.surroundings));
  }

  /** To be called when the model or the servers have changed. */
  statusChanged(): void {
    this.opened?.patches.push({ op: 'status', status: this.status() });
  }

  /** The transcript, for whoever shows parts of it elsewhere. */
  get shown(): Transcript {
    return this.current.transcript;
  }

  /** The id of the conversation that is shown. */
  get shownId(): string {
    return this.current.id;
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  /** Ends a chat whose tab was closed, with its turn. The conversation stays in the list. */
  async close(): Promise<void> {
    this.clients.clear();
    await this.end();
    if (!this.opened) return;
    this.opened.settle();
    this.host.keeping?.leave(this.opened.id);
  }

  /** Resolves when no turn runs any more. What the turn still does is its end, and is not kept. */
  async dispose(): Promise<void> {
    this.opened?.freeze();
    await this.end();
    this.clients.clear();
  }

  private async end(): Promise<void> {
    this.isEnding = true;
    this.stop();
    // The turn may be waiting for an answer.
    this.asks.withdrawAll();
    await this.turn?.done;
    // A server may have asked while its call was being cancelled.
    this.asks.withdrawAll();
    this.isEnding = false;
  }

  /** `prepare` runs as part of the turn; if it gives false, that was all. */
  private startTurn(prepare?: (signal: AbortSignal) => Promise<boolean>): void {
    const abort = new AbortController();
    this.turn = { abort, done: this.run(abort.signal, prepare) };
    this.host.onTurnChanged(true);
    this.statusChanged();
  }

  private async run(signal: AbortSignal, prepare?: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    const open = this.current;
    open.running(true);
    let end: TurnEnd | undefined;
    if (!prepare || (await prepare(signal))) {
      for await (const event of this.host.runTurn(open.conversation, signal)) {
        // By now the model's side has all that the step before has brought.
        if (event.type === 'stepStart') open.settle();
        open.transcript.apply(event, this.host.now());
        if (event.type === 'context') this.statusChanged();
        if (event.type === 'turnEnd') ({ end } = event);
      }
    }
    this.turn = undefined;
    // After a failure the next message would fail as well; what was written since the user stopped the turn may go.
    if (end?.why !== 'answered' && !signal.aborted) this.queue.hold();
    this.host.onTurnChanged(false);
    this.statusChanged();
    // The end of a turn is worth its own message: whoever waits for it sees it without a frame's delay.
    open.running(false);
    if (end) this.host.keeping?.turnEnded(open.conversation, end);
    if (!this.isEnding) this.queue.sendNext();
  }

  private status(): ChatStatus {
    const turn = !this.turn ? 'idle' : this.turn.abort.signal.aborted ? 'stopping' : 'running';
    const { usage, context } = this.shown;
    return { turn, ...this.host.status(), ...(usage && { usage }), ...(context && { context }) };
  }

  private around(): Around {
    return { offer: this.host.offer(), status: this.status(), queue: this.queue.messages };
  }

  /** The conversation that is shown: at first the one that was shown before, if it is kept. */
  private get current(): OpenConversation {
    if (!this.opened) {
      this.opened = firstConversation(this.host, this.surroundings);
      this.host.keeping?.show(this.opened.id);
    }
    return this.opened;
  }

  private present(open: OpenConversation): void {
    // What waited to be said in the conversation that goes is left in its draft.
    const { newest } = this.clients;
    if (newest) for (const { id } of this.queue.messages) this.queue.take(id, 'edit', newest);
    this.opened?.settle();
    this.opened = open;
    this.host.keeping?.show(open.id);
    this.clients.snapshot(open, this.around());
  }

  private get surroundings(): Parameters<typeof OpenConversation.begin>[1] {
    return {
      target: this.host.keeping?.target,
      show: (conversation, seq, patches) => this.clients.tell({ type: 'patch', conversation, seq, patches }),
    };
  }
}
