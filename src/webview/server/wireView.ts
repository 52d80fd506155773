import type { WireRow, WireStatus } from '../../protocol/index.ts';

/** Empty texts mean all. */
export interface WireFilter {
  readonly text: string;
  readonly kind: '' | 'calls' | 'notifications' | 'errors';
  readonly from: '' | WireRow['from'];
}

export const noFilter: WireFilter = { text: '', kind: '', from: '' };

export function isNarrow(filter: WireFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/** Adds and replaces rows, and drops those that the host no longer keeps. */
export function merge(
  rows: readonly WireRow[],
  news: readonly WireRow[],
  { first }: Pick<WireStatus, 'first'>,
): readonly WireRow[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  for (const row of news) bySeq.set(row.seq, row);
  return [...bySeq.values()].filter(({ seq }) => seq >= first).toSorted((a, b) => a.seq - b.seq);
}

export function filtered(rows: readonly WireRow[], { text, kind, from }: WireFilter): readonly WireRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (from === '' || (row.from === from && row.kind !== 'note')) &&
      (kind === '' || kinds[kind](row)) &&
      (words.length === 0 || hasWords(row, words)),
  );
}

const kinds: Readonly<Record<Exclude<WireFilter['kind'], ''>, (row: WireRow) => boolean>> = {
  calls: ({ kind }) => kind === 'request' || kind === 'result' || kind === 'error',
  notifications: ({ kind }) => kind === 'notification',
  errors: ({ kind }) => kind === 'error',
};

function hasWords({ method, about = '', text }: WireRow, words: readonly string[]): boolean {
  const said = `${method} ${about} ${text}`.toLowerCase();
  return words.every((word) => said.includes(word));
}
