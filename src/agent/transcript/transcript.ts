/**
 * Holds what the chat shows as items, and emits each change as a patch. The `Conversation` holds what the model reads.
 */
import type {
  Approval,
  CallNote,
  CallView,
  ChangedFileView,
  ChangesState,
  ContentPart,
  ContextUse,
  Item,
  Patch,
  PauseState,
  Plan,
  ProgressUpdate,
  Question,
  QuestionState,
  ReachedLimit,
  ShortenedContext,
  SummaryState,
  TurnChanges,
  TurnSoFar,
  Usage,
  TurnSum,
} from '../../protocol/index.ts';
import { planProgress } from '../../protocol/index.ts';
import { planInItems, planOfItem } from '../plan/planTool.ts';
import { isForUser } from '../elicitation/answerCheck.ts';
import type { TurnEnd, TurnEvent } from '../conversation/events.ts';
import { noticeOf } from './notices.ts';
import { ItemList } from './itemList.ts';
import { forView, shownPrompt } from './viewOfResult.ts';
import { addUsage } from '../context/usage.ts';
import { WaitClock } from './turnProgressTracker.ts';

export type UserContent = Pick<Extract<Item, { kind: 'user' }>, 'text' | 'prompt' | 'attachments'>;

export interface SavedTranscript {
  readonly items: readonly Item[];
  readonly results: ReadonlyMap<string, readonly ContentPart[]>;
  readonly usage?: Usage | undefined;
  readonly context?: ContextUse | undefined;
}

export class Transcript {
  private readonly list: ItemList;
  private readonly results: Map<string, readonly ContentPart[]>;
  private open: string | undefined;
  private thinkingSince: number | undefined;
  private openSummary: string | undefined;
  private total: Usage | undefined;
  private turn: TurnTotal | undefined;
  /** Waits of calls whose servers ask the user, by call id. */
  private readonly waits = new Map<string, WaitClock>();
  private lastContext: ContextUse | undefined;
  /** Ids of requests: that of the running step, and by item those that the items of this window answer or are about. */
  private request: number | undefined;
  private readonly requests = new Map<string, number>();
  /** Items about what the next request lacks, until its id is known. */
  private aboutNext: string[] = [];
  private lastPlan: Plan | undefined;

  constructor(emit: (patch: Patch) => void, before?: SavedTranscript) {
    this.list = new ItemList(emit, before?.items);
    this.results = new Map(before?.results);
    this.total = before?.usage;
    this.lastContext = before?.context;
    this.lastPlan = planInItems(before?.items ?? []);
  }

  get items(): readonly Item[] {
    return this.list.all;
  }

  get usage(): Usage | undefined {
    return this.total;
  }

  get context(): ContextUse | undefined {
    return this.lastContext;
  }

  /** Plan of the model; undefined if there is none, or if all of it was done in an earlier turn. */
  get plan(): Plan | undefined {
    return this.lastPlan;
  }

  result(id: string): readonly ContentPart[] | undefined {
    return this.results.get(id);
  }

  /**
   * Returns the id of the request that the item answers or is about (`StepRequests`), or undefined if it is not known.
   */
  requestOf(item: string): number | undefined {
    return this.requests.get(item);
  }

  item(id: string): Item | undefined {
    return this.list.findItem(id);
  }

  call(id: string): CallView | undefined {
    const item = this.item(id);
    return item?.kind === 'call' ? item.call : undefined;
  }

  /**
   * Returns how many milliseconds questions of the call's server have waited for the user. `now` is in ms since the
   * epoch.
   */
  waitedMs(call: string, now = Date.now()): number {
    return this.waits.get(call)?.at(now) ?? 0;
  }

  turnWaitedMs(now: number): number {
    return this.turn?.waits.at(now) ?? 0;
  }

  beginTurn(now: number, model: string | undefined): void {
    this.turn = new TurnTotal(now, model, this.list.all.length);
    if (this.lastPlan && !planProgress(this.lastPlan).current) this.lastPlan = undefined;
  }

