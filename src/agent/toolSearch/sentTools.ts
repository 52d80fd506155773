/**
 * Keeps the tools of a conversation's requests in their places, because endpoints cache a request up to its first
 * change.
 */
import type { Conversation } from '../conversation/conversation.ts';
import type { Summary } from '../conversation/contextState.ts';
import type { SearchBasis } from '../conversation/offeredTools.ts';
import type { SearchReason } from '../../protocol/index.ts';

interface Sent {
  names: readonly string[];
  readonly summary: Summary | undefined;
  readonly basis: SearchBasis;
  /** Reason for which the conversation finds tools by search, and goes on to; undefined while it does not. */
  reason: SearchReason | undefined;
}

/**
 * Share of the budget below which a smaller one counts as another budget: the context window was found to be smaller.
 */
const SAME_BUDGET = 0.5;
/**
 * Names that are kept beyond twice the wanted ones. Without a limit there would be more and more, because servers can
 * have ever new tools.
 */
const SPARE = 500;

export class SentTools {
  /**
   * Sent tools by conversation. They belong to this window, are not saved with the conversation, and are gone with it.
   */
  private readonly sent = new WeakMap<Conversation, Sent>();

  /**
   * Returns why the conversation finds tools by search, or undefined if it does not. Once it does, it goes on until a
   * summary, another model or another budget. `needs` decides by the budget of the first time.
   */
  reason(
    conversation: Conversation,
    basis: SearchBasis,
    needs: (maxTokens: number) => SearchReason | undefined,
  ): SearchReason | undefined {
    const sent = this.of(conversation, basis);
    if (sent.reason === undefined || sent.reason.kind === 'earlier')
      sent.reason = needs(sent.basis.maxTokens) ?? sent.reason;
    return sent.reason;
  }

  /** Returns the wanted names in the order in which they were sent first, new ones at the end. */
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
    const sent = { names: isSame ? (before?.names ?? []) : [], summary, basis, reason: undefined };
    this.sent.set(conversation, sent);
    return sent;
  }
}

/** Returns what was sent in a conversation that was opened again. */
function restored({ offered, context }: Conversation): Sent | undefined {
  if (!offered) return undefined;
  const { basis, sent } = offered;
  return { names: [...sent], summary: context.summary, basis, reason: { kind: 'earlier' } };
}
