/** Compares words of a query with those that some tool has. */
import { headText } from '../../base/common/cut.ts';
import { isUnspaced } from './characters.ts';

/**
 * Weights of a mistyped word, of a single character of a script without spaces, and of a known word within another one.
 */
const MISTYPED = 0.7;
const CHARACTER = 0.5;
const COMPOUND = 0.4;
/** Shortest part of a word that counts. Shorter ones occur in too many words by chance. */
const MIN_PART = 4;
const MIN_MISTYPED = 5;
/**
 * Shortest noun that is found at the end of a compound ("Verzeichnis" in "Dateiverzeichnis"), and shortest part before
 * it: "research" is not a compound of "search".
 */
const MIN_NOUN = 6;
const MIN_BEFORE = 4;
/** Most letters of an ending that a noun may have ("Verzeichnisse"). */
const MAX_ENDING = 2;

/** A word of a query to compare with those of tools. */
export interface SoughtWord {
  readonly stem: string;
  /** Some tool has this word, so only compounds of it are similar. */
  readonly isKnown: boolean;
  /** The word is one character of a script without spaces, for which the index has only pairs of characters. */
  readonly isCharacter: boolean;
}

export function soughtWord(stem: string, isKnown: boolean): SoughtWord {
  return { stem, isKnown, isCharacter: /^.\p{M}*$/su.test(stem) && isUnspaced(stem) };
}

/** The word can be similar to others. */
export function canResemble({ stem, isKnown, isCharacter }: SoughtWord): boolean {
  return !isKnown || stem.length >= MIN_NOUN || isCharacter;
}

/**
 * Returns how much `other` counts for a search for `sought`, from 0 to 1. `mayCompare` is called before a comparison
 * letter by letter, which takes longest.
 */
export function similarity(
  { stem, isKnown, isCharacter }: SoughtWord,
  other: string,
  mayCompare: () => boolean,
): number {
  if (isCharacter) return other.includes(stem) ? CHARACTER : 0;
  const difference = stem.length - other.length;
  const ratio = difference < 0 ? stem.length / other.length : other.length / stem.length;
  if (isKnown) return -difference >= MIN_BEFORE && other.endsWith(stem) ? COMPOUND * ratio : 0;
  if (difference < 0 ? isPart(stem, other) : isPart(other, stem)) return ratio;
  const allowed = stem.length > 7 ? 2 : 1;
  const isNear = stem.length >= MIN_MISTYPED && Math.abs(difference) <= allowed && stem[0] === other[0];
  return isNear && mayCompare() && isWithin(allowed, stem, other) ? MISTYPED : 0;
}

/** Recognises abbreviations ("wiki") and compounds ("Wetterbericht"), whose last part is the noun. */
function isPart(short: string, long: string): boolean {
  if (short.length < MIN_PART) return false;
  if (long.startsWith(short) || long.endsWith(short)) return true;
  for (let cut = 0; cut <= MAX_ENDING && short.length - cut >= MIN_NOUN; cut++) {
    const noun = short.slice(0, short.length - cut);
    const at = long.lastIndexOf(noun);
    if (at >= MIN_BEFORE && long.length - at - noun.length <= MAX_ENDING) return true;
  }
  return false;
}

/**
 * At most `most` letters have to be inserted, removed, replaced or exchanged with their neighbour (optimal string
 * alignment).
 */
function isWithin(most: number, one: string, other: string): boolean {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        row > 1 && column > 1 && isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return false;
    [before, last] = [last, next];
  }
  return (last[other.length] ?? 0) <= most;
}

/** Length of a name that is compared. */
const MAX_COMPARED = 64;
const MIN_SHARED = 0.15;

/** Returns the tools whose name or title shares the most sequences of three characters with the query, best first. */
export function nearest<T extends { readonly name: string; readonly title?: string | undefined }>(
  query: string,
  tools: readonly T[],
  limit: number,
): T[] {
  const wanted = trigramsOf(headText(query, 4 * MAX_COMPARED));
  const known = new Set(wanted);
  const scoreOf = (text: string): number => {
    const own = trigramsOf(headText(text, MAX_COMPARED));
    const shared = own.filter((trigram) => known.has(trigram)).length;
    return (2 * shared) / Math.max(1, own.length + wanted.length);
  };
  const scored = tools.map((tool) => ({
    tool,
    score: Math.max(scoreOf(tool.name), tool.title === undefined ? 0 : scoreOf(tool.title)),
  }));
  const near = scored.filter(({ score }) => score > MIN_SHARED).sort((one, other) => other.score - one.score);
  return near.slice(0, limit).map(({ tool }) => tool);
}

function trigramsOf(text: string): readonly string[] {
  const plain = ` ${text.toLowerCase()} `;
  return Array.from({ length: plain.length - 2 }, (_, at) => plain.slice(at, at + 3));
}