  /** Adds a message of the user's and returns the item's id. A prompt is truncated to what can be shown. */
  addUser(said: UserContent): string {
    const { text, prompt, attachments = [] } = said;
    const id = this.list.nextId();
    this.list.addItem({
      kind: 'user',
      id,
      text,
      prompt: prompt && shownPrompt(prompt),
      attachments: attachments.length > 0 ? attachments : undefined,
    });
    return id;
  }

  /**
   * Adds a question and returns the item's id. `callId` is the call that it belongs to, and is dropped if that is not
   * of this conversation.
   */
  addQuestion(
    question: Question,
    callId: string | undefined,
    state: QuestionState = { status: 'open', problems: [] },
    now = Date.now(),
  ): string {
    const id = this.list.nextId();
    const known = callId !== undefined && this.call(callId) ? { callId } : {};
    this.list.addItem({ kind: 'question', id, ...known, question, state });
    this.showAwaiting(callId, now);
    return id;
  }

  changeQuestion(id: string, state: QuestionState, now = Date.now()): void {
    this.list.changeItem({ op: 'question', id, state });
    const item = this.item(id);
    if (item?.kind === 'question') this.showAwaiting(item.callId, now);
  }

  /** Adds that the turn waits at a limit, and returns the item's id. The wait is not the turn's time. */
  addPause(reached: ReachedLimit, soFar: TurnSoFar, now = Date.now()): string {
    const id = this.list.nextId();
    this.list.addItem({ kind: 'pause', id, reached, soFar, state: { status: 'open' } });
    this.turn?.waits.begin(id, now);
    return id;
  }

  changePause(id: string, state: PauseState, now = Date.now()): void {
    this.turn?.waits.end(id, now);
    this.list.changeItem({ op: 'pause', id, state });
  }

  changeApproval(id: string, approval: Approval): void {
    if (this.call(id)?.approval) this.changeCall(id, { approval });
  }

  addCallNote(id: string, note: CallNote): void {
    this.changeCall(id, { notes: [...(this.call(id)?.notes ?? []), note] });
  }

  /** Adds the files that a turn has changed. `endedAt` is undefined when the window ends. */
  addChanges(changes: TurnChanges, endedAt: number | undefined): void {
    if (endedAt !== undefined) this.addTurnTotal(endedAt);
    this.list.addItem({ kind: 'changes', id: this.list.nextId(), ...changes, state: { status: 'made' } });
  }

  changeChanges(id: string, state: ChangesState, views?: readonly ChangedFileView[]): void {
    this.list.changeItem({ op: 'changes', id, state, ...(views && { views }) });
  }

  /**
   * Adds the usage of a request that is paid for the conversation. While a turn runs, it counts as part of the turn.
   */
  spend(usage: Usage): void {
    this.total = addUsage(this.total, usage);
    this.turn?.count(usage);
  }

  /** Takes the buttons away from all notices, which stay to say what happened. */
  endNotices(): void {
    this.list.endNotices();
  }

