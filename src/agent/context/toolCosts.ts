/** What tools take of the model's context window, for whoever chooses which ones to switch on. */
import type { ChatModel } from '../../models/index.ts';
import type { SwitchableTool, ToolRegistry } from '../../tools/index.ts';
import type { TurnEvent } from '../conversation/events.ts';
import { DEFAULT_WINDOW } from './gauge.ts';
import { knownToolTokens, toolTokens } from './toolCost.ts';

/** The window of a model, as the newest request to it found it. */
interface KnownWindow {
  /** The model's name at its endpoint. */
  readonly model: string;
  /** In tokens. */
  readonly window: number;
}

/** So long is counted in one go, in ms. */
const PIECE_MS = 8;

export class ToolCosts {
  private readonly registry: ToolRegistry;
  private readonly ratio: () => number;
  private found: KnownWindow | undefined;

  /** `ratio`: the tokens of the model that was asked last for one of the estimate. */
  constructor(registry: ToolRegistry, ratio: () => number) {
    this.registry = registry;
    this.ratio = ratio;
  }

  /**
   * The context window of that model, in tokens: as the newest request to it found it, else what the user says, else
   * what is usual, which is assumed then.
   */
  window(
    model: string | undefined,
    told: number | undefined,
  ): { readonly size: number; readonly isAssumed: boolean } {
    const size = this.found?.model === model ? this.found?.window : told;
    return { size: size ?? DEFAULT_WINDOW, isAssumed: size === undefined };
  }

  /** What the tool's definition takes of each request: tokens, about, as the model that was asked last counts them. */
  of({ wireName, tool }: Pick<SwitchableTool, 'wireName' | 'tool'>): number {
    return Math.round(toolTokens(wireName, tool) * this.ratio());
  }

  /** The same for a connected server's tool, if it has one of that name. */
  tokensOf(server: string, name: string): number | undefined {
    const found = this.registry.find(server, name);
    return found && this.of(found);
  }

  /** The same if it was counted before, as counting thousands takes too long for whoever draws; 0 without the tool. */
  known(server: string, name: string): number | undefined {
    const tool = this.registry.find(server, name)?.tool;
    if (!tool) return 0;
    const tokens = knownToolTokens(tool);
    return tokens === undefined ? undefined : Math.round(tokens * this.ratio());
  }

  /** Counts all tools of connected servers, in pieces with pauses in between. Resolves when all are known. */
  async countAll(): Promise<void> {
    let until = performance.now() + PIECE_MS;
    for (const { source, name } of this.registry.connected) {
      this.tokensOf(source.server, name);
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + PIECE_MS;
    }
  }

  /** To be called with every event of a turn with that model. Returns whether the window is another one now. */
  learn({ name }: ChatModel, event: TurnEvent): boolean {
    if (event.type !== 'context') return false;
    const { window } = event.context;
    if (this.found?.model === name && this.found.window === window) return false;
    this.found = { model: name, window };
    return true;
  }
}
