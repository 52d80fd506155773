/** Heights of all rows, measured or guessed. No DOM: ten thousand rows are two arrays of numbers. */
import type { Approval, Item } from '../../protocol/index.ts';

/** Row indexes, both inclusive. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

export class RowHeights {
  private readonly guess: (id: string) => number;
  private readonly measured = new Map<string, number>();
  private ids: readonly string[] = [];
  private indexes = new Map<string, number>();
  /** Tops of the rows, then the end of the last; valid up to and including `summed`. */
  private tops = new Float64Array(1);
  private summed = 0;

  /** `guess` returns pixels for a row that was never drawn. */
  constructor(guess: (id: string) => number) {
    this.guess = guess;
  }

  order(ids: readonly string[]): void {
    this.ids = ids;
    this.indexes = new Map(ids.map((id, index) => [id, index]));
    if (this.tops.length <= ids.length) this.tops = new Float64Array(2 * ids.length + 64);
    this.summed = 0;
  }

  /** Forgets all heights: rows of another conversation may have the same ids. */
  forget(): void {
    this.measured.clear();
    this.summed = 0;
  }

  measure(id: string, height: number): void {
    if (this.measured.get(id) === height) return;
    this.measured.set(id, height);
    const index = this.indexes.get(id);
    if (index !== undefined) this.summed = Math.min(this.summed, index);
  }

  get count(): number {
    return this.ids.length;
  }

  get total(): number {
    return this.topOf(this.ids.length);
  }

  idAt(index: number): string | undefined {
    return this.ids[index];
  }

  indexOf(id: string): number | undefined {
    return this.indexes.get(id);
  }

  /** Returns the top of a row; for the number of rows, the end of the last one. */
  topOf(index: number): number {
    for (; this.summed < index; this.summed++) {
      const id = this.ids[this.summed] ?? '';
      const height = this.measured.get(id) ?? this.guess(id);
      this.tops[this.summed + 1] = (this.tops[this.summed] ?? 0) + height;
    }
    return this.tops[index] ?? 0;
  }

  indexAt(height: number): number {
    let [low, high] = [0, Math.max(0, this.ids.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  between(from: number, to: number): Stretch {
    return { first: this.indexAt(from), last: this.indexAt(to) };
  }
}

/** The rows in sight, and single rows that must stay drawn out of sight. */
export function indexesToDraw({ first, last }: Stretch, kept: readonly number[]): number[] {
  const indexes = new Set(kept);
  for (let index = first; index <= last; index++) indexes.add(index);
  return [...indexes].toSorted((a, b) => a - b);
}

/** Pixels per line, and characters on it, roughly. */
const LINE = 21;
const CHARACTERS = 70;

/** A wrong guess moves the scrollbar a little. */
export function guessHeight(item: Item | undefined): number {
  switch (item?.kind) {
    case 'assistant':
      return 44 + linesOf(item.text) * LINE;
    case 'user':
      return 44 + Math.min(24, linesOf(item.text)) * LINE;
    case 'call':
      return item.call.status === 'pending' ? guessApproval(item.call.approval) : 36;
    case 'question':
      return item.state.status === 'open' ? 240 : 60;
    case 'pause':
      return item.state.status === 'open' ? 120 : 34;
    case 'notice':
      return 64;
    case 'changes':
    case 'instructions':
    case 'shortened':
    case 'summary':
    case undefined:
      return 34;
  }
}

/** Rows of a diff that is not unfolded, and pixels of each. */
const DIFF = { most: 24, row: 18 };

/** Returns pixels of an approval with what is around its arguments. */
function guessApproval(approval: Approval | undefined): number {
  const lines = approval?.edit?.diff.hunks.reduce((sum, { lines: { length } }) => sum + length, 0) ?? 0;
  return 180 + Math.min(DIFF.most, lines) * DIFF.row;
}

function linesOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
}
