import type { LocalizedMessage } from '../base/common/message.ts';
import type { McpManager } from '../mcp/index.ts';
import type { Enablement } from './enablement.ts';
import { mcpTools, type McpTool } from './mcpTools.ts';
import { OpenedResources } from './openedResources.ts';
import { BUILT_IN } from './ruleMatching.ts';
import { resourceTools } from './resourceTools.ts';
import { CUSTOM, switchSource } from './switchSource.ts';
import type { Tool, ToolSet } from './tool.ts';
import { identityOf, type NamedTool } from './toolNames.ts';
import { extensionWireNames, wireNames } from './wireNames.ts';

export interface SwitchableTool {
  readonly wireName: string;
  readonly tool: Tool;
  /** A server, `builtInSource`, `customSource`, or what `extensionSource` gives. */
  readonly source: string;
  readonly isOn: boolean;
}

/** By wire name, whether switched on or not. */
type NamedTools = ReadonlyMap<string, McpTool>;

export class ToolRegistry {
  readonly builtInSource = BUILT_IN;
  readonly customSource = CUSTOM;
  private readonly manager: McpManager;
  private readonly enablement: Enablement;
  private readonly own: readonly Tool[];
  private readonly custom: () => readonly Tool[];
  private readonly more: () => readonly Tool[];
  private readonly ofExtensions: () => readonly Tool[];
  readonly opened = new OpenedResources();
  private named: NamedTools | undefined;
  private names: ReadonlyMap<string, string> | undefined;
  private enabled: ToolSet | undefined;
  private known: readonly SwitchableTool[] | undefined;
  private leftOut: ReadonlyMap<McpTool, LocalizedMessage> = new Map();
  /** Every tool that was in a snapshot, by source and name. */
  private readonly offered = new Map<string, NamedTool>();

  /** `more`: built-in tools that are not always there. Names are unique and never begin with `mcp__` or `ext__`. */
  constructor(
    manager: McpManager,
    enablement: Enablement,
    own: readonly Tool[],
    custom: () => readonly Tool[] = () => [],
    more: () => readonly Tool[] = () => [],
    ofExtensions: () => readonly Tool[] = () => [],
  ) {
    this.manager = manager;
    this.enablement = enablement;
    this.own = own;
    this.custom = custom;
    this.more = more;
    this.ofExtensions = ofExtensions;
  }

  /** To be called when servers or switches have changed. */
  invalidate(): void {
    this.named = undefined;
    this.names = undefined;
    this.enabled = undefined;
    this.known = undefined;
  }

  get builtIn(): readonly Tool[] {
    return [...this.own, ...resourceTools(this.manager, this.opened), ...this.more()];
  }

  get switchable(): readonly SwitchableTool[] {
    const switched = (source: string, wireName: string, tool: Tool): SwitchableTool => {
      const isOn = this.enablement.isEnabled(source, tool.name);
      return { wireName, tool, source, isOn };
    };
    this.known ??= [
      ...this.builtIn.map((tool) => switched(this.builtInSource, tool.name, tool)),
      ...this.custom().map((tool) => switched(this.customSource, tool.name, tool)),
      ...this.extensionTools.map(({ source, wireName, tool }) => switched(source, wireName, tool)),
      ...[...this.all()].flatMap(([wireName, tool]) =>
        tool.isForModel ? [switched(tool.source.server, wireName, tool)] : [],
      ),
    ];
    return this.known;
  }

  /** Of other extensions, whether switched on or not. */
  get extensionTools(): readonly Omit<SwitchableTool, 'isOn'>[] {
    const tools = this.ofExtensions();
    const names = extensionWireNames(tools.map((tool) => ({ server: switchSource(tool), tool: tool.name })));
    return tools.map((tool, index) => ({ wireName: names[index] ?? '', tool, source: switchSource(tool) }));
  }

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

  /** What the model may have heard of: also tools switched off or of servers that are gone. */
  *knownTools(): Iterable<NamedTool> {
    yield* this.offered.values();
    for (const { wireName, tool } of this.switchable)
      yield { wireName, source: tool.source, name: tool.name };
  }

  isAppOnly(server: string, tool: string): boolean {
    const wireName = this.wireName(server, tool);
    return wireName !== undefined && this.all().get(wireName)?.isForModel === false;
  }

  wireName(server: string, tool: string): string | undefined {
    this.names ??= new Map(
      [...this.all()].map(([wireName, { source, name }]) => [keyOf(source.server, name), wireName]),
    );
    return this.names.get(keyOf(server, tool));
  }

  get connected(): Iterable<McpTool> {
    return this.all().values();
  }

  find(server: string, tool: string): { readonly wireName: string; readonly tool: McpTool } | undefined {
    const wireName = this.wireName(server, tool);
    const found = wireName === undefined ? undefined : this.all().get(wireName);
    return wireName === undefined || !found ? undefined : { wireName, tool: found };
  }

  /** Remembers the tools that the newest request went without. Returns those of which that is news. */
  leaveOut(reasons: ReadonlyMap<string, LocalizedMessage>): {
    readonly named: readonly McpTool[];
    readonly servers: ReadonlySet<string>;
  } {
    const before = this.leftOut;
    const found = [...reasons].flatMap(([wireName, reason]): [McpTool, LocalizedMessage][] => {
      const tool = this.all().get(wireName);
      return tool ? [[tool, reason]] : [];
    });
    this.leftOut = new Map(found);
    const named = found
      .filter(([tool, reason]) => before.get(tool)?.english !== reason.english)
      .map(([tool]) => tool);
    const mended = [...before.keys()].filter((tool) => !this.leftOut.has(tool));
    return { named, servers: new Set([...named, ...mended].map(({ source }) => source.server)) };
  }

  whyLeftOut(server: string, tool: string): LocalizedMessage | undefined {
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
