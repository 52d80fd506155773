/**
 * How tall every row of the transcript is, measured or guessed, and which rows a stretch of it needs. It knows
 * nothing of the page: ten thousand rows are two arrays of numbers.
 */
import type { Item } from '../../protocol/index.ts';

/** Rows by their indexes, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

export class RowHeights {
  private readonly guess: (id: string) => number;
  private readonly measured = new Map<string, number>();
  private ids: readonly string[] = [];
  private indexes = new Map<string, number>();
  /** Where each row begins, and after the last one where it ends; valid up to and including `summed`. */
  private tops = new Float64Array(1);
  private summed = 0;

  /** `guess` says how tall a row may be that was never drawn, in pixels. */
  constructor(guess: (id: string) => number) {
    this.guess = guess;
  }

  /** Makes these the rows, in this order. What was measured of those that stay is kept. */
  order(ids: readonly string[]): void {
    this.ids = ids;
    this.indexes = new Map(ids.map((id, index) => [id, index]));
    if (this.tops.length <= ids.length) this.tops = new Float64Array(2 * ids.length + 64);
    this.summed = 0;
  }

  /** Forgets what was measured: other rows may have the same ids. */
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

  /** Where the row begins; with the number of rows, where the last one ends. */
  topOf(index: number): number {
    for (; this.summed < index; this.summed++) {
      const id = this.ids[this.summed] ?? '';
      const height = this.measured.get(id) ?? this.guess(id);
      this.tops[this.summed + 1] = (this.tops[this.summed] ?? 0) + height;
    }
    return this.tops[index] ?? 0;
  }

  /** The row that a height belongs to; the first or last one for what lies beyond them. */
  indexAt(height: number): number {
    let [low, high] = [0, Math.max(0, this.ids.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The rows between two heights. */
  between(from: number, to: number): Stretch {
    return { first: this.indexAt(from), last: this.indexAt(to) };
  }
}

/**
 * The indexes to draw, in order: the stretch that is in sight, and single rows that must not go away while they
 * are out of it.
 */
export function indexesToDraw({ first, last }: Stretch, kept: readonly number[]): number[] {
  const indexes = new Set(kept);
  for (let index = first; index <= last; index++) indexes.add(index);
  return [...indexes].toSorted((a, b) => a - b);
}

/** Pixels of a line, and about how many characters stand on one. */
const LINE = 21;
const CHARACTERS = 70;

/** How tall a row may be before it was drawn. Where it is wrong, the scrollbar moves a little. */
export function guessHeight(item: Item | undefined): number {
  switch (item?.kind) {
    case 'assistant':
      return 44 + linesOf(item.text) * LINE;
    case 'user':
      return 44 + Math.min(24, linesOf(item.text)) * LINE;
    case 'call':
      return 36;
    case 'question':
      return item.state.status === 'open' ? 240 : 60;
    case 'notice':
      return 64;
    case 'changes':
    case 'summary':
    case undefined:
      return 34;
  }
}

function linesOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
}
