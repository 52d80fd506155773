/** Puts the core together without an editor. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  attachedInstructions,
  beginInstructions,
  ContextWindow,
  LOAD_SKILL,
  maxInstructionTokens,
  noUsage,
  planTool,
  PromptExpansion,
  RequestViews,
  runCalls,
  type StepCalls,
  runTurn,
  Skills,
  SKILLS,
  StepRequests,
  systemPrompt,
  TokenGauge,
  ToolCosts,
  ToolOffers,
  type Conversation,
  type Approve,
  type InstructionOptions,
  type SkillOptions,
  type ReadOwnAttachment,
  type OnTurnEvent,
  type SystemPart,
  type TurnEvent,
} from './agent/index.ts';
import {
  READ_RESULT,
  SEARCH_TOOLS,
  UPDATE_PLAN,
  type CallOrigin,
  type ToolSource,
} from './protocol/index.ts';
import { CallHistory, isCallEvent, type HistoryOptions } from './store/index.ts';
import { McpManager, parseServers, type McpManagerOptions, type Workspace } from './mcp/index.ts';
import { metered, ModelError, withRetries, type ChatModel, type LeftOutTool } from './models/index.ts';
import {
  argumentProblem,
  BUILT_IN,
  CommandRunner,
  CUSTOM,
  CustomTools,
  Enablement,
  EXTENSIONS,
  ExtensionTools,
  fromNative,
  LineMatcher,
  PageFetcher,
  Permissions,
  resourceToolNames,
  serverOfMember,
  ToolRegistry,
  ToolSetChoices,
  toolsInSet,
  toolsOf,
  type ApprovalPolicy,
  type CustomToolsOptions,
  type ExtensionToolsOptions,
  type NativeServices,
  type ChosenToolSet,
  type NamedToolSet,
  type NativeTool,
  type ProposedEditOf,
  type Preferences,
  type RuleStores,
  type Tool,
  type ToolSet,
} from './tools/index.ts';
import { Emitter } from './base/common/event.ts';
import { join as joinMessages, msg } from './base/common/message.ts';
import { plainLabel } from './base/common/text.ts';

export interface EngineOptions extends Omit<McpManagerOptions, 'client'> {
  /** Sent to servers. */
  readonly version: string;
  readonly preferences: Preferences;
  /** Those that a conversation can be narrowed to. Without it there are none. */
  readonly toolSets?: () => readonly NamedToolSet[];
  readonly rules: RuleStores;
  /** Without it tools ask. */
  readonly approvalPolicy?: () => ApprovalPolicy;
  /** Without it calls are not saved. */
  readonly history?: Omit<HistoryOptions, 'redact'>;
  readonly nativeTools?: (services: NativeServices) => readonly NativeTool[];
  /** What a call would change in a file, to be shown before it is allowed. */
  readonly proposedEdit?: ProposedEditOf;
  readonly customTools?: CustomToolsOptions;
  /** Of other extensions of the editor. Without it there are none. */
  readonly extensionTools?: ExtensionToolsOptions;
  /** Without it there are none. */
  readonly instructions?: () => InstructionOptions;
  /** Whether the model can keep a plan; without it, it cannot. */
  readonly plan?: () => boolean;
  /** Without it there are none. */
  readonly skills?: () => SkillOptions;
  /** Reads attachments that are not a server's; without it a message with one is refused. */
  readonly readAttachment?: ReadOwnAttachment;
}

export interface TurnRequest {
  readonly conversation: Conversation;
  readonly model: ChatModel;
  readonly maxIterations: number;
  /** Limit for servers that are still connecting at the first step. */
  readonly graceMs: number;
  readonly maxResultTokens: number;
  /** What the definitions of tools may take of the context window, in percent; absent: as much as there is. */
  readonly toolBudget?: number;
  /** Servers, and tools as `server/tool`, that are sent whatever the budget is. */
  readonly alwaysSend?: readonly string[];
  readonly approve: Approve;
  readonly waitedMs?: StepCalls['waitedMs'];
  readonly signal: AbortSignal;
  readonly onEvent: OnTurnEvent;
}

export interface ManualCall {
  /** Unique; also the id of its conversation, which has no other call. */
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  /** Absent: not known, which counts as any. */
  readonly origin?: CallOrigin | undefined;
  readonly approve: Approve;
  readonly waitedMs?: StepCalls['waitedMs'];
  readonly signal: AbortSignal;
  readonly onEvent: OnTurnEvent;
}

