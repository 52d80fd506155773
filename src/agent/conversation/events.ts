import type { LocalizedMessage } from '../../base/common/message.ts';
import type {
  Approval,
  CallNote,
  ContextUse,
  InstructionUse,
  Item,
  ProgressUpdate,
  ShortenedContext,
  SummaryState,
  ToolSource,
  Usage,
} from '../../protocol/index.ts';
import type { LeftOutTool, ModelError } from '../../models/index.ts';
import type { ToolResult } from '../../tools/index.ts';

/** Why calls in a text were not run. `offer`: the model seems to know no other way, and the user has not decided. */
export type TextCallRefusal = 'offer' | 'notAllowed' | 'quoted' | 'elsewhere';

export type TurnEnd =
  /** `textCalls`: why calls in the text were not run. */
  | { readonly why: 'answered'; readonly textCalls?: TextCallRefusal }
  /** Neither text nor call. `thought`: there was reasoning. */
  | { readonly why: 'empty'; readonly model: string; readonly thought: boolean }
  | { readonly why: 'cancelled' }
  /** After `limit` steps the model still wanted tools. */
  | { readonly why: 'limit'; readonly limit: number }
  /** `problem`: what ended the answer; absent: its output limit. */
  | { readonly why: 'truncated'; readonly problem?: LocalizedMessage }
  /** `isPartial`: a part of the answer is kept, and can be continued. */
  | { readonly why: 'failed'; readonly error: ModelError; readonly isPartial?: boolean }
  /** The user wanted the older part summarised, which was not done. */
  | { readonly why: 'notCompacted'; readonly notice: Notice };

export type Notice = Omit<Extract<Item, { kind: 'notice' }>, 'kind' | 'id'>;

/** In order. `step` counts requests from 1. */
export type TurnEvent =
  /** At the beginning of a turn, and `isNested` after calls. */
  | {
      readonly type: 'instructions';
      readonly files: readonly InstructionUse[];
      readonly isNested?: true;
    }
  /** `request`: the id of its request in `StepRequests`. */
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
  | { readonly type: 'toolsLeftOut'; readonly step: number; readonly tools: readonly LeftOutTool[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call is being written: the tool's title, and characters of arguments so far. */
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
  /** `argsText`: the user changed the arguments. */
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string }
  | { readonly type: 'callProgress'; readonly id: string; readonly progress: ProgressUpdate }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: ToolResult;
      readonly durationMs: number;
    }
  | { readonly type: 'stepEnd'; readonly step: number; readonly usage?: Usage }
  /** Of the next request, or of the last one with its answer. */
  | { readonly type: 'context'; readonly context: ContextUse }
  /** `running` is always followed by another state. */
  | { readonly type: 'summary'; readonly state: SummaryState }
  /** `isOfNewest`: of results that no request had yet. */
  | { readonly type: 'shortened'; readonly what: ShortenedContext; readonly isOfNewest?: true }
  | { readonly type: 'turnEnd'; readonly end: TurnEnd };

/** Called with each event in order. What it throws ends the turn. */
export type OnTurnEvent = (event: TurnEvent) => void;
