import type { LocalizedMessage } from '../base/common/message.ts';
import { derived, sameItems, observableValue, type Observable } from '../base/common/observable.ts';
import type { McpManager } from '../mcp/index.ts';
import type { Enablement } from './enablement.ts';
import { mcpTools, type McpTool } from './mcpTools.ts';
import { OpenedResources } from './openedResources.ts';
import { BUILT_IN } from './ruleMatching.ts';
import { hasResources, resourceTools } from './resourceTools.ts';
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

/** The sources of tools. Each is followed, so that nobody has to announce a change. */
export interface ToolSources {
  readonly manager: Pick<McpManager, 'state' | 'servers' | 'server'>;
  readonly enablement: Pick<Enablement, 'state' | 'isEnabled'>;
  /** Built-in tools. Names are unique and never begin with `mcp__` or `ext__`. */
  readonly own: readonly Tool[];
  /** Built-in tools that are not always there. */
  readonly more?: readonly Observable<readonly Tool[]>[] | undefined;
  readonly custom?: Observable<readonly Tool[]> | undefined;
  readonly extensions?: Observable<readonly Tool[]> | undefined;
}

const none = observableValue<readonly Tool[]>([]);

/** Reasons why a request went without a tool. */
type LeftOut = ReadonlyMap<McpTool, LocalizedMessage>;

/** The tools that the model may call. Follows its sources and the switches by itself. */
export class ToolRegistry {
  readonly builtInSource = BUILT_IN;
  readonly customSource = CUSTOM;
  readonly opened = new OpenedResources();
  private readonly mcp: Observable<readonly McpTool[]>;
  /** By wire name, whether switched on or not. */
  private readonly named: Observable<ReadonlyMap<string, McpTool>>;
  private readonly wireNames: Observable<ReadonlyMap<string, string>>;
  private readonly builtInTools: Observable<readonly Tool[]>;
  private readonly ofExtensions: Observable<readonly Omit<SwitchableTool, 'isOn'>[]>;
  private readonly all: Observable<readonly SwitchableTool[]>;
  /** The tools that are switched on, by wire name. */
  readonly enabled: Observable<ToolSet>;
  private readonly leftOutTools = observableValue<LeftOut>(new Map(), sameReasons);
  readonly leftOut: Observable<LeftOut> = this.leftOutTools;
  /** Every tool that a model may have got, by source and name. */
  private readonly offered = new Map<string, NamedTool>();
  private noted: ToolSet | undefined;

  constructor({ manager, enablement, own, more = [], custom = none, extensions = none }: ToolSources) {
    // A server that only begins to connect changes no tool, so the wire names and all that follows stay.
    this.mcp = derived((read) => mcpTools(read(manager.state)), sameItems);
    this.named = derived((read) => withWireNames(read(this.mcp)));
    this.wireNames = derived(
      (read) =>
        new Map(
          [...read(this.named)].map(([wireName, { source, name }]) => [keyOf(source.server, name), wireName]),
        ),
    );
    const { opened } = this;
    const offersResources = derived((read) => hasResources(read(manager.state)));
    const ofResources = derived((read) => (read(offersResources) ? resourceTools(manager, opened) : []));
    this.builtInTools = derived((read) => [
      ...own,
      ...[ofResources, ...more].flatMap((tools) => read(tools)),
    ]);
    this.ofExtensions = derived((read) => withExtensionNames(read(extensions)));
    this.all = derived((read) => {
      read(enablement.state);
      const switched = (source: string, wireName: string, tool: Tool): SwitchableTool => {
        const isOn = enablement.isEnabled(source, tool.name);
        return { wireName, tool, source, isOn };
      };
      return [
        ...read(this.builtInTools).map((tool) => switched(BUILT_IN, tool.name, tool)),
        ...read(custom).map((tool) => switched(CUSTOM, tool.name, tool)),
        ...read(this.ofExtensions).map(({ source, wireName, tool }) => switched(source, wireName, tool)),
        ...[...read(this.named)].flatMap(([wireName, tool]) =>
          tool.isForModel ? [switched(tool.source.server, wireName, tool)] : [],
        ),
      ];
    });
    // Another set after each switch: a tool that was switched off and on again is tried again where it was refused.
    this.enabled = derived(
      (read) =>
        new Map(read(this.all).flatMap(({ wireName, tool, isOn }) => (isOn ? [[wireName, tool]] : []))),
    );
  }

