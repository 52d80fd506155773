/** Runs turns of the agent and manual calls with the servers and tools of a window. */
import {
  beginInstructions,
  ContextWindow,
  LOAD_SKILL,
  lookAtOpening,
  maxInstructionTokens,
  noUsage,
  runCalls,
  runTurn,
  systemPrompt,
  TokenGauge,
  ToolOffers,
  TurnLimits,
  type Approve,
  type AskAtLimit,
  type Budget,
  type Conversation,
  type InstructionOptions,
  type OnTurnEvent,
  type OpeningOptions,
  type StepCalls,
  type StepRequests,
  type SystemPart,
  type TurnEvent,
} from '../agent/index.ts';
import { join as joinMessages, msg } from '../base/common/message.ts';
import { plainLabel } from '../base/common/text.ts';
import type { McpManagerOptions, Workspace } from '../mcp/index.ts';
import { metered, ModelError, withRetries, type ChatModel, type LeftOutTool } from '../models/index.ts';
import type { CallOrigin, WindowOrigin } from '../protocol/index.ts';
import { isCallEvent, type CallHistory } from '../store/index.ts';
import { commandShell, type ChosenToolSet, type ToolSet } from '../tools/index.ts';
import { DaySpending } from './daySpending.ts';
import type { ServersAndTools } from './serversAndTools.ts';

export interface TurnRequest {
  readonly conversation: Conversation;
  readonly model: ChatModel;
  /** Most steps until the user is asked, or until the turn ends where nobody can be asked (features.md, C2). */
  readonly maxIterations: number;
  readonly budget?: Budget | undefined;
  readonly askAtLimit?: AskAtLimit | undefined;
  /** Adds what the user has sent for the next step. */
  readonly steer?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Milliseconds that the turn waits at most for servers that are connecting. */
  readonly graceMs: number;
  readonly maxResultTokens: number;
  /** Percent of the context window that the definitions of tools may take; absent if there is no limit. */
  readonly toolBudget?: number | undefined;
  /** Servers, and tools as `server/tool`, that are sent whatever the budget is. */
  readonly alwaysSend?: readonly string[] | undefined;
  readonly approve: Approve;
  readonly beforeChange?: StepCalls['beforeChange'];
  readonly waitedMs?: StepCalls['waitedMs'];
  readonly callStops?: StepCalls['callStops'];
  readonly signal: AbortSignal;
  readonly onEvent: OnTurnEvent;
}

export interface ManualCall {
  /** Unique id of the call, and of its conversation, which has no other call. */
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  /** Origin of the call; absent if it is not known, which counts as any origin. */
  readonly origin?: CallOrigin | undefined;
  readonly approve: Approve;
  readonly waitedMs?: StepCalls['waitedMs'];
  readonly callStops?: StepCalls['callStops'];
  readonly signal: AbortSignal;
  readonly onEvent: OnTurnEvent;
}

interface TurnServices {
  readonly servers: ServersAndTools;
  readonly workspace: Workspace;
  readonly openLog: McpManagerOptions['openLog'];
  readonly requests: StepRequests;
  readonly history: CallHistory | undefined;
  readonly instructions: (() => InstructionOptions) | undefined;
  readonly opening: OpeningOptions | undefined;
}

/** Most characters of the list of servers that are not available. */
const MAX_AWAY = 300;

/** Tokens of tools below which a search costs as much as it saves. */
const LEAST_TOOL_TOKENS = 4_000;

/**
 * Returns how many tokens tools may take of a window: its percentage, but at least `LEAST_TOOL_TOKENS`, or a quarter of
 * a small window. With 0 percent, tools are always searched.
 */
export function maxToolTokens(percent: number | undefined, window: number): number {
  if (percent === undefined) return Infinity;
  return percent === 0 ? 0 : Math.max((window * percent) / 100, Math.min(LEAST_TOOL_TOKENS, window / 4));
}

