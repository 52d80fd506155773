import type { ContentPart } from './content.ts';

/** 2025-11-25, server/prompts. Texts are plain and bounded. */
export interface PromptInfo {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface Offer {
  readonly prompts: readonly PromptInfo[];
  readonly hasResources: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentPart[];
}

export interface PromptRun {
  readonly server: string;
  readonly name: string;
  readonly messages: readonly PromptMessage[];
}