  get builtIn(): readonly Tool[] {
    return this.builtInTools.get();
  }

  get switchable(): readonly SwitchableTool[] {
    return this.all.get();
  }

  /** Of other extensions, whether switched on or not. */
  get extensionTools(): readonly Omit<SwitchableTool, 'isOn'>[] {
    return this.ofExtensions.get();
  }

  /** A set that never changes. */
  snapshot(): ToolSet {
    return this.enabled.get();
  }

  /** Remembers the tools that are on, as a model may have heard of them. To be called when it is to get them. */
  noteOffered(): void {
    const tools = this.enabled.get();
    if (tools === this.noted) return;
    this.noted = tools;
    for (const [wireName, { source, name }] of tools)
      this.offered.set(identityOf({ source, name }), { wireName, source, name });
  }

  /** Yields the tools that the model may have heard of, also those that are off or of servers that are gone. */
  *knownTools(): Iterable<NamedTool> {
    yield* this.offered.values();
    for (const { wireName, tool } of this.switchable)
      yield { wireName, source: tool.source, name: tool.name };
  }

  isAppOnly(server: string, tool: string): boolean {
    const wireName = this.wireName(server, tool);
    return wireName !== undefined && this.named.get().get(wireName)?.isForModel === false;
  }

  wireName(server: string, tool: string): string | undefined {
    return this.wireNames.get().get(keyOf(server, tool));
  }

  get connected(): Iterable<McpTool> {
    return this.mcp.get();
  }

  find(server: string, tool: string): { readonly wireName: string; readonly tool: McpTool } | undefined {
    const wireName = this.wireName(server, tool);
    const found = wireName === undefined ? undefined : this.named.get().get(wireName);
    return wireName === undefined || !found ? undefined : { wireName, tool: found };
  }

  /** Remembers the tools that the newest request went without. Returns those of which that is news. */
  leaveOut(reasons: ReadonlyMap<string, LocalizedMessage>): readonly McpTool[] {
    const before = this.leftOutTools.get();
    const found = [...reasons].flatMap(([wireName, reason]): [McpTool, LocalizedMessage][] => {
      const tool = this.named.get().get(wireName);
      return tool ? [[tool, reason]] : [];
    });
    this.leftOutTools.set(new Map(found));
    return found
      .filter(([tool, reason]) => before.get(tool)?.english !== reason.english)
      .map(([tool]) => tool);
  }

  whyLeftOut(server: string, tool: string): LocalizedMessage | undefined {
    const named = this.find(server, tool)?.tool;
    return named && this.leftOutTools.get().get(named);
  }
}

function sameReasons(a: LeftOut, b: LeftOut): boolean {
  return a.size === b.size && [...a].every(([tool, reason]) => b.get(tool)?.english === reason.english);
}

function withWireNames(tools: readonly McpTool[]): ReadonlyMap<string, McpTool> {
  const names = wireNames(tools.map(({ source, name }) => ({ server: source.server, tool: name })));
  return new Map(tools.map((tool, index) => [names[index] ?? '', tool]));
}

function withExtensionNames(tools: readonly Tool[]): readonly Omit<SwitchableTool, 'isOn'>[] {
  const names = extensionWireNames(tools.map((tool) => ({ server: switchSource(tool), tool: tool.name })));
  return tools.map((tool, index) => ({ wireName: names[index] ?? '', tool, source: switchSource(tool) }));
}

/** A server's name holds no slash (see the definition's rules), so this cannot be anybody else's. */
function keyOf(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** The tools of these servers alone. */
export function toolsOf(all: ToolSet, servers: readonly string[]): ToolSet {
  return new Map(
    [...all].filter(([, { source }]) => source.kind === 'mcp' && servers.includes(source.server)),
  );
}
