/** Finds tools by words (docs/decisions/021-tool-search.md): BM25 over names, descriptions and parameters. */
import { headText } from '../../base/common/cut.ts';
import { NameTable } from './exactNames.ts';
import { addPostings, preferNames, SegmentBuilder, type Segment } from './segment.ts';
import { nameLength, roomFor, type SearchableTool } from './toolText.ts';
import { MAX_WORDS, Vocabulary } from './vocabulary.ts';
import { stemsOf, synonymsOf } from './words.ts';

export type { SearchableTool } from './toolText.ts';

const SYNONYM = 0.4;
/** Characters of a query that are read, and stems of it that are searched for: the rarest say most. */
export const MAX_QUERY = 1_000;
const MAX_STEMS = 32;
/** With others that mean or resemble them. */
const MAX_RELATED = 80;
/** Places of stems in tools that one search adds up, the rarest first: a word of nearly all tools says nothing. */
const MAX_POSTINGS = 80_000;

interface Place<T> {
  readonly segment: Segment<T>;
  readonly index: number;
}

interface IndexedServer<T> {
  readonly segment: Segment<T>;
  /** What it has in the table, to be taken out again. */
  readonly names: readonly string[];
}

type Scores<T> = Map<Segment<T>, Float64Array>;

export class ToolIndex<T extends SearchableTool> {
  private readonly servers = new Map<string, IndexedServer<T>>();
  private readonly vocabulary = new Vocabulary();
  private readonly builder = new SegmentBuilder<T>(this.vocabulary);
  private readonly names = new NameTable<Place<T>>();
  /** By stem, while a search goes on. */
  private readonly isQueried = new Uint8Array(MAX_WORDS);
  private room = 0;
  private meanLength = 1;
  private size = 0;
  /** Tools that were taken out. Their words stay behind. */
  private gone = 0;

  /** Takes the tools of each server. Only servers whose tools are others than before are indexed. */
  update(servers: ReadonlyMap<string, readonly T[]>): void {
    for (const [name, server] of this.servers) {
      const known = server.segment.tools;
      const tools = servers.get(name);
      const isSame = tools?.length === known.length && tools.every((tool, index) => tool === known[index]);
      if (!isSame) this.remove(name, server);
    }
    const room = roomFor([...servers.values()].map(({ length }) => length));
    if (room !== this.room || (this.vocabulary.isFull && this.gone > this.size)) this.clear();
    this.room = room;
    for (const [name, tools] of servers) if (!this.servers.has(name)) this.add(name, tools);
    const all = [...this.servers.values()];
    this.size = all.reduce((sum, { segment }) => sum + segment.tools.length, 0);
    const total = all.reduce((sum, { segment }) => sum + segment.totalLength, 0);
    this.meanLength = total / Math.max(1, this.size);
  }

  /** The tools that fit the query best, best first. A tool whose name is in the query precedes all others. */
  search(
    query: string,
    { server, limit }: { readonly server?: string | undefined; readonly limit: number },
  ): T[] {
    const text = headText(query, MAX_QUERY);
    const only = server === undefined ? undefined : this.servers.get(server)?.segment;
    if (server !== undefined && !only) return [];
    const scores = this.scores(
      text,
      only ? [only] : [...this.servers.values()].map(({ segment }) => segment),
    );
    const named = this.names.matches(
      text,
      limit,
      ({ segment }) => !only || segment === only,
      ({ segment, index }) => scores.get(segment)?.[index] ?? 0,
    );
    const first = new Set<T>();
    for (const { segment, index } of named) {
      const tool = segment.tools[index];
      if (tool) first.add(tool);
    }
    if (first.size < limit) for (const tool of best(scores, limit)) first.add(tool);
    return [...first].slice(0, limit);
  }

  private scores(text: string, searched: readonly Segment<T>[]): Scores<T> {
    const rarities = this.rarities(text);
    const { isQueried } = this;
    const scores: Scores<T> = new Map();
    let left = MAX_POSTINGS;
    for (const [stem, rarity] of rarities) {
      if (left <= 0) break;
      for (const segment of searched) {
        const known = scores.get(segment) ?? new Float64Array(segment.tools.length);
        const found = addPostings(segment, stem, rarity, this.meanLength, known);
        if (found > 0) scores.set(segment, known);
        left -= found;
      }
    }
    for (const stem of rarities.keys()) isQueried[stem] = 1;
    for (const [segment, known] of scores) preferNames(segment, isQueried, known);
    for (const stem of rarities.keys()) isQueried[stem] = 0;
    return scores;
  }

  /** The stems to look for, the rarest first, with what each counts. */
  private rarities(text: string): Map<number, number> {
    const { vocabulary, size } = this;
    const { frequencies } = vocabulary;
    const queried = [...stemsOf(text)];
    const rarity = (stem: number): number => {
      const found = frequencies[stem] ?? 0;
      return Math.log(1 + (size - found + 0.5) / (found + 0.5));
    };
    const known = queried
      .flatMap((stem) => vocabulary.find(stem) ?? [])
      .sort((one, other) => (frequencies[one] ?? 0) - (frequencies[other] ?? 0))
      .slice(0, MAX_STEMS);
    const weights = new Map(known.map((stem) => [stem, 1]));
    const add = (stem: number, weight: number): void => {
      if ((weights.get(stem) ?? 0) < weight) weights.set(stem, weight);
    };
    for (const stem of queried.slice(0, 2 * MAX_STEMS))
      for (const synonym of synonymsOf(stem)) {
        const number = vocabulary.find(synonym);
        if (number !== undefined) add(number, SYNONYM);
      }
    vocabulary.eachSimilar(queried, add);
    const all = [...weights].map(([stem, weight]): [number, number] => [stem, weight * rarity(stem)]);
    return new Map(all.sort(([, one], [, other]) => other - one).slice(0, MAX_RELATED));
  }

  private add(server: string, tools: readonly T[]): void {
    const segment = this.builder.build(tools, this.room);
    const length = nameLength(tools);
    const names = tools.flatMap((tool, index) => this.names.add(tool, { segment, index }, length));
    this.servers.set(server, { segment, names });
  }

  private remove(server: string, { segment, names }: IndexedServer<T>): void {
    const { frequencies } = this.vocabulary;
    const { stems, starts } = segment;
    for (let place = 0; place < stems.length; place++) {
      const stem = stems[place] ?? 0;
      const count = (starts[place + 1] ?? 0) - (starts[place] ?? 0);
      frequencies[stem] = (frequencies[stem] ?? 0) - count;
    }
    for (const name of names) this.names.remove(name, (place) => place.segment === segment);
    this.servers.delete(server);
    this.gone += segment.tools.length;
  }

  private clear(): void {
    this.servers.clear();
    this.vocabulary.clear();
    this.names.clear();
    this.gone = 0;
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
