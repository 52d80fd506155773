/**
 * The one conversation of the window: takes what the user does in any chat, runs turns, and tells every
 * open chat what changed. The chats hold no state of their own, so they cannot disagree.
 */
import { Conversation, PatchStream, Transcript } from '../../agent/index.ts';
import type { Opening, PermitVerdict, SamplingQuestion, TurnEvent } from '../../agent/index.ts';
import type { Answer, Attachment, ChatStatus, HostMessage, Question } from '../../protocol/index.ts';
import { Approvals, type Wish } from './approvals.ts';
import type { ChatClient, ChatHost } from './chatHost.ts';
import { MessageQueue } from './queue.ts';
import { Questions, type Origin } from './questions.ts';
import { SamplingCards, type SamplingCard } from './samplingCards.ts';
import { earlierOf, snapshotOf } from './snapshots.ts';

export class ChatController {
  private readonly host: ChatHost;
  private readonly clients = new Set<ChatClient>();
  private readonly questions: Questions;
  private readonly approvals = new Approvals();
  private readonly samplings = new SamplingCards();
  private readonly queue = new MessageQueue({
    changed: (messages) => this.tell({ type: 'queue', messages }),
    send: ({ text, attachments }) => this.send(text, undefined, attachments),
  });
  private conversation: Conversation;
  private transcript: Transcript;
  private patches: PatchStream;
  /** The offer as the chats know it. */
  private offered = '';
  private isEnding = false;
  private turn: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(host: ChatHost) {
    this.host = host;
    this.questions = new Questions((url) => host.openPage(url));
    [this.conversation, this.transcript, this.patches] = this.open();
  }

  /** Lets a chat take part. It gets nothing until it says `ready`. Returns how to leave. */
  attach(client: ChatClient): () => void {
    this.clients.add(client);
    return () => this.clients.delete(client);
  }

  /** Answers `ready`: everything the chat needs to draw itself. Increments go on from there. */
  sendSnapshot(client: ChatClient): void {
    this.patches.flush();
    const { items } = this.transcript;
    client.post({ type: 'offer', offer: this.host.offer() });
    client.post({ type: 'queue', messages: this.queue.messages });
    const { id: conversation } = this.conversation;
    client.post(snapshotOf(items, { conversation, seq: this.patches.seq, status: this.status() }));
  }

  /** To be called when servers have changed: tells the chats what is offered now, if it is something else. */
  offerChanged(): void {
    const offer = this.host.offer();
    const text = JSON.stringify(offer);
    if (text === this.offered) return;
    this.offered = text;
    this.tell({ type: 'offer', offer });
  }

  /** Sends the items that stand before the item `before`: the nearest ones, or at least all from `through` on. */
  sendEarlier(client: ChatClient, before: string, through?: string): void {
    const message = earlierOf(this.transcript.items, this.conversation.id, before, through);
    if (message) client.post(message);
  }

