import { isUnspaced, wordsOf } from './words.ts';

const SLOTS = 4_096;
/** Words with other letters than ASCII's, such as "größer" or "город", whose parts are not sought again. */
const MAX_KNOWN = 10_000;

/**
 * Kinds of characters. `UNSPACED` are letters of a script without spaces, and `MARK` belongs to the one before. `OTHER`
 * may be parts of words.
 */
const [SEPARATOR, DIGIT, UPPER, LOWER, UNSPACED, MARK, OTHER] = [0, 1, 2, 3, 4, 5, 6] as const;

const kinds = new Uint8Array(0x1_0000).fill(OTHER);
kinds.fill(SEPARATOR, 0, 0x80);
kinds.fill(DIGIT, 0x30, 0x3a);
kinds.fill(UPPER, 0x41, 0x5b);
kinds.fill(LOWER, 0x61, 0x7b);
// What often stands between words: quotes and dashes, arrows, signs of Chinese texts.
kinds.fill(SEPARATOR, 0x2010, 0x2028);
kinds.fill(SEPARATOR, 0x2190, 0x219a);
kinds.fill(SEPARATOR, 0x3000, 0x3004);
kinds.fill(SEPARATOR, 0xff01, 0xff10);
kinds.fill(SEPARATOR, 0xff1a, 0xff21);
// Han and Hangul.
kinds.fill(UNSPACED, 0x3400, 0x4dc0);
kinds.fill(UNSPACED, 0x4e00, 0xa000);
kinds.fill(UNSPACED, 0xac00, 0xd7a4);
// Thai and Lao, Myanmar, Khmer, Hiragana and Katakana.
for (const [first, end] of [
  [0x0e00, 0x0f00],
  [0x1000, 0x10a0],
  [0x1780, 0x1800],
  [0x3041, 0x3100],
] as const)
  for (let code = first; code < end; code++) {
    const character = String.fromCharCode(code);
    if (isUnspaced(character)) kinds[code] = UNSPACED;
    else if (/\p{M}/u.test(character)) kinds[code] = MARK;
  }

/** Reads words in place: making a string of each, with its hash, takes most of the time of indexing. */
export class WordTable {
  /** New words are left out when there are so many. */
  limit = Infinity;
  /** A hash table of `words`, with numbers that are greater by 1. */
  private slots = new Uint32Array(SLOTS);
  /** By number, in lower case. */
  private readonly words: string[] = [];
  /** The numbers of words of other letters, which have case, and of scripts with spaces. */
  private readonly others = new Map<string, number>();
  /** Beginning, end and hash of each part of what is read. */
  private readonly parts: number[] = [];
  private readonly known = new Map<string, readonly number[]>();

  get size(): number {
    return this.words.length;
  }

  word(number: number): string {
    return this.words[number] ?? '';
  }

  clear(): void {
    this.slots = new Uint32Array(SLOTS);
    this.words.length = 0;
    this.others.clear();
    this.known.clear();
  }

  /** Appends the numbers of the words of `wordsOf`, in order, `most` or few more. A new word gets the next number. */
  read(given: string, numbers: number[], most = Infinity): void {
    const text = normalized(given);
    const { length } = text;
    const kindAt = (place: number): number =>
      place < length ? (kinds[text.charCodeAt(place)] ?? SEPARATOR) : SEPARATOR;
    for (let start = 0; start < length && numbers.length < most;) {
      const before = numbers.length;
      let kind = kindAt(start);
      let at = start;
      for (let last = -1; kind === UNSPACED && numbers.length < most;) {
        const begin = at++;
        while ((kind = kindAt(at)) === MARK) at++;
        if (last >= 0) this.push(this.findUnspaced(text, last, at), numbers);
        else if (kind !== UNSPACED) this.push(this.findUnspaced(text, begin, at), numbers);
        last = begin;
      }
      if (at > start && kind !== OTHER) {
        start = at;
        continue;
      }
      // The parts of a name: "getHTTPStatus2" has four.
      while (kind === DIGIT || kind === UPPER || kind === LOWER) {
        const begin = at;
        // `| 32` makes letters of ASCII lower case, and leaves digits.
        let hash = 0;
        const first = kind;
        for (; kind === first; kind = kindAt(at))
          hash = (Math.imul(hash, 31) + (text.charCodeAt(at++) | 32)) | 0;
        if (first === UPPER && kind === LOWER) {
          // Of "HTTPStatus" the S belongs to what follows.
          if (at - begin > 1) {
            kind = UPPER;
            hash = hashOf(text, begin, --at, 32);
          } else
            for (; kind === LOWER; kind = kindAt(at))
              hash = (Math.imul(hash, 31) + text.charCodeAt(at++)) | 0;
        }
        this.parts.push(begin, at, hash);
      }
      const { parts } = this;
      if (kind !== OTHER && kind !== MARK)
        for (let part = 0; part < parts.length; part += 3)
          this.push(
            this.find(text, parts[part] ?? 0, parts[part + 1] ?? 0, parts[part + 2] ?? 0, 32),
            numbers,
          );
      else {
        for (; kind !== SEPARATOR; kind = kindAt(at)) at++;
        numbers.length = before;
        this.readOther(text.slice(start, at), numbers);
      }
      parts.length = 0;
      start = kind === UNSPACED ? at : at + 1;
    }
  }

