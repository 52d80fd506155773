/** The call history as its page and the store share it (features.md, C11 and C12). */
import * as v from 'valibot';
import type { ContentPart } from './content.ts';
import type { SpendingRow } from './spending.ts';
import { integer, type MessageOf, type TypeOf } from './pageMessage.ts';
import type { ToolSource } from './toolSource.ts';
import type { CallOrigin } from './transcript.ts';

const statuses = ['pending', 'success', 'error', 'timeout', 'cancelled', 'denied', 'interrupted'] as const;

/** `pending` while it runs or waits for the user; `interrupted` when the window ended before the call. */
export type StoredStatus = (typeof statuses)[number];

const historyFilter = v.object({
  /** Words in the tool, server, arguments or result; the last may be unfinished. */
  text: v.string(),
  /** The server's name, or else the kind of the source. */
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
  readonly title?: string;
  readonly wireName: string;
  readonly summary: string;
  readonly status: StoredStatus;
  readonly durationMs?: number;
  readonly error?: string;
}

/** Values of variables are replaced by their names. */
export interface HistoryCall extends HistoryRow {
  readonly conversation: string;
  readonly argsText: string;
  /** Absent: an earlier version did not save it. */
  readonly origin?: CallOrigin;
  readonly result?: readonly ContentPart[];
}

/** Percentiles are over calls that ended by themselves. */
export interface ToolStatistics {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  /** With an error or a timeout. */
  readonly errors: number;
  /** In ms; absent without a finished call. */
  readonly p50?: number;
  readonly p95?: number;
}

export interface HistoryFacets {
  readonly tools: readonly { readonly server: string; readonly tool: string }[];
}

export const spendingDays = [7, 30, 90] as const;

export const historyPageMessages = {
  ready: v.object({}),
  /** Requests calls before that number, or the newest. The answer has the same `id`. */
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
  /** `cut` names what is too long for a page. */
  | {
      readonly type: 'call';
      readonly call: HistoryCall;
      readonly cut: readonly ('arguments' | 'result')[];
    }
  | { readonly type: 'statistics'; readonly tools: readonly ToolStatistics[] }
  /** Of the last `days`, of which `today` is the last. */
  | {
      readonly type: 'spending';
      readonly days: number;
      readonly today: string;
      readonly rows: readonly SpendingRow[];
    }
  | { readonly type: 'changed' }
  /** `problem`: why it was not run; `seq`: its number. */
  | { readonly type: 'ran'; readonly seq?: number; readonly problem?: string }
  | { readonly type: 'unavailable'; readonly why: string };
