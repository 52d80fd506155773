import type { ContentPart } from './content.ts';

/** A prompt of a server (MCP 2025-11-25, server/prompts). Texts are plain and bounded. */
export interface PromptInfo {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
}

export interface Offer {
  readonly prompts: readonly PromptInfo[];
  readonly skills?: readonly { readonly name: string; readonly description: string }[] | undefined;
  readonly hasResources: boolean;
  /** Keys (`toolKey`) of the tools that can be called now; absent while that is not known. */
  readonly tools?: readonly string[] | undefined;
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

/** Recognises a page of a server's app (MCP Apps), which is of no use to the model. */
export function isAppResource(uri: string): boolean {
  return /^ui:/i.test(uri);
}
