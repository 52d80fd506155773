/** The stems of all words of tools, by numbers, and which of them resemble each other. */
import {
  canResemble,
  lettersOf,
  mayResemble,
  similarity,
  soughtWord,
  type SoughtWord,
} from './similarity.ts';
import { stemOf } from './words.ts';
import { WordTable } from './wordTable.ts';

/** Words that are taken of texts, and in all: names of tools are always to be found. */
const MAX_OF_TEXTS = 20_000;
export const MAX_WORDS = 24_000;
/** What one server may have of texts in rare characters (`WordTable.rareLeft`). */
const MAX_RARE = 2_000;
/** Words of a query that are looked at, that are compared with all, and how often the letters alone do not decide. */
const MAX_QUERIED = 200;
const MAX_SOUGHT = 6;
const MAX_COMPARED = 5_000;

export class Vocabulary {
  /** By stem: how many tools have it. */
  readonly frequencies = new Uint32Array(MAX_WORDS);
  private readonly words = new WordTable();
  /** By number of the word: its stem; -1 for none. */
  private readonly stemOfWord = new Int16Array(MAX_WORDS);
  private stemmed = 0;
  private readonly numbers = new Map<string, number>();
  private readonly stems: string[] = [];
  private readonly letters = new Int32Array(MAX_WORDS);
  private readonly lengths = new Uint8Array(MAX_WORDS);
  private readonly numbersRead: number[] = [];

  get isFull(): boolean {
    return this.words.size >= MAX_OF_TEXTS;
  }

  clear(): void {
    this.words.clear();
    this.numbers.clear();
    this.frequencies.fill(0);
    this.stems.length = this.stemmed = 0;
  }

  /** Lets so many words be added by the next server: one must not take all. Returns how to go on. */
  limitTo(added: number): { readonly ofNames: number; readonly ofTexts: number } {
    const { size } = this.words;
    this.words.rareLeft = MAX_RARE;
    return {
      ofNames: Math.min(MAX_WORDS, size + 2 * added),
      ofTexts: Math.min(MAX_OF_TEXTS, size + added),
    };
  }

  /**
   * The first words of the first `length` characters, `most` or few more; new ones up to the limit of all words. To be read
   * before the next call.
   */
  read(
    text: string,
    { limit, most, length }: { readonly limit: number; readonly most: number; readonly length: number },
  ): readonly number[] {
    const { numbersRead, words } = this;
    numbersRead.length = 0;
    words.limit = limit;
    words.read(text, numbersRead, most, length);
    if (this.stemmed < words.size) this.addStems();
    return numbersRead;
  }

  /** Of a word that was read; -1 if it says nothing. */
  stemOf(word: number): number {
    return this.stemOfWord[word] ?? -1;
  }

  /** undefined: no tool has it. */
  find(stem: string): number | undefined {
    const number = this.numbers.get(stem);
    return number !== undefined && (this.frequencies[number] ?? 0) > 0 ? number : undefined;
  }

  /** Calls with stems that resemble one of a query. */
  eachSimilar(queried: readonly string[], on: (stem: number, weight: number) => unknown): void {
    const sought = queried
      .slice(0, MAX_QUERIED)
      .map((stem) => soughtWord(stem, this.find(stem) !== undefined))
      .filter(canResemble);
    // Those that no tool has come first: nothing else is found by them.
    const compared = sought
      .sort((one, other) => Number(one.isKnown) - Number(other.isKnown))
      .slice(0, MAX_SOUGHT);
    let left = MAX_COMPARED;
    for (const one of compared) left = this.compare(one, left, on);
  }

  private compare(one: SoughtWord, most: number, on: (stem: number, weight: number) => unknown): number {
    const { stems, letters, lengths, frequencies } = this;
    let left = most;
    for (let number = 0; number < stems.length && left > 0; number++) {
      if (!mayResemble(one, letters[number] ?? 0, lengths[number] ?? 0) || frequencies[number] === 0)
        continue;
      left--;
      const weight = similarity(one, stems[number] ?? '');
      if (weight > 0) on(number, weight);
    }
    return left;
  }

  private addStems(): void {
    for (; this.stemmed < this.words.size; this.stemmed++) {
      const stem = stemOf(this.words.wordAt(this.stemmed));
      const known = stem === undefined ? -1 : this.numbers.get(stem);
      this.stemOfWord[this.stemmed] = known ?? this.stems.length;
      if (stem === undefined || known !== undefined) continue;
      this.numbers.set(stem, this.stems.length);
      this.letters[this.stems.length] = lettersOf(stem);
      this.lengths[this.stems.length] = stem.length;
      this.stems.push(stem);
    }
  }
}
