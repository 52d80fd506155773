import * as v from 'valibot';
import type { Approval, ApprovalMode, DataMark, ProposedEdit } from './approval.ts';
import type { ChangesState, TurnChanges } from './changes.ts';
import type { Attachment } from './composer.ts';
import type { ContentPart, Progress } from './content.ts';
import type { PromptRun } from './offer.ts';
import type { TypeOf } from './pageMessage.ts';
import type { Plan } from './plan.ts';
import type { Question, QuestionState } from './question.ts';
import type { ToolSource } from './toolSource.ts';

/** The last six are final. `denied`: by the user. `interrupted`: the window ended; the outcome is unknown. */
export type CallStatus =
  | 'pending'
  | 'running'
  | 'success'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'denied'
  | 'interrupted';

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timedOut' };

/** How a model wrote arguments that are not JSON but have one reading only. */
export type ArgumentForm =
  /** The object is inside of a JSON string. */
  'text' | 'codeBlock' | 'trailingComma';

/** How the model wrote the call, or why it went on, where the user should know. */
export type CallNote =
  | { readonly kind: 'arguments'; readonly form: ArgumentForm }
  | { readonly kind: 'name'; readonly written: string }
  | { readonly kind: 'textCall' }
  /** It waited for approval until another decision of the user allowed it. */
  | { readonly kind: 'released'; readonly by: 'mode' | 'permission' };

/** Where a call's arguments come from: of a model's, what the conversation held in which it wrote them. */
export interface CallOrigin {
  readonly marks: readonly DataMark[];
  /** The model wrote the call into its text. */
  readonly isFromText?: true;
  /** No model has written any of it. */
  readonly isTyped?: true;
}

export interface CallView {
  readonly source: ToolSource;
  /** Never the wire name. */
  readonly toolName: string;
  readonly title?: string | undefined;
  readonly wireName: string;
  /** JSON as the model wrote it, possibly invalid; repaired if it has one reading only. */
  readonly argsText: string;
  readonly notes?: readonly CallNote[] | undefined;
  readonly status: CallStatus;
  readonly approval?: Approval;
  readonly startedAt: number;
  readonly durationMs?: number;
  readonly progress?: Progress;
  /** The end of what it writes while it runs; absent once the result has it. */
  readonly output?: string;
  /** Of a built-in command. Its result begins with a line about it, which is for the model. */
  readonly commandEnd?: CommandEnd;
  readonly edit?: ProposedEdit;
  readonly awaitsUser?: boolean;
  /** The result or error, once the call has ended. Long texts are cut: see `cutBytes`. */
  readonly result?: readonly ContentPart[];
  /** Run again by the user: the model does not know of it. */
  readonly byUser?: true | undefined;
  readonly marks?: readonly DataMark[];
  /** Bytes of the result that only the host has. */
  readonly cutBytes?: number;
}

/** Buttons of notices and of the empty state: all that a page can have done. */
export const chatAction = v.picklist([
  'continue',
  'retry',
  'setApiKey',
  'setUpModel',
  'selectModel',
  'selectTools',
  'useToolSet',
  'openModelSettings',
  /** From now on, calls in the text of this model's answers are run. */
  'allowTextCalls',
  'addServer',
  'addSample',
  'openServerSettings',
  'showLog',
]);
export type ChatAction = TypeOf<typeof chatAction>;

export type Item = AnyItem & {
  /** Read from a file that anybody may have written: it is shown, and none of it runs again. */
  readonly imported?: true;
};

type AnyItem =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      /** The prompt that was run; `text` is then how it was called. */
      readonly prompt?: PromptRun | undefined;
      readonly attachments?: readonly Attachment[] | undefined;
    }
  /** One step's text. `streaming` while more may come. */
  | {
      readonly kind: 'assistant';
      readonly id: string;
      readonly text: string;
      readonly reasoning?: string;
      /** In ms, once the answer or the end has come. */
      readonly reasoningMs?: number;
      readonly streaming: boolean;
      readonly took?: TurnSum;
    }
  /** Calls of one `step` run in parallel. */
  | { readonly kind: 'call'; readonly id: string; readonly step: number; readonly call: CallView }
  /** `callId` is the item of the call that it belongs to, if known. */
  | {
      readonly kind: 'question';
      readonly id: string;
      readonly callId?: string;
      readonly question: Question;
      readonly state: QuestionState;
    }
  /** From here on the model gets a summary of what is above. */
  | { readonly kind: 'summary'; readonly id: string; readonly state: SummaryState }
  | ({ readonly kind: 'shortened'; readonly id: string } & ShortenedContext)
  /** Files with instructions that the model gets from here on; without any, those from before no longer hold. */
  | {
      readonly kind: 'instructions';
      readonly id: string;
      readonly files: readonly InstructionUse[];
      /** Added by what a call has read or changed; the others go on to hold. */
      readonly isNested?: true;
    }
  | ({ readonly kind: 'changes'; readonly id: string; readonly state: ChangesState } & TurnChanges)
  /** Plain text, no markdown. */
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: string;
      /** The endpoint's message, or a cause. */
      readonly detail?: string | undefined;
      readonly actions: readonly ChatAction[];
      /** The user has gone on: it stays as a quiet line. */
      readonly isPast?: true;
    };

