/** An open conversation: its turn, its queue, and its requests to the user. It runs on while no chat shows it. */
import { t } from '@vscode/l10n';
import type { Disposable } from '../../base/common/event.ts';
import { follow, observableValue, type Observable } from '../../base/common/observable.ts';
import { messageOf, msg } from '../../base/common/message.ts';
import {
  TurnProgressTracker,
  withAttachments,
  type Conversation,
  type OpenConversation,
  type TurnInput,
  type TurnEnd,
  type OnTurnEvent,
} from '../../agent/index.ts';
import { ModelError } from '../../models/index.ts';
import {
  pastOf,
  type Attachment,
  type ChatStatus,
  type CommandView,
  type HostMessage,
} from '../../protocol/index.ts';
import type { ObservedChanges } from '../builtInTools/fileChanges.ts';
import type { ChatClient, ChatHost, ComposerTarget, FollowedTurn, HostStatus } from './chatHost.ts';
import { MessageQueue } from './queue.ts';
import { UserRequests } from './userRequests.ts';

export interface ChatSessionHost {
  readonly chat: ChatHost;
  post(message: HostMessage): void;
  /**
   * Returns the composer that gets back a message that could not be sent: that of the sender, or of another page that
   * shows the conversation. Undefined if no chat shows it.
   */
  composer(sender: ChatClient | undefined): ComposerTarget | undefined;
  onNeedsUser(): void;
  /** Called unless the user stopped the turn or another one follows. */
  onTurnEnded(answered: boolean, ms: number): void;
  onIdle(): void;
}

const noCommands = observableValue<readonly CommandView[]>([]);

type Prepared = 'turn' | 'done' | 'failed';
type Prepare = (signal: AbortSignal) => Promise<Prepared>;

export class ChatSession {
  readonly open: OpenConversation;
  /** Another window has the conversation open: nothing changes here, and nothing is saved. */
  readonly isReadOnly: boolean;
  readonly userRequests: UserRequests;
  private readonly host: ChatSessionHost;
  private readonly queue: MessageQueue;
  private turn:
    | {
        readonly abort: AbortController;
        readonly watch: TurnProgressTracker;
        readonly calls: ReadonlySet<string>;
        readonly done: Promise<void>;
      }
    | undefined;
  private isEnding = false;
  private readonly hostStatus: Observable<HostStatus>;
  private readonly following: readonly Disposable[];
  private readonly runningCommands: Observable<readonly CommandView[]>;