export class Turns {
  private readonly services: TurnServices;
  private readonly gauge = new TokenGauge();
  private readonly offers = new ToolOffers();
  private readonly spending: DaySpending;
  /** The limits of each conversation's newest turn. */
  private readonly limits = new WeakMap<Pick<Conversation, 'spend'>, TurnLimits>();

  constructor(services: TurnServices) {
    this.services = services;
    this.spending = new DaySpending(services.history);
  }

  /** Runs a turn. Servers delay it by `graceMs` at most. The last event is `turnEnd`. */
  async run({
    graceMs,
    maxResultTokens,
    toolBudget,
    alwaysSend = [],
    maxIterations: maxSteps,
    budget,
    askAtLimit: ask,
    ...request
  }: TurnRequest): Promise<void> {
    const { servers, instructions: instructionOptions, opening: openingOptions, requests } = this.services;
    const { custom, extensions, proposedEdit, skills } = servers;
    // The grace is for all waits of the turn together: for servers that still start, and for those that reconnect.
    let grace = graceMs;
    const settle = async (): Promise<void> => {
      const startedAt = performance.now();
      await servers.manager.settled(grace, request.signal);
      grace = Math.max(0, grace - (performance.now() - startedAt));
    };
    const { model, conversation } = request;
    const toolSet = servers.toolSets.of(conversation);
    const { size } = servers.costs.window(model.name, model.contextWindow ?? model.listedWindow);
    const windowAtFirst = conversation.prefix.windowAtFirst(model.name, size);
    const [instructions, opening] = await Promise.all([
      instructionOptions && beginInstructions(instructionOptions(), conversation, maxInstructionTokens(size)),
      openingOptions && conversation.prefix.openingState(() => lookAtOpening(openingOptions)),
      skills?.reload(),
      model.canCallTools && settle(),
    ]);
    const tools = servers.toolsOf(conversation);
    tools.beginTurn(toolSet);
    const current = (): ToolSet => {
      servers.tools.noteOffered();
      return tools.ofTurn.get();
    };
    if (toolSet && model.canCallTools && servers.toolsIn(toolSet).size === 0) throw this.emptySet(toolSet);
    const known = await this.withWindow(model, current(), request.signal);
    const { window, ratio, origin } = this.windowOf(model, known.contextWindow);
    const offer = this.offers.begin({
      conversation,
      model,
      window,
      windowOrigin: origin,
      ratio,
      maxTokens: maxToolTokens(toolBudget, window),
      budget: toolBudget,
      alwaysSend,
      instructions: (server) => this.instructionsOf(server),
    });
    // The list of skills is taken once, as the turn begins, because a change empties the endpoint's cache.
    const catalog = skills?.catalog ?? '';
    const skillsAreCut = skills?.catalogIsCut === true;
    const system = (): readonly SystemPart[] => {
      const given = model.canCallTools ? current() : new Map();
      return this.systemParts(conversation, given, offer.searchable(given), {
        tools: model.canCallTools ? new Set(given.keys()) : undefined,
        window: windowAtFirst,
        opening,
        ...(instructions && { instructionFiles: instructions.blocks }),
        ...(given.has(LOAD_SKILL) && { skills: catalog, skillsAreCut }),
      });
    };
    const limits = new TurnLimits({ maxSteps, budget, ask, spentToday: () => this.spending.today() });
    this.limits.set(conversation, limits);
    await runTurn({
      ...request,
      limits,
      proposedEdit,
      news: () => servers.commands.takeNews(conversation.id),
      instructions,
      requests: requests.beginTurn(conversation, model.name, instructions?.files),
      onEvent: this.observed(request),
      offer,
      model: withRetries(this.metered(known, conversation)),
      context: { gauge: this.gauge, maxResultTokens },
      otherTools: () => servers.tools.knownTools(),
      system,
      tools: async () => {
        // Custom tools are read before each step, because a broken one may just have been corrected.
        await custom?.reload();
        // The tools of other extensions are read as well, because the editor does not tell when they change.
        extensions?.reload();
        // The wait for servers comes last, because a server that is lost during another wait would be missing from the
        // snapshot.
        await settle();
        return current();
      },
    });
  }

