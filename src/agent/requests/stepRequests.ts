/** Holds the requests of conversations, step by step, for users who want to see what the model got. */
import { Emitter } from '../../base/common/event.ts';
import type { Message, SentRequest, ToolDefinition } from '../../models/index.ts';
import type { ContextUse, InstructionUse, RequestRow, Usage } from '../../protocol/index.ts';
import { countMessage, countTools } from '../context/tokens.ts';
import type { ContextState } from '../conversation/contextState.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { SystemPart } from '../conversation/systemParts.ts';
import type { Selection } from '../toolSearch/toolOffer.ts';

/** Most steps of a conversation that are held. A turn has at most 50. */
const MAX_STEPS = 100;
/**
 * Most tokens that are held, where each step counts with what the step before did not have. They are some 8 MB, most of
 * which the conversation holds anyway.
 */
const MAX_TOKENS = 2_000_000;

/** A request that goes out. Nothing of it changes, and its long parts are shared with the conversation. */
export interface GoingRequest {
  readonly sent: SentRequest;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly system: readonly SystemPart[];
  readonly selection: Selection;
  readonly context: ContextState;
  readonly use: ContextUse;
}

export interface StepRequest extends RequestRow, GoingRequest {
  /** The user's whole message. */
  readonly asked: string;
  readonly files: readonly InstructionUse[];
  usage?: Usage;
  /** Tokens that the step before did not have. */
  readonly added: number;
}

interface Held {
  readonly steps: StepRequest[];
  /** Number of steps so far, whether or not they are held. */
  last: number;
  turns: number;
}

export class StepRequests {
  /** Requests by conversation. They are gone with it. */
  private readonly held = new WeakMap<Conversation, Held>();
  private readonly changes = new Emitter<Conversation>();
  /** Fires with the conversation, once a request has gone out and once it is answered. */
  readonly onDidChange = this.changes.event;

  /** Returns the steps that are held, the oldest first. */
  of(conversation: Conversation): readonly StepRequest[] {
    return this.held.get(conversation)?.steps ?? [];
  }

  older(conversation: Conversation): number {
    return (this.of(conversation)[0]?.id ?? 1) - 1;
  }

  beginTurn(conversation: Conversation, model: string, files: readonly InstructionUse[] = []): TurnRequests {
    const held = this.held.get(conversation) ?? { steps: [], last: 0, turns: 0 };
    this.held.set(conversation, held);
    held.turns += 1;
    return new TurnRequests(held, { conversation, model, files, turn: held.turns }, () =>
      this.changes.fire(conversation),
    );
  }

  dispose(): void {
    this.changes.dispose();
  }
}

export class TurnRequests {
  private readonly held: Held;
  private readonly about: {
    readonly conversation: Conversation;
    readonly model: string;
    readonly files: readonly InstructionUse[];
    readonly turn: number;
  };
  private readonly onChange: () => void;
  private step = 0;

  constructor(held: Held, about: TurnRequests['about'], onChange: () => void) {
    this.held = held;
    this.about = about;
    this.onChange = onChange;
  }

  /** Returns the id that the step's request will have. */
  begin(step: number): number {
    this.step = step;
    this.held.last += 1;
    return this.held.last;
  }

  /** Records a request. It replaces an earlier one of the same step, which was refused or broke off. */
  sent(going: GoingRequest): void {
    const { held, step } = this;
    const { conversation, ...about } = this.about;
    if (held.steps.at(-1)?.id === held.last) held.steps.pop();
    const said = conversation.messages.findLast(({ role }) => role === 'user');
    held.steps.push({
      ...going,
      ...about,
      id: held.last,
      step,
      at: Date.now(),
      asked: said?.role === 'user' ? said.text : '',
      added: tokensSince(held.steps.at(-1), going),
    });
    forget(held.steps);
    this.onChange();
  }

  answered(usage: Usage | undefined): void {
    const newest = this.held.steps.at(-1);
    if (newest?.id !== this.held.last) return;
    if (usage) newest.usage = usage;
    this.onChange();
  }
}

function tokensSince(before: StepRequest | undefined, { messages, tools }: GoingRequest): number {
  const known = before?.messages ?? [];
  // The system message comes first. It is compared apart, because it may change while all others are the same.
  const since = messages.findIndex((message, index) => index > 0 && message !== known[index]);
  const fresh = since < 0 ? [] : messages.slice(since);
  const [system] = messages;
  const all = system && system !== known[0] ? [system, ...fresh] : fresh;
  return (
    all.reduce((sum, message) => sum + countMessage(message), 0) +
    (tools === before?.tools ? 0 : countTools(tools))
  );
}

/** Drops the oldest steps if there are too many. The newest one stays whatever its size. */
function forget(steps: StepRequest[]): void {
  let tokens = 0;
  const oldest = steps.findLastIndex(({ added }, index) => {
    tokens += added;
    return index < steps.length - 1 && (tokens > MAX_TOKENS || steps.length - index > MAX_STEPS);
  });
  steps.splice(0, oldest + 1);
}
