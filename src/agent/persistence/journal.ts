/** Saves a conversation as it goes on, before any chat shows it, unless saving fails. */
import type {
  ConversationChange,
  Item,
  SavedFact,
  SavedMessage,
  Patch,
  PendingMessage,
} from '../../protocol/index.ts';
import type { Message } from '../../models/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OfferedTools } from '../conversation/offeredTools.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { wholeContext, type ContextState } from '../conversation/contextState.ts';
import { EFFORT, factsOf, OFFERED, savedOffer, TOOL_SET } from './facts.ts';

export interface JournalTarget {
  /** Writes all of a change or nothing, and returns whether it is written. Never throws. */
  readonly write: (id: string, change: ConversationChange) => boolean;
  readonly redact: (text: string) => string;
}

/** Ids of the user's items by index of message. */
export type UserItemIds = ReadonlyMap<number, string>;

export interface SavedState {
  readonly messages: number;
  readonly context: ContextState;
  readonly changed: readonly string[];
  readonly parent?: string | undefined;
  readonly results: readonly string[];
}

const nothingSaved: SavedState = {
  messages: 0,
  context: wholeContext,
  changed: [],
  results: [],
};

export class Journal {
  private readonly conversation: Conversation;
  private readonly transcript: Transcript;
  private readonly target: JournalTarget;
  private readonly userItems: UserItemIds;
  private readonly touched: Set<string>;
  private readonly results: Set<string>;
  private readonly known = new Map<string, string>();
  private patches: Patch[] = [];
  private messages: number;
  private context: ContextState;
  private offered: OfferedTools | undefined;
  private parent: string | undefined;
  private isRunning: boolean | undefined;
  private queued: readonly PendingMessage[] | undefined;

  constructor(
    conversation: Conversation,
    transcript: Transcript,
    said: UserItemIds,
    target: JournalTarget,
    written: SavedState = nothingSaved,
  ) {
    this.conversation = conversation;
    this.transcript = transcript;
    this.target = target;
    this.userItems = said;
    this.touched = new Set(written.changed);
    this.results = new Set(written.results);
    this.messages = written.messages;
    this.context = written.context;
    this.offered = conversation.offered;
    this.parent = written.parent;
  }

  /** Notes whether a turn runs. One that is noted as running, and runs in no window, was interrupted. */
  setRunning(isRunning: boolean): void {
    this.isRunning = isRunning;
  }

  setQueued(messages: readonly PendingMessage[]): void {
    this.queued = messages.map(({ text, attachments }) => ({ text, attachments }));
    this.write(false);
  }

  /** Saves patches. It is called before the chats get them, so that nothing is shown that is not saved. */
  save(patches: readonly Patch[]): void {
    for (const patch of patches) {
      if (patch.op === 'status') continue;
      const id = patch.op === 'add' ? patch.item.id : patch.id;
      this.touched.add(id);
      if (patch.op === 'call' && patch.change.result) this.results.add(id);
      this.patches.push(withoutResult(patch));
    }
    this.write(false);
  }

  /** Replaces the patches by the changed items, and makes them searchable. */
  settle(): void {
    this.write(true);
  }

  private write(whole: boolean): void {
    const { conversation, transcript, target } = this;
    const messages = conversation.messages.slice(this.messages).map((message, index) => {
      const item = this.userItems.get(this.messages + index);
      return { message: withoutContent(message), ...(item !== undefined && { item }) };
    });
    const facts = this.newFacts();
    const settled = [...this.touched].map((id) => {
      const item = transcript.item(id);
      return item ? { id, item: itemToSave(item) } : { id };
    });
    const isNothing = messages.length === 0 && facts.length === 0 && this.results.size === 0;
    if (isNothing && (whole ? settled.length === 0 : this.patches.length === 0)) return;
    // A conversation without a message is not saved.
    if (conversation.messages.length === 0 && transcript.items.length === 0 && this.touched.size === 0)
      return;
    const change: ConversationChange = {
      patches: whole ? [] : this.patches,
      ...(whole && { settled }),
      messages,
      results: [...this.results].map((callId) => ({ callId, content: transcript.result(callId) ?? [] })),
      facts,
      ...(this.parent !== undefined && { parent: this.parent }),
    };
    if (!target.write(conversation.id, redacted(change, target.redact))) return;
    this.patches = [];
    if (whole) this.touched.clear();
    this.results.clear();
    this.messages = conversation.messages.length;
    this.context = conversation.context;
    this.offered = conversation.offered;
    this.parent = undefined;
    for (const [name, value] of facts) this.known.set(name, JSON.stringify(value));
  }

  private newFacts(): SavedFact[] {
    const { usage, context } = this.transcript;
    const simple: SavedFact[] = [
      ...(usage ? [['usage', usage] as const] : []),
      ...(context ? [['context', context] as const] : []),
      ...(this.isRunning === undefined ? [] : [['running', this.isRunning] as const]),
      ...(this.conversation.toolSet === undefined && !this.known.has(TOOL_SET)
        ? []
        : [[TOOL_SET, this.conversation.toolSet ?? null] as const]),
      ...(this.conversation.effort === undefined ? [] : [[EFFORT, this.conversation.effort] as const]),
      ...(this.queued === undefined ? [] : [['waiting', this.queued] as const]),
    ];
    const { offered } = this.conversation;
    return [
      ...simple.filter(([name, value]) => this.known.get(name) !== JSON.stringify(value)),
      ...(offered === this.offered ? [] : [[OFFERED, savedOffer(offered)] as const]),
      ...factsOf(this.conversation.context, this.context),
    ];
  }
}

/** Leaves out the content of a result, which is saved once, by its call. */
export function withoutContent(message: Message): SavedMessage['message'] {
  if (message.role !== 'tool') return message;
  const { content: _, ...rest } = message;
  return rest;
}

export function itemToSave(item: Item): Item {
  if (item.kind !== 'call') return item;
  const { result: _, cutBytes: __, ...call } = item.call;
  return { ...item, call };
}

function withoutResult(patch: Patch): Patch {
  if (patch.op !== 'call') return patch;
  const { result: _, cutBytes: __, ...change } = patch.change;
  return { ...patch, change };
}

function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]));
  };
  return walk(value) as Value;
}
