import type { LocalizedMessage } from '../../base/common/message.ts';
import type {
  Approval,
  CallNote,
  ContextUse,
  InstructionUse,
  Item,
  ProgressUpdate,
  ReachedLimit,
  ShortenedContext,
  SummaryState,
  ToolSource,
  Usage,
} from '../../protocol/index.ts';
import type { LeftOutTool, ModelError } from '../../models/index.ts';
import type { ToolResult } from '../../tools/index.ts';

/**
 * Reason for which calls in a text were not run. `offer`: the model seems to know no other way, and the user has not
 * decided. `quoted`: the call may only repeat what the model has read. `elsewhere`: it is not at the end of the answer.
 */
export type TextCallRefusal = 'offer' | 'notAllowed' | 'quoted' | 'elsewhere';

export type TurnEnd =
  /** The model has answered. `textCalls` says why calls in the text were not run. */
  | { readonly why: 'answered'; readonly textCalls?: TextCallRefusal }
  /** The answer had neither text nor a call. `thought` tells whether it had reasoning. */
  | { readonly why: 'empty'; readonly model: string; readonly thought: boolean }
  | { readonly why: 'cancelled' }
  /** The model still wanted tools at this limit, and nobody was there to be asked. */
  | { readonly why: 'limit'; readonly reached: ReachedLimit }
  /** The answer is incomplete. `problem` says what ended it; without it, that was the output limit. */
  | { readonly why: 'truncated'; readonly problem?: LocalizedMessage }
  /** The request failed. If `isPartial` is set, a part of the answer is kept and can be continued. */
  | { readonly why: 'failed'; readonly error: ModelError; readonly isPartial?: boolean }
  /** The user wanted the older part summarised, which was not done. */
  | { readonly why: 'notCompacted'; readonly notice: Notice };

export type Notice = Omit<Extract<Item, { kind: 'notice' }>, 'kind' | 'id'>;

/** An event of a turn. `step` counts the requests of the turn from 1. */
export type TurnEvent =
  /**
   * The instruction files that the model gets: at the beginning of a turn, and with `isNested` those that calls
   * brought.
   */
  | {
      readonly type: 'instructions';
      readonly files: readonly InstructionUse[];
      readonly isNested?: true;
    }
  /** A request is about to be made. `request` is its id in `StepRequests`. */
  | {
      readonly type: 'stepStart';
      readonly step: number;
      readonly tools: number;
      readonly request?: number;
    }
  /** The request is made again after `waitMs`; `attempt` counts from 1. */
  | {
      readonly type: 'retrying';
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  /** The endpoint refused these fields of the user's settings; the request went without them. */
  | { readonly type: 'fieldsLeftOut'; readonly fields: readonly string[]; readonly message: string }
  /** The endpoint refused images; the request went without them. `detail` is what it said. */
  | { readonly type: 'imagesLeftOut'; readonly message: string; readonly detail: string }
  | { readonly type: 'toolsLeftOut'; readonly step: number; readonly tools: readonly LeftOutTool[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call is being written. `tool` is the tool's title, and `length` counts the characters of arguments so far. */
  | { readonly type: 'callDraft'; readonly tool: string; readonly length: number }
  | {
      readonly type: 'callStart';
      readonly id: string;
      readonly step: number;
      readonly source: ToolSource;
      readonly toolName: string;
      readonly title?: string;
      readonly wireName: string;
      readonly argsText: string;
      readonly notes?: readonly CallNote[];
      readonly byUser?: true;
    }
  | { readonly type: 'callAsk'; readonly id: string; readonly approval: Approval }
  /** The call waits for the end of earlier calls of its step, which may change what it needs; the user has decided. */
  | { readonly type: 'callWait'; readonly id: string }
  /** The earlier calls have ended for which the call has waited. */
  | { readonly type: 'callTurn'; readonly id: string }
  /** The user allowed the call. `argsText` is set if they changed the arguments. */
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string }
  | { readonly type: 'callProgress'; readonly id: string; readonly progress: ProgressUpdate }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: ToolResult;
      readonly durationMs: number;
    }
  | { readonly type: 'stepEnd'; readonly step: number; readonly usage?: Usage }
  /** Use of the context window by the next request, or by the last one with its answer. */
  | { readonly type: 'context'; readonly context: ContextUse }
  /** State of a summary. `running` is always followed by another state. */
  | { readonly type: 'summary'; readonly state: SummaryState }
  /** The model gets less from now on. `isOfNewest` marks results that no request had yet. */
  | { readonly type: 'shortened'; readonly what: ShortenedContext; readonly isOfNewest?: true }
  | { readonly type: 'turnEnd'; readonly end: TurnEnd };

/** Handles each event, in order. If it throws, the turn ends. */
export type OnTurnEvent = (event: TurnEvent) => void;
