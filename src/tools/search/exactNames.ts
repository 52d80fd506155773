/** Finds tools that a query names: as the whole query, or as a word in it, in any script. */
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
  /** A server chooses names and titles, and could choose those of another's tool; wire names are the host's. */
  readonly rank: number;
}

/** Characters of a query that are read. */
const MAX_QUERY = 1_000;
/** Characters of a name that is looked for within a query; a longer one counts as the whole query only. */
const MAX_NAME = 256;
/** Names that one query is compared with: servers may have very many that begin alike. */
const MAX_COMPARED = 200_000;
/** Characters by which names are grouped, so that a query is compared with few of them. */
const HEAD = 2;

export class NameTable<P> {
  private readonly places = new Map<string, Named<P>[]>();
  /** The names by their first characters. */
  private readonly byHead = new Map<string, Set<string>>();

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
    else if (this.places.delete(key)) this.byHead.get(headAt(key, 0))?.delete(key);
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
    if (key.length > MAX_NAME) return;
    const head = headAt(key, 0);
    const known = this.byHead.get(head);
    if (known) known.add(key);
    else this.byHead.set(head, new Set([key]));
  }

  /** The names that stand between borders of words, longer ones first. */
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

/** Half of a pair groups names as well as a character does. */
function headAt(text: string, start: number): string {
  return text.slice(start, start + HEAD);
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
  // Nearly every name is of such characters; the rest takes ten times as long.
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
  if (/^[\p{L}\p{N}_]/u.test(key) && /[\p{L}\p{M}\p{N}_]$/u.test(key.slice(-2))) return key;
  return key.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+$/gu, '') || key;
}

/** What a character is for the borders of a name. A mark belongs to what is before it. */
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

/** The places of the text where a name can begin or end, in order. */
function bordersIn(text: string): ReadonlySet<number> {
  const borders = new Set([0]);
  let before: CharacterKind = 'sign';
  let at = 0;
  for (const character of text) {
    let kind = kindOf(character);
    // "read" is no word of "read-only".
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

/** "+" is no word of "C++". */
function isPartOfSigns(key: string, before: string | undefined, after: string | undefined): boolean {
  if (/[\p{L}\p{N}_]/u.test(key)) return false;
  return [before, after].some((sign) => sign !== undefined && key.includes(sign));
}
