/** Compares words of a query with those that some tool has. */
import { headText } from '../../base/common/cut.ts';
import { isUnspaced } from './characters.ts';
import { MAX_WORD } from './words.ts';

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

/** A word to compare with many. */
export interface SoughtWord {
  readonly stem: string;
  readonly letters: number;
  /** Whether some tool has it: then others are compounds of it alone. */
  readonly isKnown: boolean;
  /** In scripts without spaces the index has every two characters that follow each other. */
  readonly isCharacter: boolean;
}

export function soughtWord(stem: string, isKnown: boolean): SoughtWord {
  const isCharacter = /^.\p{M}*$/su.test(stem) && isUnspaced(stem);
  return { stem, letters: lettersOf(stem), isKnown, isCharacter };
}

/** Whether there is anything to compare it with. */
export function canResemble({ stem, isKnown, isCharacter }: SoughtWord): boolean {
  return !isKnown || stem.length >= MIN_NOUN || isCharacter;
}

/** As bits, to tell quickly that a word has others. */
export function lettersOf(stem: string): number {
  let letters = 0;
  for (let at = 0; at < stem.length; at++) letters |= 1 << (stem.charCodeAt(at) & 31);
  return letters;
}

/** Whether the letters of another word, and how many it has, leave that possible: nearly none do. */
export function mayResemble(
  { stem, letters, isKnown, isCharacter }: SoughtWord,
  others: number,
  length: number,
): boolean {
  const foreign = letters & ~others;
  if (isKnown || isCharacter) return foreign === 0 && length >= stem.length;
  if (length < MIN_PART) return false;
  const missing = countBits(others & ~letters);
  if (foreign === 0 || missing === 0) return true;
  const isForeign = countBits(foreign) > MAX_ENDING;
  const isMissing = missing > MAX_ENDING;
  if (isForeign && isMissing) return false;
  if (!isForeign && !isMissing && Math.abs(stem.length - length) <= MAX_ENDING) return true;
  // Forms of the noun that ends a compound.
  const [short, long] = stem.length < length ? [stem.length, length] : [length, stem.length];
  if (short < MIN_NOUN || long < short - MAX_ENDING + MIN_BEFORE) return false;
  return stem.length < length ? !isForeign : !isMissing;
}

/** How much `other` counts where `sought` is searched for, from 0 to 1. */
export function similarity({ stem, isKnown, isCharacter }: SoughtWord, other: string): number {
  if (isCharacter) return other.includes(stem) ? CHARACTER : 0;
  const difference = stem.length - other.length;
  const ratio = difference < 0 ? stem.length / other.length : other.length / stem.length;
  if (isKnown) return -difference >= MIN_BEFORE && other.endsWith(stem) ? COMPOUND * ratio : 0;
  if (difference < 0 ? isPart(stem, other) : isPart(other, stem)) return ratio;
  const allowed = stem.length > 7 ? 2 : 1;
  const isNear = stem.length >= MIN_MISTYPED && Math.abs(difference) <= allowed && stem[0] === other[0];
  return isNear && isWithin(allowed, stem, other) ? MISTYPED : 0;
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

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Of the words that are compared: three lines of a table with a column for each character. */
const none = new Uint8Array(0);
const lines = [0, 1, 2].map(() => new Uint8Array(MAX_WORD + 2));

/** Whether so many letters are to insert, to remove, to replace, or to exchange with their neighbour (optimal string alignment). */
function isWithin(most: number, one: string, other: string): boolean {
  let [before = none, last = none, next = none] = lines;
  for (let column = 0; column <= other.length; column++) last[column] = column;
  for (let row = 1; row <= one.length; row++) {
    // Further from the diagonal there is nothing near enough.
    const first = Math.max(1, row - most);
    const end = Math.min(other.length, row + most);
    next[first - 1] = first === 1 ? row : most + 1;
    let least = most + 1;
    for (let column = first; column <= end; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      let edits = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      if (column < row + most) edits = Math.min(edits, (last[column] ?? 0) + 1);
      edits = Math.min(edits, (next[column - 1] ?? 0) + 1);
      const isExchanged =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (isExchanged) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      next[column] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return false;
    [before, last, next] = [last, next, before];
  }
  return (last[other.length] ?? 0) <= most;
}

/** Characters of a name that are compared. */
const MAX_COMPARED = 64;
const MIN_SHARED = 0.15;
const TRIGRAMS = 4_096;

/** Those whose name or title has most of the query's sequences of three characters, best first. */
export function nearest<T extends { readonly name: string; readonly title?: string | undefined }>(
  query: string,
  tools: readonly T[],
  limit: number,
): T[] {
  const wanted = new Uint8Array(TRIGRAMS);
  const size = eachTrigram(query.slice(0, 4 * MAX_COMPARED), (trigram) => (wanted[trigram] = 1));
  const scoreOf = (text: string): number => {
    let shared = 0;
    const own = eachTrigram(headText(text, MAX_COMPARED), (trigram) => (shared += wanted[trigram] ?? 0));
    return (2 * shared) / Math.max(1, own + size);
  };
  const scored = tools.map((tool) => ({
    tool,
    score: Math.max(scoreOf(tool.name), tool.title === undefined ? 0 : scoreOf(tool.title)),
  }));
  const near = scored.filter(({ score }) => score > MIN_SHARED).sort((one, other) => other.score - one.score);
  return near.slice(0, limit).map(({ tool }) => tool);
}

/** Calls with a number below `TRIGRAMS`; different sequences may have the same. Returns how many there are. */
function eachTrigram(text: string, on: (trigram: number) => unknown): number {
  const plain = ` ${text.toLowerCase()} `;
  for (let at = 2; at < plain.length; at++)
    on(
      (plain.charCodeAt(at - 2) * 1_009 + plain.charCodeAt(at - 1) * 31 + plain.charCodeAt(at)) &
        (TRIGRAMS - 1),
    );
  return plain.length - 2;
}