  apply(event: TurnEvent, now: number): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.stream(event.type, event.text, now);
        break;
      case 'fieldsLeftOut':
        this.list.addItem({
          kind: 'notice',
          id: this.list.nextId(),
          level: 'info',
          text: event.message,
          actions: ['openModelSettings'],
        });
        break;
      case 'imagesLeftOut':
        this.list.addItem({
          kind: 'notice',
          id: this.list.nextId(),
          level: 'warning',
          text: event.message,
          detail: event.detail,
          actions: [],
        });
        break;
      case 'callStart': {
        this.settle(now);
        this.list.addItem({ kind: 'call', id: event.id, step: event.step, call: startedCall(event, now) });
        break;
      }
      case 'callAsk':
        this.turn?.waits.begin(event.id, now);
        this.changeCall(event.id, { status: 'pending', approval: event.approval });
        break;
      case 'callWait':
        this.turn?.waits.end(event.id, now);
        this.changeCall(event.id, { status: 'running', awaitsCall: true, ...this.withoutEdit(event.id) });
        break;
      case 'callTurn':
        this.changeCall(event.id, { awaitsCall: false, startedAt: now });
        break;
      case 'callAllowed':
        this.turn?.waits.end(event.id, now);
        this.changeCall(event.id, {
          status: 'running',
          startedAt: now,
          ...this.withoutEdit(event.id),
          ...(event.argsText !== undefined && { argsText: event.argsText }),
        });
        break;
      case 'callProgress':
        this.addProgress(event.id, event.progress);
        break;
      case 'callEnd': {
        const { status, content, marks, commandEnd, edit, hasOutput, needsTrust, isRefused } = event.result;
        const isInResult = status === 'success' || hasOutput === true;
        this.turn?.waits.end(event.id, now);
        this.waits.delete(event.id);
        this.results.set(event.id, content);
        this.changeCall(event.id, {
          status,
          durationMs: event.durationMs,
          ...this.withoutEdit(event.id),
          ...forView(content),
          ...(marks && { marks }),
          ...(commandEnd && { commandEnd }),
          ...(edit && { edit }),
          ...(needsTrust && { needsTrust }),
          ...(isRefused && { isRefused }),
          ...(isInResult && this.call(event.id)?.output !== undefined && { output: '' }),
        });
        this.followPlan(event.id);
        break;
      }
      case 'stepEnd':
        this.settle(now);
        break;
      case 'context':
        this.lastContext = event.context;
        break;
      case 'summary':
        this.changeSummary(event.state);
        break;
      case 'shortened':
        this.addShortened(event.what, event.isOfNewest === true);
        break;
      case 'instructions':
        this.addInstructions(event);
        break;
      case 'turnEnd':
        this.addTurnTotal(now);
        this.addNotice(event.end);
        break;
      case 'stepStart':
        this.request = event.request;
        for (const id of this.aboutNext.splice(0)) this.linkRequest(id);
        break;
      case 'retrying':
      case 'callDraft':
      case 'toolsLeftOut':
        break;
    }
  }

  private addShortened(shortened: ShortenedContext, isOfNewest: boolean): void {
    const id = this.list.nextId();
    if (isOfNewest) this.aboutNext.push(id);
    else this.linkRequest(id);
    this.list.addItem({ kind: 'shortened', id, ...shortened });
  }

  private linkRequest(item: string): void {
    if (this.request !== undefined) this.requests.set(item, this.request);
  }

  /**
   * Shows the instruction files at the start of a turn only if they differ from the previous turn's. Nested ones are
   * always shown.
   */
  addInstructions({ files, isNested }: Omit<Extract<TurnEvent, { type: 'instructions' }>, 'type'>): void {
    const before = this.list.all.findLast((item) => item.kind === 'instructions' && !item.isNested);
    const known = before?.kind === 'instructions' ? before.files : [];
    if (!isNested && JSON.stringify(files) === JSON.stringify(known)) return;
    this.list.addItem({ kind: 'instructions', id: this.list.nextId(), files, ...(isNested && { isNested }) });
  }

  /**
   * Removes a proposed change from its approval once it is decided about. The call itself has the change once it was
   * made (decision 025).
   */
  private withoutEdit(id: string): Pick<CallView, 'approval'> {
    const { edit, ...approval } = this.call(id)?.approval ?? {};
    return edit ? { approval: approval as Approval } : {};
  }

  /** Adds progress to a call. Without other output, the messages of its progress are the tool's output. */
  private addProgress(id: string, { output, ...progress }: ProgressUpdate): void {
    const { message } = progress;
    const isNew = message !== undefined && message !== this.call(id)?.progress?.message;
    const written = output ?? (isNew ? `${message}\n` : undefined);
    this.list.changeItem({ op: 'progress', id, progress, ...(written !== undefined && { output: written }) });
  }

  /**
   * Stops the clock of a call while it waits for the user, which is not the call's time, and has it go on from where it
   * was.
   */
  private showAwaiting(callId: string | undefined, now: number): void {
    const call = callId === undefined ? undefined : this.call(callId);
    if (callId === undefined || !call) return;
    const awaitsUser = this.list.all.some(
      (item) => item.kind === 'question' && item.callId === callId && isForUser(item.state),
    );
    if (awaitsUser === (call.awaitsUser ?? false)) return;
    const waits = this.waits.get(callId) ?? new WaitClock();
    this.waits.set(callId, waits);
    if (awaitsUser) {
      waits.begin(callId, now);
      this.turn?.waits.begin(callId, now);
      return this.changeCall(callId, { awaitsUser });
    }
    this.turn?.waits.end(callId, now);
    this.changeCall(callId, { awaitsUser, startedAt: call.startedAt + waits.end(callId, now) });
  }

  private stream(op: 'text' | 'reasoning', text: string, now: number): void {
    if (op === 'text') this.endThinking(now);
    else if (this.open === undefined) this.thinkingSince = now;
    if (this.open === undefined) {
      const id = this.list.nextId();
      this.open = id;
      this.linkRequest(id);
      const start = { kind: 'assistant', id, streaming: true } as const;
      this.list.addItem(op === 'text' ? { ...start, text } : { ...start, text: '', reasoning: text });
      return;
    }
    const id = this.open;
    this.list.changeItem({ op, id, text });
  }

  private endThinking(now: number): void {
    const { open: id, thinkingSince } = this;
    this.thinkingSince = undefined;
    if (id === undefined || thinkingSince === undefined) return;
    const ms = Math.max(0, now - thinkingSince);
    this.list.changeItem({ op: 'thought', id, ms });
  }

  private settle(now: number): void {
    if (this.open === undefined) return;
    this.endThinking(now);
    const id = this.open;
    this.open = undefined;
    this.list.changeItem({ op: 'settled', id });
  }

  private followPlan(id: string): void {
    const plan = planOfItem(this.item(id));
    if (plan) this.lastPlan = plan.length > 0 ? plan : undefined;
  }

  private changeCall(id: string, change: Partial<CallView>): void {
    this.list.changeItem({ op: 'call', id, change });
  }

  private changeSummary(state: SummaryState): void {
    const id = this.openSummary ?? this.list.nextId();
    if (this.openSummary === undefined) this.list.addItem({ kind: 'summary', id, state });
    else this.list.changeItem({ op: 'summary', id, state });
    this.openSummary = state.status === 'running' ? id : undefined;
  }

  private addTurnTotal(now: number): void {
    this.settle(now);
    const { turn } = this;
    this.turn = undefined;
    const last = this.list.all.at(-1);
    if (!turn || last?.kind !== 'assistant' || this.list.all.length === turn.before) return;
    this.list.changeItem({ op: 'took', id: last.id, took: turn.at(now) });
  }

  private addNotice(end: TurnEnd): void {
    const last = this.list.all.at(-1);
    const limit = stoppedAt(end, last);
    const notice = noticeOf(end, limit);
    if (!notice) return;
    // The notice says which limit it was, so that one card says that the user stopped, with the button to go on.
    if (limit) this.list.removeLast();
    // A retry that fails for the same reason needs no second notice.
    if (last?.kind === 'notice' && (last.isPast || last.actions.length === 0) && last.text === notice.text)
      this.list.removeLast();
    this.list.addItem({ kind: 'notice', id: this.list.nextId(), ...notice });
  }
}

/** Returns the limit at which the turn waited when the user stopped it. */
function stoppedAt(end: TurnEnd, last: Item | undefined): ReachedLimit | undefined {
  if (end.why !== 'cancelled' || last?.kind !== 'pause') return undefined;
  const { status } = last.state;
  return status === 'stopped' || status === 'withdrawn' ? last.reached : undefined;
}

function startedCall(event: Extract<TurnEvent, { type: 'callStart' }>, now: number): CallView {
  const { source, toolName, title, wireName, argsText, notes, byUser } = event;
  return {
    source,
    toolName,
    wireName,
    argsText,
    status: 'running',
    startedAt: now,
    title,
    notes,
    byUser,
  };
}

class TurnTotal {
  readonly before: number;
  readonly waits = new WaitClock();
  private readonly since: number;
  private readonly model: string | undefined;
  private usage: Usage | undefined;

  constructor(now: number, model: string | undefined, before: number) {
    this.since = now;
    this.model = model;
    this.before = before;
  }

  count(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
  }

  at(now: number): TurnSum {
    const { since, model, usage, waits } = this;
    // The difference may be negative, because the clock may have been set back meanwhile.
    const ms = Math.max(0, now - since - waits.at(now));
    return { at: now, ms, model, usage };
  }
}
