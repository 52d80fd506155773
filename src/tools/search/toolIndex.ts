/** Finds tools by words (docs/decisions/021-tool-search.md), with BM25 over names, descriptions and parameters. */
import { headText } from '../../base/common/cut.ts';
import { NameTable } from './exactNames.ts';
import { canResemble, similarity, soughtWord } from './similarity.ts';
import {
  eachText,
  nameLength,
  roomFor,
  textShare,
  UNIT,
  type OnText,
  type SearchableTool,
} from './toolText.ts';
import { foldedStemOf, stemsOf, synonymsOf, wordsOf } from './words.ts';

export type { SearchableTool } from './toolText.ts';

/** Parameters of BM25: the saturation of repeated words, and the penalty of long texts. */
const K1 = 2;
const B = 0.75;
/** Share by which the score rises for a name whose words are all in the query. */
const NAME_COVERED = 0.5;
const SYNONYM = 0.4;
/** Most words of a name that are compared for that. */
const MAX_NAME_STEMS = 20;
/** Words that are read for each stem, because texts repeat them. */
const REPEATED = 2;
/** Most new stems that one server may add from texts and from names. Real servers with 50 tools have about 1,000. */
const MAX_NEW = { ofTexts: 4_000, ofNames: 8_000 };
/**
 * Most stems of all servers, up to which texts and names add new ones. The limit for names is higher, so that tools can
 * always be found by name.
 */
const MAX_ALL = { ofTexts: 20_000, ofNames: 24_000 };
/** Length of a query that is read, and most stems of it that are searched for. The rarest stems say most. */
export const MAX_QUERY = 1_000;
const MAX_STEMS = 32;
/** Most stems that are searched for, including synonyms and similar ones. */
const MAX_RELATED = 80;
/** Most stems of a query that are considered for similarity, and that are compared with all others. */
const MAX_QUERIED = 200;
const MAX_SOUGHT = 6;
/** Most stems that one search compares letter by letter: a server may have very many that are nearly the same. */
const MAX_COMPARED = 5_000;
/**
 * Most occurrences of stems that one search adds up, the rarest stems first. A word of nearly all tools says nothing.
 */
const MAX_POSTINGS = 80_000;

interface IndexedTool<T> {
  readonly tool: T;
  readonly server: string;
  readonly nameStems: readonly string[];
  /** Sum of the weights of its stems. */
  readonly length: number;
}

interface Posting<T> {
  readonly indexed: IndexedTool<T>;
  /** Number of times that the tool has the stem, weighted by field, in units of `UNIT`. */
  readonly weight: number;
}

interface IndexedServer<T> {
  readonly source: readonly T[];
  readonly tools: readonly IndexedTool<T>[];
  /** Keys of the server in the tables, to remove them again. */
  readonly stems: ReadonlySet<string>;
  readonly names: readonly string[];
}

type Scores<T> = Map<IndexedTool<T>, number>;

export class ToolIndex<T extends SearchableTool> {
  private readonly servers = new Map<string, IndexedServer<T>>();
  private readonly postings = new Map<string, Posting<T>[]>();
  private readonly names = new NameTable<IndexedTool<T>>();
  private room = 0;
  private meanLength = 1;
  private size = 0;

  /** Sets the tools of each server. Only servers whose tools have changed are indexed again. */
  update(servers: ReadonlyMap<string, readonly T[]>): void {
    const room = roomFor([...servers.values()].map(({ length }) => length));
    for (const [name, server] of this.servers) {
      const tools = servers.get(name);
      const isSame =
        room === this.room &&
        tools?.length === server.source.length &&
        tools.every((tool, index) => tool === server.source[index]);
      if (!isSame) this.remove(name, server);
    }
    this.room = room;
    for (const [name, tools] of servers) if (!this.servers.has(name)) this.add(name, tools);
    const all = [...this.servers.values()].flatMap(({ tools }) => tools);
    this.size = all.length;
    this.meanLength = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  }

  /** Returns the best matching tools, best first. Tools whose name is in the query precede all others. */
  search(
    query: string,
    { server, limit }: { readonly server?: string | undefined; readonly limit: number },
  ): T[] {
    const text = headText(query, MAX_QUERY);
    const isSearched = (indexed: IndexedTool<T>): boolean =>
      server === undefined || indexed.server === server;
    const scores = this.scores(text, isSearched);
    const named = this.names.matches(text, limit, isSearched, (indexed) => scores.get(indexed) ?? 0);
    const first = new Set([...named].map(({ tool }) => tool));
    if (first.size < limit) for (const tool of this.best(scores)) first.add(tool);
    return [...first].slice(0, limit);
  }

