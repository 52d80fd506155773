import { messageOf, msg, type LocalizedMessage } from '../../base/common/message.ts';
import {
  ModelError,
  type CallRequest,
  type ChatModel,
  type Message,
  type ModelRequest,
  type SentRequest,
  type ToolDefinition,
} from '../../models/index.ts';
import type { Usage } from '../../protocol/index.ts';
import { textContent, type NamedTool, type ProposedEditOf, type ToolSet } from '../../tools/index.ts';
import { callsAsMeant } from './callsAsMeant.ts';
import { runCalls, type Approve, type StepCalls } from './calls.ts';
import { toolDefinition } from '../context/toolCosts.ts';
import { ContextWindow, ContextTooLarge, type ContextOptions } from '../context/window.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { SystemPart } from '../conversation/systemParts.ts';
import type { Selection, ToolOffer } from '../toolSearch/toolOffer.ts';
import type { OnTurnEvent, TurnEnd, TextCallRefusal } from '../conversation/events.ts';
import type { TurnRequests } from '../requests/stepRequests.ts';
import type { TurnInstructions } from '../instructions/instructions.ts';
import type { TurnLimits } from './limits.ts';
import { TextCallCheck } from './textCallCheck.ts';

export interface TurnOptions {
  /** Conversation whose last message the turn answers, and to which it appends. */
  readonly conversation: Conversation;
  readonly model: ChatModel;
  /**
   * Returns the system message. It is called when the turn begins, and when its tools change: they are searched from
   * now on, or a server came or went.
   */
  readonly system: () => readonly SystemPart[];
  /** Returns the tools. It is called for each step, so that those of a server that connects later join. */
  readonly tools: () => ToolSet | Promise<ToolSet>;
  /** Tools that the model may have heard of and does not have. */
  readonly otherTools?: () => Iterable<NamedTool>;
  /** Chooses the tools that are sent. Without it, all are. */
  readonly offer?: Pick<ToolOffer, 'select' | 'refused' | 'accepted'>;
  /** Instruction files of the turn. `files` are those whose text is in the system message. */
  readonly instructions?: Pick<TurnInstructions, 'files' | 'below'> | undefined;
  readonly requests?: TurnRequests;
  readonly limits: TurnLimits;
  /**
   * Adds to the conversation what the user has sent for the next step. Resolves with whether that was anything. It is
   * called before each step but the first, and when the model would end the turn.
   */
  readonly steer?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  readonly approve: Approve;
  readonly beforeChange?: StepCalls['beforeChange'];
  readonly proposedEdit?: ProposedEditOf | undefined;
  readonly waitedMs?: StepCalls['waitedMs'];
  readonly callStops?: StepCalls['callStops'];
  /** Returns what the model has to be told with the results of a step. */
  readonly news?: (() => readonly string[]) | undefined;
  readonly signal: AbortSignal;
  readonly context: ContextOptions;
  readonly onEvent: OnTurnEvent;
}

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/**
 * Runs a turn. `turnEnd` is always the last event, and the conversation is then one that endpoints accept. Rejects only
 * if `onEvent` throws.
 */
export async function runTurn(options: TurnOptions): Promise<void> {
  options.onEvent({ type: 'turnEnd', end: await runSteps(options) });
}

