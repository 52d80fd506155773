/** Knows all tools of this moment and is the only one who names them for the model. */
import type { McpManager } from '../mcp/index.ts';
import type { Enablement } from './enablement.ts';
import { mcpTools, type McpTool } from './mcpTools.ts';
import { OpenedResources } from './openedResources.ts';
import { BUILT_IN } from './permission.ts';
import { resourceTools } from './resourceTools.ts';
import type { Tool, ToolSet } from './tool.ts';
import { identityOf, type NamedTool } from './toolNames.ts';
import { wireNames } from './wireNames.ts';

/** A tool that the model could get, and whether it does. */
export interface SwitchableTool {
  readonly wireName: string;
  readonly tool: Tool;
  /** Under what its switch is kept: a server, or a source of the registry. */
  readonly source: string;
  readonly isOn: boolean;
}

/** All tools of connected servers, whether switched on or not, by their wire names. */
type NamedTools = ReadonlyMap<string, McpTool>;

export class ToolRegistry {
  /** Under what the switches of our own tools are kept. */
  readonly builtInSource = BUILT_IN;
  /** The same for custom tools. */
  readonly customSource = 'custom tools';
  private readonly manager: McpManager;
  private readonly enablement: Enablement;
  private readonly own: readonly Tool[];
  private readonly custom: () => readonly Tool[];
  /** Resources that the user has opened or attached. */
  readonly opened = new OpenedResources();
  private named: NamedTools | undefined;
  private names: ReadonlyMap<string, string> | undefined;
  private enabled: ToolSet | undefined;
  private known: readonly SwitchableTool[] | undefined;
  private leftOut: ReadonlyMap<McpTool, string> = new Map();
  /** Every tool that was ever in a snapshot, by source and name. */
  private readonly offered = new Map<string, NamedTool>();

  /**
   * `own` are Patchbay's own tools, `custom` the user's of this moment. No two have the same name, and none begins
   * with `mcp__`.
   */
  constructor(
    manager: McpManager,
    enablement: Enablement,
    own: readonly Tool[],
    custom: () => readonly Tool[] = () => [],
  ) {
    this.manager = manager;
    this.enablement = enablement;
    this.own = own;
    this.custom = custom;
  }

  /** To be called when servers or switches have changed: the next snapshot is made afresh. */
  invalidate(): void {
    this.named = undefined;
    this.names = undefined;
    this.enabled = undefined;
    this.known = undefined;
  }

  /** The tools that are not a server's, whether switched on or not. */
  get builtIn(): readonly Tool[] {
    return [...this.own, ...resourceTools(this.manager, this.opened)];
  }

  /** All that there is to choose from: our own tools, the user's, those of connected servers. */
  get switchable(): readonly SwitchableTool[] {
    const switched = (source: string, wireName: string, tool: Tool): SwitchableTool => {
      const isOn = this.enablement.isEnabled(source, tool.name);
      return { wireName, tool, source, isOn };
    };
    this.known ??= [
      ...this.builtIn.map((tool) => switched(this.builtInSource, tool.name, tool)),
      ...this.custom().map((tool) => switched(this.customSource, tool.name, tool)),
      ...[...this.all()].flatMap(([wireName, tool]) =>
        tool.isForModel ? [switched(tool.source.server, wireName, tool)] : [],
      ),
    ];
    return this.known;
  }

  /** What the model gets in the next step: tools that are switched on, our own and those of connected servers. */
  snapshot(): ToolSet {
    if (!this.enabled) {
      this.enabled = new Map(
        this.switchable.flatMap(({ wireName, tool, isOn }) => (isOn ? [[wireName, tool]] : [])),
      );
      for (const [wireName, { source, name }] of this.enabled)
        this.offered.set(identityOf({ source, name }), { wireName, source, name });
    }
    return this.enabled;
  }

  /**
   * What the model may have heard of: tools that are or were offered, switched off or of servers that are gone by now,
   * and those that there are to choose from.
   */
  *knownTools(): Iterable<NamedTool> {
    yield* this.offered.values();
    for (const { wireName, tool } of this.switchable)
      yield { wireName, source: tool.source, name: tool.name };
  }

  /** Whether a connected server's tool is kept from the model, because it is for the server's app alone. */
  isAppOnly(server: string, tool: string): boolean {
    const wireName = this.wireName(server, tool);
    return wireName !== undefined && this.all().get(wireName)?.isForModel === false;
  }

  /** The wire name of a connected server's tool, whether it is switched on or not. */
  wireName(server: string, tool: string): string | undefined {
    this.names ??= new Map(
      [...this.all()].map(([wireName, { source, name }]) => [keyOf(source.server, name), wireName]),
    );
    return this.names.get(keyOf(server, tool));
  }

  /** The tools of connected servers, whether switched on or not. */
  get connected(): Iterable<McpTool> {
    return this.all().values();
  }

  /** A connected server's tool as it is offered to the model, whether it is switched on or not. */
  find(server: string, tool: string): { readonly wireName: string; readonly tool: McpTool } | undefined {
    const wireName = this.wireName(server, tool);
    const found = wireName === undefined ? undefined : this.all().get(wireName);
    return wireName === undefined || !found ? undefined : { wireName, tool: found };
  }

  /**
   * Remembers which tools the newest request went without, as reasons by wire name, until the next request or
   * until the tool changes. Returns the tools of which that is news.
   */
  leaveOut(reasons: ReadonlyMap<string, string>): {
    readonly named: readonly McpTool[];
    readonly servers: ReadonlySet<string>;
  } {
    const before = this.leftOut;
    const found = [...reasons].flatMap(([wireName, reason]): [McpTool, string][] => {
      const tool = this.all().get(wireName);
      return tool ? [[tool, reason]] : [];
    });
    this.leftOut = new Map(found);
    const named = found.filter(([tool, reason]) => before.get(tool) !== reason).map(([tool]) => tool);
    const mended = [...before.keys()].filter((tool) => !this.leftOut.has(tool));
    return { named, servers: new Set([...named, ...mended].map(({ source }) => source.server)) };
  }

  /** Why the newest request went without this tool; undefined if it did not. */
  whyLeftOut(server: string, tool: string): string | undefined {
    const named = this.all().get(this.wireName(server, tool) ?? '');
    return named && this.leftOut.get(named);
  }

  private all(): NamedTools {
    if (!this.named) {
      const tools = mcpTools(this.manager);
      const names = wireNames(tools.map((tool) => ({ server: tool.source.server, tool: tool.name })));
      this.named = new Map(tools.map((tool, index) => [names[index] ?? '', tool]));
    }
    return this.named;
  }
}

/** A server's name holds no slash (see the definition's rules), so this cannot be anybody else's. */
function keyOf(server: string, tool: string): string {
  return `${server}/${tool}`;
}

const restricted = new WeakMap<ToolSet, { readonly to: string; readonly tools: ToolSet }>();

/** The tools of these servers alone. The same set for the same question, as what is known of a set is kept for it. */
export function toolsOf(all: ToolSet, servers: readonly string[]): ToolSet {
  const to = servers.join('/');
  const known = restricted.get(all);
  if (known?.to === to) return known.tools;
  const tools = new Map(
    [...all].filter(([, { source }]) => source.kind === 'mcp' && servers.includes(source.server)),
  );
  restricted.set(all, { to, tools });
  return tools;
}
