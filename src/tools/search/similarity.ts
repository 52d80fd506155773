/** Compares words of a query with those that some tool has. */
import { headText } from '../../base/common/cut.ts';
import { isUnspaced } from './characters.ts';

/** Weights of a typing error, of a character that is a word, and of a known word that is a part of the other. */
const MISTYPED = 0.7;
const CHARACTER = 0.5;
const COMPOUND = 0.4;
/** Shorter parts stand in too many words by chance. */
const MIN_PART = 4;
const MIN_MISTYPED = 5;
/** Of a compound of a word that tools have ("Verzeichnis", "Dateiverzeichnis"): "research" is none of "search". */
const MIN_NOUN = 6;
const MIN_BEFORE = 4;
/** Letters that end a form of a noun ("Verzeichnisse"). */
const MAX_ENDING = 2;

/** A word of a query to compare with those of tools. */
export interface SoughtWord {
  readonly stem: string;
  /** Whether some tool has it: then others are compounds of it alone. */
  readonly isKnown: boolean;
  /** In scripts without spaces the index has every two characters that follow each other. */
  readonly isCharacter: boolean;
}

export function soughtWord(stem: string, isKnown: boolean): SoughtWord {
  return { stem, isKnown, isCharacter: /^.\p{M}*$/su.test(stem) && isUnspaced(stem) };
}

/** Whether there is anything to compare it with. */
export function canResemble({ stem, isKnown, isCharacter }: SoughtWord): boolean {
  return !isKnown || stem.length >= MIN_NOUN || isCharacter;
}

/**
 * How much `other` counts where `sought` is searched for, from 0 to 1. `mayCompare` is asked before letters are compared one
 * by one, which takes longer than all else.
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

/** Abbreviations ("wiki") and compounds ("Wetterbericht"), whose last part is the noun. */
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

/** Whether so many letters are to insert, to remove, to replace, or to exchange with their neighbour (optimal string alignment). */
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

/** Characters of a name that are compared. */
const MAX_COMPARED = 64;
const MIN_SHARED = 0.15;

/** Those whose name or title has most of the query's sequences of three characters, best first. */
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
