/**
 * A conversation that is open in a chat: its turn, the messages that wait for the end of the turn, and what the user
 * is asked in it. It goes on whether or not the chat shows it.
 */
import { t } from '@vscode/l10n';
import { messageOf } from '../../base/common/message.ts';
import {
  TurnProgressTracker,
  type OpenConversation,
  type TurnInput,
  type TurnEnd,
  type TurnEvent,
} from '../../agent/index.ts';
import { ModelError } from '../../models/index.ts';
import { pastOf, type Attachment, type ChatStatus, type HostMessage } from '../../protocol/index.ts';
import type { ChatClient, ChatHost } from './chatHost.ts';
import { MessageQueue } from './queue.ts';
import { UserRequests } from './userRequests.ts';

/** What a conversation needs of the chat that it is open in. */
export interface ChatSessionHost {
  readonly chat: ChatHost;
  /** Tells all who see the conversation. */
  post(message: HostMessage): void;
  /** Who can take back what could not be sent: the one who sent it, or another who sees the conversation. */
  composer(sender: ChatClient | undefined): ChatClient | undefined;
  /** The user is asked something: makes the conversation visible, without taking the keyboard. */
  onNeedsUser(): void;
  /** A turn of `ms` has ended with an answer, or without one, though the user did not stop it; none follows. */
  onTurnEnded(answered: boolean, ms: number): void;
  /** A turn has ended, and none follows. */
  onIdle(): void;
}

export class ChatSession {
  readonly open: OpenConversation;
  readonly userRequests: UserRequests;
  private readonly host: ChatSessionHost;
  private readonly queue: MessageQueue;
  private turn:
    | {
        readonly abort: AbortController;
        readonly watch: TurnProgressTracker;
        /** The ids of its calls so far. */
        readonly calls: ReadonlySet<string>;
        readonly done: Promise<void>;
      }
    | undefined;
  private isEnding = false;

  constructor(open: OpenConversation, host: ChatSessionHost) {
    this.open = open;
    this.host = host;
    const { chat } = host;
    this.queue = new MessageQueue(
      {
        changed: (messages) => {
          open.saveQueue(messages);
          host.post({ type: 'queue', messages });
        },
        send: ({ text, attachments }) => this.send(text, undefined, attachments),
      },
      open.savedQueue,
    );
    this.userRequests = new UserRequests({
      openPage: (url) => chat.openPage(url),
      needsUser: () => host.onNeedsUser(),
      transcript: open.transcript,
      untilStopped: (signal) => (this.turn ? AbortSignal.any([signal, this.turn.abort.signal]) : signal),
      flush: () => open.patches.flush(),
      counted: (verdict) => chat.pendingApprovals?.during(open.id, verdict) ?? verdict,
    });
    this.expireChanges();
  }

