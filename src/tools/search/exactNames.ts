/** Finds tools that a query names: as the whole query, or as a word in it, in any script. */
import { headText } from '../../base/common/cut.ts';
import { boundedMarks, foldedCase, kindOf, MARK, NUMBER, SEPARATOR, UNSPACED } from './characters.ts';
import { unspacedLetter } from './words.ts';

export interface Names {
  readonly name: string;
  readonly title?: string | undefined;
  readonly wireName: string;
}

interface Named<P> {
  readonly place: P;
  /** A server chooses names and titles, and could choose those of another's tool; wire names are the host's. */
  readonly rank: number;
}

/** Characters of a query that are read. */
const MAX_QUERY = 1_000;
/** Characters of a name that is looked for within a query; a longer one counts as the whole query only. */
const MAX_NAME = 256;
/** Parts of a query that are compared by their hashes, and that are looked up: servers may have very many names. */
const MAX_COMPARED = 60_000;
const MAX_LOOKED_UP = 2_000;
/** Bits of the hashes of all names, to look up next to no text that is none. */
const FILTER_BITS = 2 ** 20;
const FACTOR = 0x0100_0193;
const UNDERSCORE = 0x5f;

const powers = new Int32Array(MAX_NAME + 1).fill(1);
for (let power = 1; power <= MAX_NAME; power++) powers[power] = Math.imul(powers[power - 1] ?? 1, FACTOR);

/** What a character is for the borders of a name: of a word between signs, or of a script without spaces. */
const [SIGN, OF_WORD, OF_UNSPACED] = [0, 1, 2] as const;

export class NameTable<P> {
  private readonly places = new Map<string, Named<P>[]>();
  /** How many names have each length, and how many begin with each character. */
  private readonly lengths = new Uint32Array(MAX_NAME + 1);
  private readonly heads = new Uint32Array(0x1_0000);
  /** Names that are gone stay in it until all are. */
  private readonly filter = new Uint32Array(FILTER_BITS / 32);

  /** `length`: characters of each that count. Returns what `remove` needs. */
  add(names: Names, place: P, length = MAX_QUERY): readonly string[] {
    const keys = keysOf(names, length);
    for (const [key, rank] of keys) {
      const known = this.places.get(key);
      if (known) known.push({ place, rank });
      else this.addKey(key, { place, rank });
    }
    return [...keys.keys()];
  }

  remove(key: string, isGone: (place: P) => boolean): void {
    const left = (this.places.get(key) ?? []).filter(({ place }) => !isGone(place));
    if (left.length > 0) this.places.set(key, left);
    else if (this.places.delete(key)) this.count(key, -1);
  }

  clear(): void {
    this.places.clear();
    this.lengths.fill(0);
    this.heads.fill(0);
    this.filter.fill(0);
  }

  /**
   * `limit` or more, the longest name first; of one name those that `scoreOf` prefers. An everyday word names one tool only
   * ("search").
   */
  matches(
    query: string,
    limit: number,
    isSearched: (place: P) => boolean,
    scoreOf: (place: P) => number,
  ): ReadonlySet<P> {
    const text = headText(folded(headText(query, MAX_QUERY)), MAX_QUERY);
    const whole = new Set([text, withoutSigns(text)]);
    const matched = new Set<P>();
    for (const key of new Set([...whole, ...this.namesIn(text)])) {
      const named = (this.places.get(key) ?? []).filter(({ place }) => isSearched(place));
      if (named.length > 1)
        named.sort((one, other) => one.rank - other.rank || scoreOf(other.place) - scoreOf(one.place));
      const isEverydayWord = !whole.has(key) && /^[\p{L}\p{M} ]+$/u.test(key);
      for (const { place } of isEverydayWord ? named.slice(0, 1) : named) matched.add(place);
      if (matched.size >= limit) break;
    }
    return matched;
  }

