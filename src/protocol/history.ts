/** Types of the call history that its page and the store share (features.md, C11 and C12). */
import * as v from 'valibot';
import type { ContentPart } from './content.ts';
import type { SpendingRow } from './spending.ts';
import { integer, type MessageOf, type TypeOf } from './pageMessage.ts';
import type { ToolSource } from './toolSource.ts';
import type { CallOrigin } from './transcript.ts';

const statuses = ['pending', 'success', 'error', 'timeout', 'cancelled', 'denied', 'interrupted'] as const;

/** A call is `pending` while it runs or waits for the user, and `interrupted` if the window ended before the call. */
export type StoredStatus = (typeof statuses)[number];

const historyFilter = v.object({
  /** Words in the tool, server, arguments or result. The last word may be unfinished. */
  text: v.string(),
  /** Name of the server, or the kind of another source. */
  server: v.string(),
  tool: v.string(),
  status: v.picklist([...statuses, '']),
});
export type HistoryFilter = TypeOf<typeof historyFilter>;

export interface HistoryRow {
  /** Later calls have higher numbers. */
  readonly seq: number;
  readonly at: number;
  readonly source: ToolSource;
  readonly tool: string;
  readonly title?: string | undefined;
  readonly wireName: string;
  readonly summary: string;
  readonly status: StoredStatus;
  readonly durationMs?: number | undefined;
  readonly error?: string | undefined;
  /** A `pending` call waits for the user. The host says so: it is not saved. */
  readonly waits?: true | undefined;
}

/** A call with its arguments and result. Values of variables are replaced by their names. */
export interface HistoryCall extends HistoryRow {
  readonly conversation: string;
  readonly argsText: string;
  /** Absent in calls that an earlier version saved. */
  readonly origin?: CallOrigin | undefined;
  readonly result?: readonly ContentPart[] | undefined;
  /** The tool cannot be called now. */
  readonly isGone?: true | undefined;
}

/** Statistics of a tool. The percentiles cover calls that ended by themselves. */
export interface ToolStatistics {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  /** Number of calls that ended with an error or a timeout. */
  readonly errors: number;
  /** Percentile in ms; absent if no call has finished. */
  readonly p50?: number | undefined;
  readonly p95?: number | undefined;
}

export interface HistoryFacets {
  readonly tools: readonly { readonly server: string; readonly tool: string }[];
}

export const spendingDays = [7, 30, 90] as const;

export const historyPageMessages = {
  ready: v.object({}),
  /** Requests the calls before the number `before`, or the newest ones. The answer has the same `id`. */
  query: v.object({ id: integer, filter: historyFilter, before: v.optional(integer) }),
  details: v.object({ seq: integer }),
  statistics: v.object({ filter: historyFilter }),
  spending: v.object({ days: v.picklist(spendingDays) }),
  open: v.object({ seq: integer, what: v.picklist(['arguments', 'result']) }),
  runAgain: v.object({ seq: integer, argsText: v.string() }),
  export: v.object({ filter: historyFilter }),
  deleteAll: v.object({}),
};
export type HistoryPageMessage = MessageOf<typeof historyPageMessages>;

export type HistoryHostMessage =
  | {
      readonly type: 'rows';
      readonly id: number;
      readonly rows: readonly HistoryRow[];
      readonly more: boolean;
    }
  | { readonly type: 'facets'; readonly facets: HistoryFacets }
  /** `cut` names the parts that are too long for a page. */
  | {
      readonly type: 'call';
      readonly call: HistoryCall;
      readonly cut: readonly ('arguments' | 'result')[];
    }
  | { readonly type: 'statistics'; readonly tools: readonly ToolStatistics[] }
  /** Spending of the last `days` days, which end with `today`. */
  | {
      readonly type: 'spending';
      readonly days: number;
      readonly today: string;
      readonly rows: readonly SpendingRow[];
    }
  | { readonly type: 'changed' }
  /** `problem` says why the call was not run; `seq` is the number of the call that was. */
  | { readonly type: 'ran'; readonly seq?: number | undefined; readonly problem?: string | undefined }
  | { readonly type: 'unavailable'; readonly why: string };
