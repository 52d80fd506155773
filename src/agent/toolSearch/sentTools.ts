/** What the requests of a conversation carry stays in its place: endpoints cache a request up to its first change. */
import type { Conversation } from '../conversation/conversation.ts';
import type { Summary } from '../conversation/contextState.ts';
import type { SearchBasis } from '../conversation/offeredTools.ts';

interface Sent {
  names: readonly string[];
  readonly summary: Summary | undefined;
  readonly basis: SearchBasis;
  /** Once it searches it goes on doing so. */
  isSearched: boolean;
}

/** With less of it a budget is another one: the context window was learned to be smaller. */
const SAME_BUDGET = 0.5;
/** Names that are kept beyond those of twice the tools there are: servers can have ever new ones. */
const SPARE = 500;

export class SentTools {
  /** Belongs to this window and not to the conversation's record, and is gone with the conversation. */
  private readonly sent = new WeakMap<Conversation, Sent>();

  /** Until a summary changes the whole request anyway. `needs` decides by the budget of the first time. */
  searches(conversation: Conversation, basis: SearchBasis, needs: (maxTokens: number) => boolean): boolean {
    const sent = this.of(conversation, basis);
    sent.isSearched ||= needs(sent.basis.maxTokens);
    return sent.isSearched;
  }

  /** The names in the order in which they were sent first, new ones at the end. */
  ordered(conversation: Conversation, basis: SearchBasis, wanted: ReadonlySet<string>): readonly string[] {
    const sent = this.of(conversation, basis);
    const known = new Set(sent.names);
    const names = [...sent.names, ...[...wanted].filter((name) => !known.has(name))];
    const isFull = names.length > 2 * wanted.size + SPARE;
    sent.names = isFull ? names.filter((name) => wanted.has(name)) : names;
    return sent.names.filter((name) => wanted.has(name));
  }

  private of(conversation: Conversation, basis: SearchBasis): Sent {
    const before = this.sent.get(conversation) ?? restored(conversation);
    const { summary } = conversation.context;
    const isSame = before?.summary === summary;
    const stays =
      isSame &&
      before?.basis.model === basis.model &&
      before.basis.budget === basis.budget &&
      basis.maxTokens >= before.basis.maxTokens * SAME_BUDGET;
    if (before && stays) return before;
    const sent = { names: isSame ? (before?.names ?? []) : [], summary, basis, isSearched: false };
    this.sent.set(conversation, sent);
    return sent;
  }
}

/** Of a conversation that was opened again. */
function restored({ offered, context }: Conversation): Sent | undefined {
  if (!offered) return undefined;
  const { basis, sent } = offered;
  return { names: [...sent], summary: context.summary, basis, isSearched: true };
}