async function runSteps(options: TurnOptions): Promise<TurnEnd> {
  const { conversation, model, signal, approve, proposedEdit, instructions, limits, steer, onEvent } =
    options;
  if (instructions) onEvent({ type: 'instructions', files: instructions.files });
  const context = new ContextWindow(options.context, options);
  let offered: string | undefined;
  const select = (all: ToolSet): Selection => {
    const selection = selectionOf(options, all);
    const now = selection.searchReason ? '' : serversIn(selection.sent);
    if (now !== offered) context.system = options.system();
    offered = now;
    return selection;
  };
  for (let step = 1; ; step++) {
    const reached = await limits.endBefore(step, signal);
    if (signal.aborted) return { why: 'cancelled' };
    if (reached) return { why: 'limit', reached };
    if (step > 1) await steer?.(signal);
    const all = context.withReading(model.canCallTools ? await options.tools() : noTools);
    let tools = select(all);
    const request = options.requests?.begin(step);
    onEvent({ type: 'stepStart', step, tools: tools.sent.size, ...(request !== undefined && { request }) });
    let outcome = await runStep(options, context, step, tools);
    while (outcome.kind === 'tooManyTools') {
      tools = select(all);
      outcome = await runStep(options, context, step, tools);
    }
    if (outcome.kind === 'ended') return outcome.end;
    const { message, truncated, problem, textCalls } = outcome;
    if (message.calls.length === 0) {
      // Endpoints refuse an empty message.
      const isEmpty = message.text.trim() === '';
      if (isEmpty && !problem) return { why: 'empty', model: model.name, thought: outcome.thought };
      if (!isEmpty) conversation.append(message);
      if (!truncated && !problem && (await steer?.(signal))) continue;
      return truncated || problem
        ? { why: 'truncated', ...(problem && { problem }) }
        : { why: 'answered', ...(textCalls && { textCalls }) };
    }
    const { calls, unknownTool } = callsAsMeant(message.calls, tools.callable, [
      ...(options.otherTools?.() ?? []),
    ]);
    conversation.append({ ...message, calls });
    limits.countCalls(calls.length);
    const results = await runCalls({
      step,
      conversation: conversation.id,
      callStops: options.callStops,
      calls,
      tools: tools.callable,
      approve,
      beforeChange: options.beforeChange,
      proposedEdit,
      waitedMs: options.waitedMs,
      signal,
      instructions,
      onEvent,
      unknownTool,
    });
    context.appendResults(withNews(results, options.news?.() ?? []));
  }
}

type ToolMessage = Extract<Message, { role: 'tool' }>;

/** The news follow the last result, because a message of their own would be one of the user. */
function withNews(results: readonly ToolMessage[], news: readonly string[]): readonly ToolMessage[] {
  const last = results.at(-1);
  if (!last || news.length === 0) return results;
  const content = [...last.content, ...textContent(news.join('\n'))];
  return [...results.slice(0, -1), { ...last, content }];
}

interface Completion {
  readonly message: AssistantMessage;
  readonly truncated: boolean;
  readonly problem?: LocalizedMessage | undefined;
  readonly thought: boolean;
  readonly textCalls?: TextCallRefusal | undefined;
}

type StepOutcome =
  | ({ readonly kind: 'answered' } & Completion)
  /** The endpoint refused the request, and may take one with fewer tools. */
  | { readonly kind: 'tooManyTools' }
  | { readonly kind: 'ended'; readonly end: TurnEnd };

const noTools: ToolSet = new Map();

function selectionOf({ model, offer }: TurnOptions, all: ToolSet): Selection {
  return (
    (model.canCallTools ? offer?.select(all) : undefined) ?? {
      sent: all,
      callable: all,
      searchReason: undefined,
    }
  );
}

function serversIn(tools: ToolSet): string {
  const servers = [...tools.values()].map(({ source }) => (source.kind === 'mcp' ? source.server : ''));
  return [...new Set(servers)].toSorted().join('/');
}

async function runStep(
  options: TurnOptions,
  context: ContextWindow,
  step: number,
  selection: Selection,
): Promise<StepOutcome> {
  const { conversation, requests, signal, offer, onEvent } = options;
  const { sent, callable } = selection;
  const shown: ShownText = { text: '' };
  for (let refused: ModelError | undefined; ;) {
    try {
      const request = await context.fit(definitionsOf(sent), signal, refused);
      const { system, inUse: use } = context;
      const going = { ...request, system, selection, context: conversation.context, use };
      const onSend = (each: SentRequest): void => {
        requests?.sent({ ...going, sent: each });
        if (each.isWithoutImages) context.withoutImages(request.messages);
      };
      const asked = { ...request, onSend };
      const { usage, ...answer } = await ask(options, context.systemText, step, asked, callable, shown);
      requests?.answered(usage);
      offer?.accepted(sent.size);
      onEvent({ type: 'stepEnd', step, ...(usage && { usage }) });
      const answered = context.answered(answer.message, usage);
      // An estimate counts where the endpoint reports nothing, or a limit of tokens would never be reached.
      if (!usage) options.limits.spend({ inputTokens: answered.used, outputTokens: 0 });
      onEvent({ type: 'context', context: answered });
      return { kind: 'answered', ...answer };
    } catch (error) {
      const failure = toModelError(error);
      if (!signal.aborted && shown.text === '' && offer?.refused(failure, sent.size) === true)
        return { kind: 'tooManyTools' };
      const isRefusal = failure.kind === 'too-large' && !(failure instanceof ContextTooLarge);
      const isFirstRefusal = isRefusal && !refused && shown.text === '';
      if (signal.aborted || !isFirstRefusal) return broken(options, shown, failure);
      refused = failure;
    }
  }
}

