import { headText } from '../../base/common/cut.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { Message } from '../../models/index.ts';
import type { DataMark, Usage } from '../../protocol/index.ts';
import type { OfferedTools } from './offeredTools.ts';
import { wholeContext, type ContextState, type CountedContext, type ToolMessage } from './contextState.ts';

export class Conversation {
  readonly id: string;
  /** Secrets and content of others, for the data-flow guard. */
  marks: () => readonly DataMark[] = () => [];
  spend: (usage: Usage) => void = () => undefined;
  private readonly list: Message[] = [];
  private calls = 0;
  context: ContextState = wholeContext;
  counted: CountedContext | undefined;
  /** For the newest message; absent: all tools that are on. */
  onlyServers: readonly string[] | undefined;
  /** The named tool set that the user chose for it; '' for all tools, absent: that of the workspace. */
  toolSet: string | undefined;
  /** The reasoning effort that the user chose in it; '' for the model's default, absent: that of the settings. */
  effort: string | undefined;
  /** Of its newest request; absent: that carried all tools, or there was none. */
  offered: OfferedTools | undefined;

  /** `before`: to continue from. Call ids count from `firstCall`, so that open conversations have ids of their own. */
  constructor(
    id: string,
    before?: { readonly messages: readonly Message[]; readonly context: ContextState },
    firstCall = 1,
  ) {
    this.id = id;
    this.calls = firstCall - 1;
    if (!before) return;
    this.list.push(...before.messages);
    this.context = before.context;
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
}

export function someCall(): number {
  return 1 + Math.floor(Math.random() * 36 ** 7);
}
