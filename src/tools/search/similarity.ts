/** Compares a word that no tool has with those that some tool has. */

/** Weights of a typing error, and of a word that is a part of the other. */
const MISTYPED = 0.7;
/** Shorter parts stand in too many words by chance. */
const MIN_PART = 4;
const MIN_MISTYPED = 5;

/** How much `known` counts where `unknown` is searched for, from 0 to 1. */
export function similarity(unknown: string, known: string): number {
  const difference = unknown.length - known.length;
  if (unknown[0] !== known[0] && unknown.at(-1) !== known.at(-1)) return 0;
  const [short, long] = difference < 0 ? [unknown, known] : [known, unknown];
  // Abbreviations ("wiki") and compounds ("Wetterbericht"), whose last part is the noun.
  if (short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short)))
    return short.length / long.length;
  const allowed = unknown.length > 7 ? 2 : 1;
  const isNear = unknown.length >= MIN_MISTYPED && Math.abs(difference) <= allowed;
  if (!isNear || unknown[0] !== known[0]) return 0;
  return distance(unknown, known) <= allowed ? MISTYPED : 0;
}

/** Letters to insert, to remove, to replace, or to exchange with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}

/** The names that have most of the query's sequences of three letters, best first. */
export function nearestNames(query: string, names: readonly string[], limit: number): string[] {
  const wanted = trigramsOf(query);
  const scored = names.map((name) => {
    const own = trigramsOf(name);
    const shared = [...own].filter((trigram) => wanted.has(trigram)).length;
    return { name, score: (2 * shared) / (own.size + wanted.size) };
  });
  const near = scored.filter(({ score }) => score > 0.15).sort((one, other) => other.score - one.score);
  return near.slice(0, limit).map(({ name }) => name);
}

function trigramsOf(text: string): Set<string> {
  const plain = ` ${text.slice(0, 200).toLowerCase()} `;
  return new Set(Array.from({ length: plain.length - 2 }, (_, at) => plain.slice(at, at + 3)));
}
