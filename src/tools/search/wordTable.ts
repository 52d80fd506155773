import {
  DIGIT,
  foldedCase,
  foldOf,
  IGNORED,
  isLatin,
  isSign,
  kindOf,
  LOWER,
  MARK,
  normalized,
  NUMBER,
  OTHER,
  SEPARATOR,
  UNSPACED,
  UPPER,
} from './characters.ts';
import { MAX_WORD, wordsOf } from './words.ts';

const SLOTS = 4_096;
/** Texts of rare characters, such as "𐐀𐐁", whose words are known, and how long they are. */
const MAX_KNOWN = 2_000;
const MAX_KNOWN_LENGTH = 64;
/** What looking for the words of a rare text costs, besides its characters. */
const RARE_TEXT = 20;

/** Reads words in place: making a string of each, with its hash, takes most of the time of indexing. */
export class WordTable {
  /** New words are left out when there are so many. */
  limit = Infinity;
  /** What is still spent on texts of rare characters, which take a hundred times as long. */
  rareLeft = Infinity;
  private slots = new Uint32Array(SLOTS);
  /** By number: hash and end of each word in `letters`, one after the other. */
  private hashes = new Int32Array(SLOTS);
  private ends = new Uint32Array(SLOTS);
  private letters = new Uint16Array(8 * SLOTS);
  private count = 0;
  private readonly word = new Uint16Array(MAX_WORD);
  private readonly known = new Map<string, readonly number[]>();
  /** Of the hashes: nobody can choose words that have the same. */
  private readonly factor = 2 * Math.floor(Math.random() * 2 ** 30) + 1;

  get size(): number {
    return this.count;
  }

  /** In lower case, as much of it as counts. */
  wordAt(number: number): string {
    let word = '';
    const end = this.ends[number] ?? 0;
    for (let at = this.startOf(number); at < end; at++) word += String.fromCharCode(this.letters[at] ?? 0);
    return word;
  }

  clear(): void {
    this.slots = new Uint32Array(SLOTS);
    this.count = 0;
    this.known.clear();
  }

  /** Appends the numbers of the words of `wordsOf`, in order, `most` or few more. A new word gets the next number. */
  read(text: string, numbers: number[], most = Infinity, length = text.length): void {
    this.scan(text, Math.min(length, text.length), numbers, most, false);
  }

