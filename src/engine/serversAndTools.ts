/** Holds servers and all that the model can call: what exists, what of it is switched on, and what it costs. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  LOAD_SKILL,
  planTools,
  Skills,
  SKILLS,
  ToolCosts,
  type Conversation,
  type SkillOptions,
} from '../agent/index.ts';
import { observableValue, type Observable } from '../base/common/observable.ts';
import { McpManager, parseServers, type McpManagerOptions } from '../mcp/index.ts';
import { READ_RESULT, SEARCH_TOOLS, UPDATE_PLAN, type ToolSource } from '../protocol/index.ts';
import {
  argumentProblem,
  CommandRunner,
  CustomTools,
  Enablement,
  ExtensionTools,
  fromNative,
  LineMatcher,
  LiveCommands,
  PageFetcher,
  Permissions,
  resourceToolNames,
  serverOfMember,
  ToolRegistry,
  ToolSetChoices,
  type ApprovalPolicy,
  type ChosenToolSet,
  type CustomToolsOptions,
  type ExtensionToolsOptions,
  type NamedToolSet,
  type NativeServices,
  type NativeTool,
  type Preferences,
  type ProposedEditOf,
  type RuleStores,
  type Tool,
  type ToolSet,
} from '../tools/index.ts';
import { ConversationTools, inSet } from './conversationTools.ts';

export interface ToolOptions extends Omit<McpManagerOptions, 'client'> {
  /** Version of Patchbay, which servers are told. */
  readonly version: string;
  readonly preferences: Preferences;
  /** Tool sets that a conversation can be narrowed to. Without it there are none. */
  readonly toolSets?: Observable<readonly NamedToolSet[]> | undefined;
  readonly rules: RuleStores;
  /** Returns the policy by which tools ask. Without it, the usual one applies. */
  readonly approvalPolicy?: (() => ApprovalPolicy) | undefined;
  readonly nativeTools?: ((services: NativeServices) => readonly NativeTool[]) | undefined;
  /** Returns what a call would change in a file, to be shown before the call is allowed. */
  readonly proposedEdit?: ProposedEditOf | undefined;
  readonly customTools?: CustomToolsOptions | undefined;
  /** Tools of other extensions of the editor. Without it there are none. */
  readonly extensionTools?: ExtensionToolsOptions | undefined;
  /** Tells whether the model can keep a plan. Without it, the model cannot. */
  readonly plan?: Observable<boolean> | undefined;
  /** Returns where skills are looked for. Without it there are none. */
  readonly skills?: (() => SkillOptions) | undefined;
}

export class ServersAndTools {
  readonly manager: McpManager;
  readonly enablement: Enablement;
  readonly custom: CustomTools | undefined;
  readonly extensions: ExtensionTools | undefined;
  readonly skills: Skills | undefined;
  /** Name that stands in place of a server's for the switches of skills. */
  readonly skillSource = SKILLS;
  readonly toolSets: ToolSetChoices;
  readonly tools: ToolRegistry;
  readonly costs: ToolCosts;
  readonly permissions: Permissions;
  readonly argumentProblem = argumentProblem;
  readonly proposedEdit: ProposedEditOf | undefined;
  readonly commands = new LiveCommands(new CommandRunner());
  /**
   * Tools by conversation. They stay the same objects, because counts and definitions are cached by the set of tools.
   */
  private readonly ofConversations = new WeakMap<Conversation, ConversationTools>();

  constructor({
    version,
    preferences,
    toolSets = observableValue([]),
    rules,
    approvalPolicy,
    nativeTools,
    proposedEdit,
    customTools,
    extensionTools,
    plan,
    skills,
    ...servers
  }: ToolOptions) {
    this.manager = new McpManager({ ...servers, client: { name: 'patchbay', title: 'Patchbay', version } });
    this.enablement = new Enablement(preferences);
    this.toolSets = new ToolSetChoices(rules.workspace, toolSets);
    this.proposedEdit = proposedEdit;
    const pageWorker = join(servers.installFolder ?? '', 'dist', 'pageWorker.cjs');
    const own = nativeTools?.({
      commands: this.commands,
      matcherFor: (expression) => new LineMatcher(expression),
      pages: new PageFetcher({ worker: pageWorker }),
    }).map(fromNative);
    this.custom = customTools && new CustomTools(customTools, takenNames(own ?? []));
    this.extensions = extensionTools && new ExtensionTools(extensionTools);
    this.skills = skills && new Skills(skills, this.enablement);
    this.tools = new ToolRegistry({
      manager: this.manager,
      enablement: this.enablement,
      own: own ?? [],
      more: [...(plan ? [planTools(plan)] : []), ...(this.skills ? [this.skills.source] : [])],
      custom: this.custom?.source,
      extensions: this.extensions?.source,
    });
    const { tools } = this;
    this.costs = new ToolCosts(tools);
    this.permissions = new Permissions(rules, {
      ...(approvalPolicy && { policy: approvalPolicy }),
      tools: () => tools.switchable.map(({ tool }) => tool),
    });
  }

  /** Takes the value of `patchbay.servers`, valid or not. Returns at once. */
  configure(servers: unknown): void {
    this.manager.configure(parseServers(servers));
  }

  find(source: ToolSource, name: string): { readonly tool: Tool; readonly wireName: string } | undefined {
    for (const [wireName, tool] of this.tools.snapshot())
      if (tool.name === name && isDeepStrictEqual(tool.source, source)) return { tool, wireName };
    return undefined;
  }

  toolsOf(conversation: Conversation): ConversationTools {
    const known = this.ofConversations.get(conversation);
    if (known) return known;
    const made = new ConversationTools(conversation, this.tools, this.toolSets);
    this.ofConversations.set(conversation, made);
    return made;
  }

  toolsIn(set: ChosenToolSet | undefined): ToolSet {
    return inSet(this.tools.snapshot(), set);
  }

  /**
   * Returns the servers of the set that are not connected, and the extensions that have no tools. Anybody may have
   * written the names.
   */
  awayIn({ members = [] }: ChosenToolSet): readonly string[] {
    const { builtInSource, customSource, extensionTools } = this.tools;
    const here = new Set([builtInSource, customSource, ...extensionTools.map(({ source }) => source)]);
    return [...new Set(members.map(serverOfMember))].filter(
      (source) => !here.has(source) && this.manager.server(source)?.state.kind !== 'connected',
    );
  }

  /**
   * Removes the values of variables of `source` from a text. Without `source`, removes those of all servers, because a
   * command can meet any.
   */
  redact(text: string, source?: ToolSource): string {
    const { manager } = this;
    const servers = source?.kind === 'mcp' ? [manager.server(source.server)] : manager.servers;
    return servers.reduce((redacted, server) => server?.redact(redacted) ?? redacted, text);
  }

  /** Resolves when no command and no server process is left. */
  async dispose(): Promise<void> {
    this.custom?.dispose();
    await Promise.all([this.commands.dispose(), this.manager.dispose()]);
  }
}

/** Tells whether a custom tool would have the name of a tool of Patchbay's own. */
function takenNames(own: readonly Tool[]): (name: string) => boolean {
  const names = own.map(({ name }) => name);
  const taken = new Set([...names, ...resourceToolNames, READ_RESULT, SEARCH_TOOLS, LOAD_SKILL, UPDATE_PLAN]);
  return (name) => taken.has(name.toLowerCase());
}
