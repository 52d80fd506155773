/** What servers offer to whoever writes a message: prompts to run, and whether there is anything to attach. */
import type { ContentPart } from './content.ts';

/** A prompt of a connected server (specification 2025-11-25, server/prompts). Texts are plain and bounded. */
export interface PromptInfo {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
}

/** A value that a prompt wants. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** What connected servers offer at this moment. */
export interface Offer {
  readonly prompts: readonly PromptInfo[];
  readonly hasResources: boolean;
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentPart[];
}

/** A prompt that was run, as the transcript shows it. */
export interface PromptRun {
  readonly server: string;
  readonly name: string;
  readonly messages: readonly PromptMessage[];
}
