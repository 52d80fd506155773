/**
 * What this room needs of a language model that extensions give the editor (`vscode.lm`). The room knows no
 * editor; `src/editor` makes the port of what the editor has.
 */

/** A part of a message, as `vscode.lm` tells them apart. */
export type PortPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: Uint8Array }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly kind: 'result'; readonly id: string; readonly text: string };

/** There are no other roles: what the system says is the user's first message. */
export interface PortMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly PortPart[];
}

/** One request. */
export interface PortRequest {
  readonly messages: readonly PortMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema?: object;
  }[];
  /** Whether one of the tools has to be called. */
  readonly mustCall: boolean;
  /** Wishes that a provider may know, by the names of OpenAI's API. */
  readonly modelOptions: Readonly<Record<string, unknown>>;
}

/** What comes back, in order. */
export type PortAnswer = Extract<PortPart, { kind: 'text' | 'call' }>;

/** A language model of the editor. */
export interface LanguageModelPort {
  readonly vendor: string;
  /** Unique among the models of the vendor. */
  readonly id: string;
  /** What people call it. */
  readonly title: string;
  /** In tokens; 0 where the provider does not say. */
  readonly maxInputTokens: number;
  readonly canCallTools: boolean;
  readonly canSee: boolean;
  /** Sends a request and streams the answer. May ask the user for consent. The signal ends both. */
  send(request: PortRequest, signal: AbortSignal): AsyncIterable<PortAnswer>;
  /** How many tokens the text is for this model. */
  countTokens(text: string, signal: AbortSignal): PromiseLike<number>;
}

/** The name by which settings and texts know a model: `vendor/id`. */
export function portName({ vendor, id }: Pick<LanguageModelPort, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}
