/** Schemes of read-only documents, whose texts Patchbay provides. */

/** Texts such as the result of a call. */
export const CALL_SCHEME = 'patchbay-call';
/** Files as they were before a call changed them. */
export const DIFF_SCHEME = 'patchbay-diff';
/** Files as they would be with code of an answer. */
export const PROPOSAL_SCHEME = 'patchbay-proposal';
