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

/**
 * The last six are final. `denied` means by the user. `interrupted` means that the window ended, so the outcome is
 * unknown.
 */
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
  | { readonly kind: 'timedOut' }
  /** The command goes on, and the turn does not wait for it. */
  | { readonly kind: 'background' };

/** Forms of arguments that are not JSON but can be read in one way only. */
export type ArgumentForm =
  /** `text` means that the object is inside a JSON string. */
  'text' | 'codeBlock' | 'trailingComma';

/** A note for the user on how the model wrote the call, or why the call went on. */
export type CallNote =
  | { readonly kind: 'arguments'; readonly form: ArgumentForm }
  | { readonly kind: 'name'; readonly written: string }
  | { readonly kind: 'textCall' }
  /** The model used other names, and these arguments were taken. */
  | {
      readonly kind: 'argumentNames';
      readonly names: readonly { readonly written: string; readonly taken: string }[];
    }
  /** These arguments were written as another kind, such as a number as text. */
  | { readonly kind: 'converted'; readonly names: readonly string[] }
  /** The tool does not have these arguments. */
  | { readonly kind: 'ignored'; readonly names: readonly string[] }
  /** The call waited for approval until another decision of the user allowed it. */
  | { readonly kind: 'released'; readonly by: 'mode' | 'permission' };

/** Origin of a call's arguments. `marks` names the data that the conversation held when the model wrote them. */
export interface CallOrigin {
  readonly marks: readonly DataMark[];
  /** The model wrote the call into its text. */
  readonly isFromText?: true | undefined;
  /** No part of the arguments was written by a model. */
  readonly isTyped?: true | undefined;
}

export interface CallView {
  readonly source: ToolSource;
  /** Name of the tool at its source, never the wire name. */
  readonly toolName: string;
  readonly title?: string | undefined;
  readonly wireName: string;
  /** JSON as the model wrote it, possibly invalid. It is repaired if it can be read in one way only. */
  readonly argsText: string;
  readonly notes?: readonly CallNote[] | undefined;
  readonly status: CallStatus;
  readonly approval?: Approval | undefined;
  readonly startedAt: number;
  readonly durationMs?: number | undefined;
  readonly progress?: Progress | undefined;
  /** The end of the output while the call runs; absent once the result has it. */
  readonly output?: string | undefined;
  /** The end of a built-in command. The first line of the result says the same to the model. */
  readonly commandEnd?: CommandEnd | undefined;
  readonly edit?: ProposedEdit | undefined;
  /** The call was not run, because the user has not trusted the workspace. */
  readonly needsTrust?: true | undefined;
  /** The call was refused before its tool ran, and the same call would be refused again. */
  readonly isRefused?: true | undefined;
  readonly awaitsUser?: boolean | undefined;
  /** The call waits for the end of earlier calls of its step. */
  readonly awaitsCall?: boolean | undefined;
  /** The result or error, once the call has ended. Long texts are cut: see `cutBytes`. */
  readonly result?: readonly ContentPart[] | undefined;
  /** The user ran the call again, and the model does not know of it. */
  readonly byUser?: true | undefined;
  readonly marks?: readonly DataMark[];
  /** Bytes of the result that only the host has. */
  readonly cutBytes?: number | undefined;
}

/** Buttons of notices and of the empty state. A page cannot start any other action. */
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
  'manageTrust',
]);
export type ChatAction = TypeOf<typeof chatAction>;

export type Item = AnyItem & {
  /** The item was read from a file that anybody may have written. It is shown, but nothing of it runs again. */
  readonly imported?: true | undefined;
};

type AnyItem =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      /** The prompt that was run. `text` then shows how it was called. */
      readonly prompt?: PromptRun | undefined;
      readonly attachments?: readonly Attachment[] | undefined;
    }
  /** The text of one step. `streaming` is true while more may come. */
  | {
      readonly kind: 'assistant';
      readonly id: string;
      readonly text: string;
      readonly reasoning?: string | undefined;
      /** Time in ms, once the answer or the end has come. */
      readonly reasoningMs?: number | undefined;
      readonly streaming: boolean;
      readonly took?: TurnSum | undefined;
    }
  /** A tool call. Calls of one `step` run in parallel, or in their order if they change files. */
  | { readonly kind: 'call'; readonly id: string; readonly step: number; readonly call: CallView }
  /** `callId` is the id of the item of the call to which the question belongs, if known. */
  | {
      readonly kind: 'question';
      readonly id: string;
      readonly callId?: string | undefined;
      readonly question: Question;
      readonly state: QuestionState;
    }
  /** A summary, which the model gets from here on in place of the items above. */
  | { readonly kind: 'summary'; readonly id: string; readonly state: SummaryState }
  | ({ readonly kind: 'shortened'; readonly id: string } & ShortenedContext)
  /**
   * The instruction files that the model gets from here on. An empty list means that the earlier ones no longer hold.
   */
  | {
      readonly kind: 'instructions';
      readonly id: string;
      readonly files: readonly InstructionUse[];
      /** These files were added because a call read or changed something near them. The earlier ones still hold. */
      readonly isNested?: true | undefined;
    }
  | ({ readonly kind: 'changes'; readonly id: string; readonly state: ChangesState } & TurnChanges)
  /** The turn waits at a limit for the user to decide whether it goes on. */
  | {
      readonly kind: 'pause';
      readonly id: string;
      readonly reached: ReachedLimit;
      readonly soFar: TurnSoFar;
      readonly state: PauseState;
    }
  /** A notice. Its text is plain, not markdown. */
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: string;
      /** Message of the endpoint, or a cause. */
      readonly detail?: string | undefined;
      readonly actions: readonly ChatAction[];
      /** The user has gone on, so the notice is now a quiet line. */
      readonly isPast?: true | undefined;
    };

