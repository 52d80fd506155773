/**
 * Describes a conversation that finds its tools by search: the basis of that decision, and the tools of its newest
 * request.
 */

/**
 * Values that the decision to search depends on. Another model has no cache yet, and the user may change the budget, so
 * either allows a new decision.
 */
export interface SearchBasis {
  readonly model: string;
  /** Percent of the context window, as the user set it. */
  readonly budget: number | undefined;
  /** The budget in tokens, which reports of an endpoint change from answer to answer. */
  readonly maxTokens: number;
}

/**
 * Tools of the newest request, by wire name. They are saved with the conversation, so that a reload changes neither its
 * requests nor what is said of them.
 */
export interface OfferedTools {
  readonly basis: SearchBasis;
  /** Tools of the request, in the order in which they were sent. */
  readonly sent: ReadonlySet<string>;
  /** Tools that the conversation has found or called, whether or not they are still sent. */
  readonly found: ReadonlySet<string>;
}
