import type { TextCallsMode } from './abilities.ts';
import type { CallNote, ContentPart, Usage } from '../../protocol/index.ts';

/** A JSON schema, as an object that is sent on as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as the model is told of it. `name` is the wire name. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A call the model asked for. `argsText` is what it wrote, which need not be JSON; what has one reading is in order. */
export interface CallRequest {
  readonly id: string;
  /** The wire name. */
  readonly name: string;
  readonly argsText: string;
  /** Fields of the call that the endpoint wants back unchanged (`extra_content` of Gemini). Keep it with the call. */
  readonly echo?: Readonly<Record<string, unknown>>;
  /** It was found in the text of the answer, so a text that the model only repeats may have made it. */
  readonly isFromText?: true;
  /** How the model wrote it, where that is not as it should be. */
  readonly notes?: readonly CallNote[];
}

/** Calls that stand in the text of an answer, in a notation that some models have for calls. */
export interface FoundTextCalls {
  readonly calls: readonly { readonly name: string; readonly argsText: string }[];
  /** What the model wrote. */
  readonly source: string;
  /** They are the last thing in the answer. Elsewhere they are never taken for calls. */
  readonly isAtEnd: boolean;
  /** They are all there is in the answer. */
  readonly isWholeAnswer: boolean;
}

/** One message of a conversation as models see it. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  /** `content` follows the text: what was attached, or what a prompt says. */
  | { readonly role: 'user'; readonly text: string; readonly content?: readonly ContentPart[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly CallRequest[];
      /**
       * Fields of the answer that the endpoint wants back unchanged and that mean nothing to us
       * (`reasoning_content` of DeepSeek, `reasoning_details` of OpenRouter).
       */
      readonly echo?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: readonly ContentPart[];
      readonly isError: boolean;
    };

/** How the model shall answer; what is absent is the endpoint's own choice. */
export interface AnswerOptions {
  /** How many tokens the answer may have. */
  readonly maxTokens?: number;
  /** Left out again where the endpoint refuses it. */
  readonly temperature?: number;
  /** The answer ends before any of these texts. Left out again where the endpoint refuses them. */
  readonly stopSequences?: readonly string[];
  /** Whether tools may, must or must not be called. */
  readonly toolChoice?: 'auto' | 'required' | 'none';
}

/** One request to the model. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  /** Empty for a model that cannot call tools. */
  readonly tools: readonly ToolDefinition[];
  readonly options?: AnswerOptions;
  /**
   * Decides whether calls that were found in the text of an answer without other calls are taken for calls. Absent:
   * they are text.
   */
  readonly takesTextCalls?: (found: FoundTextCalls) => boolean;
}

/** A tool that was not sent, by its wire name, and why: half a sentence that follows "Not sent to the model:". */
export interface LeftOutTool {
  readonly name: string;
  readonly reason: string;
}

/** What comes back, in order. `answer` is the last event of a request that succeeded and is always sent. */
export type ModelEvent =
  /** The request failed in a way that passes, and is made again after `waitMs`. `attempt` counts from 1. */
  | {
      readonly type: 'retrying';
      /** What happened, as a sentence. */
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  /** The endpoint cannot take these tools, so the request went without them. */
  | { readonly type: 'toolsLeftOut'; readonly tools: readonly LeftOutTool[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call is being written: its wire name, and how long its arguments are so far. */
  | { readonly type: 'callDraft'; readonly name: string; readonly length: number }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'answer';
      readonly message: Extract<Message, { role: 'assistant' }>;
      /** The endpoint stopped because its own output limit was reached. */
      readonly truncated: boolean;
    };

/** A chat model behind some endpoint. */
export interface ChatModel {
  /** The model's name at its endpoint. */
  readonly name: string;
  /** False: the request carries no tools. */
  readonly canCallTools: boolean;
  /** Tells the model from every other one, also from one of the same name at another endpoint. */
  readonly key: string;
  /** Whether calls in the text of its answers count, as the user says; `auto` if absent. */
  readonly textCalls?: TextCallsMode;
  /** Its context window in tokens, where the user says. */
  readonly contextWindow?: number | undefined;
  /** Asks the endpoint for the context window; undefined where it does not say. Never rejects. */
  lookUpContextWindow(): Promise<number | undefined>;
  /**
   * Sends one request and streams the answer.
   * @throws ModelError for everything the endpoint or the way there did wrong.
   * @throws the signal's reason when `signal` is aborted.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
