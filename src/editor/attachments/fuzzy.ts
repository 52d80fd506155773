import { headText } from '../../base/common/cut.ts';

const MAX_QUERY = 100;

/**
 * Returns a score that is higher for a better match; undefined if `path` does not match. A match in the name after the
 * last `/` counts more.
 */
export function fuzzyScore(query: string, path: string): number | undefined {
  const wanted = headText(query, MAX_QUERY).toLowerCase();
  if (wanted === '') return 0;
  const nameAt = path.lastIndexOf('/') + 1;
  const inName = wanted.includes('/') ? undefined : matched(wanted, path.slice(nameAt));
  if (inName !== undefined) return 1_000 + inName - path.length / 100;
  const anywhere = matched(wanted, path);
  return anywhere === undefined ? undefined : anywhere - path.length / 100;
}

function matched(wanted: string, text: string): number | undefined {
  const lower = text.toLowerCase();
  const whole = lower.indexOf(wanted);
  if (whole >= 0) {
    const points = wanted.length * 10 + (whole === 0 ? 50 : startsWord(text, whole) ? 30 : 0);
    return lower === wanted || lower.startsWith(`${wanted}.`) ? points + 50 : points;
  }
  let points = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = lower.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    points += next === at + 1 ? 4 : startsWord(text, next) ? 3 : 1;
    at = next;
  }
  return points;
}

function startsWord(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || /[\W_]/.test(before)) return true;
  return /[a-z]/.test(before) && /[A-Z]/.test(text[at] ?? '');
}

export function fuzzyMatches<T>(
  query: string,
  all: readonly T[],
  path: (one: T) => string,
  most: number,
): readonly T[] {
  const scored = all.flatMap((one) => {
    const score = fuzzyScore(query, path(one));
    return score === undefined ? [] : [{ one, score }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one);
}
