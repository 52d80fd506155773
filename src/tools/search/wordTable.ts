import { pairsOf, wordsOf } from './words.ts';

const SLOTS = 4_096;

/** Kinds of characters. `OTHER` may be parts of words, or become some when the text is normalized. */
const [SEPARATOR, DIGIT, UPPER, LOWER, HAN, OTHER] = [0, 1, 2, 3, 4, 5] as const;

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
kinds.fill(HAN, 0x4e00, 0xa000);

/** Reads words in place: making a string of each, with its hash, takes most of the time of indexing. */
export class WordTable {
  /** A hash table of `words`, with numbers that are greater by 1. */
  private slots = new Uint32Array(SLOTS);
  /** By number, in lower case. */
  private readonly words: string[] = [];
  /** The numbers of words that are not in ASCII. */
  private readonly others = new Map<string, number>();

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
  }

  /** Appends the numbers of the words of `wordsOf`, in order. A new word gets the next number. */
  read(text: string, numbers: number[]): void {
    const { length } = text;
    const kindAt = (place: number): number =>
      place < length ? (kinds[text.charCodeAt(place)] ?? SEPARATOR) : SEPARATOR;
    for (let start = 0; start < length;) {
      const before = numbers.length;
      let kind = kindAt(start);
      let at = start;
      for (; kind === HAN; kind = kindAt(at)) at++;
      if (at > start && kind !== OTHER) {
        for (const pair of pairsOf(text.slice(start, at))) numbers.push(this.numberOf(pair));
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
            hash = hashOf(text, begin, --at);
          } else
            for (; kind === LOWER; kind = kindAt(at))
              hash = (Math.imul(hash, 31) + text.charCodeAt(at++)) | 0;
        }
        numbers.push(this.find(text, begin, at, hash));
      }
      if (kind === OTHER) {
        for (; kind !== SEPARATOR; kind = kindAt(at)) at++;
        numbers.length = before;
        for (const word of wordsOf(text.slice(start, at))) numbers.push(this.numberOf(word));
      }
      start = kind === HAN ? at : at + 1;
    }
  }

  private numberOf(word: string): number {
    if (/^[a-z\d]+$/i.test(word)) return this.find(word, 0, word.length, hashOf(word, 0, word.length));
    const known = this.others.get(word);
    if (known !== undefined) return known;
    this.others.set(word, this.words.length);
    return this.words.push(word.toLowerCase()) - 1;
  }

  private find(text: string, start: number, end: number, hash: number): number {
    const { slots, words } = this;
    const last = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let taken = slots[slot] ?? 0; taken > 0; taken = slots[slot] ?? 0) {
      if (isWord(words[taken - 1] ?? '', text, start, end)) return taken - 1;
      slot = (slot + 1) & last;
    }
    slots[slot] = words.push(text.slice(start, end).toLowerCase());
    if (words.length * 2 > slots.length) this.grow();
    return words.length - 1;
  }

  private grow(): void {
    this.slots = new Uint32Array(this.slots.length * 4);
    const last = this.slots.length - 1;
    for (const [number, word] of this.words.entries()) {
      const hash = hashOf(word, 0, word.length);
      let slot = (hash ^ (hash >>> 15)) & last;
      while (this.slots[slot] !== 0) slot = (slot + 1) & last;
      this.slots[slot] = number + 1;
    }
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (text.charCodeAt(at) | 32)) | 0;
  return hash;
}

function isWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== (text.charCodeAt(start + at) | 32)) return false;
  return true;
}
