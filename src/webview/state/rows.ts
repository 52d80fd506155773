/** The order of the transcript, without the contents: what is needed to place the items, not to draw them. */
import type { Item } from '../../protocol/index.ts';

/** One item's place. Calls with the same step ran side by side. */
export type Row =
  | {
      readonly kind: 'user' | 'assistant' | 'notice' | 'question' | 'summary' | 'changes';
      readonly id: string;
    }
  | { readonly kind: 'call'; readonly id: string; readonly step: number };

/** How a row stands to its neighbours. */
export interface Place {
  /** Continues the step of the row before it, or is continued by the one after it. */
  readonly joinsPrevious: boolean;
  readonly joinsNext: boolean;
  /** Nothing of its turn follows that says more: only what it changed, a notice, or the user's next message. */
  readonly endsTurn: boolean;
  /** How far it stands from the row before it. */
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
  // What a turn has changed belongs to its last words.
  if (row?.kind === 'changes' && previous.kind === 'assistant') return 'near';
  // An answer has room for its buttons below it.
  return row?.kind === 'user' && previous.kind !== 'assistant' ? 'turn' : 'normal';
}

function sameStep(first: Row | undefined, second: Row | undefined): boolean {
  return first?.kind === 'call' && second?.kind === 'call' && first.step === second.step;
}
