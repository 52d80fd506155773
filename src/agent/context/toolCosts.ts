import { isDeepStrictEqual } from 'node:util';
import { derived, observableValue } from '../../base/common/observable.ts';
import type { ChatModel, ToolDefinition } from '../../models/index.ts';
import type { SwitchableTool, Tool, ToolRegistry, ToolSet } from '../../tools/index.ts';
import type { TurnEvent } from '../conversation/events.ts';
import { DEFAULT_WINDOW } from './gauge.ts';
import { countTool } from './tokens.ts';

/** Most models whose windows are kept. */
const MAX_WINDOWS = 100;

/** Milliseconds of counting without a pause. */
const PIECE_MS = 8;

export class ToolCosts {
  private readonly registry: ToolRegistry;
  /** Context windows in tokens that requests have found, by the model's name, the newest last. */
  private readonly found = observableValue<readonly (readonly [string, number])[]>([], isDeepStrictEqual);
  /** Grows when tools have been counted, so that what depends on the counts is computed again. */
  private readonly countings = observableValue(0);
  private counting: Promise<void> | undefined;
  readonly state = derived(
    (read) => ({ windows: read(this.found), countings: read(this.countings) }),
    isDeepStrictEqual,
  );

  constructor(registry: ToolRegistry) {
    this.registry = registry;
  }

  /**
   * Returns a model's context window in tokens: that of its newest request, or else the one that the user or a list of
   * the endpoint has named (`told`), or else an assumed one.
   */
  window(
    model: string | undefined,
    told: number | undefined,
  ): { readonly size: number; readonly isAssumed: boolean } {
    const size = this.found.get().find(([name]) => name === model)?.[1] ?? told;
    return { size: size ?? DEFAULT_WINDOW, isAssumed: size === undefined };
  }

  /**
   * Returns about how many tokens a tool takes in each request. It is the plain estimate, because that stays the same
   * while `TokenGauge` still learns how the model counts.
   */
  tokensOfTool({ wireName, tool }: Pick<SwitchableTool, 'wireName' | 'tool'>): number {
    return toolTokens(wireName, tool);
  }

  tokensOf(server: string, name: string): number | undefined {
    const found = this.registry.find(server, name);
    return found && this.tokensOfTool(found);
  }

  /**
   * Returns the tokens of a tool if they are counted already, because counting thousands takes too long for drawing.
   * Returns undefined if they are not, and 0 if there is no such tool.
   */
  knownTokensOf(server: string, name: string): number | undefined {
    const tool = this.registry.find(server, name)?.tool;
    if (!tool) return 0;
    return knownToolTokens(tool);
  }

  /**
   * Returns the tokens of the tools of `all` that are not in `sent`, or undefined if one of them is not counted yet.
   */
  savedBy(sent: ReadonlySet<string>, all: ToolSet): number | undefined {
    let sum = 0;
    for (const [name, tool] of all) {
      if (sent.has(name)) continue;
      const tokens = knownToolTokens(tool);
      if (tokens === undefined) return undefined;
      sum += tokens;
    }
    return sum;
  }

  /** Counts the tools that are not counted yet, with pauses in which the process can do other work. */
  countAll(): Promise<void> {
    // Counting few tools has no pause: begun here, it would end before it is noted, and no other would begin.
    this.counting ??= Promise.resolve().then(() => this.count());
    return this.counting;
  }

  private async count(): Promise<void> {
    let until = performance.now() + PIECE_MS;
    // The switchable tools are counted as well, because they include those of other extensions and the user's own.
    for (const one of [...this.registry.connected, ...this.registry.switchable]) {
      if ('wireName' in one) this.tokensOfTool(one);
      else this.tokensOf(one.source.server, one.name);
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + PIECE_MS;
    }
    this.counting = undefined;
    this.countings.set(this.countings.get() + 1);
  }

  /** Takes the context window from the events of a turn. One that is assumed says nothing, and ends what was known. */
  learn({ name }: Pick<ChatModel, 'name'>, event: TurnEvent): void {
    if (event.type !== 'context') return;
    const { window, isAssumed } = event.context;
    const others = this.found.get().filter(([model]) => model !== name);
    const own = isAssumed === true ? [] : [[name, window] as const];
    this.found.set([...others, ...own].slice(-MAX_WINDOWS));
  }
}

export function toolDefinition(
  name: string,
  { title, description, inputSchema }: Pick<Tool, 'title' | 'description' | 'inputSchema'>,
): ToolDefinition {
  return { name, description: description || (title ?? ''), inputSchema };
}

type Defined = Pick<Tool, 'title' | 'description' | 'inputSchema'>;

/** Counts are kept for a tool, which never changes: counting thousands takes seconds. */
const counted = new WeakMap<Defined, number>();

/** Estimates the tokens of a tool's definition (docs/decisions/006-token-counting.md). */
export function toolTokens(name: string, tool: Defined): number {
  const tokens = counted.get(tool) ?? countTool(toolDefinition(name, tool));
  counted.set(tool, tokens);
  return tokens;
}

/** Returns the tokens of a tool, or undefined if they are not counted yet. */
function knownToolTokens(tool: Defined): number | undefined {
  return counted.get(tool);
}