  /**
   * Asks the endpoint for the context window before it decides whether tools are searched: the first conversation would
   * decide by the usual window, and later ones by the right one. A few tools fit any window, so nobody is asked.
   */
  private async withWindow(model: ChatModel, tools: ToolSet, signal: AbortSignal): Promise<ChatModel> {
    if (model.contextWindow !== undefined) return model;
    if (model.listedWindow !== undefined) return { ...model, contextWindow: model.listedWindow };
    if (!model.canCallTools) return model;
    const { costs } = this.services.servers;
    let tokens = 0;
    for (const [wireName, tool] of tools) {
      tokens += costs.tokensOfTool({ wireName, tool });
      if (tokens > LEAST_TOOL_TOKENS) break;
    }
    if (tokens <= LEAST_TOOL_TOKENS || signal.aborted) return model;
    const aborted = Promise.withResolvers<undefined>();
    const stop = (): void => aborted.resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    const contextWindow = await Promise.race([model.lookUpContextWindow(), aborted.promise]);
    signal.removeEventListener('abort', stop);
    return contextWindow === undefined ? model : { ...model, contextWindow };
  }

  /** Returns the model's context window in tokens of the estimate. `told` is the one that the turn knows. */
  private windowOf(
    model: ChatModel,
    told: number | undefined,
  ): { readonly window: number; readonly ratio: number; readonly origin: WindowOrigin } {
    const ratio = this.gauge.ratio(model);
    const size = this.gauge.window(model, told);
    const origin = this.gauge.isAssumed(model, told)
      ? 'assumed'
      : size !== told
        ? 'refusal'
        : model.contextWindow === undefined
          ? 'endpoint'
          : 'user';
    return { window: size / ratio, ratio, origin };
  }

  /**
   * Summarises older messages for the model. Returns false if there is too little.
   * @throws ModelError, or the signal's reason
   */
  compact({
    model,
    signal,
    ...turn
  }: Pick<TurnRequest, 'conversation' | 'model' | 'signal' | 'onEvent'>): Promise<boolean> {
    const options = { gauge: this.gauge, maxResultTokens: Infinity };
    const asked = withRetries(this.metered(model, turn.conversation));
    return new ContextWindow(options, { ...turn, model: asked }).summariseNow(signal);
  }

  metered(model: ChatModel, conversation: Pick<Conversation, 'spend'>): ChatModel {
    return metered(model, (request) => {
      const { usage } = request;
      this.services.history?.spend(request);
      this.spending.spend(usage);
      conversation.spend(usage ?? noUsage);
      if (usage) this.limits.get(conversation)?.spend(usage);
    });
  }

  /** Runs a call that the user makes by hand. */
  async call({ id, name, argsText, origin, onEvent, ...step }: ManualCall): Promise<void> {
    const { servers, history } = this.services;
    const isFromText = origin?.isFromText;
    await runCalls({
      ...step,
      step: 1,
      calls: [{ id, name, argsText, ...(isFromText && { isFromText }) }],
      tools: servers.tools.snapshot(),
      proposedEdit: servers.proposedEdit,
      onEvent: (event) => {
        if (isCallEvent(event)) history?.record(id, event, origin);
        onEvent(event);
      },
    });
  }

  /**
   * Handles each event before it is passed on: learns the context window and the tools that were left out, and saves
   * calls.
   */
  private observed({
    conversation,
    model,
    onEvent,
  }: Pick<TurnRequest, 'conversation' | 'model' | 'onEvent'>): OnTurnEvent {
    const { servers, history } = this.services;
    let isComplete = true;
    return (event) => {
      if (event.type === 'stepStart') isComplete = true;
      if (event.type === 'toolsLeftOut') {
        isComplete = false;
        this.leaveOut(event.tools);
      }
      if (event.type === 'stepEnd' && isComplete) this.leaveOut([]);
      if (isCallEvent(event))
        history?.record(
          conversation.id,
          event,
          event.type === 'callStart' ? originOf(conversation, event) : undefined,
        );
      servers.costs.learn(model, event);
      onEvent(event);
    };
  }

