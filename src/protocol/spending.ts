import type { Usage } from './transcript.ts';

/** A request that was answered, at least in part. */
export interface MeteredRequest {
  readonly model: string;
  /** Of its endpoint; empty: a model of the editor. */
  readonly host: string;
  /** Absent where the endpoint does not tell, as when the answer broke off. */
  readonly usage?: Usage;
}

export interface SpendingRow {
  /** `2026-11-24`, as the user's clock has it. */
  readonly day: string;
  readonly model: string;
  readonly host: string;
  readonly requests: number;
  readonly unpriced: number;
  /** In tokens. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** In millionths of a US dollar, of the requests whose price is known. */
  readonly cost: number;
}
