/** Finds tools that a query names: as the whole query, or as a word in it, in any script. */
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
const MAX_QUERY = 2_000;
/** Characters of a name that is looked for within a query; a longer one counts as the whole query only. */
const MAX_NAME = 256;
/** Parts of a query that are compared by their hashes, and that are looked up: servers may have very many names. */
const MAX_COMPARED = 250_000;
const MAX_LOOKED_UP = 4_000;
/** Bits of the hashes of all names, to look up next to no text that is none. */
const FILTER_BITS = 2 ** 20;
const FACTOR = 0x0100_0193;

const powers = new Int32Array(MAX_NAME + 1).fill(1);
for (let power = 1; power <= MAX_NAME; power++) powers[power] = Math.imul(powers[power - 1] ?? 1, FACTOR);

/** What a character is for the borders of a name: of a word between signs, or of a script without spaces. */
const [SIGN, SPACED, UNSPACED] = [0, 1, 2] as const;

export class NameTable<P> {
  private readonly places = new Map<string, Named<P>[]>();
  /** How many names have each length, and how many begin with each character. */
  private readonly lengths = new Uint32Array(MAX_NAME + 1);
  private readonly heads = new Uint32Array(0x1_0000);
  /** Names that are gone stay in it until all are. */
  private readonly filter = new Uint32Array(FILTER_BITS / 32);

  /** Returns what `remove` needs. */
  add(names: Names, place: P): readonly string[] {
    const keys = keysOf(names);
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

  /** The longest name first; of one name those that `scoreOf` prefers. An everyday word names one tool only ("search"). */
  matches(query: string, isSearched: (place: P) => boolean, scoreOf: (place: P) => number): P[] {
    const text = folded(query.slice(0, MAX_QUERY)).slice(0, MAX_QUERY);
    const whole = new Set([text, withoutSigns(text)]);
    return [...new Set([...whole, ...this.namesIn(text)])].flatMap((key) => {
      const named = (this.places.get(key) ?? []).filter(({ place }) => isSearched(place));
      named.sort((one, other) => one.rank - other.rank || scoreOf(other.place) - scoreOf(one.place));
      const isEverydayWord = !whole.has(key) && /^[\p{L}\p{M} ]+$/u.test(key);
      return (isEverydayWord ? named.slice(0, 1) : named).map(({ place }) => place);
    });
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
function keysOf({ name, title, wireName }: Names): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const [rank, text] of [wireName, name, title].entries()) {
    if (text === undefined) continue;
    const key = folded(text.slice(0, MAX_QUERY)).slice(0, MAX_QUERY);
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
  const plain = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  // One way only changes less: "ẞ" and "ß" are "SS", "ı" is "I".
  const lower = plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return lower.replaceAll('ς', 'σ').replaceAll(/\s+/g, ' ').trim();
}

function withoutSigns(key: string): string {
  if (/^\w(?:[\w-]*\w)?$/.test(key)) return key;
  return key.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+$/gu, '') || key;
}

/** By place of the text, whether a name can begin or end there. */
function bordersIn(text: string): Uint8Array {
  const borders = new Uint8Array(text.length + 1);
  let before: number = SIGN;
  let at = 0;
  for (const character of text) {
    const isMark = /\p{M}/u.test(character);
    const kind = isMark ? before : kindOf(character, before, text[at + 1]);
    if (!isMark && !(before === SPACED && kind === SPACED)) borders[at] = 1;
    before = kind;
    at += character.length;
  }
  borders[0] = borders[at] = 1;
  return borders;
}

function kindOf(character: string, before: number, next: string | undefined): number {
  // "read" is no word of "read-only".
  if (character === '-')
    return before === SPACED && next !== undefined && /[\p{L}\p{N}]/u.test(next) ? SPACED : SIGN;
  if (/\w/.test(character)) return SPACED;
  if (unspacedLetter.test(character)) return UNSPACED;
  return /[\p{L}\p{N}]/u.test(character) ? SPACED : SIGN;
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
