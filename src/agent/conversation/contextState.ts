import type { Message } from '../../models/index.ts';

export type ToolMessage = Extract<Message, { role: 'tool' }>;

/** As it was loaded, which is how the model has it. */
export interface LoadedSkill {
  readonly name: string;
  readonly text: string;
}

export interface Summary {
  readonly text: string;
  readonly until: number;
  /** The summary, the skills, and the user's last message. */
  readonly message: Extract<Message, { role: 'user' }>;
  readonly from: number;
  /** Loaded before; each whole in the message. */
  readonly skills?: readonly LoadedSkill[];
}

/** How the model's view differs from the conversation. Immutable. */
export interface ContextState {
  /** By call id; `removed` results are only a note. */
  readonly replaced: ReadonlyMap<string, { readonly how: 'cut' | 'removed'; readonly message: ToolMessage }>;
  readonly summary?: Summary;
}

/** What the conversation took of the context window when that was last known. */
export interface CountedContext {
  /** In the model's tokens, of the first `until` messages with all that goes before them. */
  readonly used: number;
  readonly until: number;
  /** The estimate of what goes before the messages, and the model's key; absent: of an earlier session. */
  readonly fixed?: number;
  readonly model?: string;
}

export const wholeContext: ContextState = { replaced: new Map() };