  constructor(open: OpenConversation, host: ChatSessionHost, isReadOnly = false) {
    this.open = open;
    this.isReadOnly = isReadOnly;
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
      stop: () => this.stop(),
    });
    this.hostStatus = chat.status(open.conversation);
    this.runningCommands = chat.commands?.views(open.id) ?? noCommands;
    this.following = [
      follow(this.hostStatus, () => this.statusChanged()),
      follow(this.runningCommands, (commands) =>
        host.post({ type: 'commands', conversation: open.id, commands }),
      ),
    ];
    this.expireChanges();
  }

  get id(): string {
    return this.open.id;
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  private get canStart(): boolean {
    return !this.turn && !this.isReadOnly;
  }

  get queued(): MessageQueue['messages'] {
    return this.queue.messages;
  }

  get commands(): readonly CommandView[] {
    return this.runningCommands.get();
  }

  get status(): ChatStatus {
    const { chat } = this.host;
    const turn = !this.turn ? 'idle' : this.turn.abort.signal.aborted ? 'stopping' : 'running';
    const { transcript } = this.open;
    const { usage, context, plan } = transcript;
    return {
      turn,
      isReadOnly: this.isReadOnly ? true : undefined,
      progress: this.turn?.watch.at(chat.monotonic(), transcript.turnWaitedMs(chat.now())),
      plan: this.turn && plan,
      ...this.hostStatus.get(),
      approvalMode: chat.approvalMode?.(this.id),
      usage,
      context,
    };
  }

  private statusChanged(): void {
    this.open.patches.push({ op: 'status', status: this.status });
  }

  approvalModeChanged(): void {
    void this.userRequests.approvals.modeChanged();
    this.statusChanged();
  }

  /**
   * Sends a message. While a turn runs, the message is queued for its end, or with `now` for its next step. A message
   * whose attachment cannot be read returns to the composer.
   */
  send(
    text: string,
    sender: ChatClient | undefined,
    attachments: readonly Attachment[],
    now?: boolean,
  ): void {
    if (this.isReadOnly || (text.trim() === '' && attachments.length === 0)) return;
    if (this.turn)
      return now ? this.queue.enqueueNext(text, attachments) : this.queue.enqueue(text, attachments);
    // A text that begins with a slash may name a skill.
    if (attachments.length === 0 && !text.startsWith('/'))
      return this.startTurnWith({ content: { text }, messages: [{ role: 'user', text }] });
    const { chat } = this.host;
    const { conversation } = this.open;
    const expand = (signal: AbortSignal): Promise<TurnInput> =>
      chat.expandMessage(text, attachments, signal, conversation);
    void this.begin(expand).then((problem) => {
      if (problem === undefined) return;
      const composer = this.host.composer(sender);
      if (composer) composer.compose({ text, attachments, problem });
      // No chat shows the conversation, so no composer could take the message back.
      else this.queue.enqueue(text, attachments);
    });
  }

  /** Sends a message of before again. Attachments that are added are read first. */
  sendAgain(input: TurnInput, added: readonly Attachment[]): void {
    if (added.length === 0) return this.startTurnWith(input);
    const { chat } = this.host;
    const { conversation } = this.open;
    const { text, attachments = [] } = input.content;
    const expand = async (signal: AbortSignal): Promise<TurnInput> =>
      withAttachments(input, await chat.expandMessage('', added, signal, conversation));
    void this.begin(expand).then((problem) => {
      if (problem !== undefined)
        this.host.composer(undefined)?.compose({ text, attachments: [...attachments, ...added], problem });
    });
  }

  startTurnWith(input: TurnInput): void {
    this.add(input);
    this.startTurn();
  }

  /** The message also tells the model which commands have ended meanwhile. */
  private add(input: TurnInput): void {
    for (const [index, text] of (this.host.chat.commands?.takeNews(this.id) ?? []).entries())
      this.open.addNote(`command ${index}`, text);
    this.open.add(input);
  }

  unqueue(id: string, how: 'edit' | 'remove' | 'ask', composer: ComposerTarget): void {
    if (how !== 'ask') return this.queue.take(id, how, composer);
    if (this.turn) return this.queue.promote(id);
    this.queue.release(id);
    this.queue.sendNext();
  }

  /** Starts a turn with the result of `fetch`, which Stop aborts. Resolves with the problem if nothing has begun. */
  begin(fetch: (signal: AbortSignal) => Promise<TurnInput>): Promise<string | undefined> {
    if (this.isReadOnly) return Promise.resolve(t('This conversation is open in another window.'));
    if (this.turn)
      return Promise.resolve(t('The model is still answering. Stop it, or wait for the answer.'));
    return new Promise((resolve) => {
      this.startTurn(async (signal) => {
        try {
          const input = await fetch(signal);
          signal.throwIfAborted();
          this.add(input);
          resolve(undefined);
          return 'turn';
        } catch (error) {
          resolve(signal.aborted ? t('Stopped.') : messageOf(error).localized);
          return 'failed';
        }
      });
    });
  }

  resume(): void {
    if (this.canStart && this.open.resume()) this.startTurn();
  }

  /**
   * Runs calls that the model does not see, which end like a turn. Does nothing while a turn runs. `calls` must not
   * throw.
   */
  runManualCalls(
    calls: (
      conversation: string,
      signal: AbortSignal,
      asks: UserRequests,
      onEvent: OnTurnEvent,
    ) => Promise<void>,
  ): void {
    if (!this.canStart) return;
    const { id, transcript } = this.open;
    this.startTurn(async (signal) => {
      const made = new Set<string>();
      const files = this.host.chat.followFiles?.(id, undefined);
      await files?.saved();
      await calls(id, signal, this.userRequests, (event) => {
        files?.handle(event);
        transcript.apply(event, this.host.chat.now());
        if (event.type === 'callStart') made.add(event.id);
      });
      this.addChanges(made, this.host.chat.now(), await files?.end());
      return 'done';
    });
  }

  /** Runs work on the conversation, which ends like a turn. Does nothing while a turn runs. `work` must not throw. */
  runWork(
    work: (conversation: Conversation, signal: AbortSignal, onEvent: OnTurnEvent) => Promise<void>,
  ): void {
    if (!this.canStart) return;
    const { conversation, transcript } = this.open;
    this.startTurn(async (signal) => {
      await work(conversation, signal, (event) => transcript.apply(event, this.host.chat.now()));
      return 'done';
    });
  }

  /**
   * Adds the messages that go before the next step of the turn. What cannot be read returns to the composer. Resolves
   * with whether anything was added.
   */
  private async steer(signal: AbortSignal): Promise<boolean> {
    const { chat } = this.host;
    const { conversation } = this.open;
    let isAdded = false;
    for (let next = this.queue.next; next && !signal.aborted; next = this.queue.next) {
      const { text, attachments } = next;
      try {
        // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
        const input = await chat.expandMessage(text, attachments, signal, conversation);
        if (signal.aborted) break;
        if (!this.queue.sent(next)) continue;
        this.open.addInTurn(input);
        isAdded = true;
      } catch (error) {
        if (signal.aborted) break;
        const problem = messageOf(error).localized;
        const composer = this.host.composer(undefined);
        if (!this.queue.messages.includes(next)) continue;
        if (!composer) this.queue.hold();
        else if (this.queue.sent(next)) composer.compose({ text, attachments, problem });
      }
    }
    return isAdded;
  }

  stop(): void {
    if (!this.turn || this.turn.abort.signal.aborted) return;
    this.turn.abort.abort(new Error('Stopped by the user.'));
    this.queue.hold();
    this.statusChanged();
  }

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

  /** Must be called when no chat has the session any more. */
  dispose(): void {
    for (const each of this.following) each.dispose();
  }

  /** Saves the conversation, with the turn's changes so far, and nothing after that, because the window closes. */
  freeze(): void {
    if (this.turn) this.addChanges(this.turn.calls, undefined);
    this.open.freeze();
  }

  returnQueued(to: ComposerTarget): void {
    // The last message is returned first, because each is put before what is in the composer.
    for (const { id } of this.queue.messages.toReversed()) this.queue.take(id, 'edit', to);
  }

  private startTurn(prepare?: Prepare): void {
    const { chat } = this.host;
    const abort = new AbortController();
    const watch = new TurnProgressTracker(chat.monotonic());
    this.open.transcript.beginTurn(chat.now(), this.hostStatus.get().model);
    const calls = new Set<string>();
    this.turn = { abort, watch, calls, done: this.run(abort.signal, watch, calls, prepare) };
    chat.onEvent({ kind: 'turnChanged' });
    this.statusChanged();
  }

  private addChanges(
    calls: ReadonlySet<string>,
    endedAt: number | undefined,
    observed?: ObservedChanges,
  ): void {
    const changes = this.host.chat.changes?.close(calls, this.id, observed);
    if (changes) this.open.transcript.addChanges(changes, endedAt);
  }

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
    prepare: Prepare | undefined,
  ): Promise<void> {
    const { open } = this;
    const { chat } = this.host;
    open.setRunning(true);
    let end: TurnEnd | undefined;
    let files: FollowedTurn | undefined;
    let observed: ObservedChanges | undefined;
    let ending: Promise<ObservedChanges | undefined> | undefined;
    // Ends the observation only once. If that fails, the turn still ends as it did.
    const observe = async (): Promise<void> => {
      observed = await (ending ??= files?.end().catch(() => undefined));
    };
    let prepared: Prepared | undefined;
    const handle: OnTurnEvent = (event) => {
      files?.handle(event);
      // The conversation has the messages of the step before by now.
      if (event.type === 'stepStart') open.settle();
      if (event.type === 'callStart') calls.add(event.id);
      if (event.type === 'callEnd') void this.userRequests.approvals.callEnded();
      // The changes are added before the notice of the end, so that they stay when the notice is removed.
      if (event.type === 'turnEnd') this.addChanges(calls, chat.now(), observed);
      const { plan } = open.transcript;
      open.transcript.apply(event, chat.now());
      const isNews = watch.handle(event, chat.monotonic());
      if (isNews || event.type === 'context' || open.transcript.plan !== plan) this.statusChanged();
      if (event.type === 'turnEnd') ({ end } = event);
      chat.onEvent({ kind: 'turnEvent', event });
    };
    try {
      prepared = prepare ? await prepare(signal) : 'turn';
      if (prepared === 'turn') {
        files = chat.followFiles?.(open.id, open.lastUserItem);
        const saved = async (call: string): Promise<void> => files?.saved(call);
        let finish = (): void => undefined;
        const onEvent: OnTurnEvent = (event) => {
          if (event.type === 'turnEnd') finish = () => handle(event);
          else handle(event);
        };
        const steer = (until: AbortSignal): Promise<boolean> => this.steer(until);
        await chat.runChatTurn(open.conversation, signal, this.userRequests, onEvent, saved, steer);
        // The end is shown together with what the turn has changed, so it waits for that.
        await observe();
        finish();
      }
    } catch (error) {
      // After an error in Patchbay itself, the conversation must not look as if the turn still ran.
      await observe();
      handle({ type: 'turnEnd', end: { why: 'failed', error: asModelError(error) } });
    } finally {
      this.turn = undefined;
      // A failure holds the queue, because the next message would fail as well. Messages written after a stop may be
      // sent.
      if (end?.why !== 'answered' && prepared !== 'done' && !signal.aborted) this.queue.hold();
      chat.onEvent({ kind: 'turnChanged' });
      this.statusChanged();
      // This also sends what was held back for a frame, because the user waits for the end.
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

/** Errors other than a `ModelError` are faults of Patchbay. */
export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const message = msg(
    'An error in Patchbay ended the response. Try again. If the error persists, report an issue.',
  );
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ModelError('internal', message, { detail, cause: error });
}
