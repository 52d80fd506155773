/** Where tools are found by search: the basis of that decision, and what the newest request carried. */

/** What the decision whether to search depends on: another model has no cache yet, and the user may change the budget. */
export interface SearchBasis {
  readonly model: string;
  /** As the user set it. */
  readonly budget: number | undefined;
  /** What that is in tokens, which an endpoint's reports change from answer to answer. */
  readonly maxTokens: number;
}

/** By wire names. It is saved with the conversation, so that a reload changes neither its requests nor what is said of them. */
export interface OfferedTools {
  readonly basis: SearchBasis;
  /** In the order in which they were sent. */
  readonly sent: ReadonlySet<string>;
  /** What the conversation has found or called, sent or no longer. */
  readonly found: ReadonlySet<string>;
}
