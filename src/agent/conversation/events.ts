import type {
  Approval,
  CallNote,
  ContextUse,
  ProgressUpdate,
  SummaryState,
  ToolSource,
  Usage,
} from '../../protocol/index.ts';
import type { LeftOutTool, ModelError } from '../../models/index.ts';
import type { ToolResult } from '../../tools/index.ts';

/**
 * Why calls in the text of an answer were not run. `offer`: the model seems to know no other way to call tools, and the
 * user has not decided about it.
 */
export type TextCallRefusal = 'offer' | 'notAllowed' | 'quoted' | 'elsewhere';

/** Why a turn ended. */
export type TurnEnd =
  /** `textCalls`: calls that stand in the text of the answer were not run. */
  | { readonly why: 'answered'; readonly textCalls?: TextCallRefusal }
  /** The answer had neither a text nor a call. `thought`: there was reasoning. */
  | { readonly why: 'empty'; readonly model: string; readonly thought: boolean }
  | { readonly why: 'cancelled' }
  /** `limit` steps were made and the model still wanted tools. */
  | { readonly why: 'limit'; readonly limit: number }
  /** The endpoint's own output limit cut the answer. */
  | { readonly why: 'truncated' }
  /** `isPartial`: a part of the answer came, and is kept; it can be continued. */
  | { readonly why: 'failed'; readonly error: ModelError; readonly isPartial?: boolean };

/** What happens in a turn, in order. `step` counts requests to the model from 1. */
export type TurnEvent =
  | { readonly type: 'stepStart'; readonly step: number; readonly tools: number }
  /** The request failed in a way that passes. It is made again after `waitMs`; `attempt` counts from 1. */
  | {
      readonly type: 'retrying';
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  /** The request of this step went without these tools, because the endpoint cannot take them. */
  | { readonly type: 'toolsLeftOut'; readonly step: number; readonly tools: readonly LeftOutTool[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The model is writing a call: of that tool, as the user knows it, so many characters of arguments so far. */
  | { readonly type: 'callDraft'; readonly tool: string; readonly length: number }
  | {
      readonly type: 'callStart';
      /** Unique in the conversation, also where the endpoint reuses ids. */
      readonly id: string;
      readonly step: number;
      readonly source: ToolSource;
      readonly toolName: string;
      readonly title?: string;
      readonly wireName: string;
      readonly argsText: string;
      readonly notes?: readonly CallNote[];
      /** The user had it made, outside of any turn. */
      readonly byUser?: true;
    }
  /** The call waits for the user's word. */
  | { readonly type: 'callAsk'; readonly id: string; readonly approval: Approval }
  /** The user allowed it; `argsText` where they changed the arguments. */
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string }
  | { readonly type: 'callProgress'; readonly id: string; readonly progress: ProgressUpdate }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: ToolResult;
      readonly durationMs: number;
    }
  | { readonly type: 'stepEnd'; readonly step: number; readonly usage?: Usage }
  /** What the next request takes of the model's context window, or the last one took with its answer. */
  | { readonly type: 'context'; readonly context: ContextUse }
  /** The older part of the conversation is being summed up; always followed by how that ended. */
  | { readonly type: 'summary'; readonly state: SummaryState; readonly usage?: Usage }
  | { readonly type: 'turnEnd'; readonly end: TurnEnd };
