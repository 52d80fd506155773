import type { Message } from '../../models/index.ts';

export type ToolMessage = Extract<Message, { role: 'tool' }>;

export interface Summary {
  readonly text: string;
  readonly until: number;
  /** The summary, and the user's last message. */
  readonly message: Extract<Message, { role: 'user' }>;
  readonly from: number;
}

/** How the model's view differs from the conversation. Immutable. */
export interface ContextState {
  /** By call id; `removed` results are only a note. */
  readonly replaced: ReadonlyMap<string, { readonly how: 'cut' | 'removed'; readonly message: ToolMessage }>;
  readonly summary?: Summary;
}

export const wholeContext: ContextState = { replaced: new Map() };
