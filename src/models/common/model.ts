import type { LocalizedMessage } from '../../base/common/message.ts';
import type { TextCallsMode } from './abilities.ts';
import type { CallNote, ContentPart, Usage } from '../../protocol/index.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as the model sees it. `name` is the wire name. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A tool call. `argsText` is the model's text, repaired if it can be read in one way only. It need not be JSON. */
export interface CallRequest {
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  /** Fields that the endpoint needs back unchanged (`extra_content` of Gemini). */
  readonly echo?: Readonly<Record<string, unknown>> | undefined;
  /** The call was found in the text of the answer, so the model may only have quoted it. */
  readonly isFromText?: true | undefined;
  /** Reason why the answer ended within the call. Such a call must not run. */
  readonly cutBy?: 'limit' | 'filter' | 'end' | undefined;
  readonly notes?: readonly CallNote[] | undefined;
}

export interface FoundTextCalls {
  readonly calls: readonly { readonly name: string; readonly argsText: string }[];
  readonly source: string;
  /** The calls are at the end of the answer. Calls elsewhere never count. */
  readonly isAtEnd: boolean;
  readonly isWholeAnswer: boolean;
}

/** Instructions of one file, by its real path. `text` says for which files they hold. */
export interface GivenInstructions {
  readonly path: string;
  readonly digest: string;
  readonly text: string;
}

export type Message =
  | { readonly role: 'system'; readonly text: string }
  /** `content` follows the text. It has attachments, or the parts of a prompt. */
  | {
      readonly role: 'user';
      readonly text: string;
      readonly content?: readonly ContentPart[] | undefined;
      /** Name of the skill that the first part of the content contains. */
      readonly skill?: string | undefined;
      /** Files whose instructions are the last part of the content. */
      readonly instructions?: readonly Omit<GivenInstructions, 'text'>[] | undefined;
    }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly CallRequest[];
      /**
       * Fields that the endpoint needs back unchanged (`reasoning_content` of DeepSeek, `reasoning_details` of
       * OpenRouter).
       */
      readonly echo?: Readonly<Record<string, unknown>> | undefined;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: readonly ContentPart[];
      readonly isError: boolean;
      /** Instructions that follow the content. They stay if the content is cut or removed. */
      readonly instructions?: readonly GivenInstructions[] | undefined;
      /** Name of the skill that the content contains. It stays longer than other results. */
      readonly skill?: string | undefined;
    };

/** An absent option is left to the endpoint. An option that it refuses is left out. */
export interface AnswerOptions {
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly toolChoice?: 'auto' | 'required' | 'none' | undefined;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly options?: AnswerOptions | undefined;
  /**
   * The request is not for an answer in the chat, but for a title or the like. Settings for answers do not apply, and
   * refusals are not shown.
   */
  readonly isAside?: true | undefined;
  /**
   * The same for all requests of a conversation, which begin with the same bytes. Absent means that the endpoint is not
   * asked to cache.
   */
  readonly cacheKey?: string | undefined;
  /** Decides whether calls in the text count if the answer has no others. Absent means that they do not. */
  readonly takesTextCalls?: ((found: FoundTextCalls) => boolean) | undefined;
  /** Called with each request that is sent, including the changed one after a refusal, and repeated ones. */
  readonly onSend?: ((sent: SentRequest) => void) | undefined;
}

/** `name` is the wire name; `reason` follows "Not sent to the model:". */
export interface LeftOutTool {
  readonly name: string;
  readonly reason: LocalizedMessage;
}

/** `added` is text that Patchbay adds because an endpoint needs it; `images` is the text before images of results. */
export type PieceKind =
  | 'fields'
  | 'tool'
  | 'system'
  | 'user'
  | 'attachment'
  | 'skill'
  | 'instructions'
  | 'assistant'
  | 'reasoning'
  | 'call'
  | 'result'
  | 'image'
  | 'images'
  | 'added';

/** A piece of a request's body. Pieces of one path follow each other, and together they are its value. */
export interface RequestPiece {
  readonly kind: PieceKind;
  /** Place in the body, such as `messages[2].content`; empty for the fields that are not lists. */
  readonly path: string;
  /** Text as in the body, or a value as JSON. */
  readonly text: string;
  readonly isJson?: true | undefined;
  /** Wire name of a tool, or of the called tool. */
  readonly name?: string | undefined;
  readonly callId?: string | undefined;
  /** The message from which the piece was written. */
  readonly message?: Message | undefined;
}

/** Format of a request: one of the two wire formats, or the editor's own. */
export type RequestFormat = 'chat' | 'responses' | 'editor';

/**
 * A request as it was sent. Its body is written again when somebody looks at it, because each is as long as the
 * conversation.
 */
export interface SentRequest {
  readonly format: RequestFormat;
  readonly leftOut: readonly LeftOutTool[];
  /** Names of the user's fields that the endpoint refuses. */
  readonly refusedFields: readonly string[];
  readonly isWithoutImages: boolean;
  /** Names of the images that the endpoint refuses, while it takes others. */
  readonly lostImages: readonly string[];
  /** Returns the JSON that was sent, or, for a model of the editor, the request that was converted. */
  body(): string;
  pieces(): readonly RequestPiece[];
  /** Removes the credentials of the endpoint from a text. */
  redact(text: string): string;
}

/** Events in order. `answer` is the last event of each successful request. */
export type ModelEvent =
  /** The request failed temporarily, and is made again after `waitMs`. `attempt` counts from 1. */
  | {
      readonly type: 'retrying';
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  | { readonly type: 'toolsLeftOut'; readonly tools: readonly LeftOutTool[] }
  /** Fields of the user's settings that the endpoint refused, reported once. */
  | { readonly type: 'fieldsLeftOut'; readonly fields: readonly string[]; readonly message: string }
  /** Images that the endpoint refused, reported once. `detail` is what it said. */
  | { readonly type: 'imagesLeftOut'; readonly message: string; readonly detail: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call is being written, with its wire name and the length of its arguments so far. */
  | { readonly type: 'callDraft'; readonly name: string; readonly length: number }
  /**
   * `doubt` says why the price list does not apply: the parts of the tokens contradict the sum, or the tier has other
   * prices.
   */
  | { readonly type: 'usage'; readonly usage: Usage; readonly doubt?: 'tokens' | 'tier' | undefined }
  | {
      readonly type: 'answer';
      readonly message: Extract<Message, { role: 'assistant' }>;
      readonly truncated: boolean;
      /** A problem at the end of the answer, for the user. */
      readonly problem?: LocalizedMessage | undefined;
    };

export interface ChatModel {
  readonly name: string;
  readonly canCallTools: boolean;
  /** Unique key, also among models of the same name at several endpoints. */
  readonly key: string;
  /** Host of the endpoint; absent for a model of the editor. */
  readonly host?: string | undefined;
  readonly textCalls?: TextCallsMode | undefined;
  /** Size of the context window in tokens, if the user sets it. */
  readonly contextWindow?: number | undefined;
  /** The same, if a list of the endpoint's models has told it already. */
  readonly listedWindow?: number | undefined;
  /** Highest number of tools in a request, if the endpoint documents it. */
  readonly maxTools?: number | undefined;
  /** Resolves with undefined if the endpoint does not report it. Never rejects. */
  lookUpContextWindow(): Promise<number | undefined>;
  /** @throws ModelError for errors of the endpoint or the network, and the signal's reason if aborted */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
