/** Finds tools by words (docs/decisions/021-tool-search.md): BM25 over names, descriptions and parameters. */
import { isRecord } from '../../base/common/guards.ts';
import { exactMatches, nameKeys } from './exactNames.ts';
import { similarity } from './similarity.ts';
import { stemOf, stemsOf, synonymsOf } from './words.ts';
import { WordTable } from './wordTable.ts';

export interface SearchableTool {
  readonly server: string;
  readonly wireName: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const fieldWeight = { name: 3, server: 2, title: 2, description: 1, parameter: 0.3, parameterText: 0.15 };
/** BM25's saturation of repeated words, and how much long texts lose. */
const K1 = 2;
const B = 0.75;
const SYNONYM = 0.4;
/** What is added for a name whose words are all in the query. */
const NAME_COVERED = 0.5;
/** What is read of a tool at most: its server may have written anything. */
const MAX_DESCRIPTION = 4_000;
const MAX_PARAMETER_TEXT = 300;
const MAX_PARAMETERS = 200;
const MAX_DEPTH = 4;
/** Words that the index knows before it is made afresh. */
const MAX_WORDS = 200_000;
/** What is read of a query, and how many of its words are compared with every word of the index. */
const MAX_QUERY = 2_000;
const MAX_STEMS = 64;
const MAX_UNKNOWN = 4;

interface Segment<T> {
  readonly tools: readonly T[];
  /** What it has in the index, to be taken out again. */
  readonly names: readonly string[];
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

interface Place<T> {
  readonly segment: Segment<T>;
  readonly index: number;
}

type Scores<T> = Map<Segment<T>, Float64Array>;

export class ToolIndex<T extends SearchableTool> {
  private readonly segments = new Map<string, Segment<T>>();
  /** Stems by what they are numbered in the order in which they came. */
  private readonly stems = new Map<string, number>();
  private readonly frequencies: number[] = [];
  private readonly words = new WordTable();
  /** By number of the word: its stem; -1 for none. */
  private readonly stemOfWord: number[] = [];
  private readonly names = new Map<string, Place<T>[]>();
  /** By stem: its weight in the tool that is being added, and how many tools of that server have it. */
  private readonly weights: number[] = [];
  private readonly counts: number[] = [];
  private readonly read: number[] = [];
  private meanLength = 1;
  private size = 0;

  /** Takes the tools of each server. Only servers whose tools are others than before are indexed. */
  update(servers: ReadonlyMap<string, readonly T[]>): void {
    if (this.words.size > MAX_WORDS) this.clear();
    for (const [server, segment] of this.segments) {
      const tools = servers.get(server);
      const isSame =
        tools?.length === segment.tools.length && tools.every((tool, index) => tool === segment.tools[index]);
      if (!isSame) this.remove(server, segment);
    }
    for (const [server, tools] of servers) if (!this.segments.has(server)) this.add(server, tools);
    const all = [...this.segments.values()];
    this.size = all.reduce((sum, { tools }) => sum + tools.length, 0);
    const total = all.reduce((sum, { totalLength }) => sum + totalLength, 0);
    this.meanLength = total / Math.max(1, this.size);
  }

  /** The tools that fit the query best, best first. A tool whose name is in the query precedes all others. */
  search(
    query: string,
    { server, limit }: { readonly server?: string | undefined; readonly limit: number },
  ): T[] {
    const text = query.slice(0, MAX_QUERY);
    const only = server === undefined ? undefined : this.segments.get(server);
    if (server !== undefined && !only) return [];
    const isSearched = (segment: Segment<T>): boolean => !only || segment === only;
    const scores = this.scores(text, isSearched);
    const scoreOf = ({ segment, index }: Place<T>): number => scores.get(segment)?.[index] ?? 0;
    const named = exactMatches(text, (name) => {
      const places = (this.names.get(name) ?? []).filter(({ segment }) => isSearched(segment));
      return places.sort((one, other) => scoreOf(other) - scoreOf(one));
    });
    const first = new Set(named.flatMap(({ segment, index }) => segment.tools[index] ?? []));
    for (const tool of best(scores, limit + first.size)) first.add(tool);
    return [...first].slice(0, limit);
  }

