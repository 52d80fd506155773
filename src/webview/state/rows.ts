/** Rows have what is needed to place an item, not to draw it. */
import type { CallStatus, Item } from '../../protocol/index.ts';
import { isFailed, isOpenCall } from './callNames.ts';

export interface CallRow {
  readonly kind: 'call';
  readonly id: string;
  readonly step: number;
  readonly outcome: 'open' | 'success' | 'failed' | 'stopped';
  readonly ms: number;
}

export type Row =
  | {
      readonly kind:
        | 'user'
        | 'notice'
        | 'question'
        | 'pause'
        | 'summary'
        | 'shortened'
        | 'changes'
        | 'instructions';
      readonly id: string;
    }
  | { readonly kind: 'assistant'; readonly id: string; readonly hasText: boolean }
  | CallRow;

/** Finished steps (foldedSteps.ts). `id` is the key of its state. It comes before the rows that it folds. */
export interface StepsRow {
  readonly kind: 'steps';
  readonly id: string;
  readonly calls: number;
  readonly failed: number;
  readonly ms: number;
  readonly folds: readonly string[];
}

export type ShownRow = Row | StepsRow;

export interface RowPlace {
  readonly joinsPrevious: boolean;
  readonly joinsNext: boolean;
  /** Nothing of its turn follows but changes or a notice. */
  readonly endsTurn: boolean;
  readonly gap: 'first' | 'joined' | 'near' | 'normal' | 'turn';
}

export function rowOf(item: Item): Row {
  const { id } = item;
  if (item.kind === 'assistant') return { kind: item.kind, id, hasText: item.text !== '' };
  if (item.kind !== 'call') return { kind: item.kind, id };
  const { status, durationMs: ms = 0 } = item.call;
  return { kind: item.kind, id, step: item.step, outcome: outcomeOf(status), ms };
}

function outcomeOf(status: CallStatus): CallRow['outcome'] {
  if (isOpenCall(status)) return 'open';
  if (status === 'success') return status;
  return isFailed(status) ? 'failed' : 'stopped';
}

export function isSameRow(one: Row, other: Row): boolean {
  if (one.kind === 'assistant' && other.kind === 'assistant') return one.hasText === other.hasText;
  if (one.kind === 'call' && other.kind === 'call')
    return one.outcome === other.outcome && one.ms === other.ms;
  return true;
}

export function rowPlace(rows: readonly ShownRow[], index: number): RowPlace {
  const [previous, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  return {
    joinsPrevious: sameStep(previous, row),
    joinsNext: sameStep(row, next),
    endsTurn: next === undefined || ['user', 'notice', 'changes'].includes(next.kind),
    gap: gapBetween(previous, row),
  };
}

function gapBetween(previous: ShownRow | undefined, row: ShownRow | undefined): RowPlace['gap'] {
  if (!previous) return 'first';
  if (sameStep(previous, row)) return 'joined';
  if (isOfCalls(previous) && isOfCalls(row)) return 'near';
  if (row?.kind === 'changes' && previous.kind === 'assistant') return 'near';
  // An answer's buttons already leave space below it.
  return row?.kind === 'user' && previous.kind !== 'assistant' ? 'turn' : 'normal';
}

function isOfCalls(row: ShownRow | undefined): boolean {
  return row?.kind === 'call' || row?.kind === 'steps';
}

function sameStep(first: ShownRow | undefined, second: ShownRow | undefined): boolean {
  return first?.kind === 'call' && second?.kind === 'call' && first.step === second.step;
}
