/** Tells the tree and the pages about the tools of conversations and of their requests. */
import type { Conversation } from '../agent/index.ts';
import type { ToolSet } from '../tools/index.ts';
import type { ServersAndTools } from './serversAndTools.ts';

/** State of a tool in the newest request: carried, carried because the conversation found it, or left to the search. */
export type ToolOfferState = 'sent' | 'found' | 'searchable';

export interface SentCount {
  readonly count: number;
  /** Tokens of the enabled tools that were not sent; undefined if some of them are not counted yet. */
  readonly savedTokens: number | undefined;
}

export class ToolViews {
  private readonly servers: ServersAndTools;

  constructor(servers: ServersAndTools) {
    this.servers = servers;
  }

  /** Returns the enabled tools of the conversation's tool set. */
  inSet(conversation: Conversation): ToolSet {
    return this.servers.toolsOf(conversation).ofSet.get();
  }

  /** Counts the enabled tools that the conversation's last request carried. Returns undefined if it carried all. */
  sentTools(conversation: Conversation): SentCount | undefined {
    const { offered } = conversation;
    if (!offered) return undefined;
    const { costs } = this.servers;
    const all = this.servers.toolsOf(conversation).next.get();
    const sent = new Set([...offered.sent].filter((name) => all.has(name)));
    const savedTokens = costs.savedBy(sent, all);
    // The counting changes the state of the costs. Views that show this number follow that state, and ask again.
    if (savedTokens === undefined) void costs.countAll();
    return { count: sent.size, savedTokens };
  }

  /**
   * Tells by wire name how a tool stands in the conversation's last request, also after a reload. The result is
   * undefined if that request carried all tools, and says undefined of tools that the next one cannot have.
   */
  offerStates(
    conversation: Conversation | undefined,
  ): ((wireName: string) => ToolOfferState | undefined) | undefined {
    const offered = conversation?.offered;
    if (!offered) return undefined;
    const all = this.servers.toolsOf(conversation).next.get();
    return (wireName) => {
      if (!all.has(wireName)) return undefined;
      if (!offered.sent.has(wireName)) return 'searchable';
      return offered.found.has(wireName) ? 'found' : 'sent';
    };
  }
}
