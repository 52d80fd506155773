/** The call history as its page and the store share it (features.md, C11 and C12). */
import * as v from 'valibot';
import type { ContentPart } from './content.ts';
import { integer, type MessageOf, type TypeOf } from './pageMessage.ts';
import type { ToolSource } from './transcript.ts';

const statuses = ['pending', 'success', 'error', 'timeout', 'cancelled', 'interrupted'] as const;

/**
 * How a stored call stands. `pending` while it runs or waits for the user; `interrupted`: the window that made
 * it ended before the call did.
 */
export type StoredStatus = (typeof statuses)[number];

/** Which calls are meant. An empty text means all. */
const historyFilter = v.object({
  /** Words that the tool, its server, the arguments or the result have; the last may be unfinished. */
  text: v.string(),
  /** The server's name, or the kind of the source where that is none. */
  server: v.string(),
  tool: v.string(),
  status: v.picklist([...statuses, '']),
});
export type HistoryFilter = TypeOf<typeof historyFilter>;

/** A stored call as a list shows it. */
export interface HistoryRow {
  /** Its number in the store: later calls have higher ones. */
  readonly seq: number;
  /** When it was asked for, in ms since the epoch. */
  readonly at: number;
  readonly source: ToolSource;
  readonly tool: string;
  /** The beginning of the arguments. */
  readonly summary: string;
  readonly status: StoredStatus;
  readonly durationMs?: number;
  /** The beginning of what went wrong. */
  readonly error?: string;
}

/** A stored call with everything that is known of it. Values of variables stand as the variables' names. */
export interface HistoryCall extends HistoryRow {
  readonly conversation: string;
  readonly wireName: string;
  readonly argsText: string;
  /** Absent while there is none. */
  readonly result?: readonly ContentPart[];
}

/** One tool's calls in numbers. Percentiles are over calls that came to an end by themselves. */
export interface ToolStatistics {
  /** As in `HistoryFilter`. */
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  /** Of them with an error or a timeout. */
  readonly errors: number;
  /** In ms; absent without a finished call. */
  readonly p50?: number;
  readonly p95?: number;
}

/** What can be filtered by. */
export interface HistoryFacets {
  readonly tools: readonly { readonly server: string; readonly tool: string }[];
}

/** What the history's page says to the host. */
export const historyPageMessages = {
  ready: v.object({}),
  /** Wants calls before that number, or the newest. `id` comes back with them. */
  query: v.object({ id: integer, filter: historyFilter, before: v.exactOptional(integer) }),
  details: v.object({ seq: integer }),
  statistics: v.object({ filter: historyFilter }),
  open: v.object({ seq: integer, what: v.picklist(['arguments', 'result']) }),
  runAgain: v.object({ seq: integer, argsText: v.string() }),
  export: v.object({ filter: historyFilter }),
  deleteAll: v.object({}),
};
export type HistoryPageMessage = MessageOf<typeof historyPageMessages>;

/** What the host says to the history's page. */
export type HistoryHostMessage =
  | {
      readonly type: 'rows';
      readonly id: number;
      readonly rows: readonly HistoryRow[];
      readonly more: boolean;
    }
  | { readonly type: 'facets'; readonly facets: HistoryFacets }
  /** What is too long for a page is cut; `cut` says where. */
  | {
      readonly type: 'call';
      readonly call: HistoryCall;
      readonly cut: readonly ('arguments' | 'result')[];
    }
  | { readonly type: 'statistics'; readonly tools: readonly ToolStatistics[] }
  /** Calls were added, have ended or were deleted. */
  | { readonly type: 'changed' }
  /** A call that was run again: why it was not, or the number under which it stands. */
  | { readonly type: 'ran'; readonly seq?: number; readonly problem?: string }
  /** There is no history, and why. */
  | { readonly type: 'unavailable'; readonly why: string };
