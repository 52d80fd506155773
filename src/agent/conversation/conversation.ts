/** A conversation: the messages so far, whole, and what of them the model gets in other words. Only a turn and the user's own message change it. */
import type { Message } from '../../models/index.ts';
import type { DataMark } from '../../protocol/index.ts';
import { wholeContext, type ContextState, type ToolMessage } from './contextState.ts';

export class Conversation {
  /** Unique among conversations. */
  readonly id: string;
  /** The secrets and the content of others that it holds. */
  marks: () => readonly DataMark[] = () => [];
  private readonly list: Message[] = [];
  private calls = 0;
  /** How the model's view differs from the messages. A turn replaces it when they do not fit. */
  context: ContextState = wholeContext;
  /** The servers whose tools the model gets in answer to the newest message; absent: all tools that are switched on. */
  onlyServers: readonly string[] | undefined;

  /**
   * With `before` it goes on from there: those messages, and the model's view of them. Ids of calls count up from
   * `firstCall`: where several conversations are open, each is to have ids of its own.
   */
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

  get messages(): readonly Message[] {
    return this.list;
  }

  append(message: Message): void {
    this.list.push(message);
  }

  /** The whole result of a call, if there is one. */
  result(callId: string): ToolMessage | undefined {
    const found = this.list.findLast((message) => message.role === 'tool' && message.callId === callId);
    return found?.role === 'tool' ? found : undefined;
  }

  /**
   * A call id that is unique in the conversation; some endpoints give the same ids in every turn. Nine
   * letters and digits, because Mistral takes no others.
   */
  nextCallId(): string {
    this.calls += 1;
    return `c${this.calls.toString(36).padStart(8, '0')}`;
  }
}

/** A number for `firstCall` that no other conversation has near it, for all practical purposes. */
export function someCall(): number {
  return 1 + Math.floor(Math.random() * 36 ** 7);
}
