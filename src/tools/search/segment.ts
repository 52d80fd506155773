/** The tools of one server in the index, and how they are taken into it. */
import { eachText, textShare, type SearchableTool, type TextShare } from './toolText.ts';
import type { Vocabulary } from './vocabulary.ts';

/** BM25's saturation of repeated words, and how much long texts lose. */
const K1 = 2;
const B = 0.75;
/** What is added for a name whose words are all in the query. */
const NAME_COVERED = 0.5;
/** Stems of all tools of a server that are kept, of one of few tools, and of each of very many. */
const MAX_STEMS = 7_000;
const MAX_OF_TOOL = 400;
const MIN_OF_TOOL = 60;
/** Words that are read for one stem: texts repeat them. */
const REPEATED = 2;
/** New words of a server: real ones of 50 tools have about 1,000. */
const MAX_NEW_WORDS = 4_000;

/** Never changed, only replaced. */
export interface Segment<T> {
  readonly tools: readonly T[];
  /** Sorted. The postings of the stem at `n` are those from `starts[n]` to `starts[n + 1]`. */
  readonly stems: Uint32Array;
  readonly starts: Uint32Array;
  /** Of each posting the tool, and how often it has the stem, weighted by field. */
  readonly postingTools: Uint32Array;
  readonly postingWeights: Float32Array;
  readonly lengths: Float32Array;
  readonly totalLength: number;
  readonly nameStems: readonly (readonly number[])[];
}

/** Makes segments one after the other, in arrays by stem that are used again. */
export class SegmentBuilder<T extends SearchableTool> {
  private readonly vocabulary: Vocabulary;
  /** The weight of a stem in the tool that is being added, and how many tools of its server have it. */
  private weights = new Float64Array(1_024);
  private counts = new Uint32Array(1_024);
  /** The postings, tool by tool. */
  private readonly given: number[] = [];
  private readonly often: number[] = [];
  private readonly present: number[] = [];

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Counts the tools in the frequencies of the vocabulary. */
  build(tools: readonly T[]): Segment<T> {
    const { given, often, present } = this;
    given.length = often.length = present.length = 0;
    const ends: number[] = [];
    const nameStems: number[][] = [];
    const limits = this.vocabulary.limitTo(MAX_NEW_WORDS);
    const share = textShare(tools);
    const most = Math.max(
      MIN_OF_TOOL,
      Math.min(MAX_OF_TOOL, Math.floor(MAX_STEMS / Math.max(1, tools.length))),
    );
    for (const tool of tools) {
      nameStems.push(this.weigh(tool, share, most, limits));
      for (let at = often.length; at < given.length; at++) {
        const stem = given[at] ?? 0;
        often.push(this.weights[stem] ?? 0);
        this.weights[stem] = 0;
        if (this.counts[stem] === 0) present.push(stem);
        this.counts[stem] = (this.counts[stem] ?? 0) + 1;
      }
      ends.push(given.length);
    }
    return { tools, nameStems, ...this.sorted(ends) };
  }

  /** Adds up how often a tool has each stem, in `weights`; appends its stems to `given`; returns those of its name. */
  private weigh(
    tool: T,
    share: TextShare,
    most: number,
    { ofNames, ofTexts }: ReturnType<Vocabulary['limitTo']>,
  ): number[] {
    const { given, vocabulary } = this;
    const start = given.length;
    let nameStems: number[] | undefined;
    let weight = 0;
    const add = (stem: number): void => {
      if (stem >= this.weights.length) this.grow(stem);
      const before = this.weights[stem] ?? 0;
      if (before === 0) {
        if (given.length - start >= most) return;
        given.push(stem);
      }
      this.weights[stem] = before + weight;
    };
    eachText(tool, share, (text, counted, isName) => {
      weight = counted;
      vocabulary.each(
        text,
        { limit: isName ? ofNames : ofTexts, most: REPEATED * (most + start - given.length) },
        add,
      );
      nameStems ??= given.slice(start);
      return given.length - start < most;
    });
    return nameStems ?? [];
  }

  /** Sorted by stem: `counts` becomes where the next posting of a stem goes. */
  private sorted(ends: readonly number[]): Omit<Segment<T>, 'tools' | 'nameStems'> {
    const { given, often, present, counts } = this;
    const { frequencies } = this.vocabulary;
    const stems = Uint32Array.from(present).sort();
    const starts = new Uint32Array(stems.length + 1);
    let start = 0;
    for (let place = 0; place < stems.length; place++) {
      const stem = stems[place] ?? 0;
      const count = counts[stem] ?? 0;
      frequencies[stem] = (frequencies[stem] ?? 0) + count;
      starts[place] = counts[stem] = start;
      start += count;
    }
    starts[stems.length] = start;
    const postingTools = new Uint32Array(start);
    const postingWeights = new Float32Array(start);
    const lengths = new Float32Array(ends.length);
    let totalLength = 0;
    for (let index = 0, at = 0; index < ends.length; index++) {
      let length = 0;
      for (; at < (ends[index] ?? 0); at++) {
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
    return { stems, starts, postingTools, postingWeights, lengths, totalLength };
  }

  private grow(stem: number): void {
    const size = 2 * Math.max(stem, this.weights.length);
    const [weights, counts] = [new Float64Array(size), new Uint32Array(size)];
    weights.set(this.weights);
    counts.set(this.counts);
    this.weights = weights;
    this.counts = counts;
  }
}

/** Adds to the scores of the tools that have the stem. Returns how many there are. */
export function addPostings<T>(
  { stems, starts, postingTools, postingWeights, lengths }: Segment<T>,
  stem: number,
  rarity: number,
  meanLength: number,
  scores: Float64Array,
): number {
  const place = placeOf(stem, stems);
  if (place < 0) return 0;
  const start = starts[place] ?? 0;
  const end = starts[place + 1] ?? 0;
  for (let at = start; at < end; at++) {
    const index = postingTools[at] ?? 0;
    const often = postingWeights[at] ?? 0;
    const length = (lengths[index] ?? 0) / meanLength;
    scores[index] = (scores[index] ?? 0) + (rarity * often * (K1 + 1)) / (often + K1 * (1 - B + B * length));
  }
  return end - start;
}

/** Prefers tools whose names have no other words than the query. */
export function preferNames<T>(
  { nameStems }: Segment<T>,
  queried: { readonly has: (stem: number) => boolean },
  scores: Float64Array,
): void {
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0;
    if (score === 0) continue;
    const own = nameStems[index] ?? [];
    let covered = 0;
    for (const stem of own) if (queried.has(stem)) covered++;
    scores[index] = score * (1 + (NAME_COVERED * covered) / Math.max(1, own.length));
  }
}

function placeOf(stem: number, stems: Uint32Array): number {
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
