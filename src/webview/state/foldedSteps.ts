/**
 * Folds the finished steps of turns: their calls and thoughts give way to one row. What failed or was stopped stays in
 * sight.
 */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { CallRow, Row, ShownRow } from './rows.ts';
import type { ChatStore } from './store.ts';
import type { ViewState } from './viewState.ts';

/** Rows that are worth folding: fewer take no more room than the row in their place. */
const LEAST = 2;
const PREFIX = 'steps ';

export class FoldedSteps {
  readonly rows: ReadonlySignal<readonly ShownRow[]>;
  private readonly folded: ReadonlySignal<Folded>;
  private readonly view: ViewState;

  constructor(store: ChatStore, view: ViewState) {
    this.view = view;
    const isRunning = computed(() => (store.status.value?.turn ?? 'idle') !== 'idle');
    this.folded = computed(() => {
      void view.replaced.value;
      return foldSteps(store.rows.value, {
        isRunning: isRunning.value,
        isUnfolded: (id) => view.isOpen(id).value,
        isKept: (id) => view.wasOpened(id),
      });
    });
    this.rows = computed(() => this.folded.value.rows);
  }

  /** Returns the id of the row that is drawn for an item, or for a row that was there before. */
  rowFor(id: string): string {
    const { heads } = this.folded.peek();
    return heads.get(id) ?? (id.startsWith(PREFIX) ? (heads.get(id.slice(PREFIX.length)) ?? id) : id);
  }

  /** Unfolds steps until the item has a row of its own. */
  unfold(id: string): void {
    const head = this.folded.peek().heads.get(id);
    if (head !== undefined) this.view.unfold(head);
  }
}

interface Options {
  readonly isRunning: boolean;
  readonly isUnfolded: (id: string) => boolean;
  readonly isKept: (id: string) => boolean;
}

interface Folded {
  readonly rows: readonly ShownRow[];
  /** The row in whose place another one is drawn, by id. */
  readonly heads: ReadonlyMap<string, string>;
}

export function foldSteps(rows: readonly Row[], options: Options): Folded {
  const { isRunning, isUnfolded, isKept } = options;
  const end = isRunning ? newestStep(rows) : rows.length;
  const shown: ShownRow[] = [];
  const heads = new Map<string, string>();
  for (let start = 0; start < rows.length;) {
    let next = start;
    while (next < end && (isOfStep(rows[next]) || (next > start && isBetweenSteps(rows[next])))) next += 1;
    const steps = rows.slice(start, next);
    const folds = steps.filter((row) => !isInSight(row)).map(({ id }) => id);
    const calls = steps.filter((row) => row.kind === 'call');
    const [first] = steps;
    if (!first || folds.length < LEAST || calls.length === 0) {
      shown.push(...rows.slice(start, Math.max(next, start + 1)));
    } else {
      const id = `${PREFIX}${first.id}`;
      const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
      shown.push({ kind: 'steps', id, calls: calls.length, failed, ms: timeOf(calls), folds });
      const isOpen = isUnfolded(id);
      const hidden = new Set(isOpen ? [] : folds.filter((each) => !isKept(each)));
      for (const each of hidden) heads.set(each, id);
      shown.push(...steps.filter((row) => !hidden.has(row.id)));
    }
    start = Math.max(next, start + 1);
  }
  return { rows: shown, heads };
}

function isOfStep(row: Row | undefined): boolean {
  return row?.kind === 'call' || (row?.kind === 'assistant' && !row.hasText);
}

/** Returns whether an item stays in sight where it happened, without parting the steps around it. */
function isBetweenSteps(row: Row | undefined): boolean {
  return row?.kind === 'instructions' || row?.kind === 'shortened';
}

function isInSight(row: Row): boolean {
  return isBetweenSteps(row) || (row.kind === 'call' && row.outcome !== 'success');
}

/** Returns the index of the first row of the newest step with calls, or of the end if the turn has none. */
function newestStep(rows: readonly Row[]): number {
  const asked = rows.findLastIndex(({ kind }) => kind === 'user');
  const last = rows.findLastIndex(({ kind }) => kind === 'call');
  const newest = rows[last];
  if (last < asked || newest?.kind !== 'call') return rows.length;
  let start = last;
  for (let row = rows[start - 1]; isOfStep(row); row = rows[start - 1]) {
    if (row?.kind === 'call' && row.step !== newest.step) break;
    start -= 1;
  }
  return start;
}

/** Calls of a step run side by side. */
function timeOf(calls: readonly CallRow[]): number {
  const bySteps = new Map<number, number>();
  for (const { step, ms } of calls) bySteps.set(step, Math.max(bySteps.get(step) ?? 0, ms));
  return [...bySteps.values()].reduce((sum, ms) => sum + ms, 0);
}
