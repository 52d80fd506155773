/** Decides which tools a request carries if all of them would be too many. */
import { sameItems } from '../../base/common/observable.ts';
import { toolLimitIn, type ChatModel, type ModelError } from '../../models/index.ts';
import { memberName, ToolIndex, type Tool, type ToolSet } from '../../tools/index.ts';
import { toolTokens } from '../context/toolCosts.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OfferedTools, SearchBasis } from '../conversation/offeredTools.ts';
import { resultText } from '../context/resultText.ts';
import { SEARCH_TOOLS, type SearchReason, type WindowOrigin } from '../../protocol/index.ts';
import { namesInResult, searchTool } from './searchTool.ts';
import { searchedTools, serverOf, type SearchedTool } from './searchedTools.ts';
import { SentTools } from './sentTools.ts';

export interface OfferOptions {
  readonly conversation: Conversation;
  readonly model: ChatModel;
  /** Most tokens of the definitions of all tools, by the estimate. */
  readonly maxTokens: number;
  /** Percent of the context window from which `maxTokens` comes, as the user set it. */
  readonly budget?: number | undefined;
  /** The model's context window, in tokens of the estimate. */
  readonly window: number;
  readonly windowOrigin: WindowOrigin;
  /** Tokens that the model counts for one of the estimate. */
  readonly ratio: number;
  /** Servers, and tools as `server/tool`, that every request carries. */
  readonly alwaysSend: readonly string[];
  readonly instructions: (server: string) => string | undefined;
}

export interface Selection {
  readonly sent: ToolSet;
  /** Tools that can be called. They include tools that are not sent, because a model may know a tool from earlier. */
  readonly callable: ToolSet;
  /** Reason for which the other tools are found by search; undefined if all are sent. */
  readonly searchReason: SearchReason | undefined;
}

/** Places for found tools that are kept free if an endpoint limits the number of tools. */
const MIN_FOUND = 8;
/** Share of the context window that found tools may take, because many searches must not crowd out the conversation. */
const FOUND_SHARE = 0.25;

/** Holds what the offers of all turns share. */
export class ToolOffers {
  private readonly index = new ToolIndex<SearchedTool>();
  /** Most tools that a model takes, by the model's key, as its endpoint's refusals say. */
  private readonly limits = new Map<string, number>();
  private readonly sent = new SentTools();

  begin(options: OfferOptions): ToolOffer {
    return new ToolOffer(options, this.index, this.limits, this.sent);
  }
}

interface Selected {
  readonly selection: Selection;
  /** Tools of the request; undefined if it carries all. */
  readonly offered: OfferedTools | undefined;
}

export class ToolOffer {
  private readonly options: OfferOptions;
  private readonly index: ToolIndex<SearchedTool>;
  private readonly limits: Map<string, number>;
  private readonly sent: SentTools;
  private readonly search: Tool;
  private all: ToolSet = new Map();
  private servers:
    | {
        readonly all: ToolSet;
        readonly limit: number;
        readonly servers: ReadonlyMap<string, readonly SearchedTool[]>;
      }
    | undefined;
  /**
   * The newest selection. It stays the same object while it would be equal, because counts and definitions are cached
   * by the set of tools.
   */
  private kept: (Selected & { readonly all: ToolSet; readonly key: string }) | undefined;

  constructor(
    options: OfferOptions,
    index: ToolIndex<SearchedTool>,
    limits: Map<string, number>,
    sent: SentTools,
  ) {
    this.options = options;
    this.index = index;
    this.limits = limits;
    this.sent = sent;
    this.search = searchTool({
      current: () => {
        const servers = this.searchable(this.all);
        this.index.update(servers);
        return { index: this.index, servers };
      },
      instructions: options.instructions,
    });
  }

  /**
   * Returns the tools that are found by search instead of being sent, by server. The map is empty while all are sent.
   */
  searchable(all: ToolSet): ReadonlyMap<string, readonly SearchedTool[]> {
    if (!this.reason(all)) return new Map();
    if (this.servers?.all !== all || this.servers.limit !== this.limit) {
      const fixed = new Set(this.fixed(all));
      const servers = searchedTools(new Map([...all].filter(([name]) => !fixed.has(name))));
      this.servers = { all, limit: this.limit, servers };
    }
    return this.servers.servers;
  }

  select(all: ToolSet): Selection {
    this.all = all;
    const { conversation } = this.options;
    const reason = this.reason(all);
    const { names, found } = reason ? this.ordered(all) : { names: this.allInOrder(all), found: [] };
    const key = names.join(' ');
    if (this.kept?.all !== all || this.kept.key !== key)
      this.kept = {
        all,
        key,
        ...(reason ? this.searched(all, { names, found, reason }) : whole(all, names)),
      };
    conversation.offerTools(this.kept.offered);
    return this.kept.selection;
  }

  /** Learns from the failure of a request with `sent` tools. Returns whether the next request will have fewer. */
  refused({ detail }: ModelError, sent: number): boolean {
    const limit = toolLimitIn(detail ?? '', sent);
    if (limit === undefined || limit < 2) return false;
    this.limits.set(this.options.model.key, limit);
    return true;
  }

  /** Notes that a request with `sent` tools was answered. A learned limit below that is forgotten. */
  accepted(sent: number): void {
    const { key } = this.options.model;
    if (sent > (this.limits.get(key) ?? Infinity)) this.limits.delete(key);
  }

