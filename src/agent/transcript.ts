/**
 * What the chat shows: folds the events of turns into items, and says each change as a patch. The items are
 * for the user; what the model reads is the `Conversation`.
 */
import {
  patchItem,
  type CallView,
  type ContentPart,
  type ContextUse,
  type Item,
  type ItemPatch,
  type Patch,
  type Question,
  type QuestionState,
  type SummaryState,
  type Usage,
} from '../protocol/index.ts';
import { isForUser } from './answerCheck.ts';
import { addUsage } from './context/summarise.ts';
import type { TurnEnd, TurnEvent } from './events.ts';
import type { Before } from './kept/before.ts';
import { noticeOf, waitingText } from './notices.ts';
import { forView, shownPrompt } from './viewOfResult.ts';

/** What the user said: a text, with attachments, or a prompt of a server that was run. */
export type Said = Pick<Extract<Item, { kind: 'user' }>, 'text' | 'prompt' | 'attachments'>;

export class Transcript {
  private readonly list: Item[] = [];
  private readonly indexById = new Map<string, number>();
  private readonly results: Map<string, readonly ContentPart[]> = new Map();
  private readonly emit: (patch: Patch) => void;
  private ids = 0;
  /** The assistant item that is being streamed. */
  private open: string | undefined;
  /** Since when it thinks, in ms since the epoch, until it answers. */
  private thinkingSince: number | undefined;
  /** The notice that a request is made again, while that is so. */
  private waiting: string | undefined;
  /** The summary that is being made. */
  private openSummary: string | undefined;
  private total: Usage | undefined;
  private lastContext: ContextUse | undefined;

  /** `emit` gets every change, in order, as it happens. */
  constructor(emit: (patch: Patch) => void, before?: Before) {
    this.emit = emit;
    if (!before) return;
    for (const item of before.items) {
      this.indexById.set(item.id, this.list.length);
      this.list.push(item);
      this.ids = Math.max(this.ids, Number(/^i(\d+)$/.exec(item.id)?.[1] ?? 0));
    }
    this.results = new Map(before.results);
    this.total = before.usage;
    this.lastContext = before.context;
  }

  get items(): readonly Item[] {
    return this.list;
  }

  /** Tokens of the whole conversation, once an endpoint has told any. */
  get usage(): Usage | undefined {
    return this.total;
  }

  /** What the newest request took of the model's context window. */
  get context(): ContextUse | undefined {
    return this.lastContext;
  }

  /** The whole result of a call, also where the chat shows only its beginning. */
  result(id: string): readonly ContentPart[] | undefined {
    return this.results.get(id);
  }

  /** The item of that id as it stands now. */
  item(id: string): Item | undefined {
    const index = this.indexById.get(id);
    return index === undefined ? undefined : this.list[index];
  }

  call(id: string): CallView | undefined {
    const item = this.item(id);
    return item?.kind === 'call' ? item.call : undefined;
  }

  /** Adds what the user said. What a prompt says is cut to what can be shown. Returns the id of its item. */
  addUser(said: Said): string {
    const { text, prompt, attachments = [] } = said;
    const id = this.nextId();
    this.add({
      kind: 'user',
      id,
      text,
      ...(prompt && { prompt: shownPrompt(prompt) }),
      ...(attachments.length > 0 && { attachments }),
    });
    return id;
  }

  /**
   * Adds a question, open unless it stands differently from the start. `callId` says which call it belongs to, if
   * that is one of this conversation. Returns the id of its item.
   */
  addQuestion(
    question: Question,
    callId: string | undefined,
    state: QuestionState = { status: 'open', problems: [] },
  ): string {
    const id = this.nextId();
    const known = callId !== undefined && this.call(callId) ? { callId } : {};
    this.add({ kind: 'question', id, ...known, question, state });
    this.showAwaiting(callId);
    return id;
  }

  changeQuestion(id: string, state: QuestionState): void {
    this.change({ op: 'question', id, state });
    const item = this.item(id);
    if (item?.kind === 'question') this.showAwaiting(item.callId);
  }

  /** Says what is wrong with the arguments that the user made of a call that waits. */
  refuseArguments(id: string, problem: string): void {
    const approval = this.call(id)?.approval;
    if (approval) this.changeCall(id, { approval: { ...approval, problem } });
  }

  /** Takes away the notices at the end: the turn that they were about goes on. */
  clearNotices(): void {
    for (let last = this.list.at(-1); last?.kind === 'notice'; last = this.list.at(-1)) this.remove(last.id);
  }

