/**
 * Writes a conversation down as it happens: it hears every patch before any chat does, and takes with it what has
 * changed in what the model reads. Nothing is shown that was not written, unless writing fails.
 */
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
import type { Transcript } from '../transcript/transcript.ts';
import { wholeContext, type ContextState } from '../conversation/contextState.ts';
import { factsOf } from './facts.ts';

/** Where it writes. */
export interface JournalTarget {
  /** Writes what has happened, whole or not at all; says whether it is written. Never throws. */
  readonly write: (id: string, change: ConversationChange) => boolean;
  /** A text without secrets. */
  readonly redact: (text: string) => string;
}

/** The ids of the user's items by the indexes of the messages that they are. */
export type UserItemIds = ReadonlyMap<number, string>;

/** What of a conversation is written already, when it goes on from an earlier time. */
export interface SavedState {
  readonly messages: number;
  readonly context: ContextState;
  /** The items that are not written as they are now. */
  readonly changed: readonly string[];
  readonly parent?: string | undefined;
  /** Results that are not written. */
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
    this.parent = written.parent;
  }

  /** Notes whether a turn runs: one that runs where nobody runs it was interrupted. */
  setRunning(isRunning: boolean): void {
    this.isRunning = isRunning;
  }

  /** Writes which messages wait for the end of the turn. */
  setQueued(messages: readonly PendingMessage[]): void {
    this.queued = messages.map(({ text, attachments }) => ({ text, attachments }));
    this.write(false);
  }

  /** Writes what the chats are about to be told, and what belongs to it. */
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

  /** Writes the items that have changed whole, in place of the patches, and makes them searchable. */
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
    // What nothing was said in need not be kept.
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
    this.parent = undefined;
    for (const [name, value] of facts) this.known.set(name, JSON.stringify(value));
  }

  /** What is known of the conversation and was not, or otherwise. */
  private newFacts(): SavedFact[] {
    const { usage, context } = this.transcript;
    const simple: SavedFact[] = [
      ...(usage ? [['usage', usage] as const] : []),
      ...(context ? [['context', context] as const] : []),
      ...(this.isRunning === undefined ? [] : [['running', this.isRunning] as const]),
      ...(this.queued === undefined ? [] : [['waiting', this.queued] as const]),
    ];
    return [
      ...simple.filter(([name, value]) => this.known.get(name) !== JSON.stringify(value)),
      ...factsOf(this.conversation.context, this.context),
    ];
  }
}

/** The content of a result is kept once, by its call. */
export function withoutContent(message: Message): SavedMessage['message'] {
  if (message.role !== 'tool') return message;
  const { content: _, ...rest } = message;
  return rest;
}

/** The call without what can be made of its result. */
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

/** The value with every text in it redacted. */
function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]));
  };
  return walk(value) as Value;
}