  private get limit(): number {
    const { model } = this.options;
    return this.limits.get(model.key) ?? model.maxTools ?? Infinity;
  }

  private reason(all: ToolSet): SearchReason | undefined {
    const { conversation, budget, window, windowOrigin, ratio } = this.options;
    return this.sent.reason(conversation, this.basis, (maxTokens) => {
      if (all.size > this.limit) return { kind: 'number', limit: this.limit };
      if (this.fits(all, maxTokens)) return undefined;
      const percent = budget ?? 100;
      if (percent === 0) return { kind: 'always' };
      // The budget is that of an earlier turn, which knew another window or counted otherwise.
      if (maxTokens !== this.options.maxTokens) return { kind: 'earlier' };
      return {
        kind: 'budget',
        most: Math.round(maxTokens * ratio),
        percent,
        isLeast: maxTokens > (window * percent) / 100,
        window: Math.round(window * ratio),
        origin: windowOrigin,
        ratio,
      };
    });
  }

  private get basis(): SearchBasis {
    const { model, budget, maxTokens } = this.options;
    return { model: model.key, budget, maxTokens };
  }

  private allInOrder(all: ToolSet): readonly string[] {
    return this.sent.ordered(this.options.conversation, this.basis, new Set(all.keys()));
  }

  private searched(
    all: ToolSet,
    {
      names,
      found,
      reason,
    }: {
      readonly names: readonly string[];
      readonly found: readonly string[];
      readonly reason: SearchReason;
    },
  ): Selected {
    const callable = new Map([...all, [SEARCH_TOOLS, this.search]]);
    const sent = inOrder(callable, names);
    return {
      selection: { sent, callable, searchReason: reason },
      offered: { basis: this.basis, sent: new Set(sent.keys()), found: new Set(found) },
    };
  }

  /**
   * Tells whether all tools fit into the budget. Counts no further than needed, because counting thousands takes its
   * time.
   */
  private fits(all: ToolSet, maxTokens: number): boolean {
    if (maxTokens === Infinity) return true;
    let tokens = 0;
    let hasSearchable = false;
    for (const [name, tool] of all) {
      hasSearchable ||= !this.isFixed(tool);
      tokens += toolTokens(name, tool);
      if (hasSearchable && tokens > maxTokens) return false;
    }
    return true;
  }

  /**
   * Tells whether every request carries the tool: one of Patchbay's own, a custom one, or one that the user wants in
   * each.
   */
  private isFixed(tool: Tool): boolean {
    if (tool.source.kind !== 'mcp' && tool.source.kind !== 'extension') return true;
    const { alwaysSend } = this.options;
    const server = serverOf(tool);
    return alwaysSend.includes(server) || alwaysSend.includes(memberName(server, tool.name));
  }

  /** Returns the names of tools that every request carries, as many as leave space for found ones. */
  private fixed(all: ToolSet): string[] {
    const space = this.limit - 1 - Math.min(MIN_FOUND, Math.floor(this.limit / 2));
    return [...all]
      .filter(([, tool]) => this.isFixed(tool))
      .slice(0, Math.max(0, space))
      .map(([name]) => name);
  }

  private ordered(all: ToolSet): { readonly names: readonly string[]; readonly found: readonly string[] } {
    const fixed = [...this.fixed(all), SEARCH_TOOLS];
    const found = this.found(all).filter((name) => !fixed.includes(name));
    const wanted = new Set([...fixed, ...this.newest(all, found, this.limit - fixed.length)]);
    return { names: this.sent.ordered(this.options.conversation, this.basis, wanted), found };
  }

  /** Returns as many of the newest found tools as fit, because these are what the model works with. */
  private newest(all: ToolSet, found: readonly string[], most: number): readonly string[] {
    let left = this.options.window * FOUND_SHARE;
    const older = found.findLastIndex((name, index) => {
      const tool = all.get(name);
      left -= tool ? toolTokens(name, tool) : 0;
      return left < 0 || found.length - index > most;
    });
    return found.slice(older + 1);
  }

  /** Returns the tools that this conversation has found or called, those that came last at the end. */
  private found(all: ToolSet): string[] {
    const { messages, context } = this.options.conversation;
    const found = new Set<string>();
    const searches = new Set<string>();
    for (const message of messages.slice(context.summary?.until ?? 0)) {
      const names: string[] = [];
      if (message.role === 'assistant')
        for (const { id, name } of message.calls) {
          if (name === SEARCH_TOOLS) searches.add(id);
          names.push(name);
        }
      if (message.role === 'tool' && searches.has(message.callId) && !message.isError)
        names.push(...namesInResult(resultText(message.content)));
      for (const name of names) if (all.has(name)) found.add(name);
    }
    return [...found];
  }
}

/** Selects all tools, in the order in which the conversation had them first. */
function whole(all: ToolSet, names: readonly string[]): Selected {
  const isSame = sameItems(names, [...all.keys()]);
  const sent = isSame ? all : inOrder(all, names);
  return { selection: { sent, callable: sent, searchReason: undefined }, offered: undefined };
}

function inOrder(tools: ToolSet, names: readonly string[]): ToolSet {
  return new Map(
    names.flatMap((name) => {
      const tool = tools.get(name);
      return tool ? [[name, tool]] : [];
    }),
  );
}