  private scores(text: string, isSearched: (segment: Segment<T>) => boolean): Scores<T> {
    const weights = this.withRelated(new Set([...stemsOf(text)].slice(0, MAX_STEMS)));
    const scores: Scores<T> = new Map();
    const searched = [...this.segments.values()].filter(isSearched);
    for (const [stem, weight] of weights) {
      const found = this.frequencies[stem] ?? 0;
      const rarity = weight * Math.log(1 + (this.size - found + 0.5) / (found + 0.5));
      for (const segment of searched) {
        const place = placeOf(stem, segment.stems);
        if (place < 0) continue;
        let known = scores.get(segment);
        if (!known) scores.set(segment, (known = new Float64Array(segment.tools.length)));
        addPostings(segment, place, rarity, this.meanLength, known);
      }
    }
    for (const [{ nameStems }, known] of scores)
      for (let index = 0; index < known.length; index++) {
        const score = known[index] ?? 0;
        if (score === 0) continue;
        const own = nameStems[index] ?? [];
        let covered = 0;
        for (const stem of own) if (weights.has(stem)) covered++;
        known[index] = score * (1 + (NAME_COVERED * covered) / Math.max(1, own.length));
      }
    return scores;
  }

  /** The stems of a query that the index has, with their weights, and others that mean or resemble them. */
  private withRelated(queried: ReadonlySet<string>): Map<number, number> {
    const weights = new Map<number, number>();
    const add = (stem: string, weight: number): void => {
      const number = this.stems.get(stem);
      const isNew = number !== undefined && (weights.get(number) ?? 0) < weight;
      if (isNew && this.frequencies[number]) weights.set(number, weight);
    };
    const unknown: string[] = [];
    for (const stem of queried) {
      const number = this.stems.get(stem) ?? -1;
      if (!this.frequencies[number]) unknown.push(stem);
      add(stem, 1);
      for (const synonym of synonymsOf(stem)) add(synonym, SYNONYM);
    }
    for (const stem of unknown.slice(0, MAX_UNKNOWN))
      for (const other of this.stems.keys()) {
        const similar = similarity(stem, other);
        if (similar > 0) add(other, similar);
      }
    return weights;
  }