function broken({ conversation, signal }: TurnOptions, { text }: ShownText, error: ModelError): StepOutcome {
  // The user saw the text, and may have it continued. A half-written call is worth nothing.
  const isPartial = text !== '';
  if (isPartial) conversation.append({ role: 'assistant', text, calls: [] });
  if (signal.aborted) return { kind: 'ended', end: { why: 'cancelled' } };
  return { kind: 'ended', end: { why: 'failed', error, isPartial } };
}

interface ShownText {
  text: string;
}

async function ask(
  { conversation, model, signal, onEvent }: TurnOptions,
  system: string,
  step: number,
  request: ModelRequest,
  tools: ToolSet,
  shown: ShownText,
): Promise<Completion & { readonly usage: Usage | undefined }> {
  let usage: Usage | undefined;
  let answer: Pick<Completion, 'message' | 'truncated' | 'problem'> | undefined;
  let thought = false;
  const check = new TextCallCheck(model, tools, [{ role: 'system', text: system }, ...conversation.messages]);
  const { takes } = check;
  const { cacheKey } = conversation;
  const asked = { ...request, cacheKey, ...(takes && { takesTextCalls: takes }) };
  for await (const event of model.stream(asked, signal)) {
    switch (event.type) {
      case 'text':
        shown.text += event.text;
        onEvent(event);
        break;
      case 'reasoning':
        thought = true;
        onEvent(event);
        break;
      case 'retrying':
      case 'fieldsLeftOut':
      case 'imagesLeftOut':
        onEvent(event);
        break;
      case 'callDraft': {
        const tool = tools.get(event.name);
        onEvent({ type: event.type, tool: tool?.title ?? tool?.name ?? event.name, length: event.length });
        break;
      }
      case 'usage':
        usage = event.usage;
        break;
      case 'toolsLeftOut':
        onEvent({ type: event.type, step, tools: event.tools });
        break;
      case 'answer':
        answer = {
          truncated: event.truncated,
          problem: event.problem,
          message: withOwnIds(event.message, conversation),
        };
    }
  }
  if (!answer) throw new ModelError('broken-stream', msg('The answer ended unexpectedly.'));
  check.answered(answer.message);
  return { ...answer, usage, thought, textCalls: check.refusal };
}

/** Definitions are kept for a set of tools, because what endpoints refuse of them and their fitted schemas are kept for them. */
const definitions = new WeakMap<ToolSet, readonly ToolDefinition[]>();

function definitionsOf(tools: ToolSet): readonly ToolDefinition[] {
  const known = definitions.get(tools);
  if (known) return known;
  const made = [...tools].map(([name, tool]) => toolDefinition(name, tool));
  definitions.set(tools, made);
  return made;
}

function withOwnIds(message: AssistantMessage, conversation: Conversation): AssistantMessage {
  const calls: CallRequest[] = message.calls.map((call) => ({
    ...call,
    id: conversation.nextCallId(),
    ...(call.isFromText && { notes: [...(call.notes ?? []), { kind: 'textCall' }] }),
  }));
  return { ...message, calls };
}

function toModelError(error: unknown): ModelError {
  return error instanceof ModelError
    ? error
    : new ModelError('server', msg('The model request failed: {0}', messageOf(error)), {
        cause: error,
      });
}