/**
 * A limit that a turn has reached: steps, tokens, or a cost in millionths of a US dollar, of the turn or of the day.
 * `limit` is what the settings allow at a time.
 */
export interface ReachedLimit {
  readonly kind: 'steps' | 'turnCost' | 'turnTokens' | 'dayCost' | 'dayTokens';
  readonly limit: number;
}

/** The numbers count from the beginning of the turn to the pause. */
export interface TurnSoFar {
  readonly steps: number;
  readonly calls: number;
  readonly usage?: Usage | undefined;
}

/** `alwaysContinued` means that the step limit no longer holds in the conversation. `withdrawn`: the turn has ended. */
export interface PauseState {
  readonly status: 'open' | 'continued' | 'alwaysContinued' | 'stopped' | 'withdrawn';
}

export interface InstructionUse {
  readonly name: string;
  /** Absent in a conversation that another window owns. */
  readonly path?: string | undefined;
  /** Estimated tokens; absent if the file is not used. */
  readonly tokens?: number | undefined;
  /** Number of invisible characters. */
  readonly hidden?: number | undefined;
  /** A skill that the user's message names. */
  readonly isSkill?: true | undefined;
  /** Notes on why the file is not used, what was cut, and which imports are left out. */
  readonly notes: readonly string[];
}

/** `text` is markdown of the model. */
export type SummaryState =
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly text: string }
  /** The summary was stopped, or the endpoint failed. The model still gets the items above. */
  | { readonly status: 'failed' };

/** Results above that the model no longer gets whole from here on. The user still sees them whole. */
export interface ShortenedContext {
  /** `removed` counts results of which only a note is left; `cut` counts shortened results. */
  readonly removed: number;
  readonly cut: number;
  readonly images: number;
  /** Estimated tokens without images. */
  readonly tokens: number;
  /** The endpoint had refused the request as too long, and it was made again. */
  readonly isRefused?: true | undefined;
}

/** Use of the context window in tokens. The numbers are estimates. */
export interface ContextUse {
  readonly used: number;
  readonly window: number;
  /** Neither the user nor the endpoint has named the window. */
  readonly isAssumed?: true | undefined;
}

/** Tokens of the conversation as the endpoint counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that the endpoint had from an earlier request; absent if it does not report them. */
  readonly cachedTokens?: number | undefined;
  /** Other input tokens that the endpoint stored for later requests, if storing has a price. */
  readonly cacheWriteTokens?: number | undefined;
  /** Cost in millionths of a US dollar; absent if no price is known. */
  readonly cost?: number | undefined;
  /** Some of the requests have no known price, so `cost` covers only the others. */
  readonly unpriced?: true | undefined;
}

export interface TurnProgress {
  readonly ms: number;
  readonly quietMs: number;
  /** `asking` means that the request was sent, and its answer is not complete. */
  readonly doing: 'preparing' | 'asking';
  /** The call that the model is writing: its tool, and the length of its arguments so far. */
  readonly draft?: { readonly tool: string; readonly length: number } | undefined;
  readonly retry?: Retry | undefined;
}

/** A failed request that is made again after `leftMs`. `why` is localized; `attempt` counts from 1. */
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
  /** Tokens of all requests of the turn, if the endpoint reports them. */
  readonly usage?: Usage | undefined;
}

export interface ChatStatus {
  /** Absent if the chat does not offer a mode of its own. */
  readonly approvalMode?: ApprovalMode | undefined;
  readonly turn: 'idle' | 'running' | 'stopping';
  readonly isReadOnly?: true | undefined;
  /** The user has not trusted the workspace. */
  readonly isUntrusted?: true | undefined;
  readonly progress?: TurnProgress | undefined;
  /** The model's plan while a turn runs. */
  readonly plan?: Plan | undefined;
  readonly model?: string;
  readonly endpoint?: string;
  /** Empty means the model's default. Absent means that the effort is not known. */
  readonly effort?: string | undefined;
  /** False means that the model gets only the names of images. Absent means that it may see them. */
  readonly seesImages?: false | undefined;
  /** Absent until they are known. The next request would have `tools` of them; `allTools` can be chosen from. */
  readonly servers?:
    | {
        readonly connected: number;
        readonly total: number;
        readonly tools: number;
        readonly allTools?: number | undefined;
        /**
         * Number of tools that the newest request carried, and what that saved, if the other tools are found by search.
         */
        readonly sent?: { readonly count: number; readonly savedTokens?: number | undefined } | undefined;
        /** The named tool set to which these are narrowed. If it no longer exists, turns fail. */
        readonly toolSet?:
          | {
              readonly name: string;
              readonly isMissing?: true | undefined;
              /** Servers of the set that are not connected. */
              readonly away?: string | undefined;
            }
          | undefined;
        readonly sample?: boolean | undefined;
      }
    | undefined;
  readonly usage?: Usage | undefined;
  readonly context?: ContextUse | undefined;
}
