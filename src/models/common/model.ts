import type { LocalizedMessage } from '../../base/common/message.ts';
import type { TextCallsMode } from './abilities.ts';
import type { CallNote, ContentPart, Usage } from '../../protocol/index.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** `name` is the wire name. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** `argsText` is what the model wrote, put in order where it has one reading; it need not be JSON. */
export interface CallRequest {
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  /** Fields that the endpoint wants back unchanged (`extra_content` of Gemini). */
  readonly echo?: Readonly<Record<string, unknown>>;
  /** Found in the text of the answer, so the model may only have quoted it. */
  readonly isFromText?: true;
  /** What ended the answer within it: it must not run. */
  readonly cutBy?: 'limit' | 'filter' | 'end';
  readonly notes?: readonly CallNote[];
}

export interface FoundTextCalls {
  readonly calls: readonly { readonly name: string; readonly argsText: string }[];
  readonly source: string;
  /** Elsewhere they never count as calls. */
  readonly isAtEnd: boolean;
  readonly isWholeAnswer: boolean;
}

/** Of one file, by its real path. `text` says where they hold. */
export interface GivenInstructions {
  readonly path: string;
  readonly digest: string;
  readonly text: string;
}

export type Message =
  | { readonly role: 'system'; readonly text: string }
  /** `content` follows the text: attachments, or the parts of a prompt. */
  | {
      readonly role: 'user';
      readonly text: string;
      readonly content?: readonly ContentPart[];
      /** Name of the skill that the first part of the content is. */
      readonly skill?: string;
      /** Whose text the last part of the content is. */
      readonly instructions?: readonly Omit<GivenInstructions, 'text'>[];
    }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly CallRequest[];
      /** Wanted back unchanged (`reasoning_content` of DeepSeek, `reasoning_details` of OpenRouter). */
      readonly echo?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: readonly ContentPart[];
      readonly isError: boolean;
      /** They follow the content, and stay when that is cut or taken out. */
      readonly instructions?: readonly GivenInstructions[];
      /** Name of the skill that the content is: it stays longer than other results. */
      readonly skill?: string;
    };

/** What is absent is the endpoint's choice; what it refuses is left out. */
export interface AnswerOptions {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly toolChoice?: 'auto' | 'required' | 'none';
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly options?: AnswerOptions;
  /** No answer of the chat, such as a title: what the user set for answers does not apply, and no refusal is told. */
  readonly isAside?: true;
  /** The same for all requests of a conversation, which begin with the same bytes. Absent: nothing is kept of it. */
  readonly cacheKey?: string;
  /** Decides whether calls in the text count, where the answer has no others. Absent: they do not. */
  readonly takesTextCalls?: (found: FoundTextCalls) => boolean;
  /** Called with each request that goes out: with another one after a refusal, and again when it is repeated. */
  readonly onSend?: (sent: SentRequest) => void;
}

/** `name` is the wire name; `reason` follows "Not sent to the model:". */
export interface LeftOutTool {
  readonly name: string;
  readonly reason: LocalizedMessage;
}

/** `added`: of Patchbay, for what an endpoint wants; `images`: words that go before images of results. */
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

/** A piece of a request's body. Pieces of one path follow each other, and are its value together. */
export interface RequestPiece {
  readonly kind: PieceKind;
  /** Its place in the body, such as `messages[2].content`; empty: the fields that are no list. */
  readonly path: string;
  /** A text of the body as it is there, or a value as JSON. */
  readonly text: string;
  readonly isJson?: true;
  /** The wire name of a tool, or of a called one. */
  readonly name?: string;
  readonly callId?: string;
  /** The message that it was written from. */
  readonly message?: Message;
}

/** How a request goes out: by one of the two wire formats, or through the editor, which has one of its own. */
export type RequestFormat = 'chat' | 'responses' | 'editor';

/** A request as it went out. It is written again when somebody looks: each is as long as the conversation. */
export interface SentRequest {
  readonly format: RequestFormat;
  readonly leftOut: readonly LeftOutTool[];
  /** Names of the user's fields that the endpoint refuses. */
  readonly refusedFields: readonly string[];
  readonly isWithoutImages: boolean;
  /** As JSON: the bytes that were sent. Of a request through the editor, what it was made from. */
  body(): string;
  pieces(): readonly RequestPiece[];
  /** Without the credentials of the endpoint. */
  redact(text: string): string;
}

/** In order. `answer` is the last event of each request that succeeds. */
export type ModelEvent =
  /** The request failed in a way that passes, and is made again after `waitMs`. `attempt` counts from 1. */
  | {
      readonly type: 'retrying';
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  | { readonly type: 'toolsLeftOut'; readonly tools: readonly LeftOutTool[] }
  /** Fields of the user's settings that the endpoint refused, told once. */
  | { readonly type: 'fieldsLeftOut'; readonly fields: readonly string[]; readonly message: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call is being written: wire name, and characters of arguments so far. */
  | { readonly type: 'callDraft'; readonly name: string; readonly length: number }
  /** `doubt`: why the price list does not hold: parts of the tokens contradict the sum, or the tier has other prices. */
  | { readonly type: 'usage'; readonly usage: Usage; readonly doubt?: 'tokens' | 'tier' }
  | {
      readonly type: 'answer';
      readonly message: Extract<Message, { role: 'assistant' }>;
      readonly truncated: boolean;
      /** What the user has to hear of its end. */
      readonly problem?: LocalizedMessage;
    };

export interface ChatModel {
  readonly name: string;
  readonly canCallTools: boolean;
  /** Unique, also among models of one name at several endpoints. */
  readonly key: string;
  /** Of its endpoint; absent: a model of the editor. */
  readonly host?: string;
  readonly textCalls?: TextCallsMode;
  /** In tokens, where the user says. */
  readonly contextWindow?: number | undefined;
  /** How many tools a request may have, where that is documented. */
  readonly maxTools?: number | undefined;
  /** undefined where the endpoint does not say. Never rejects. */
  lookUpContextWindow(): Promise<number | undefined>;
  /** @throws ModelError for faults of the endpoint and the way there, the signal's reason when aborted */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