  get id(): string {
    return this.open.id;
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  /** The messages that wait. */
  get queued(): MessageQueue['messages'] {
    return this.queue.messages;
  }

  get status(): ChatStatus {
    const { chat } = this.host;
    const turn = !this.turn ? 'idle' : this.turn.abort.signal.aborted ? 'stopping' : 'running';
    const { usage, context } = this.open.transcript;
    return {
      turn,
      ...(this.turn && { progress: this.turn.watch.at(chat.monotonic()) }),
      ...chat.status(),
      ...(usage && { usage }),
      ...(context && { context }),
    };
  }

  /** To be called when the model or the servers have changed. */
  statusChanged(): void {
    this.open.patches.push({ op: 'status', status: this.status });
  }

  /**
   * Sends the user's message. While a turn runs it waits in the queue. When something attached to it cannot be read,
   * it goes back into the composer.
   */
  send(text: string, sender: ChatClient | undefined, attachments: readonly Attachment[]): void {
    if (text.trim() === '' && attachments.length === 0) return;
    if (this.turn) return this.queue.add(text, attachments);
    if (attachments.length === 0)
      return this.startTurnWith({ content: { text }, messages: [{ role: 'user', text }] });
    const { chat } = this.host;
    void this.begin((signal) => chat.expandMessage(text, attachments, signal)).then((problem) => {
      if (problem === undefined) return;
      const composer = this.host.composer(sender);
      if (composer) composer.post({ type: 'compose', text, attachments, problem });
      // Nobody sees the conversation who could take it back.
      else this.queue.add(text, attachments);
    });
  }

  /** Begins a turn with that. */
  startTurnWith(input: TurnInput): void {
    this.open.add(input);
    this.startTurn();
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
  begin(fetch: (signal: AbortSignal) => Promise<TurnInput>): Promise<string | undefined> {
    if (this.turn)
      return Promise.resolve(t('The model is still answering. Stop it, or wait for the answer.'));
    return new Promise((resolve) => {
      this.startTurn(async (signal) => {
        try {
          const input = await fetch(signal);
          signal.throwIfAborted();
          this.open.add(input);
          resolve(undefined);
          return true;
        } catch (error) {
          resolve(signal.aborted ? t('Stopped.') : messageOf(error).localized);
          return false;
        }
      });
    });
  }

  /** Goes on after a stop, a limit or a failure, where a notice offers that. */
  resume(): void {
    if (!this.turn && this.open.resume()) this.startTurn();
  }

  /**
   * Makes calls that the model is not told of: they are shown, and end like a turn does. Nothing happens while a
   * turn runs. `calls` gets the conversation's id and must not throw.
   */
  runManualCalls(
    calls: (conversation: string, signal: AbortSignal, asks: UserRequests) => AsyncIterable<TurnEvent>,
  ): void {
    if (this.turn) return;
    const { id, transcript } = this.open;
    this.startTurn(async (signal) => {
      const made = new Set<string>();
      for await (const event of calls(id, signal, this.userRequests)) {
        transcript.apply(event, this.host.chat.now());
        if (event.type === 'callStart') made.add(event.id);
      }
      this.addChanges(made, this.host.chat.now());
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

  /** Ends the turn, and what else asks for the user; resolves when nothing runs any more. */
  async end(): Promise<void> {
    this.isEnding = true;
    this.stop();
    // The turn may be waiting for an answer.
    this.userRequests.withdrawAll();
    await this.turn?.done;
    // A server may have asked while its call was being cancelled.
    this.userRequests.withdrawAll();
    this.isEnding = false;
  }

  /** Keeps what there is, with what the turn has changed so far, and from then on nothing: the window closes. */
  freeze(): void {
    if (this.turn) this.addChanges(this.turn.calls, undefined);
    this.open.freeze();
  }

  /** Gives the messages that wait back to whoever takes them into a composer. */
  returnQueued(to: ChatClient): void {
    // The last one first: each goes before what is in the composer.
    for (const { id } of this.queue.messages.toReversed()) this.queue.take(id, 'edit', to);
  }

  /** `prepare` runs as part of the turn; if it gives false, that was all. */
  private startTurn(prepare?: (signal: AbortSignal) => Promise<boolean>): void {
    const { chat } = this.host;
    const abort = new AbortController();
    const watch = new TurnProgressTracker(chat.monotonic());
    this.open.transcript.beginTurn(chat.now(), chat.status().model);
    const calls = new Set<string>();
    this.turn = { abort, watch, calls, done: this.run(abort.signal, watch, calls, prepare) };
    chat.onTurnChanged(true);
    this.statusChanged();
  }

  /** Shows which files these calls have changed. */
  private addChanges(calls: ReadonlySet<string>, endedAt: number | undefined): void {
    const changes = this.host.chat.changes?.close(calls, this.id);
    if (changes) this.open.transcript.addChanges(changes, endedAt);
  }

  /** Says of changes where nobody knows any more what the files were. */
  private expireChanges(): void {
    const { transcript } = this.open;
    for (const item of transcript.items) {
      if (item.kind !== 'changes' || item.state.status === 'past') continue;
      if (this.host.chat.changes?.knows(item.turn) !== true)
        transcript.changeChanges(item.id, pastOf(item.state));
    }
  }

  private async run(
    signal: AbortSignal,
    watch: TurnProgressTracker,
    calls: Set<string>,
    prepare?: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<void> {
    const { open } = this;
    const { chat } = this.host;
    open.setRunning(true);
    let end: TurnEnd | undefined;
    const handle = (event: TurnEvent): void => {
      // By now the model's side has all that the step before has brought.
      if (event.type === 'stepStart') open.settle();
      if (event.type === 'callStart') calls.add(event.id);
      // Before what is said of the end, so that it stays when that goes.
      if (event.type === 'turnEnd') this.addChanges(calls, chat.now());
      open.transcript.apply(event, chat.now());
      const isNews = watch.handle(event, chat.monotonic());
      if (isNews || event.type === 'context') this.statusChanged();
      if (event.type === 'turnEnd') ({ end } = event);
      chat.onTurnEvent?.(event);
    };
    try {
      if (!prepare || (await prepare(signal)))
        for await (const event of await chat.runTurn(open.conversation, signal, this.userRequests))
          handle(event);
    } catch (error) {
      handle({ type: 'turnEnd', end: { why: 'failed', error: asModelError(error) } });
    } finally {
      this.turn = undefined;
      // After a failure the next message would fail as well; what was written since the user stopped the turn may go.
      if (end?.why !== 'answered' && !signal.aborted) this.queue.hold();
      chat.onTurnChanged(false);
      this.statusChanged();
      // The end of a turn is worth its own message: whoever waits for it sees it without a frame's delay.
      open.setRunning(false);
    }
    if (end) chat.storage?.onTurnEnded(open.conversation, end);
    if (this.isEnding) return;
    this.queue.sendNext();
    if (this.isRunning) return;
    if (end && end.why !== 'cancelled')
      this.host.onTurnEnded(end.why === 'answered', watch.at(chat.monotonic()).ms);
    this.host.onIdle();
  }
}

/** The engine is a bundle of its own, so its `ModelError` is known by name, not by class. Others are faults of ours. */
function asModelError(error: unknown): ModelError {
  if (error instanceof Error && error.name === 'ModelError') return error as ModelError;
  const message = t(
    'An error in Patchbay ended the turn. Try again. If the error persists, report an issue.',
  );
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ModelError('internal', message, { detail, cause: error });
}
