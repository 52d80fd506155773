/** The interface to the editor's language models. `src/editor` implements it with `vscode.lm`. */

export type PortPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: Uint8Array }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly kind: 'result'; readonly id: string; readonly text: string };

/** A message. The editor has no system role, so that text is the user's first message. */
export interface PortMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly PortPart[];
}

export interface PortRequest {
  readonly messages: readonly PortMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema?: object | undefined;
  }[];
  readonly mustCall: boolean;
  /** Options by the names of OpenAI's API, which providers may know. */
  readonly modelOptions: Readonly<Record<string, unknown>>;
}

export type PortAnswer = Extract<PortPart, { kind: 'text' | 'call' }>;

export interface LanguageModelPort {
  readonly vendor: string;
  readonly id: string;
  readonly title: string;
  /** Limit of the input in tokens; 0 if unknown. */
  readonly maxInputTokens: number;
  readonly canCallTools: boolean;
  readonly canSee: boolean;
  /** Sends a request. It may ask the user for consent. The signal ends both. */
  send(request: PortRequest, signal: AbortSignal): AsyncIterable<PortAnswer>;
  countTokens(text: string, signal: AbortSignal): PromiseLike<number>;
}

export function portName({ vendor, id }: Pick<LanguageModelPort, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}