/** How a tool stood with the newest request: carried, carried because the conversation found it, or left to the search. */
export type ToolOfferState = 'sent' | 'found' | 'searchable';

type ToolsChosenFor = Pick<Conversation, 'offered' | 'toolSet' | 'onlyServers'>;

/** Characters of the list of servers that are away. */
const MAX_AWAY = 300;

/** In tokens: to search for fewer costs as much as it saves. */
const LEAST_TOOL_TOKENS = 4_000;

/** What tools may take of a window of so many tokens, of a small one up to a quarter; with 0 percent they are always searched. */
export function maxToolTokens(percent: number | undefined, window: number): number {
  if (percent === undefined) return Infinity;
  return percent === 0 ? 0 : Math.max((window * percent) / 100, Math.min(LEAST_TOOL_TOKENS, window / 4));
}

export class Engine {
  readonly manager: McpManager;
  readonly enablement: Enablement;
  readonly tools: ToolRegistry;
  readonly costs: ToolCosts;
  readonly permissions: Permissions;
  readonly toolSets: ToolSetChoices;
  readonly argumentProblem = argumentProblem;
  readonly proposedEdit: ProposedEditOf | undefined;
  /** Calls of all windows. */
  readonly history: CallHistory | undefined;
  private readonly commands = new CommandRunner();
  readonly custom: CustomTools | undefined;
  readonly extensions: ExtensionTools | undefined;
  readonly skills: Skills | undefined;
  /** In place of a server, for the switches of skills. */
  readonly skillSource = SKILLS;
  readonly promptExpansion: PromptExpansion;
  private readonly requests = new StepRequests();
  /** What models got in this window. */
  readonly requestViews = new RequestViews(this.requests, (text) => this.redact(text));
  private readonly workspace: Workspace;
  private readonly instructionOptions: EngineOptions['instructions'];
  private readonly openLog: McpManagerOptions['openLog'];
  private readonly gauge = new TokenGauge();
  private readonly offers = new ToolOffers();
  private isCounting = false;
  private readonly named = new WeakMap<Conversation, Set<string>>();
  /** In tokens, by the model's name. */
  private readonly windows = new WeakMap<Conversation, Map<string, number>>();
  private readonly changes = new Emitter<ReadonlySet<string>>();
  /** Fires with the names of servers that have changed, or whose tools were switched. */
  readonly onDidChange = this.changes.event;

  constructor(options: EngineOptions) {
    const {
      version,
      preferences,
      rules,
      nativeTools,
      customTools,
      extensionTools,
      history,
      readAttachment,
      approvalPolicy,
      toolSets,
      instructions,
      skills,
      plan,
      ...parts
    } = options;
    this.instructionOptions = instructions;
    this.proposedEdit = options.proposedEdit;
    this.toolSets = new ToolSetChoices(rules.workspace, toolSets ?? (() => []));
    this.workspace = options.workspace;
    this.openLog = options.openLog;
    this.manager = new McpManager({ ...parts, client: { name: 'patchbay', title: 'Patchbay', version } });
    this.enablement = new Enablement(preferences, (server) => this.changed(new Set([server])));
    const own = (
      nativeTools?.({
        commands: this.commands,
        matcherFor: (expression) => new LineMatcher(expression),
        pages: new PageFetcher({ worker: join(options.installFolder ?? '', 'dist', 'pageWorker.cjs') }),
      }) ?? []
    ).map(fromNative);
    const taken = new Set([
      ...own.map(({ name }) => name),
      ...resourceToolNames,
      READ_RESULT,
      SEARCH_TOOLS,
      LOAD_SKILL,
      UPDATE_PLAN,
    ]);
    this.custom =
      customTools &&
      new CustomTools(
        customTools,
        (name) => taken.has(name.toLowerCase()),
        () => this.changed(new Set([CUSTOM])),
      );
    this.extensions =
      extensionTools && new ExtensionTools(extensionTools, () => this.changed(new Set([EXTENSIONS])));
    this.skills =
      skills &&
      new Skills(
        skills,
        (name) => this.enablement.isEnabled(SKILLS, name),
        () => this.changed(new Set([SKILLS])),
      );
    const { custom, extensions, skills: found } = this;
    const planned = planTool();
    this.tools = new ToolRegistry(
      this.manager,
      this.enablement,
      own,
      () => custom?.tools ?? [],
      () => [...(plan?.() ? [planned] : []), ...(found && found.enabled.length > 0 ? [found.tool] : [])],
      () => extensions?.tools ?? [],
    );
    const { tools } = this;
    this.permissions = new Permissions(rules, {
      ...(approvalPolicy && { policy: approvalPolicy }),
      tools: () => tools.switchable.map(({ tool }) => tool),
    });
    this.costs = new ToolCosts(this.tools);
    this.promptExpansion = new PromptExpansion(
      this.manager,
      this.tools.opened,
      readAttachment,
      this.skills,
      instructions && ((uris, conversation) => attachedInstructions(instructions(), conversation, uris)),
    );
    this.history =
      history && new CallHistory({ ...history, redact: (source, text) => this.redact(text, source) });
    this.manager.onDidChange((servers) => this.changed(servers));
  }

