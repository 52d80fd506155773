/** How the model's view of a conversation differs from the conversation. */
import type { Message } from '../../models/index.ts';

/** A result in a conversation. */
export type ToolMessage = Extract<Message, { role: 'tool' }>;

/** What stands for the beginning of a conversation. */
export interface Summary {
  readonly text: string;
  /** How many messages it sums up. */
  readonly until: number;
  /** What the model gets in their place: the summary, and words of the user that are kept as they are. */
  readonly message: Extract<Message, { role: 'user' }>;
  /** The first message that the model gets itself. */
  readonly from: number;
}

/** How the model's view differs from the conversation. Never changed, only replaced. */
export interface ContextState {
  /** Results by call id that the model gets cut, or as a note only. */
  readonly replaced: ReadonlyMap<string, { readonly how: 'cut' | 'removed'; readonly message: ToolMessage }>;
  readonly summary?: Summary;
}

/** The model gets everything as it is. */
export const wholeContext: ContextState = { replaced: new Map() };
