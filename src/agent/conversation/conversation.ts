import { headText } from '../../base/common/cut.ts';
import { observableValue, type Observable, type Value } from '../../base/common/observable.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { Message } from '../../models/index.ts';
import type { DataMark, Usage } from '../../protocol/index.ts';
import type { OfferedTools } from './offeredTools.ts';
import { StablePrefix } from './stablePrefix.ts';
import { wholeContext, type ContextState, type CountedContext, type ToolMessage } from './contextState.ts';

/** The user's choices for a conversation, and the tools of its newest request. The object is immutable. */
export interface ToolsOfConversation {
  /** Servers that the newest message is restricted to; undefined if it may use all tools that are on. */
  readonly onlyServers?: readonly string[] | undefined;
  /** Name of the tool set that the user chose for it: '' for all tools, undefined for the tool set of the workspace. */
  readonly toolSet?: string | undefined;
  /** Reasoning effort that the user chose for it: '' for the model's default, undefined for that of the settings. */
  readonly effort?: string | undefined;
  /** Tools that its newest request carried; undefined if that carried all tools, or if there was none. */
  readonly offered?: OfferedTools | undefined;
}

/** Saved state that a conversation continues from. */
export interface ConversationStart extends ToolsOfConversation {
  readonly messages: readonly Message[];
  readonly context: ContextState;
  readonly counted?: CountedContext | undefined;
}

export interface ConversationParts {
  readonly start?: ConversationStart | undefined;
  /** Number from which call ids count. It differs between open conversations, so that their ids differ. */
  readonly firstCall?: number | undefined;
  /** Returns the secrets and the content of others that the conversation holds, for the data-flow guard. */
  readonly marks?: (() => readonly DataMark[]) | undefined;
  readonly onSpent?: ((usage: Usage) => void) | undefined;
}

/** Holds the messages of a chat and all else that its requests depend on, and is the only one to change them. */
export class Conversation {
  readonly id: string;
  readonly prefix = new StablePrefix();
  private readonly list: Message[];
  private readonly parts: ConversationParts;
  private calls: number;
  private view: ContextState;
  private count: CountedContext | undefined;
  private readonly current: Value<ToolsOfConversation>;
  readonly state: Observable<ToolsOfConversation>;

  constructor(id: string, parts: ConversationParts = {}) {
    const { messages = [], context = wholeContext, counted, ...tools } = parts.start ?? {};
    this.id = id;
    this.parts = parts;
    this.calls = (parts.firstCall ?? 1) - 1;
    this.list = [...messages];
    this.view = context;
    this.count = counted;
    this.current = observableValue<ToolsOfConversation>(tools);
    this.state = this.current;
  }

  get onlyServers(): readonly string[] | undefined {
    return this.current.get().onlyServers;
  }

  get toolSet(): string | undefined {
    return this.current.get().toolSet;
  }

  get effort(): string | undefined {
    return this.current.get().effort;
  }

  get offered(): OfferedTools | undefined {
    return this.current.get().offered;
  }

  /** Differences between the model's view and the messages. */
  get context(): ContextState {
    return this.view;
  }

  get counted(): CountedContext | undefined {
    return this.count;
  }

  marks(): readonly DataMark[] {
    return this.parts.marks?.() ?? [];
  }

  /** Reports the usage of a request for this conversation, whoever made it. */
  spend(usage: Usage): void {
    this.parts.onSpent?.(usage);
  }

  restrictTo(onlyServers: readonly string[] | undefined): void {
    this.change({ onlyServers });
  }

  /** Chooses the tool set, and forgets the tools of the newest request, because they say nothing about another set. */
  chooseToolSet(toolSet: string | undefined): void {
    if (toolSet !== this.toolSet) this.change({ toolSet, offered: undefined });
  }

  chooseEffort(effort: string): void {
    this.change({ effort });
  }

  /** Notes the tools of the request that is about to be made; undefined stands for all. */
  offerTools(offered: OfferedTools | undefined): void {
    this.change({ offered });
  }

  shortenTo(context: ContextState): void {
    this.view = context;
  }

  noteCount(counted: CountedContext): void {
    this.count = counted;
  }

  /** Key for endpoints that cache by conversation. They learn from it only which requests belong together. */
  get cacheKey(): string {
    return headText(sha256(`patchbay ${this.id}`), 32);
  }

  get messages(): readonly Message[] {
    return this.list;
  }

  append(message: Message): void {
    this.list.push(message);
  }

  result(callId: string): ToolMessage | undefined {
    const found = this.list.findLast((message) => message.role === 'tool' && message.callId === callId);
    return found?.role === 'tool' ? found : undefined;
  }

  /**
   * Returns an id that is unique in the conversation, unlike those of some endpoints. It has nine letters and digits,
   * because Mistral takes no others.
   */
  nextCallId(): string {
    this.calls += 1;
    return `c${this.calls.toString(36).padStart(8, '0')}`;
  }

  private change(change: ToolsOfConversation): void {
    const before = this.current.get();
    const isSame = (Object.keys(change) as (keyof ToolsOfConversation)[]).every(
      (key) => change[key] === before[key],
    );
    if (!isSame) this.current.set({ ...before, ...change });
  }
}

/** Returns a random number to count calls from (`firstCall`). */
export function someCall(): number {
  return 1 + Math.floor(Math.random() * 36 ** 7);
}