  private scan(text: string, length: number, numbers: number[], most: number, isNormal: boolean): void {
    const { word } = this;
    /** Of the word so far, which may have more characters than count. */
    let size = 0;
    /** In a script without spaces: where the second character with its marks begins, 0 if there is none. */
    let second = 0;
    let before: number = SEPARATOR;
    let last = 0;
    let uppers = 0;
    /** Where the characters began that no separator divides, and how many words there were. */
    let start = 0;
    let known = numbers.length;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = kindOf(code);
      if (kind === SEPARATOR || (kind === OTHER && isSign(code, text.charCodeAt(at + 1)))) {
        if (size > 0) this.push(size, numbers);
        if (numbers.length >= most) return;
        size = second = uppers = 0;
        before = SEPARATOR;
        start = at + 1;
        known = numbers.length;
        continue;
      }
      if (kind === IGNORED) continue;
      if (kind <= NUMBER) {
        if (before !== kind || uppers > 1) {
          if (before === UNSPACED) {
            this.push(size, numbers);
            size = second = 0;
          } else if (kind === LOWER && uppers > 1) {
            // Of "HTTPStatus" the S belongs to what follows.
            this.push(size - 1, numbers);
            word[0] = last;
            size = 1;
          } else if (isBorder(before, kind)) {
            this.push(size, numbers);
            size = 0;
          }
        }
        last = foldOf(code);
        uppers = kind === UPPER ? uppers + 1 : 0;
        before = kind;
      } else if (kind === UNSPACED) {
        if (before !== UNSPACED) {
          if (size > 0) this.push(size, numbers);
          size = uppers = 0;
        } else if (second > 0) {
          this.push(size, numbers);
          if (numbers.length >= most) return;
          for (let from = second; from < size; from++) word[from - second] = word[from] ?? 0;
          size -= second;
          second = size;
        } else second = size;
        last = foldOf(code);
        before = UNSPACED;
      } else if (!isNormal && (kind !== OTHER || this.rareLeft >= 0)) {
        numbers.length = known;
        const rest = normalized(text.slice(start, length));
        this.scan(rest, rest.length, numbers, most, true);
        return;
      } else if (kind === MARK) {
        const isAccent = (before === LOWER || before === UPPER) && isLatin(last);
        if (size === 0 || isAccent) continue;
        last = code;
        uppers = 0;
        if (before !== UNSPACED) before = MARK;
      } else {
        while (at < length && !isSeparator(text.charCodeAt(at))) at++;
        numbers.length = known;
        if (this.rareLeft >= 0) this.readRare(text.slice(start, at), numbers);
        at--;
        size = second = uppers = 0;
        before = SEPARATOR;
        continue;
      }
      if (size < MAX_WORD) word[size] = last;
      size++;
    }
    if (size > 0) this.push(size, numbers);
  }

  private readRare(text: string, numbers: number[]): void {
    const known = this.known.get(text);
    this.rareLeft -= known ? 1 : text.length + RARE_TEXT;
    if (known) return void numbers.push(...known);
    if (this.rareLeft < 0) return;
    const { length } = numbers;
    const words = wordsOf(text);
    for (const found of words) {
      const plain = foldedCase(found);
      for (let at = 0; at < plain.length && at < MAX_WORD; at++) this.word[at] = plain.charCodeAt(at);
      this.push(plain.length, numbers);
    }
    const taken = numbers.slice(length);
    const isWhole = taken.length === words.length && text.length <= MAX_KNOWN_LENGTH;
    if (isWhole && this.known.size < MAX_KNOWN) this.known.set(` ${text}`.slice(1), taken);
  }

  /** Appends the number of the word that was read, unless there are too many. */
  private push(size: number, numbers: number[]): void {
    const { word, slots, hashes } = this;
    const length = size < MAX_WORD ? size : MAX_WORD;
    let hash = 0;
    for (let at = 0; at < length; at++) hash = (Math.imul(hash, this.factor) + (word[at] ?? 0)) | 0;
    const last = slots.length - 1;
    let slot = slotOf(hash, last);
    for (let taken = slots[slot] ?? 0; taken > 0; taken = slots[slot] ?? 0) {
      if (hashes[taken - 1] === hash && this.isWord(taken - 1, length)) return void numbers.push(taken - 1);
      slot = (slot + 1) & last;
    }
    if (this.count >= this.limit) return;
    numbers.push(this.count);
    this.add(hash, length);
    slots[slot] = this.count;
    if (this.count * 2 > slots.length) this.grow();
  }

  private isWord(number: number, length: number): boolean {
    const { letters, word } = this;
    const start = this.startOf(number);
    if ((this.ends[number] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at++) if (letters[start + at] !== word[at]) return false;
    return true;
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] ?? 0);
  }

  private add(hash: number, length: number): void {
    const start = this.startOf(this.count);
    if (start + length > this.letters.length) {
      const letters = new Uint16Array(2 * this.letters.length);
      letters.set(this.letters);
      this.letters = letters;
    }
    this.letters.set(this.word.subarray(0, length), start);
    this.hashes[this.count] = hash;
    this.ends[this.count] = start + length;
    this.count++;
  }

  private grow(): void {
    const size = 4 * this.slots.length;
    const [hashes, ends] = [new Int32Array(size / 2 + 1), new Uint32Array(size / 2 + 1)];
    hashes.set(this.hashes.subarray(0, this.count));
    ends.set(this.ends.subarray(0, this.count));
    [this.hashes, this.ends, this.slots] = [hashes, ends, new Uint32Array(size)];
    for (let number = 0; number < this.count; number++) {
      let slot = slotOf(hashes[number] ?? 0, size - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.slots[slot] = number + 1;
    }
  }
}

/** Whether a word ends where a character of another kind follows: "getStatus2" has three. */
function isBorder(before: number, kind: number): boolean {
  if (before === SEPARATOR) return false;
  if (kind === DIGIT) return before !== NUMBER && before !== DIGIT;
  if (kind === UPPER) return before === LOWER || before === DIGIT;
  return kind !== NUMBER && before === DIGIT;
}

/** Halves of pairs are none. */
function isSeparator(code: number): boolean {
  return kindOf(code) === SEPARATOR && !(code >= 0xdc00 && code < 0xe000);
}

function slotOf(hash: number, last: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 13)) & last;
}
