import { headText } from '../../base/common/cut.ts';
import { observableValue, type Observable, type Value } from '../../base/common/observable.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { Message } from '../../models/index.ts';
import type { DataMark, Usage } from '../../protocol/index.ts';
import type { OfferedTools } from './offeredTools.ts';
import { StablePrefix } from './stablePrefix.ts';
import { wholeContext, type ContextState, type CountedContext, type ToolMessage } from './contextState.ts';

/** What the user chose for a conversation, and what its newest request carried. Immutable. */
export interface ToolsOfConversation {
  /** For the newest message; undefined: all tools that are on. */
  readonly onlyServers?: readonly string[] | undefined;
  /** The named tool set that the user chose for it; '' for all tools, undefined: that of the workspace. */
  readonly toolSet?: string | undefined;
  /** The reasoning effort that the user chose in it; '' for the model's default, undefined: that of the settings. */
  readonly effort?: string | undefined;
  /** Of its newest request; undefined: that carried all tools, or there was none. */
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
  /** Call ids count from it, so that open conversations have ids of their own. */
  readonly firstCall?: number | undefined;
  /** Returns secrets and content of others, for the data-flow guard. */
  readonly marks?: (() => readonly DataMark[]) | undefined;
  readonly onSpent?: ((usage: Usage) => void) | undefined;
}

/** The messages of a chat with all that a request of it depends on. It alone changes them. */
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

  /** How the model's view differs from the messages. */
  get context(): ContextState {
    return this.view;
  }

  get counted(): CountedContext | undefined {
    return this.count;
  }

  marks(): readonly DataMark[] {
    return this.parts.marks?.() ?? [];
  }

  /** Takes the tokens of a request into account, whoever made it for this conversation. */
  spend(usage: Usage): void {
    this.parts.onSpent?.(usage);
  }

  restrictTo(onlyServers: readonly string[] | undefined): void {
    this.change({ onlyServers });
  }

  /** What the newest request had says nothing of the tools of another set. */
  chooseToolSet(toolSet: string | undefined): void {
    if (toolSet !== this.toolSet) this.change({ toolSet, offered: undefined });
  }

  chooseEffort(effort: string): void {
    this.change({ effort });
  }

  /** Notes what the request carries that is about to be made; undefined: all tools. */
  offerTools(offered: OfferedTools | undefined): void {
    this.change({ offered });
  }

  shortenTo(context: ContextState): void {
    this.view = context;
  }

  noteCount(counted: CountedContext): void {
    this.count = counted;
  }

  /** For endpoints, which learn nothing else from it than which requests belong together. */
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

  /** Unique in the conversation, unlike some endpoints' ids. Mistral takes only nine letters and digits. */
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

/** A random number, for `firstCall`. */
export function someCall(): number {
  return 1 + Math.floor(Math.random() * 36 ** 7);
}