export interface InstructionUse {
  readonly name: string;
  /** Absent in a conversation of another window. */
  readonly path?: string;
  /** About; absent: the file is not used. */
  readonly tokens?: number;
  /** Invisible characters. */
  readonly hidden?: number | undefined;
  /** The user's message names it. */
  readonly isSkill?: true;
  /** Why it is not used, what was cut, which imports are left out. */
  readonly notes: readonly string[];
}

/** `text` is markdown of the model. */
export type SummaryState =
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly text: string }
  /** Stopped, or the endpoint failed: the model goes on getting what it got before. */
  | { readonly status: 'failed' };

/** What of the results above the model no longer gets from here on. They stay as they are for the user. */
export interface ShortenedContext {
  /** Results of which only a note is left, and results that were cut. */
  readonly removed: number;
  readonly cut: number;
  readonly images: number;
  /** About, as the model counts, without images. */
  readonly tokens: number;
  /** The endpoint had refused the request as too long, and it was made again. */
  readonly isRefused?: true;
}

/** In tokens, about. */
export interface ContextUse {
  readonly used: number;
  readonly window: number;
}

/** Tokens as counted by the endpoint, over the conversation. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, those that the endpoint had from an earlier request; absent where it does not say. */
  readonly cachedTokens?: number;
  /** Of the rest of the input, those that the endpoint stored for later requests, where that has a price. */
  readonly cacheWriteTokens?: number;
  /** In millionths of a US dollar; absent where no price is known. */
  readonly cost?: number;
  /** Some of the requests have no known price: the `cost` is that of the others. */
  readonly unpriced?: true;
}

export interface TurnProgress {
  readonly ms: number;
  readonly quietMs: number;
  /** `asking`: the request was sent, and its answer is not complete. */
  readonly doing: 'preparing' | 'asking';
  /** The call that the model is writing: its tool, and the characters of its arguments so far. */
  readonly draft?: { readonly tool: string; readonly length: number } | undefined;
  readonly retry?: Retry | undefined;
}

/** The request failed, `why` is localized, and it is made again after `leftMs`; `attempt` counts from 1. */
export interface Retry {
  readonly why: string;
  readonly leftMs: number;
  readonly attempt: number;
  readonly attempts: number;
}

export interface TurnSum {
  readonly at: number;
  readonly ms: number;
  readonly model?: string | undefined;
  /** Of all its requests, where the endpoint reports it. */
  readonly usage?: Usage | undefined;
}

export interface ChatStatus {
  /** Absent where nothing is chosen by conversation. */
  readonly approvalMode?: ApprovalMode | undefined;
  readonly turn: 'idle' | 'running' | 'stopping';
  readonly isReadOnly?: true | undefined;
  readonly progress?: TurnProgress | undefined;
  /** Of the model, while a turn runs. */
  readonly plan?: Plan | undefined;
  readonly model?: string;
  readonly endpoint?: string;
  /** Empty: the model's default. Absent: nothing can be said of it. */
  readonly effort?: string | undefined;
  /** False: the model gets the names of images only. Absent: it may see them. */
  readonly seesImages?: false;
  /** Absent until they are known. `tools` are those that the next request would have, `allTools` those to choose from. */
  readonly servers?:
    | {
        readonly connected: number;
        readonly total: number;
        readonly tools: number;
        readonly allTools?: number;
        /** How many of `tools` the newest request carried, where the others are found by search, and what that saved. */
        readonly sent?: { readonly count: number; readonly savedTokens?: number };
        /** The named tool set to which these are narrowed; undefined or no longer there: turns fail. */
        readonly toolSet?: {
          readonly name: string;
          readonly isMissing?: true;
          /** Servers of it that are not connected. */
          readonly away?: string;
        };
        readonly sample?: boolean;
      }
    | undefined;
  readonly usage?: Usage | undefined;
  readonly context?: ContextUse | undefined;
}