  /** Folds one event in. `now` is in ms since the epoch. */
  apply(event: TurnEvent, now: number): void {
    this.endWaiting();
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.stream(event.type, event.text, now);
        break;
      case 'retrying':
        this.waiting = this.nextId();
        this.add({ kind: 'notice', id: this.waiting, level: 'info', text: waitingText(event), actions: [] });
        break;
      case 'callStart': {
        this.settle(now);
        const { id, step, source, toolName, title, wireName, argsText, byUser } = event;
        const call: CallView = {
          source,
          toolName,
          wireName,
          argsText,
          status: 'running',
          startedAt: now,
          ...(title !== undefined && { title }),
          ...(byUser && { byUser }),
        };
        this.add({ kind: 'call', id, step, call });
        break;
      }
      case 'callAsk':
        this.changeCall(event.id, { status: 'pending', approval: event.approval });
        break;
      case 'callAllowed':
        this.changeCall(event.id, {
          status: 'running',
          startedAt: now,
          ...(event.argsText !== undefined && { argsText: event.argsText }),
        });
        break;
      case 'callProgress':
        this.changeCall(event.id, { progress: event.progress });
        break;
      case 'callEnd': {
        const { status, content } = event.result;
        this.results.set(event.id, content);
        this.changeCall(event.id, {
          status,
          durationMs: event.durationMs,
          ...forView(content),
        });
        break;
      }
      case 'stepEnd':
        this.settle(now);
        this.count(event.usage);
        break;
      case 'context':
        this.lastContext = event.context;
        break;
      case 'summary':
        this.changeSummary(event.state);
        this.count(event.usage);
        break;
      case 'turnEnd':
        this.settle(now);
        this.addNotice(event.end);
        break;
      case 'stepStart':
      case 'toolsLeftOut':
        break;
    }
  }

  /** Shows on a call whether any of its questions waits for the user. */
  private showAwaiting(callId: string | undefined): void {
    const call = callId === undefined ? undefined : this.call(callId);
    if (callId === undefined || !call) return;
    const awaitsUser = this.list.some(
      (item) => item.kind === 'question' && item.callId === callId && isForUser(item.state),
    );
    if (awaitsUser !== (call.awaitsUser ?? false)) this.changeCall(callId, { awaitsUser });
  }

  private stream(op: 'text' | 'reasoning', text: string, now: number): void {
    if (op === 'text') this.endThinking(now);
    else if (this.open === undefined) this.thinkingSince = now;
    if (this.open === undefined) {
      const id = this.nextId();
      this.open = id;
      const start = { kind: 'assistant', id, streaming: true } as const;
      this.add(op === 'text' ? { ...start, text } : { ...start, text: '', reasoning: text });
      return;
    }
    const id = this.open;
    this.change({ op, id, text });
  }

  private endThinking(now: number): void {
    const { open: id, thinkingSince } = this;
    this.thinkingSince = undefined;
    if (id === undefined || thinkingSince === undefined) return;
    const ms = Math.max(0, now - thinkingSince);
    this.change({ op: 'thought', id, ms });
  }

  private settle(now: number): void {
    if (this.open === undefined) return;
    this.endThinking(now);
    const id = this.open;
    this.open = undefined;
    this.change({ op: 'settled', id });
  }

  private changeCall(id: string, change: Partial<CallView>): void {
    this.change({ op: 'call', id, change });
  }

  private changeSummary(state: SummaryState): void {
    const id = this.openSummary ?? this.nextId();
    if (this.openSummary === undefined) this.add({ kind: 'summary', id, state });
    else this.change({ op: 'summary', id, state });
    this.openSummary = state.status === 'running' ? id : undefined;
  }

  private count(usage: Usage | undefined): void {
    if (!usage) return;
    this.total = addUsage(this.total, usage);
  }

  private addNotice(end: TurnEnd): void {
    const notice = noticeOf(end);
    if (notice) this.add({ kind: 'notice', id: this.nextId(), ...notice });
  }

  private endWaiting(): void {
    if (this.waiting !== undefined) this.remove(this.waiting);
    this.waiting = undefined;
  }

  /** Takes an item away that is at the end, or near it. */
  private remove(id: string): void {
    const index = this.indexById.get(id);
    if (index === undefined) return;
    this.list.splice(index, 1);
    this.indexById.delete(id);
    for (let at = index; at < this.list.length; at++) this.indexById.set(this.list[at]?.id ?? '', at);
    this.emit({ op: 'remove', id });
  }

  private add(item: Item): void {
    this.indexById.set(item.id, this.list.length);
    this.list.push(item);
    this.emit({ op: 'add', item });
  }

  private change(patch: ItemPatch): void {
    const index = this.indexById.get(patch.id);
    const item = index === undefined ? undefined : this.list[index];
    if (index !== undefined && item) this.list[index] = patchItem(item, patch);
    this.emit(patch);
  }

  private nextId(): string {
    this.ids += 1;
    return `i${this.ids}`;
  }
}