  private systemParts(
    { prefix }: Conversation,
    given: ToolSet,
    searched: ReturnType<ReturnType<ToolOffers['begin']>['searchable']>,
    parts: Pick<
      Parameters<typeof systemPrompt>[0],
      'tools' | 'window' | 'opening' | 'instructionFiles' | 'skills' | 'skillsAreCut'
    >,
  ): readonly SystemPart[] {
    // The model reads the instructions of searched servers when it finds a tool of theirs.
    const instructions = this.instructions(given).filter(({ server }) => !searched.has(server));
    return systemPrompt({
      ...parts,
      folders: this.services.workspace.folders(),
      platform: process.platform,
      shell: commandShell().name,
      instructions: prefix.inOrder(instructions, ({ server }) => server),
      searchable: prefix
        .inOrder([...searched], ([name]) => name)
        .map(([name, tools]) => ({ name, tools: tools.length, description: this.descriptionOf(name) })),
    });
  }

  /** Returns the instructions of servers with a tool that the model gets. */
  private instructions(tools: ToolSet): { server: string; text: string }[] {
    const used = new Set(
      [...tools.values()].map(({ source }) => (source.kind === 'mcp' ? source.server : '')),
    );
    return this.services.servers.manager.servers.flatMap(({ name: server }) => {
      const text = this.instructionsOf(server);
      return text !== undefined && used.has(server) ? [{ server, text }] : [];
    });
  }

  private instructionsOf(server: string): string | undefined {
    const state = this.services.servers.manager.server(server)?.state;
    return state?.kind === 'connected' ? state.catalog.instructions : undefined;
  }

  private descriptionOf(server: string): string {
    const state = this.services.servers.manager.server(server)?.state;
    if (state?.kind !== 'connected') return '';
    const { server: about, instructions } = state.catalog;
    const [first = ''] = (instructions ?? '').trim().split(/(?<=[.!?])\s|\n/);
    return about?.description ?? (first === '' ? (about?.title ?? '') : first);
  }

  /**
   * Explains why the tool set has no tools. The turn does not take all tools instead, which would be more than the user
   * wanted.
   */
  private emptySet({ name, members }: ChosenToolSet): ModelError {
    if (!members)
      return new ModelError(
        'tool-set',
        msg(
          'The tool set "{0}" does not exist: it was deleted or renamed, or its workspace is not trusted. Choose another one, or all tools.',
          name,
        ),
      );
    const away = plainLabel(this.services.servers.awayIn({ name, members }).join(', '), MAX_AWAY);
    const next = msg('Enable the tools in the tool set, or choose another tool set or all tools.');
    const why =
      members.length === 0
        ? msg('The tool set "{0}" is empty.', name)
        : away === undefined
          ? msg('None of the tools in the tool set "{0}" is available and enabled.', name)
          : msg('None of the tools in the tool set "{0}" is available. Not connected: {1}.', name, away);
    return new ModelError('tool-set', joinMessages(' ', why, next));
  }

  /** Reports tools that the request went without in the server's log. */
  private leaveOut(tools: readonly LeftOutTool[]): void {
    const { servers, openLog } = this.services;
    const reasons = new Map(tools.map(({ name, reason }) => [name, reason]));
    for (const { source, name } of servers.tools.leaveOut(reasons)) {
      const why = servers.tools.whyLeftOut(source.server, name)?.english ?? '';
      openLog(source.server).append('warning', 'patchbay', `Tool ${name} is not sent to the model: ${why}`);
    }
  }
}

/** Returns what the model knew when it wrote the call. */
function originOf(
  conversation: Pick<Conversation, 'marks'>,
  { notes = [] }: Extract<TurnEvent, { type: 'callStart' }>,
): CallOrigin {
  const isFromText = notes.some(({ kind }) => kind === 'textCall');
  return { marks: conversation.marks(), ...(isFromText && { isFromText }) };
}