  /**
   * Sends the user's message. While a turn runs it waits in the queue. When something attached to it cannot be read,
   * it goes back into the composer.
   */
  send(text: string, from = [...this.clients].at(-1), attachments: readonly Attachment[] = []): void {
    if (text.trim() === '' && attachments.length === 0) return;
    if (this.turn) {
      this.queue.add(text, attachments);
      return;
    }
    if (attachments.length === 0) {
      this.add({ said: { text }, messages: [{ role: 'user', text }] });
      this.startTurn();
      return;
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
    if (this.turn) return Promise.resolve('The model is still answering. Stop it first, or wait.');
    return new Promise((resolve) => {
      this.startTurn(async (signal) => {
        try {
          const opening = await fetch(signal);
          signal.throwIfAborted();
          this.add(opening);
          resolve(undefined);
          return true;
        } catch (error) {
          resolve(signal.aborted ? 'Stopped.' : (error as Error).message);
          return false;
        }
      });
    });
  }

  private add({ said, messages, onlyServers }: Opening): void {
    this.transcript.clearNotices();
    this.conversation.onlyServers = onlyServers;
    this.transcript.addUser(said);
    for (const message of messages) this.conversation.append(message);
  }

  /** Goes on after a stop, a limit or a failure, from where the conversation is. */
  resume(): void {
    if (this.turn || this.conversation.messages.length === 0) return;
    this.transcript.clearNotices();
    // A model does not answer its own words: after a cut answer somebody has to ask.
    if (this.conversation.messages.at(-1)?.role === 'assistant') {
      this.transcript.addUser({ text: 'Continue.' });
      this.conversation.append({ role: 'user', text: 'Continue.' });
    }
    this.startTurn();
  }

  /**
   * Makes calls that the model is not told of: they are shown, and end like a turn does. Nothing happens while a
   * turn runs. `calls` gets the conversation's id and must not throw.
   */
  runAside(calls: (conversation: string, signal: AbortSignal) => AsyncIterable<TurnEvent>): void {
    if (this.turn) return;
    this.startTurn(async (signal) => {
      for await (const event of calls(this.conversation.id, signal))
        this.transcript.apply(event, this.host.now());
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

  /**
   * Asks the user what a server wants to know, in the conversation that is shown. Any number of questions can
   * be open. The signal withdraws the question; it is then answered with `cancel`, as it is by a new chat.
   *
   * To a page the answer comes when it was opened; if `page.waits`, only when `page.finished` fires after it,
   * or when the user says that the page is done, which is what a call that is to be retried needs.
   */
  ask(question: Question, from: Origin): Promise<Answer> {
    // Not every server takes its question back when its call is cancelled: a stopped turn leaves none open.
    const until = this.untilStopped(from.signal);
    const answer = this.questions.ask(this.transcript, question, { ...from, signal: until });
    if (!until.aborted) this.host.showChat();
    return answer;
  }

  /**
   * Shows what a server wants the model to answer. With `allowed` the user is not asked. The card is withdrawn
   * as a question is; its signal says so.
   */
  showSampling(question: SamplingQuestion, from: Omit<Origin, 'page'>, allowed: boolean): SamplingCard {
    const until = this.untilStopped(from.signal);
    const card = this.samplings.open(this.transcript, question, { ...from, signal: until }, allowed);
    if (!allowed) this.host.showChat();
    return card;
  }

  /** What the user did with a question. Comes from a page, so `reply` is not trusted. */
  async answer(id: string, reply: unknown): Promise<void> {
    this.samplings.reply(id, reply);
    await this.questions.reply(id, reply);
    // Whoever corrects a form or waits for the next question sees the change without a frame's delay.
    this.patches.flush();
  }

  /** Asks the user whether a call may run; it stands in the transcript. The signal ends the asking. */
  approve(id: string, wish: Wish, signal: AbortSignal): Promise<PermitVerdict> {
    const verdict = this.approvals.ask(this.transcript, id, wish, signal);
    if (!signal.aborted) this.host.showChat();
    return verdict;
  }

  /** What the user decided about a call. Comes from a page, so `verdict` is not trusted. */
  decide(id: string, verdict: unknown): void {
    this.approvals.reply(id, verdict);
    this.patches.flush();
  }

  /** Starts an empty conversation, after the running turn has been stopped. */
  async newChat(): Promise<void> {
    await this.end();
    this.patches.flush();
    for (const client of [...this.clients].slice(-1))
      for (const { id } of this.queue.messages) this.queue.take(id, 'edit', client);
    [this.conversation, this.transcript, this.patches] = this.open();
    for (const client of this.clients) this.sendSnapshot(client);
  }

  /** To be called when the model or the servers have changed. */
  statusChanged(): void {
    this.patches.push({ op: 'status', status: this.status() });
  }

  /** Tells every open chat to take the keyboard. */
  focus(): void {
    this.tell({ type: 'focus' });
  }

  /** Opens the bar to find with, or the list of keys, in the chat that appeared last. */
  show(what: 'find' | 'shortcuts'): void {
    [...this.clients].at(-1)?.post({ type: 'show', what });
  }

  /** Adds a resource to what is being written in that chat, or else in the one that appeared last. */
  attachToDraft(attachment: Attachment, to: ChatClient | undefined = [...this.clients].at(-1)): void {
    to?.post({ type: 'compose', text: '', attachments: [attachment] });
  }

  /** Begins a slash command in the chat that appeared last; `prompt` as far as it is known. */
  writeCommand(prompt: string): void {
    [...this.clients].at(-1)?.post({ type: 'compose', text: `/${prompt}` });
  }

  /** The transcript, for whoever shows parts of it elsewhere. */
  get shown(): Transcript {
    return this.transcript;
  }

  /** Resolves when no turn runs any more. */
  async dispose(): Promise<void> {
    await this.end();
    this.clients.clear();
  }

  private async end(): Promise<void> {
    this.isEnding = true;
    this.stop();
    // The turn may be waiting for an answer.
    this.questions.cancelAll();
    this.samplings.cancelAll();
    await this.turn?.done;
    // A server may have asked while its call was being cancelled.
    this.questions.cancelAll();
    this.samplings.cancelAll();
    this.isEnding = false;
  }

  private untilStopped(signal: AbortSignal): AbortSignal {
    return this.turn ? AbortSignal.any([signal, this.turn.abort.signal]) : signal;
  }

  /** `prepare` runs as part of the turn; if it gives false, that was all. */
  private startTurn(prepare?: (signal: AbortSignal) => Promise<boolean>): void {
    const abort = new AbortController();
    this.turn = { abort, done: this.run(abort.signal, prepare) };
    this.host.onTurnChanged(true);
    this.statusChanged();
  }

  private async run(signal: AbortSignal, prepare?: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    const { transcript } = this;
    let isAnswered = false;
    if (!prepare || (await prepare(signal))) {
      for await (const event of this.host.runTurn(this.conversation, signal)) {
        transcript.apply(event, this.host.now());
        if (event.type === 'context') this.statusChanged();
        isAnswered = event.type === 'turnEnd' && event.end.why === 'answered';
      }
    }
    this.turn = undefined;
    // After a failure the next message would fail as well; what was written since the user stopped the turn may go.
    if (!isAnswered && !signal.aborted) this.queue.hold();
    this.host.onTurnChanged(false);
    this.statusChanged();
    // The end of a turn is worth its own message: whoever waits for it sees it without a frame's delay.
    this.patches.flush();
    if (!this.isEnding) this.queue.sendNext();
  }

  private status(): ChatStatus {
    const turn = !this.turn ? 'idle' : this.turn.abort.signal.aborted ? 'stopping' : 'running';
    const { usage, context } = this.transcript;
    return { turn, ...this.host.status(), ...(usage && { usage }), ...(context && { context }) };
  }

  private tell(message: HostMessage): void {
    for (const client of this.clients) client.post(message);
  }

  private open(): [Conversation, Transcript, PatchStream] {
    const conversation = new Conversation(this.host.newId());
    const { id } = conversation;
    const patches = new PatchStream((seq, list) => {
      this.tell({ type: 'patch', conversation: id, seq, patches: list });
    });
    return [conversation, new Transcript((patch) => patches.push(patch)), patches];
  }
}
