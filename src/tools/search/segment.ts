/** The tools of one server in the index, and how they are taken into it. */
import { eachText, textShare, UNIT, type OnText, type SearchableTool } from './toolText.ts';
import { MAX_WORDS, type Vocabulary } from './vocabulary.ts';

/** BM25's saturation of repeated words, and how much long texts lose. */
const K1 = 2;
const B = 0.75;
/** What is added for a name whose words are all in the query. */
const NAME_COVERED = 0.5;
/** Words of a name that are compared for that. */
const MAX_NAME_STEMS = 20;
/** Words that are read for one stem: texts repeat them. */
const REPEATED = 2;
/** New words of a server: real ones of 50 tools have about 1,000. */
const MAX_NEW_WORDS = 4_000;
const MAX_WEIGHT = 0xffff;
const FILTER_BITS = 8;

/** Never changed, only replaced. Numbers of two bytes: there are fewer stems, and fewer tools of one server. */
export interface Segment<T> {
  readonly tools: readonly T[];
  /** Sorted. The postings of the stem at `n` are those from `starts[n]` to `starts[n + 1]`. */
  readonly stems: Uint16Array;
  readonly starts: Uint32Array;
  /** A bit for each stem by its last bits: most stems of a query are in few segments. */
  readonly filter: Uint32Array;
  /** Of each posting the tool, and how often it has the stem, weighted by field, in units of `UNIT`. */
  readonly postingTools: Uint16Array;
  readonly postingWeights: Uint16Array;
  /** Of each tool, in the same units. */
  readonly lengths: Float32Array;
  readonly totalLength: number;
  /** Those of the tool at `n` are from `nameEnds[n - 1]` to `nameEnds[n]`. */
  readonly nameStems: Uint16Array;
  readonly nameEnds: Uint32Array;
}

/** Makes segments one after the other, in arrays that are used again. */
export class SegmentBuilder<T extends SearchableTool> {
  private readonly vocabulary: Vocabulary;
  /** By stem: its weight in the tool that is being added, and how many tools of its server have it. */
  private readonly weights = new Uint32Array(MAX_WORDS);
  private readonly counts = new Uint32Array(MAX_WORDS);
  private given = new Uint16Array(4_096);
  private often = new Uint16Array(4_096);
  /** How many there are, and how many at the beginning of the tool. */
  private size = 0;
  private start = 0;
  private left = 0;
  private present: number[] = [];

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Counts the tools in the frequencies of the vocabulary. `room`: characters of each tool, as `roomFor` says. */
  build(tools: readonly T[], room: number): Segment<T> {
    const { counts, weights, present } = this;
    present.length = this.size = 0;
    const ends = new Uint32Array(tools.length);
    const nameEnds = new Uint32Array(tools.length);
    const nameStems: number[] = [];
    const share = textShare(tools, room);
    const { ofNames, ofTexts } = this.vocabulary.limitTo(MAX_NEW_WORDS);
    const readers = { onName: this.reader(share.stems, ofNames), onText: this.reader(share.stems, ofTexts) };
    const onName: OnText = (text, length, weight) => {
      const isFirst = this.size === this.start;
      const isMore = readers.onName(text, length, weight);
      if (isFirst)
        for (let at = this.start; at < this.size && at < this.start + MAX_NAME_STEMS; at++)
          nameStems.push(this.given[at] ?? 0);
      return isMore;
    };
    for (const [index, tool] of tools.entries()) {
      this.start = this.size;
      this.left = REPEATED * share.stems;
      this.reserve(this.size + share.stems);
      eachText(tool, share, { onName, onText: readers.onText });
      for (let at = this.start; at < this.size; at++) {
        const stem = this.given[at] ?? 0;
        this.often[at] = Math.min(MAX_WEIGHT, weights[stem] ?? 0);
        weights[stem] = 0;
        if (counts[stem] === 0) present.push(stem);
        counts[stem] = (counts[stem] ?? 0) + 1;
      }
      ends[index] = this.size;
      nameEnds[index] = nameStems.length;
    }
    return { tools, nameEnds, nameStems: Uint16Array.from(nameStems), ...this.sorted(ends) };
  }