  private readOther(text: string, numbers: number[]): void {
    const known = this.known.get(text);
    if (known) return void numbers.push(...known);
    const found = wordsOf(text).map((word) => this.numberOf(word));
    const taken = found.filter((number) => number >= 0);
    numbers.push(...taken);
    if (taken.length === found.length && this.known.size < MAX_KNOWN && taken.length < 20)
      this.known.set(text, taken);
  }

  private push(number: number, numbers: number[]): void {
    if (number >= 0) numbers.push(number);
  }

  private numberOf(word: string): number {
    const { length } = word;
    if (/^[a-z\d]+$/i.test(word)) return this.find(word, 0, length, hashOf(word, 0, length, 32), 32);
    if (kinds[word.charCodeAt(0)] === UNSPACED) return this.findUnspaced(word, 0, length);
    const known = this.others.get(word);
    if (known !== undefined) return known;
    if (this.words.length >= this.limit) return -1;
    this.others.set(word, this.words.length);
    return this.words.push(word.toLowerCase()) - 1;
  }

  private findUnspaced(text: string, start: number, end: number): number {
    return this.find(text, start, end, hashOf(text, start, end, 0), 0);
  }

  /** `lower`: 32 to ignore case, of ASCII's letters and digits alone. */
  private find(text: string, start: number, end: number, hash: number, lower: number): number {
    const { slots, words } = this;
    const last = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let taken = slots[slot] ?? 0; taken > 0; taken = slots[slot] ?? 0) {
      if (isWord(words[taken - 1] ?? '', text, start, end, lower)) return taken - 1;
      slot = (slot + 1) & last;
    }
    if (words.length >= this.limit) return -1;
    slots[slot] = words.push(copyOf(text.slice(start, end).toLowerCase()));
    if (words.length * 2 > slots.length) this.grow();
    return words.length - 1;
  }

  private grow(): void {
    this.slots = new Uint32Array(this.slots.length * 4);
    const last = this.slots.length - 1;
    for (const [number, word] of this.words.entries()) {
      const hash = hashOf(word, 0, word.length, word.charCodeAt(0) > 0x7f ? 0 : 32);
      let slot = (hash ^ (hash >>> 15)) & last;
      while (this.slots[slot] !== 0) slot = (slot + 1) & last;
      this.slots[slot] = number + 1;
    }
  }
}

/** As `wordsOf` does it. */
function normalized(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 0x80 ? SEPARATOR : kinds[code];
    // Han, kana and Hangul without marks of their own, but for "ゟ" and "ヿ".
    const isNormal =
      kind === SEPARATOR || (kind === UNSPACED && code > 0x3040 && code !== 0x309f && code !== 0x30ff);
    if (!isNormal) return text.normalize('NFKD').normalize('NFC');
  }
  return text;
}

function hashOf(text: string, start: number, end: number, lower: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (text.charCodeAt(at) | lower)) | 0;
  return hash;
}

function isWord(word: string, text: string, start: number, end: number, lower: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== (text.charCodeAt(start + at) | lower)) return false;
  return true;
}

/** V8 keeps the whole text of a longer part of it. */
function copyOf(word: string): string {
  return word.length < 13 ? word : ` ${word}`.slice(1);
}
