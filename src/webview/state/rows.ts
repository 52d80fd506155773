/** What is needed to place an item, not to draw it. */
import type { Item } from '../../protocol/index.ts';

/** Calls with the same step ran in parallel. */
export type Row =
  | {
      readonly kind: 'user' | 'assistant' | 'notice' | 'question' | 'summary' | 'changes';
      readonly id: string;
    }
  | { readonly kind: 'call'; readonly id: string; readonly step: number };

export interface Place {
  /** Whether its neighbour is of the same step. */
  readonly joinsPrevious: boolean;
  readonly joinsNext: boolean;
  /** What follows of its turn is at most changes or a notice. */
  readonly endsTurn: boolean;
  /** Distance from the row before. */
  readonly gap: 'first' | 'joined' | 'near' | 'normal' | 'turn';
}

export function rowOf(item: Item): Row {
  return item.kind === 'call'
    ? { kind: item.kind, id: item.id, step: item.step }
    : { kind: item.kind, id: item.id };
}

export function placeOf(rows: readonly Row[], index: number): Place {
  const [previous, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  return {
    joinsPrevious: sameStep(previous, row),
    joinsNext: sameStep(row, next),
    endsTurn: next === undefined || ['user', 'notice', 'changes'].includes(next.kind),
    gap: gapBetween(previous, row),
  };
}

function gapBetween(previous: Row | undefined, row: Row | undefined): Place['gap'] {
  if (!previous) return 'first';
  if (sameStep(previous, row)) return 'joined';
  if (previous.kind === 'call' && row?.kind === 'call') return 'near';
  if (row?.kind === 'changes' && previous.kind === 'assistant') return 'near';
  // An answer's buttons already leave space below it.
  return row?.kind === 'user' && previous.kind !== 'assistant' ? 'turn' : 'normal';
}

function sameStep(first: Row | undefined, second: Row | undefined): boolean {
  return first?.kind === 'call' && second?.kind === 'call' && first.step === second.step;
}