  /** Adds up how often the tool has each stem, in `weights`, and appends its stems to `given`. */
  private reader(most: number, limit: number): OnText {
    const { vocabulary, weights } = this;
    return (text, length, weight) => {
      const words = vocabulary.read(text, { limit, most: this.left, length });
      this.left -= words.length;
      for (const word of words) {
        const stem = vocabulary.stemOf(word);
        if (stem < 0) continue;
        const before = weights[stem] ?? 0;
        if (before === 0) {
          if (this.size - this.start >= most) continue;
          this.given[this.size++] = stem;
        }
        weights[stem] = before + weight;
      }
      return this.left > 0;
    };
  }

  private reserve(size: number): void {
    if (size <= this.given.length) return;
    const [given, often] = [new Uint16Array(2 * size), new Uint16Array(2 * size)];
    given.set(this.given);
    often.set(this.often);
    [this.given, this.often] = [given, often];
  }

  /** Sorted by stem: `counts` becomes where the next posting of a stem goes. */
  private sorted(ends: Uint32Array): Omit<Segment<T>, 'tools' | 'nameStems' | 'nameEnds'> {
    const { given, often, present, counts } = this;
    const { frequencies } = this.vocabulary;
    const stems = Uint16Array.from(present).sort();
    const starts = new Uint32Array(stems.length + 1);
    const filter = new Uint32Array(2 ** Math.ceil(Math.log2((FILTER_BITS * (stems.length + 1)) / 32)));
    let start = 0;
    for (let place = 0; place < stems.length; place++) {
      const stem = stems[place] ?? 0;
      const count = counts[stem] ?? 0;
      frequencies[stem] = (frequencies[stem] ?? 0) + count;
      starts[place] = counts[stem] = start;
      start += count;
      const bits = (stem >>> 5) & (filter.length - 1);
      filter[bits] = (filter[bits] ?? 0) | (1 << (stem & 31));
    }
    starts[stems.length] = start;
    const postingTools = new Uint16Array(start);
    const postingWeights = new Uint16Array(start);
    const lengths = new Float32Array(ends.length);
    let totalLength = 0;
    for (let index = 0, at = 0; index < ends.length; index++) {
      let length = 0;
      for (const end = ends[index] ?? 0; at < end; at++) {
        const stem = given[at] ?? 0;
        const place = counts[stem] ?? 0;
        counts[stem] = place + 1;
        postingTools[place] = index;
        length += postingWeights[place] = often[at] ?? 0;
      }
      lengths[index] = length;
      totalLength += length;
    }
    for (const stem of present) counts[stem] = 0;
    return { stems, starts, filter, postingTools, postingWeights, lengths, totalLength };
  }
}

/** Adds to the scores of the tools that have the stem. Returns how many there are. */
export function addPostings<T>(
  { stems, starts, filter, postingTools, postingWeights, lengths }: Segment<T>,
  stem: number,
  rarity: number,
  meanLength: number,
  scores: Float64Array,
): number {
  if (((filter[(stem >>> 5) & (filter.length - 1)] ?? 0) & (1 << (stem & 31))) === 0) return 0;
  const place = placeOf(stem, stems);
  if (place < 0) return 0;
  const start = starts[place] ?? 0;
  const end = starts[place + 1] ?? 0;
  const most = rarity * (K1 + 1);
  const least = UNIT * K1 * (1 - B);
  const ofLength = (UNIT * K1 * B) / meanLength;
  for (let at = start; at < end; at++) {
    const index = postingTools[at] ?? 0;
    const often = postingWeights[at] ?? 0;
    scores[index] =
      (scores[index] ?? 0) + (most * often) / (often + least + ofLength * (lengths[index] ?? 0));
  }
  return end - start;
}

/** Prefers tools whose names have no other words than the query. `isQueried`: by stem, 1 for those of the query. */
export function preferNames<T>(
  { nameStems, nameEnds }: Segment<T>,
  isQueried: Uint8Array,
  scores: Float64Array,
): void {
  for (let index = 0, at = 0; index < scores.length; index++) {
    const start = at;
    at = nameEnds[index] ?? 0;
    const score = scores[index] ?? 0;
    if (score === 0 || at === start) continue;
    let covered = 0;
    for (let stem = start; stem < at; stem++) covered += isQueried[nameStems[stem] ?? 0] ?? 0;
    scores[index] = score * (1 + (NAME_COVERED * covered) / (at - start));
  }
}

function placeOf(stem: number, stems: Uint16Array): number {
  let [low, high] = [0, stems.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = stems[middle] ?? 0;
    if (there === stem) return middle;
    if (there < stem) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
