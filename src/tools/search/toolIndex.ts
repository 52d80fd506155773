/** Finds tools by words (docs/decisions/021-tool-search.md): BM25 over names, descriptions and parameters. */
import { isRecord } from '../../base/common/guards.ts';
import { exactMatches, nameKeys } from './exactNames.ts';
import { stemOf, stemsOf, synonymsOf, wordsOf } from './words.ts';
import { similarity } from './similarity.ts';

/** A tool as the index sees it. */
export interface SearchableTool {
  readonly server: string;
  readonly wireName: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** How much a word counts in a field. */
const fieldWeight = { name: 3, server: 2, title: 2, description: 1, parameter: 0.3, parameterText: 0.15 };
/** BM25's saturation of repeated words, and how much long texts lose. */
const K1 = 2;
const B = 0.75;
/** What a synonym counts beside the word itself. */
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

/** The tools of one server. Never changed, only replaced. */
interface Segment<T> {
  readonly tools: readonly T[];
  /** What it has in the index, to be taken out again. */
  readonly stems: readonly number[];
  readonly names: readonly string[];
  /** Of each posting the tool, and how often it has the stem, weighted by field. */
  readonly postingTools: Uint32Array;
  readonly postingWeights: Float32Array;
  readonly lengths: Float32Array;
  /** The stems of each tool's name. */
  readonly nameStems: readonly (readonly number[])[];
}

/** A stem's postings in a segment. */
interface Postings<T> {
  readonly segment: Segment<T>;
  readonly start: number;
  readonly count: number;
}

/** A tool in the index. */
interface Place<T> {
  readonly segment: Segment<T>;
  readonly index: number;
}

type Scores<T> = Map<Segment<T>, Float64Array>;

export class ToolIndex<T extends SearchableTool> {
  private readonly segments = new Map<string, Segment<T>>();
  /** Stems by what they are numbered in the order in which they came. */
  private readonly stems = new Map<string, number>();
  private readonly postings: Postings<T>[][] = [];
  /** The stem of each word as it was written, for the words of tools are few; -1 for none. */
  private readonly words = new Map<string, number>();
  /** By stem, of the tool that is being added; zero in between. */
  private readonly weights: number[] = [];
  private readonly names = new Map<string, Place<T>[]>();
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
    const total = all.reduce(
      (sum, { lengths }) => sum + lengths.reduce((part, length) => part + length, 0),
      0,
    );
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
    for (const [stem, weight] of weights) {
      const postings = this.postings[stem] ?? [];
      const found = postings.reduce((sum, { count }) => sum + count, 0);
      const rarity = weight * Math.log(1 + (this.size - found + 0.5) / (found + 0.5));
      for (const posting of postings) {
        const { segment } = posting;
        if (!isSearched(segment)) continue;
        let known = scores.get(segment);
        if (!known) scores.set(segment, (known = new Float64Array(segment.tools.length)));
        addPostings(posting, rarity, this.meanLength, known);
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
      if (isNew && this.postings[number]?.length) weights.set(number, weight);
    };
    const unknown: string[] = [];
    for (const stem of queried) {
      const number = this.stems.get(stem) ?? -1;
      if (!this.postings[number]?.length) unknown.push(stem);
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
    const lists = new Map<number, number[]>();
    const names = new Set<string>();
    const nameStems: number[][] = [];
    const lengths = new Float32Array(tools.length);
    let size = 0;
    for (const [index, tool] of tools.entries()) {
      for (const stem of this.weigh(tool)) {
        const weight = this.weights[stem] ?? 0;
        this.weights[stem] = 0;
        lengths[index] = (lengths[index] ?? 0) + weight;
        const list = lists.get(stem);
        if (list) list.push(index, weight);
        else lists.set(stem, [index, weight]);
        size++;
      }
      nameStems.push(
        [...new Set(wordsOf(tool.name).map((word) => this.stemNumber(word)))].filter((stem) => stem >= 0),
      );
    }
    const postingTools = new Uint32Array(size);
    const postingWeights = new Float32Array(size);
    const keys = tools.map(nameKeys);
    for (const key of keys.flatMap((own) => [...own])) names.add(key);
    const segment: Segment<T> = {
      tools,
      stems: [...lists.keys()],
      names: [...names],
      postingTools,
      postingWeights,
      lengths,
      nameStems,
    };
    let at = 0;
    for (const [stem, list] of lists) {
      const own = { segment, start: at, count: list.length / 2 };
      const known = this.postings[stem];
      if (known) known.push(own);
      else this.postings[stem] = [own];
      for (let entry = 0; entry < list.length; entry += 2, at++) {
        postingTools[at] = list[entry] ?? 0;
        postingWeights[at] = list[entry + 1] ?? 0;
      }
    }
    for (const [index, own] of keys.entries())
      for (const key of own) {
        const known = this.names.get(key);
        if (known) known.push({ segment, index });
        else this.names.set(key, [{ segment, index }]);
      }
    this.segments.set(server, segment);
  }

  /** Words of tools that are gone stay behind. */
  private clear(): void {
    this.segments.clear();
    this.stems.clear();
    this.words.clear();
    this.names.clear();
    this.postings.length = 0;
    this.weights.length = 0;
  }

  private remove(server: string, segment: Segment<T>): void {
    const isOther = (place: { readonly segment: Segment<T> }): boolean => place.segment !== segment;
    for (const stem of segment.stems) this.postings[stem] = this.postings[stem]?.filter(isOther) ?? [];
    for (const name of segment.names) {
      const left = this.names.get(name)?.filter(isOther) ?? [];
      if (left.length > 0) this.names.set(name, left);
      else this.names.delete(name);
    }
    this.segments.delete(server);
  }

  /** Adds up how often a tool has each stem, in an array by stem; returns the stems. */
  private weigh({ name, server, title, description, inputSchema }: T): readonly number[] {
    const stems: number[] = [];
    const add = (text: string, weight: number): void => {
      for (const word of wordsOf(text)) {
        const stem = this.stemNumber(word);
        if (stem < 0) continue;
        const before = this.weights[stem] ?? 0;
        if (before === 0) stems.push(stem);
        this.weights[stem] = before + weight;
      }
    };
    add(name, fieldWeight.name);
    add(server, fieldWeight.server);
    add(title ?? '', fieldWeight.title);
    add(description.slice(0, MAX_DESCRIPTION), fieldWeight.description);
    for (const [parameter, text] of parametersOf(inputSchema)) {
      add(parameter, fieldWeight.parameter);
      add(text, fieldWeight.parameterText);
    }
    return stems;
  }

  private stemNumber(word: string): number {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    let number = -1;
    if (stem !== undefined) {
      number = this.stems.get(stem) ?? this.stems.size;
      this.stems.set(stem, number);
    }
    this.words.set(word, number);
    return number;
  }
}

/** The tools with the highest scores, best first. */
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
  { segment, start, count }: Postings<T>,
  rarity: number,
  meanLength: number,
  scores: Float64Array,
): void {
  const { postingTools, postingWeights, lengths } = segment;
  for (let at = start; at < start + count; at++) {
    const index = postingTools[at] ?? 0;
    const often = postingWeights[at] ?? 0;
    const length = (lengths[index] ?? 0) / meanLength;
    scores[index] = (scores[index] ?? 0) + (rarity * often * (K1 + 1)) / (often + K1 * (1 - B + B * length));
  }
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
        const text = `${typeof description === 'string' ? description : ''} ${options.slice(0, 30).join(' ')}`;
        found.push([name.slice(0, MAX_PARAMETER_TEXT), text.slice(0, MAX_PARAMETER_TEXT)]);
        visit(property, depth + 1);
      }
    visit(value['items'], depth + 1);
  };
  visit(schema, 0);
  return found;
}