  /** Takes the value of `patchbay.servers`, valid or not. Returns at once. */
  configure(servers: unknown): void {
    this.manager.configure(parseServers(servers));
  }

  /** Servers delay the turn by `graceMs` at most. The last event is `turnEnd`. */
  async turn({
    graceMs,
    maxResultTokens,
    toolBudget,
    alwaysSend = [],
    ...request
  }: TurnRequest): Promise<void> {
    // All waits of the turn together: for servers that still start, and for those that reconnect.
    let grace = graceMs;
    const settle = async (): Promise<void> => {
      const startedAt = performance.now();
      await this.manager.settled(grace, request.signal);
      grace = Math.max(0, grace - (performance.now() - startedAt));
    };
    const { model, conversation } = request;
    const toolSet = this.toolSets.of(conversation);
    const { size } = this.costs.window(model.name, model.contextWindow);
    const told = this.windowAtFirst(conversation, model.name, size);
    const [instructions] = await Promise.all([
      this.instructionOptions &&
        beginInstructions(this.instructionOptions(), conversation, maxInstructionTokens(size)),
      this.skills?.reload(),
      model.canCallTools && settle(),
    ]);
    const current = (): ToolSet => this.toolsFor(conversation, toolSet);
    if (toolSet && model.canCallTools && this.toolsIn(toolSet).size === 0) throw this.emptySet(toolSet);
    const window = size / this.gauge.ratio(model);
    const offer = this.offers.begin({
      conversation,
      model,
      window,
      maxTokens: maxToolTokens(toolBudget, window),
      budget: toolBudget,
      alwaysSend,
      instructions: (server) => this.instructionsOf(server),
    });
    // As the turn begins: a change empties the endpoint's cache.
    const skills = this.skills?.catalog ?? '';
    const skillsAreCut = this.skills?.catalogIsCut === true;
    const system = (): readonly SystemPart[] => {
      const searched = offer.searchable(model.canCallTools ? current() : new Map());
      return systemPrompt({
        folders: this.workspace.folders(),
        tools: model.canCallTools ? new Set(current().keys()) : undefined,
        platform: process.platform,
        window: told,
        ...(instructions && { instructionFiles: instructions.blocks }),
        ...(model.canCallTools && current().has(LOAD_SKILL) && { skills, skillsAreCut }),
        // Of the others the model reads it when it finds a tool.
        instructions: this.inOrder(
          conversation,
          this.instructions(model.canCallTools ? current() : new Map()).filter(
            ({ server }) => !searched.has(server),
          ),
          ({ server }) => server,
        ),
        searchable: this.inOrder(conversation, [...searched], ([name]) => name).map(([name, tools]) => ({
          name,
          tools: tools.length,
          description: this.descriptionOf(name),
        })),
      });
    };
    await runTurn({
      ...request,
      proposedEdit: this.proposedEdit,
      instructions,
      requests: this.requests.beginTurn(conversation, model.name, instructions?.files),
      onEvent: this.observed(request),
      offer,
      model: withRetries(this.metered(model, conversation)),
      context: { gauge: this.gauge, maxResultTokens },
      otherTools: () => this.tools.knownTools(),
      system,
      tools: async () => {
        // Before each step: a broken tool may just have been corrected.
        await this.custom?.reload();
        // Nobody tells when the editor's list changes.
        this.extensions?.reload();
        // Last: a server that is lost during another wait would be missing from the snapshot.
        await settle();
        return current();
      },
    });
  }

