import type { Message } from '../../models/index.ts';

export type ToolMessage = Extract<Message, { role: 'tool' }>;

/** A skill as it was loaded, which is how the model has it. */
export interface LoadedSkill {
  readonly name: string;
  readonly text: string;
}

export interface Summary {
  readonly text: string;
  readonly until: number;
  /** Message that replaces the summarised ones: the summary, the skills, and the user's last message. */
  readonly message: Extract<Message, { role: 'user' }>;
  readonly from: number;
  /** Skills that were loaded before. Each of them is whole in the message. */
  readonly skills?: readonly LoadedSkill[];
}

/** Differences between the model's view and the conversation. The object is immutable. */
export interface ContextState {
  /** Shortened results by call id. A removed one is only a note. */
  readonly replaced: ReadonlyMap<string, { readonly how: 'cut' | 'removed'; readonly message: ToolMessage }>;
  readonly summary?: Summary;
}

/** Tokens of the context window that the conversation took when they were last known. */
export interface CountedContext {
  /** Tokens of the first `until` messages and of all that goes before them, as the model counts them. */
  readonly used: number;
  readonly until: number;
  /**
   * Estimated tokens of what goes before the messages, and the model's key. Both are absent in a count of an earlier
   * session.
   */
  readonly fixed?: number;
  readonly model?: string;
}

export const wholeContext: ContextState = { replaced: new Map() };
