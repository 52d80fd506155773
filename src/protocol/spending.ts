import type { Usage } from './transcript.ts';

/** A request that was answered, at least in part. */
export interface MeteredRequest {
  readonly model: string;
  /** Host of the endpoint; empty for a model of the editor. */
  readonly host: string;
  /** Absent if the endpoint does not report it, as when the answer broke off. */
  readonly usage?: Usage | undefined;
}

export interface SpendingRow {
  /** Date such as `2026-11-24` in the user's time zone. */
  readonly day: string;
  readonly model: string;
  readonly host: string;
  readonly requests: number;
  readonly unpriced: number;
  /** Number of input tokens. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Cost in millionths of a US dollar. Requests without a known price are not in it. */
  readonly cost: number;
}