  private addKey(key: string, first: Named<P>): void {
    this.places.set(key, [first]);
    this.count(key, 1);
    if (key.length > MAX_NAME) return;
    let hash = 0;
    for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, FACTOR) + key.charCodeAt(at)) | 0;
    const bit = bitOf(hash);
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  private count(key: string, change: number): void {
    if (key.length > MAX_NAME) return;
    const head = key.charCodeAt(0);
    this.lengths[key.length] = (this.lengths[key.length] ?? 0) + change;
    this.heads[head] = (this.heads[head] ?? 0) + change;
  }

  /** The names that stand between borders of words, longer ones first. */
  private namesIn(text: string): Set<string> {
    const { length } = text;
    const borders = bordersIn(text);
    // The hash of a part is the difference of those of two beginnings.
    const hashes = new Int32Array(length + 1);
    for (let at = 0; at < length; at++)
      hashes[at + 1] = (Math.imul(hashes[at] ?? 0, FACTOR) + text.charCodeAt(at)) | 0;
    const starts: number[] = [];
    for (let at = 0; at < length; at++)
      if (borders[at] === 1 && (this.heads[text.charCodeAt(at)] ?? 0) > 0) starts.push(at);
    const found = new Set<string>();
    let [compared, left] = [0, MAX_LOOKED_UP];
    for (let size = Math.min(MAX_NAME, length); size > 0; size--) {
      if (this.lengths[size] === 0) continue;
      if ((compared += starts.length) > MAX_COMPARED) break;
      const power = powers[size] ?? 0;
      let last = NaN;
      for (const start of starts) {
        const end = start + size;
        if (borders[end] !== 1) continue;
        const hash = ((hashes[end] ?? 0) - Math.imul(hashes[start] ?? 0, power)) | 0;
        const bit = bitOf(hash);
        if (hash === last || ((this.filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
        last = hash;
        const key = text.slice(start, end);
        if (this.places.has(key) && !isPartOfSigns(key, text[start - 1], text[end])) found.add(key);
        if (--left === 0) return found;
      }
    }
    return found;
  }
}

/** The names of a tool, each as it is and without the signs around it. */
function keysOf({ name, title, wireName }: Names, length: number): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const [rank, text] of [wireName, name, title].entries()) {
    if (text === undefined) continue;
    const key = headText(folded(text.slice(0, length)), MAX_QUERY);
    const bare = withoutSigns(key);
    if (key !== '') keys.set(key, Math.min(rank, keys.get(key) ?? rank));
    // "C++" is found by "C", after what has this name.
    if (bare !== '' && bare !== key && !keys.has(bare)) keys.set(bare, rank + 3);
  }
  return keys;
}

/** Names are the same whatever their case, their form in Unicode, their spaces, and hidden characters. */
function folded(name: string): string {
  // Nearly every name; the rest takes ten times as long.
  if (/^[\w-]*$/.test(name)) return name.toLowerCase();
  const isAscii = /^[\0-\x7f]*$/.test(name);
  const lower = isAscii ? name.toLowerCase() : foldedLetters(name);
  return lower.replaceAll(/\s+/g, ' ').trim();
}

function foldedLetters(name: string): string {
  const plain = boundedMarks(name).normalize('NFKC');
  // One way only changes less: "ẞ" and "ß" are "SS", "ı" is "I".
  return foldedCase(plain.toLowerCase().toUpperCase()).normalize('NFKC');
}

function withoutSigns(key: string): string {
  if (isOfWord(key.charCodeAt(0)) && isOfWord(key.charCodeAt(key.length - 1))) return key;
  if (/^[\p{L}\p{N}_]/u.test(key) && /[\p{L}\p{M}\p{N}_]$/u.test(key.slice(-2))) return key;
  return key.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+$/gu, '') || key;
}

function isOfWord(code: number): boolean {
  const kind = kindOf(code);
  return code === UNDERSCORE || (kind > SEPARATOR && kind < MARK);
}

/** By place of the text, whether a name can begin or end there. */
function bordersIn(text: string): Uint8Array {
  const borders = new Uint8Array(text.length + 1);
  let before: number = SIGN;
  let at = 0;
  for (const character of text) {
    const place = placeOf(character, before, text[at + 1]);
    if (place !== undefined && !(before === OF_WORD && place === OF_WORD)) borders[at] = 1;
    before = place ?? before;
    at += character.length;
  }
  borders[0] = borders[at] = 1;
  return borders;
}

/** undefined: a mark belongs to what is before it. */
function placeOf(character: string, before: number, next: string | undefined): number | undefined {
  // "read" is no word of "read-only".
  if (character === '-')
    return before === OF_WORD && next !== undefined && /[\p{L}\p{N}]/u.test(next) ? OF_WORD : SIGN;
  const kind = character.length > 1 ? MARK : kindOf(character.charCodeAt(0));
  if (kind === SEPARATOR) return character === '_' ? OF_WORD : SIGN;
  if (kind === UNSPACED) return OF_UNSPACED;
  if (kind <= NUMBER && character < '\u0f00') return OF_WORD;
  if (/\p{M}/u.test(character)) return undefined;
  if (unspacedLetter.test(character)) return OF_UNSPACED;
  return /[\p{L}\p{N}]/u.test(character) ? OF_WORD : SIGN;
}

/** "+" is no word of "C++". */
function isPartOfSigns(key: string, before: string | undefined, after: string | undefined): boolean {
  if (/[\p{L}\p{N}_]/u.test(key)) return false;
  return [before, after].some((sign) => sign !== undefined && key.includes(sign));
}

function bitOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 12)) & (FILTER_BITS - 1);
}
