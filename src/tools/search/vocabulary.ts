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
const MAX_WORDS = 30_000;
/** Words of a query that are compared with all. */
const MAX_SOUGHT = 6;

export class Vocabulary {
  /** By stem: how many tools have it. */
  readonly frequencies: number[] = [];
  private readonly words = new WordTable();
  /** By number of the word: its stem; -1 for none. */
  private readonly stemOfWord: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly stems: string[] = [];
  private readonly letters: number[] = [];
  private readonly read: number[] = [];

  get size(): number {
    return this.stems.length;
  }

  /** Whether words are left out. */
  get isFull(): boolean {
    return this.words.size >= MAX_OF_TEXTS;
  }

  clear(): void {
    this.words.clear();
    this.numbers.clear();
    this.frequencies.length = this.stemOfWord.length = this.stems.length = this.letters.length = 0;
  }

  /** Lets so many words be added: one server must not take all. Returns how to go on. */
  limitTo(added: number): { readonly ofNames: number; readonly ofTexts: number } {
    const { size } = this.words;
    return {
      ofNames: Math.min(MAX_WORDS, size + 2 * added),
      ofTexts: Math.min(MAX_OF_TEXTS, size + added),
    };
  }

  /** Calls with the stem of each of the first words of the text, `most` or few more; new ones up to the limit of all words. */
  each(
    text: string,
    { limit, most }: { readonly limit: number; readonly most: number },
    on: (stem: number) => unknown,
  ): void {
    const { read } = this;
    read.length = 0;
    this.words.limit = limit;
    this.words.read(text, read, most);
    for (const word of read) {
      const stem = this.stemOfWord[word] ?? this.addWords(word);
      if (stem >= 0) on(stem);
    }
  }

  /** undefined: no tool has it. */
  find(stem: string): number | undefined {
    const number = this.numbers.get(stem);
    return number !== undefined && (this.frequencies[number] ?? 0) > 0 ? number : undefined;
  }

  /** Calls with stems that resemble one of a query. */
  eachSimilar(queried: readonly string[], on: (stem: number, weight: number) => unknown): void {
    const sought = queried.map((stem) => soughtWord(stem, this.find(stem) !== undefined)).filter(canResemble);
    // Those that no tool has come first: nothing else is found by them.
    const compared = sought
      .sort((one, other) => Number(one.isKnown) - Number(other.isKnown))
      .slice(0, MAX_SOUGHT);
    for (const one of compared) this.compare(one, on);
  }

  private compare(one: SoughtWord, on: (stem: number, weight: number) => unknown): void {
    const { stems, letters, frequencies } = this;
    for (let number = 0; number < letters.length; number++) {
      if (!mayResemble(one, letters[number] ?? 0) || frequencies[number] === 0) continue;
      const weight = similarity(one, stems[number] ?? '');
      if (weight > 0) on(number, weight);
    }
  }

  /** Takes the words up to this one. Returns the number of its stem. */
  private addWords(last: number): number {
    let number = -1;
    for (let word = this.stemOfWord.length; word <= last; word++) {
      const stem = stemOf(this.words.word(word));
      number = stem === undefined ? -1 : (this.numbers.get(stem) ?? this.stems.length);
      if (stem !== undefined && number === this.stems.length) {
        this.numbers.set(stem, number);
        this.stems.push(stem);
        this.letters.push(lettersOf(stem));
        this.frequencies.push(0);
      }
      this.stemOfWord.push(number);
    }
    return number;
  }
}
