/** Finds tools that a query names in any script: the whole query is the name, or a word in it. */
import { headText } from '../../base/common/cut.ts';
import { boundedMarks, foldedCase } from './characters.ts';
import { unspacedLetter } from './words.ts';

export interface Names {
  readonly name: string;
  readonly title?: string | undefined;
  readonly wireName: string;
}

interface Named<P> {
  readonly place: P;
  /**
   * Lower ranks go first. A server could choose names and titles of another server's tool, but the host makes wire
   * names.
   */
  readonly rank: number;
}

/** Length of a query that is read. */
const MAX_QUERY = 1_000;
/** Longest name that is searched for within a query. A longer name can only be the whole query. */
const MAX_NAME = 256;
/** Most names that one query is compared with: servers may have very many with the same beginning. */
const MAX_COMPARED = 200_000;
/** Length of the beginning by which names are grouped, so that a query is compared with few of them. */
const HEAD = 2;

export class NameTable<P> {
  private readonly places = new Map<string, Named<P>[]>();
  /** Names by their first characters. */
  private readonly byHead = new Map<string, Set<string>>();

  /** Adds a tool's names, of which `length` characters count. Returns the keys that `remove` needs. */
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
    else if (this.places.delete(key)) this.byHead.get(headAt(key, 0))?.delete(key);
  }

  /**
   * Returns `limit` or more tools, those with the longest name first, and of one name those with the best score. An
   * everyday word such as "search" names one tool only.
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
    if (key.length > MAX_NAME) return;
    const head = headAt(key, 0);
    const known = this.byHead.get(head);
    if (known) known.add(key);
    else this.byHead.set(head, new Set([key]));
  }

  /** Returns the names between word borders, longer ones first. */
  private namesIn(text: string): readonly string[] {
    const borders = bordersIn(text);
    const found = new Set<string>();
    let left = MAX_COMPARED;
    for (const start of borders)
      for (const head of [headAt(text, start), text.charAt(start)]) {
        const names = this.byHead.get(head);
        if (!names || (left -= names.size) < 0) continue;
        for (const name of names) {
          const end = start + name.length;
          if (
            text.startsWith(name, start) &&
            borders.has(end) &&
            !isPartOfSigns(name, text[start - 1], text[end])
          )
            found.add(name);
        }
      }
    return [...found].sort((one, other) => other.length - one.length);
  }
}

/** Returns the beginning of a name. A lone surrogate groups names as well as a character does. */
function headAt(text: string, start: number): string {
  return text.slice(start, start + HEAD);
}

/** Returns the names of a tool as they are, and without the signs around them. */
function keysOf({ name, title, wireName }: Names, length: number): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const [rank, text] of [wireName, name, title].entries()) {
    if (text === undefined) continue;
    const key = headText(folded(text.slice(0, length)), MAX_QUERY);
    const bare = withoutSigns(key);
    if (key !== '') keys.set(key, Math.min(rank, keys.get(key) ?? rank));
    // The query "C" finds "C++", after tools with the name "C".
    if (bare !== '' && bare !== key && !keys.has(bare)) keys.set(bare, rank + 3);
  }
  return keys;
}

/** Folds a name: case, Unicode form, spaces and hidden characters do not matter. */
function folded(name: string): string {
  // Nearly all names have only such characters. The rest of the function takes ten times as long.
  if (/^[\w-]*$/.test(name)) return name.toLowerCase();
  const isAscii = /^[\0-\x7f]*$/.test(name);
  const lower = isAscii ? name.toLowerCase() : foldedLetters(name);
  return lower.replaceAll(/\s+/g, ' ').trim();
}

function foldedLetters(name: string): string {
  const plain = boundedMarks(name).normalize('NFKC');
  // Lower case alone would miss some: "ẞ" and "ß" are "SS", "ı" is "I".
  return foldedCase(plain.toLowerCase().toUpperCase()).normalize('NFKC');
}

function withoutSigns(key: string): string {
  if (/^[\p{L}\p{N}_]/u.test(key) && /[\p{L}\p{M}\p{N}_]$/u.test(key.slice(-2))) return key;
  return key.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+$/gu, '') || key;
}

/** Kinds of characters for the borders of names. A mark belongs to the character before it. */
type CharacterKind = 'word' | 'unspaced' | 'sign' | 'mark';

const kinds = new Map<string, CharacterKind>();

function kindOf(character: string): CharacterKind {
  const known = kinds.get(character);
  if (known) return known;
  const kind = classify(character);
  if (kinds.size < 10_000) kinds.set(character, kind);
  return kind;
}

function classify(character: string): CharacterKind {
  if (/\p{M}/u.test(character)) return 'mark';
  if (unspacedLetter.test(character)) return 'unspaced';
  return /[\p{L}\p{N}_]/u.test(character) ? 'word' : 'sign';
}

/** Returns the places in the text where a name can begin or end, in order. */
function bordersIn(text: string): ReadonlySet<number> {
  const borders = new Set([0]);
  let before: CharacterKind = 'sign';
  let at = 0;
  for (const character of text) {
    let kind = kindOf(character);
    // The word "read-only" does not contain the name "read".
    if (character === '-' && before === 'word' && /^[\p{L}\p{N}]/u.test(text.slice(at + 1, at + 2)))
      kind = 'word';
    if (kind !== 'mark') {
      if (!(before === 'word' && kind === 'word')) borders.add(at);
      before = kind;
    }
    at += character.length;
  }
  return borders.add(at);
}

/** The word "C++" does not contain the name "+". */
function isPartOfSigns(key: string, before: string | undefined, after: string | undefined): boolean {
  if (/[\p{L}\p{N}_]/u.test(key)) return false;
  return [before, after].some((sign) => sign !== undefined && key.includes(sign));
}
