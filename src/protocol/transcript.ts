import * as v from 'valibot';
import type { Approval, DataMark } from './approval.ts';
import type { ChangesState, TurnChanges } from './changes.ts';
import type { Attachment } from './composer.ts';
import type { ContentPart, Progress } from './content.ts';
import type { PromptRun } from './offer.ts';
import type { TypeOf } from './pageMessage.ts';
import type { Question, QuestionState } from './question.ts';

/** Where a tool comes from. The chat shows an icon and, for `mcp`, the server's name. */
export type ToolSource =
  | { readonly kind: 'mcp'; readonly server: string }
  | { readonly kind: 'native' }
  | { readonly kind: 'custom'; readonly file: string }
  /** The model asked for a tool that does not exist, or no longer. */
  | { readonly kind: 'unknown' };

/**
 * The states of a call, in the order in which it can pass through them; the last five are final. `interrupted`:
 * the window ended before the call did, so nobody knows what became of it.
 */
export type CallStatus =
  | 'pending'
  | 'running'
  | 'success'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'interrupted';

/** A form in which a model wrote arguments that are no JSON object as they stand, and have one reading only. */
export type ArgumentForm =
  /** The object is the content of a JSON text. */
  'text' | 'codeBlock' | 'trailingComma';

/** What the user should know of how the model wrote a call. */
export type CallNote =
  | { readonly kind: 'arguments'; readonly form: ArgumentForm }
  /** The name that it wrote, in place of the tool's. */
  | { readonly kind: 'name'; readonly written: string }
  /** It wrote the call into the text of its answer. */
  | { readonly kind: 'textCall' };

/** One tool call as the chat shows it. */
export interface CallView {
  readonly source: ToolSource;
  /** The tool's own name, never the wire name. */
  readonly toolName: string;
  readonly title?: string;
  /** The name the model used. */
  readonly wireName: string;
  /** The arguments as the model wrote them: JSON text, which may be invalid. What has one reading is in order here. */
  readonly argsText: string;
  readonly notes?: readonly CallNote[];
  readonly status: CallStatus;
  /** What the user is asked, or was, before it ran. It is asked while the call is `pending`. */
  readonly approval?: Approval;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs?: number;
  readonly progress?: Progress;
  /** The end of what it has written while it ran; nothing once its result has all of it. */
  readonly output?: string;
  /** The user is asked something that belongs to it, and has not answered yet. */
  readonly awaitsUser?: boolean;
  /** The result, or the error's text, once the call has ended. Long texts are cut: see `cutBytes`. */
  readonly result?: readonly ContentPart[];
  /** The user had it made once more: the model does not know of it. */
  readonly byUser?: true;
  /** What the data-flow guard knows of the result. */
  readonly marks?: readonly DataMark[];
  /** How many bytes of the result stay with the host because they are too long to show here. */
  readonly cutBytes?: number;
}

/** A button of a notice or of the empty state. The host does what it names; the webview cannot name anything else. */
export const chatAction = v.picklist([
  'continue',
  'retry',
  'setApiKey',
  'setUpModel',
  'selectModel',
  'selectTools',
  'openModelSettings',
  /** Has calls in the text of the chosen model's answers taken for calls, and goes on. */
  'allowTextCalls',
  'addServer',
  'addSample',
  'openServerSettings',
  'showLog',
]);
export type ChatAction = TypeOf<typeof chatAction>;

/** One entry of the transcript, in the order in which they are shown. Ids are unique in the conversation. */
export type Item =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      /** The prompt that was run instead of writing; `text` is then how it was called. */
      readonly prompt?: PromptRun;
      readonly attachments?: readonly Attachment[];
    }
  /** What the model said in one step. `streaming` while more may come. */
  | {
      readonly kind: 'assistant';
      readonly id: string;
      readonly text: string;
      readonly reasoning?: string;
      /** How long it thought, in ms, once it has begun to answer or has ended. */
      readonly reasoningMs?: number;
      readonly streaming: boolean;
      /** The last words of a turn: what all of it took. */
      readonly took?: TurnSum;
    }
  /** `step` groups the calls that run in parallel. */
  | { readonly kind: 'call'; readonly id: string; readonly step: number; readonly call: CallView }
  /** What a server asks the user; `callId` is the item of the call that it belongs to, where that is known. */
  | {
      readonly kind: 'question';
      readonly id: string;
      readonly callId?: string;
      readonly question: Question;
      readonly state: QuestionState;
    }
  /** From here on the model gets a summary of what stands above it. */
  | { readonly kind: 'summary'; readonly id: string; readonly state: SummaryState }
  /** Files that the turn above has changed. */
  | ({ readonly kind: 'changes'; readonly id: string; readonly state: ChangesState } & TurnChanges)
  /** Something the user must know: the limit was reached, the endpoint failed. Plain text, no markdown. */
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: string;
      /** More for whoever wants it: the endpoint's own words, a cause. */
      readonly detail?: string;
      readonly actions: readonly ChatAction[];
    };

/** What became of a summary of the conversation. `text` is what the model gets, markdown of its own making. */
export type SummaryState =
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly text: string }
  /** Stopped by the user, or the endpoint failed; the model goes on getting what it got before. */
  | { readonly status: 'failed' };

/** Tokens of the model's context window that a request takes, about, and the window's size. */
export interface ContextUse {
  readonly used: number;
  readonly window: number;
}

/** Tokens as the endpoint counts them, summed over the conversation. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What goes on in a turn that runs, as it stood when this was said. */
export interface TurnProgress {
  /** How long the turn has run. */
  readonly ms: number;
  /** How long nothing has come of it. */
  readonly quietMs: number;
  /** `asking`: the model has the request, and its answer is not complete. */
  readonly doing: 'preparing' | 'asking';
  /** The call that the model is writing: its tool, as the user knows it, and the characters of its arguments so far. */
  readonly draft?: { readonly tool: string; readonly length: number };
}

/** What a turn has taken that ended with an answer. */
export interface TurnSum {
  /** When it ended, in ms since the epoch. */
  readonly at: number;
  readonly ms: number;
  readonly model?: string;
  /** Tokens of all its requests, where the endpoint has told any. */
  readonly usage?: Usage;
}

/** What the chat shows around the transcript. */
export interface ChatStatus {
  readonly turn: 'idle' | 'running' | 'stopping';
  /** While a turn runs. */
  readonly progress?: TurnProgress;
  /** The model's name, or nothing when none is chosen. */
  readonly model?: string;
  /** The endpoint that it is asked at: the name of a profile, or a host. */
  readonly endpoint?: string;
  /** False: images that go with a message are named to the model, and not shown. Absent: it may see them. */
  readonly seesImages?: false;
  /** Connected servers, servers in all, tools that the next request would carry, and tools there are to choose from. */
  readonly servers: {
    readonly connected: number;
    readonly total: number;
    readonly tools: number;
    readonly allTools?: number;
    /** The sample server, which Patchbay brings along, is connected. */
    readonly sample?: boolean;
  };
  readonly usage?: Usage;
  /** Nothing before the first request. */
  readonly context?: ContextUse;
}