  private add(server: string, tools: readonly T[]): void {
    const { weights, counts, frequencies } = this;
    // The postings, tool by tool.
    const [ends, given, often]: [number[], number[], number[]] = [[], [], []];
    const present: number[] = [];
    const nameStems: number[][] = [];
    for (const tool of tools) {
      nameStems.push(this.weigh(tool, given));
      for (let at = often.length; at < given.length; at++) {
        const stem = given[at] ?? 0;
        often.push(weights[stem] ?? 0);
        weights[stem] = 0;
        if (counts[stem] === 0) present.push(stem);
        counts[stem] = (counts[stem] ?? 0) + 1;
      }
      ends.push(given.length);
    }
    // Sorted by stem: `counts` becomes where the next posting of a stem goes.
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
    const lengths = new Float32Array(tools.length);
    let totalLength = 0;
    for (let index = 0, at = 0; index < tools.length; index++) {
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
    const names: string[] = [];
    const segment: Segment<T> = {
      tools,
      names,
      stems,
      starts,
      postingTools,
      postingWeights,
      lengths,
      totalLength,
      nameStems,
    };
    for (const [index, tool] of tools.entries()) {
      const own = { segment, index };
      for (const key of nameKeys(tool)) {
        names.push(key);
        const known = this.names.get(key);
        if (known) known.push(own);
        else this.names.set(key, [own]);
      }
    }
    this.segments.set(server, segment);
  }

  /** Words of tools that are gone stay behind. */
  private clear(): void {
    this.segments.clear();
    this.stems.clear();
    this.words.clear();
    this.stemOfWord.length = 0;
    this.names.clear();
    this.frequencies.length = 0;
    this.weights.length = 0;
    this.counts.length = 0;
  }

  private remove(server: string, segment: Segment<T>): void {
    const { stems, starts } = segment;
    for (let place = 0; place < stems.length; place++) {
      const stem = stems[place] ?? 0;
      const count = (starts[place + 1] ?? 0) - (starts[place] ?? 0);
      this.frequencies[stem] = (this.frequencies[stem] ?? 0) - count;
    }
    for (const name of segment.names) {
      const left = this.names.get(name)?.filter((place) => place.segment !== segment) ?? [];
      if (left.length > 0) this.names.set(name, left);
      else this.names.delete(name);
    }
    this.segments.delete(server);
  }

  /** Adds up how often a tool has each stem, in `weights`; appends its stems to `stems`; returns those of its name. */
  private weigh({ name, server, title, description, inputSchema }: T, stems: number[]): number[] {
    const start = stems.length;
    this.addText(name, fieldWeight.name, stems);
    const nameStems = stems.slice(start);
    this.addText(server, fieldWeight.server, stems);
    if (title !== undefined) this.addText(title, fieldWeight.title, stems);
    this.addText(description.slice(0, MAX_DESCRIPTION), fieldWeight.description, stems);
    for (const [parameter, text] of parametersOf(inputSchema)) {
      this.addText(parameter, fieldWeight.parameter, stems);
      this.addText(text, fieldWeight.parameterText, stems);
    }
    return nameStems;
  }

  private addText(text: string, weight: number, stems: number[]): void {
    const { read, weights } = this;
    read.length = 0;
    this.words.read(text, read);
    for (const word of read) {
      const stem = this.stemOfWord[word] ?? this.addWords(word);
      if (stem < 0) continue;
      const before = weights[stem] ?? 0;
      if (before === 0) stems.push(stem);
      weights[stem] = before + weight;
    }
  }

  /** Takes the words up to this one. Returns the number of its stem. */
  private addWords(last: number): number {
    let number = -1;
    for (let word = this.stemOfWord.length; word <= last; word++) {
      const stem = stemOf(this.words.word(word));
      number = stem === undefined ? -1 : (this.stems.get(stem) ?? this.stems.size);
      if (stem !== undefined && number === this.stems.size) {
        this.stems.set(stem, number);
        this.frequencies.push(0);
        this.weights.push(0);
        this.counts.push(0);
      }
      this.stemOfWord.push(number);
    }
    return number;
  }
}

function best<T>(scores: Scores<T>, limit: number): T[] {
  const found: { readonly tool: T; readonly score: number }[] = [];
  for (const [{ tools }, known] of scores)
    for (let index = 0; index < known.length; index++) {
      const score = known[index] ?? 0;
      const tool = tools[index];
      if (score === 0 || !tool || (found.length === limit && score <= (found.at(-1)?.score ?? 0))) continue;
      const place = found.findIndex((other) => other.score < score);
      found.splice(place < 0 ? found.length : place, 0, { tool, score });
      if (found.length > limit) found.pop();
    }
  return found.map(({ tool }) => tool);
}

function addPostings<T>(
  { starts, postingTools, postingWeights, lengths }: Segment<T>,
  place: number,
  rarity: number,
  meanLength: number,
  scores: Float64Array,
): void {
  const end = starts[place + 1] ?? 0;
  for (let at = starts[place] ?? 0; at < end; at++) {
    const index = postingTools[at] ?? 0;
    const often = postingWeights[at] ?? 0;
    const length = (lengths[index] ?? 0) / meanLength;
    scores[index] = (scores[index] ?? 0) + (rarity * often * (K1 + 1)) / (often + K1 * (1 - B + B * length));
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

/** Names of parameters, also of nested ones, each with what is said of it. */
function parametersOf(schema: Readonly<Record<string, unknown>>): [name: string, text: string][] {
  const found: [string, string][] = [];
  const visit = (value: unknown, depth: number): void => {
    if (!isRecord(value) || depth > MAX_DEPTH) return;
    if (isRecord(value['properties']))
      for (const [name, property] of Object.entries(value['properties'])) {
        if (found.length >= MAX_PARAMETERS) return;
        const { description, enum: values } = isRecord(property) ? property : {};
        const options = Array.isArray(values) ? values.filter((option) => typeof option === 'string') : [];
        const said = typeof description === 'string' ? description : '';
        const text = options.length === 0 ? said : `${said} ${options.slice(0, 30).join(' ')}`;
        found.push([name.slice(0, MAX_PARAMETER_TEXT), text.slice(0, MAX_PARAMETER_TEXT)]);
        visit(property, depth + 1);
      }
    visit(value['items'], depth + 1);
  };
  visit(schema, 0);
  return found;
}