  /** Tools with equal scores stay in the order of servers and tools. */
  private best(scores: Scores<T>): readonly T[] {
    const found = [...this.servers.values()].flatMap(({ tools }) => tools.filter((each) => scores.has(each)));
    return found
      .sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))
      .map(({ tool }) => tool);
  }

  private scores(text: string, isSearched: (indexed: IndexedTool<T>) => boolean): Scores<T> {
    const rarities = this.rarities(text);
    const scores: Scores<T> = new Map();
    const least = UNIT * K1 * (1 - B);
    const ofLength = (UNIT * K1 * B) / this.meanLength;
    let left = MAX_POSTINGS;
    for (const [stem, rarity] of rarities) {
      if (left <= 0) break;
      const postings = this.postings.get(stem) ?? [];
      left -= postings.length;
      for (const { indexed, weight } of postings) {
        if (!isSearched(indexed)) continue;
        const score = (rarity * (K1 + 1) * weight) / (weight + least + ofLength * indexed.length);
        scores.set(indexed, (scores.get(indexed) ?? 0) + score);
      }
    }
    // Tools whose names have no other words than the query are preferred.
    for (const [indexed, score] of scores) {
      const { nameStems } = indexed;
      const covered = nameStems.filter((stem) => rarities.has(stem)).length;
      if (covered > 0) scores.set(indexed, score * (1 + (NAME_COVERED * covered) / nameStems.length));
    }
    return scores;
  }

  /** Returns the stems to search for with their weights, the rarest first. */
  private rarities(text: string): ReadonlyMap<string, number> {
    const queried = [...stemsOf(text)];
    const frequency = (stem: string): number => this.postings.get(stem)?.length ?? 0;
    const known = queried
      .filter((stem) => frequency(stem) > 0)
      .sort((one, other) => frequency(one) - frequency(other))
      .slice(0, MAX_STEMS);
    const weights = new Map(known.map((stem) => [stem, 1]));
    const add = (stem: string, weight: number): void => {
      if ((weights.get(stem) ?? 0) < weight) weights.set(stem, weight);
    };
    for (const stem of queried.slice(0, 2 * MAX_STEMS))
      for (const synonym of synonymsOf(stem)) if (frequency(synonym) > 0) add(synonym, SYNONYM);
    this.eachSimilar(queried, add);
    const rarity = (stem: string): number =>
      Math.log(1 + (this.size - frequency(stem) + 0.5) / (frequency(stem) + 0.5));
    const all = [...weights].map(([stem, weight]): [string, number] => [stem, weight * rarity(stem)]);
    // Equal weights are sorted by letters, so that sums do not depend on the order of the servers.
    all.sort(([stem, one], [otherStem, other]) => other - one || (stem < otherStem ? -1 : 1));
    return new Map(all.slice(0, MAX_RELATED));
  }

  /** Calls `on` with stems of tools that are similar to one of the query. */
  private eachSimilar(queried: readonly string[], on: (stem: string, weight: number) => unknown): void {
    const sought = queried
      .slice(0, MAX_QUERIED)
      .map((stem) => soughtWord(stem, this.postings.has(stem)))
      .filter(canResemble)
      // Stems that no tool has come first, because they find nothing by themselves.
      .sort((one, other) => Number(one.isKnown) - Number(other.isKnown))
      .slice(0, MAX_SOUGHT);
    let left = MAX_COMPARED;
    const mayCompare = (): boolean => left-- > 0;
    for (const one of sought)
      for (const stem of this.postings.keys()) {
        const weight = similarity(one, stem, mayCompare);
        if (weight > 0) on(stem, weight);
      }
  }

  private add(server: string, tools: readonly T[]): void {
    const share = textShare(tools, this.room);
    const length = nameLength(tools);
    const stems = new Set<string>();
    const names: string[] = [];
    const before = this.postings.size;
    const canTake = (stem: string, kind: keyof typeof MAX_NEW): boolean =>
      stems.has(stem) ||
      this.postings.has(stem) ||
      (this.postings.size < MAX_ALL[kind] && this.postings.size - before < MAX_NEW[kind]);
    const indexed = tools.map((tool): IndexedTool<T> => {
      const { weights, nameStems } = readTool(tool, share, (stem, kind) => canTake(stem, kind));
      const sum = [...weights.values()].reduce((all, weight) => all + weight, 0);
      const one = { tool, server, nameStems, length: sum };
      for (const [stem, weight] of weights) {
        stems.add(stem);
        const known = this.postings.get(stem);
        if (known) known.push({ indexed: one, weight });
        else this.postings.set(stem, [{ indexed: one, weight }]);
      }
      names.push(...this.names.add(tool, one, length));
      return one;
    });
    this.servers.set(server, { source: tools, tools: indexed, stems, names });
  }

  private remove(name: string, { stems, names }: IndexedServer<T>): void {
    for (const stem of stems) {
      const left = (this.postings.get(stem) ?? []).filter(({ indexed }) => indexed.server !== name);
      if (left.length > 0) this.postings.set(stem, left);
      else this.postings.delete(stem);
    }
    for (const key of names) this.names.remove(key, (indexed) => indexed.server === name);
    this.servers.delete(name);
  }
}

/** Returns the weight of each stem in the tool, and the stems of its name. */
function readTool(
  tool: SearchableTool,
  share: ReturnType<typeof textShare>,
  canTake: (stem: string, kind: keyof typeof MAX_NEW) => boolean,
): { readonly weights: ReadonlyMap<string, number>; readonly nameStems: readonly string[] } {
  const weights = new Map<string, number>();
  let nameStems: readonly string[] | undefined;
  let left = REPEATED * share.stems;
  const reader =
    (kind: keyof typeof MAX_NEW): OnText =>
    (text, length, weight) => {
      for (const word of wordsOf(text.slice(0, length))) {
        if (left <= 0) break;
        left--;
        const stem = foldedStemOf(word);
        if (stem === undefined) continue;
        const before = weights.get(stem);
        if (before === undefined && (weights.size >= share.stems || !canTake(stem, kind))) continue;
        weights.set(stem, (before ?? 0) + weight);
      }
      return left > 0;
    };
  const onName = reader('ofNames');
  eachText(tool, share, {
    onName: (text, length, weight) => {
      const isMore = onName(text, length, weight);
      nameStems ??= [...weights.keys()].slice(0, MAX_NAME_STEMS);
      return isMore;
    },
    onText: reader('ofTexts'),
  });
  return { weights, nameStems: nameStems ?? [] };
}