  /** Summarises older messages for the model. False: there is too little. @throws ModelError, or the signal's reason */
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
      this.history?.spend(request);
      conversation.spend(request.usage ?? noUsage);
    });
  }

  /** Follows what the turn shows of tools, offers and costs, and saves its calls, before each event is passed on. */
  private observed({
    conversation,
    model,
    onEvent,
  }: Pick<TurnRequest, 'conversation' | 'model' | 'onEvent'>): OnTurnEvent {
    let isComplete = true;
    let shown = conversation.offered;
    return (event) => {
      if (event.type === 'stepStart') isComplete = true;
      if (conversation.offered !== shown) {
        shown = conversation.offered;
        this.tell(new Set([...this.manager.names, this.tools.builtInSource]));
        void this.countSaved(conversation);
      }
      if (event.type === 'toolsLeftOut') {
        isComplete = false;
        this.leaveOut(event.tools);
      }
      if (event.type === 'stepEnd' && isComplete) this.leaveOut([]);
      if (isCallEvent(event))
        this.history?.record(
          conversation.id,
          event,
          event.type === 'callStart' ? originOf(conversation, event) : undefined,
        );
      if (this.costs.learn(model, event)) this.tell(this.manager.names);
      onEvent(event);
    };
  }

  /** Enabled tools that the conversation's last request carried; undefined if it carried all. */
  sentTools(
    conversation: ToolsChosenFor,
  ): { readonly count: number; readonly savedTokens: number | undefined } | undefined {
    const { offered } = conversation;
    if (!offered) return undefined;
    const all = this.toolsFor(conversation);
    const sent = new Set([...offered.sent].filter((name) => all.has(name)));
    return { count: sent.size, savedTokens: this.costs.savedBy(sent, all) };
  }

  /**
   * Tells by wire name how a tool stands in the conversation's last request, also after a reload. The result is
   * undefined if that request carried all tools, and says undefined of tools that the next one cannot have.
   */
  offerStates(
    conversation: ToolsChosenFor | undefined,
  ): ((wireName: string) => ToolOfferState | undefined) | undefined {
    const offered = conversation?.offered;
    if (!offered) return undefined;
    const all = this.toolsFor(conversation);
    return (wireName) => {
      if (!all.has(wireName)) return undefined;
      if (!offered.sent.has(wireName)) return 'searchable';
      return offered.found.has(wireName) ? 'found' : 'sent';
    };
  }

  /** What the conversation's next request may have: of its tool set, and of the servers that its message names. */
  private toolsFor(conversation: ToolsChosenFor, toolSet = this.toolSets.of(conversation)): ToolSet {
    const tools = this.toolsIn(toolSet);
    return conversation.onlyServers ? toolsOf(tools, conversation.onlyServers) : tools;
  }

  toolsIn(toolSet: ChosenToolSet | undefined): ToolSet {
    const tools = this.tools.snapshot();
    return toolSet ? toolsInSet(tools, toolSet.members ?? []) : tools;
  }

  /** Servers of the set that are not connected, and extensions that have no tools. Anybody may have written the names. */
  awayIn({ members = [] }: ChosenToolSet): readonly string[] {
    const { builtInSource, customSource, extensionTools } = this.tools;
    const here = new Set([builtInSource, customSource, ...extensionTools.map(({ source }) => source)]);
    return [...new Set(members.map(serverOfMember))].filter(
      (source) => !here.has(source) && this.manager.server(source)?.state.kind !== 'connected',
    );
  }

  /** Resolves when no server process is left. */
  async dispose(): Promise<void> {
    this.changes.dispose();
    this.requests.dispose();
    this.commands.dispose();
    this.custom?.dispose();
    await this.manager.dispose();
    this.history?.dispose();
  }

  find(source: ToolSource, name: string): { readonly tool: Tool; readonly wireName: string } | undefined {
    for (const [wireName, tool] of this.tools.snapshot())
      if (tool.name === name && isDeepStrictEqual(tool.source, source)) return { tool, wireName };
    return undefined;
  }

  async call({ id, name, argsText, origin, onEvent, ...step }: ManualCall): Promise<void> {
    const isFromText = origin?.isFromText;
    await runCalls({
      ...step,
      step: 1,
      calls: [{ id, name, argsText, ...(isFromText && { isFromText }) }],
      tools: this.tools.snapshot(),
      proposedEdit: this.proposedEdit,
      onEvent: (event) => {
        if (isCallEvent(event)) this.history?.record(id, event, origin);
        onEvent(event);
      },
    });
  }

  /** `text` without the values of variables of `source`; of all servers without it, as a command can meet any. */
  redact(text: string, source?: ToolSource): string {
    const { manager } = this;
    const servers = source?.kind === 'mcp' ? [manager.server(source.server)] : manager.servers;
    return servers.reduce((redacted, server) => server?.redact(redacted) ?? redacted, text);
  }

  /** Only of servers with a tool that the model gets. */
  private instructions(tools: ToolSet): { server: string; text: string }[] {
    const used = new Set(
      [...tools.values()].map(({ source }) => (source.kind === 'mcp' ? source.server : '')),
    );
    return this.manager.servers.flatMap(({ name: server }) => {
      const text = this.instructionsOf(server);
      return text !== undefined && used.has(server) ? [{ server, text }] : [];
    });
  }

  /** What the conversation's first turn with the model knew: the system message must not change when more is known. */
  private windowAtFirst(conversation: Conversation, model: string, size: number): number {
    const known = this.windows.get(conversation) ?? new Map<string, number>();
    this.windows.set(conversation, known);
    const first = known.get(model) ?? size;
    known.set(model, first);
    return first;
  }

  /** In the order in which the conversation's system messages have named them, so that a new server moves no other. */
  private inOrder<T>(
    conversation: Conversation,
    items: readonly T[],
    nameOf: (item: T) => string,
  ): readonly T[] {
    const named = this.named.get(conversation) ?? new Set<string>();
    this.named.set(conversation, named);
    for (const item of items) named.add(nameOf(item));
    const places = new Map([...named].map((name, place) => [name, place]));
    return items.toSorted((a, b) => (places.get(nameOf(a)) ?? 0) - (places.get(nameOf(b)) ?? 0));
  }

  /** All tools instead would be more than the user wanted. */
  private emptySet({ name, members }: ChosenToolSet): ModelError {
    if (!members)
      return new ModelError(
        'tool-set',
        msg(
          'The tool set "{0}" does not exist: it was deleted or renamed, or its workspace is not trusted. Choose another one, or all tools.',
          name,
        ),
      );
    const away = plainLabel(this.awayIn({ name, members }).join(', '), MAX_AWAY);
    const next = msg('Enable its tools, or choose another tool set or all tools.');
    const why =
      members.length === 0
        ? msg('The tool set "{0}" is empty.', name)
        : away === undefined
          ? msg('None of the tools of the tool set "{0}" is available and enabled.', name)
          : msg('None of the tools of the tool set "{0}" is available: not connected are {1}.', name, away);
    return new ModelError('tool-set', joinMessages(' ', why, next));
  }

  /** Counts what was not sent, in pauses, so that `sentTools` knows what that saves. */
  async countSaved(conversation: ToolsChosenFor): Promise<void> {
    const sent = this.sentTools(conversation);
    if (!sent || sent.savedTokens !== undefined || this.isCounting) return;
    this.isCounting = true;
    try {
      await this.costs.countAll();
    } finally {
      this.isCounting = false;
    }
    this.tell(this.manager.names);
  }

  private instructionsOf(server: string): string | undefined {
    const state = this.manager.server(server)?.state;
    return state?.kind === 'connected' ? state.catalog.instructions : undefined;
  }

  private descriptionOf(server: string): string {
    const state = this.manager.server(server)?.state;
    if (state?.kind !== 'connected') return '';
    const { server: about, instructions } = state.catalog;
    const [first = ''] = (instructions ?? '').trim().split(/(?<=[.!?])\s|\n/);
    return about?.description ?? (first === '' ? (about?.title ?? '') : first);
  }

  /** Reports tools that the request went without, in the server's log and to listeners. */
  private leaveOut(tools: readonly LeftOutTool[]): void {
    const reasons = new Map(tools.map(({ name, reason }) => [name, reason]));
    const { named, servers } = this.tools.leaveOut(reasons);
    for (const { source, name } of named) {
      const why = this.tools.whyLeftOut(source.server, name)?.english ?? '';
      this.openLog(source.server).append(
        'warning',
        'patchbay',
        `Tool ${name} is not sent to the model: ${why}`,
      );
    }
    if (servers.size > 0) this.tell(servers);
  }

  /** To be called when the setting of a built-in tool has changed. */
  builtInChanged(): void {
    this.changed(new Set([BUILT_IN]));
  }

  private changed(servers: ReadonlySet<string>): void {
    this.tools.invalidate();
    this.tell(servers);
  }

  private tell(servers: ReadonlySet<string>): void {
    this.changes.fire(servers);
  }
}

/** What the model knew when it wrote the call. */
function originOf(
  { marks }: Pick<Conversation, 'marks'>,
  { notes = [] }: Extract<TurnEvent, { type: 'callStart' }>,
): CallOrigin {
  const isFromText = notes.some(({ kind }) => kind === 'textCall');
  return { marks: marks(), ...(isFromText && { isFromText }) };
}
