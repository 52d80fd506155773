/** toolSearch at worst: servers with endless texts and names, and queries of which nearly each word is in all tools. */
import { ToolIndex, type SearchableTool } from '../../src/tools/search/toolIndex.ts';
import { single, type Figure } from '../figure.ts';
import { heldBytes, timeOf } from './measure.ts';
import { searchable } from './toolData.ts';

const SERVERS = 100;
const TOOLS_OF_EACH = 50;
const WORST_ROUNDS = 5;
/** One alone is shorter than what the processor's clock tells. */
const SEARCHES = 10;

/**
 * Measures the worst that servers and models can do: 5,000 tools with endless texts, and queries of which nearly each
 * word is in all of them.
 */
export function worstCases(): Figure[] {
  const made: number[] = [];
  const held: number[] = [];
  const searched: number[] = [];
  for (const [kind, makeCatalog] of Object.entries(worstCatalogs())) {
    const servers = makeCatalog();
    made.push(leastTime(WORST_ROUNDS, () => new ToolIndex<SearchableTool>().update(servers)));
    const before = heldBytes();
    const index = new ToolIndex<SearchableTool>();
    index.update(servers);
    held.push(heldBytes() - before);
    for (const [name, query] of Object.entries(worstQueries(servers))) {
      const time = leastTime(WORST_ROUNDS, () => {
        for (let round = 0; round < SEARCHES; round++) index.search(query, { limit: 25 });
      });
      searched.push(time / SEARCHES);
      if (process.env['PATCHBAY_BENCH_DETAILS'] === '1')
        console.error(`${kind}, ${name}: ${(time / SEARCHES).toFixed(2)} ms`);
    }
    if (process.env['PATCHBAY_BENCH_DETAILS'] === '1')
      console.error(`${kind}: index ${made.at(-1)?.toFixed(0)} ms, ${held.at(-1)} bytes`);
  }
  const figure = (
    name: string,
    what: string,
    values: readonly number[],
    max: number,
    unit: 'ms' | 'bytes' = 'ms',
  ) => single({ name: `toolSearch.${name}`, what, unit, aim: { kind: 'value', max } }, [Math.max(...values)]);
  return [
    figure('worstIndex', 'indexing 5,000 tools with endless texts', made, 1_000),
    figure('worstSearch', 'the slowest search among them, of endless queries that hit all', searched, 50),
    figure('worstMemory', 'what the index of them holds', held, 40_000_000, 'bytes'),
  ];
}

/** The least of some rounds: what else the machine does only adds to it. */
function leastTime(rounds: number, action: () => unknown): number {
  return Math.min(...Array.from({ length: rounds }, () => timeOf(action)));
}

type Catalog = ReadonlyMap<string, readonly SearchableTool[]>;

function worstCatalogs(): Readonly<Record<string, () => Catalog>> {
  const of = (make: (index: number) => Partial<SearchableTool>) => (): Catalog =>
    new Map(
      Array.from({ length: SERVERS }, (_, number): [string, SearchableTool[]] => [
        `service${number}`,
        Array.from({ length: TOOLS_OF_EACH }, (__, place) => {
          const index = number * TOOLS_OF_EACH + place;
          const tool = { ...searchable(`service${number}`, `tool_${index}`, {}), ...make(index) };
          // Texts that are put together take more memory once they are read, as those of a server are.
          return JSON.parse(JSON.stringify(tool)) as SearchableTool;
        }),
      ]),
    );
  const parameters = (text: string): Record<string, unknown> => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`parameter${index}`, { description: text }]),
    ),
  });
  const common = Array.from({ length: 60 }, (_, index) => wordOf(index)).join(' ');
  const thai = 'ค้นหาไฟล์ในโฟลเดอร์และแสดงผลลัพธ์ทั้งหมดที่ตรงกับคำค้น ';
  const han = (index: number): string =>
    Array.from({ length: 2_000 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((index * 7_919 + at * 104_729) % 20_000)),
    ).join('');
  return {
    'new words': of((index) => ({
      description: Array.from({ length: 2_000 }, (_, at) => wordOf(index * 2_000 + at)).join(' '),
      inputSchema: parameters(wordOf(index * 31)),
    })),
    'common words': of(() => ({
      title: common,
      description: common.repeat(50),
      inputSchema: parameters(common),
    })),
    'one name': of(() => ({ name: 'search', title: 'Search all', description: common })),
    'names that begin alike': of((index) => ({
      name: 'a'.repeat(1 + (index % 200)),
      title: '天'.repeat(1 + (index % 200)),
      description: common,
    })),
    Chinese: of((index) => ({ title: han(index).slice(0, 40), description: han(index) })),
    Thai: of((index) => ({ title: `${thai}${index}`, description: thai.repeat(60) })),
    accents: of((index) => ({ description: `größé${index} naïve übér ${common} `.repeat(60) })),
    'new words in Russian': of((index) => {
      const words = Array.from({ length: 500 }, (_, at) => cyrillic(wordOf(index * 500 + at)));
      return {
        title: words.join(' '),
        description: words.join(' '),
        inputSchema: parameters(words[0] ?? ''),
      };
    }),
    'long names': of((index) => {
      const name = `${index}${'Überprüfung von Größen '.repeat(200)}`;
      return { name, title: name, description: name };
    }),
    'marks in a row': of((index) => {
      const text = `x${index}${'\u0315'.repeat(1_000)}${'\u0316'.repeat(1_000)}`;
      return { name: text, title: text, description: text };
    }),
    'signs that stand for many': of((index) => {
      const text = `${index}${'\uFDFA\u3300\u33FF'.repeat(1_000)}`;
      return { name: text, title: text, description: text };
    }),
    'rare letters': of((index) => {
      const text = Array.from({ length: 1_000 }, (_, at) =>
        String.fromCodePoint(0x1_0400 + ((index + at) % 40), 0x1_0400 + ((index * 7 + at * 3) % 40), 32),
      ).join('');
      return { title: text, description: text };
    }),
    'the same letters': of((index) => ({
      description: Array.from({ length: 200 }, (_, at) => mixedWord(index * 200 + at)).join(' '),
    })),
  };
}

function worstQueries(servers: Catalog): Readonly<Record<string, string>> {
  const tools = [...servers.values()].flat();
  const texts = tools
    .slice(0, 40)
    .map(({ name, title, description }) => `${name} ${title ?? ''} ${description}`);
  const [first] = tools;
  return {
    'their own texts': texts.join(' '),
    'the text of one': `${first?.title ?? ''} ${first?.description ?? ''}`,
    'its name': first?.name ?? '',
    'names in a text': tools.map(({ title, name }) => title ?? name).join(' '),
    'unknown words': Array.from(
      { length: 5_000 },
      (_, index) => `${wordOf(index)}q${wordOf(index + 7)}`,
    ).join(' '),
    'words like others': Array.from({ length: 200 }, (_, index) => `${mixedWord(index * 37)}s`).join(' '),
    'marks in a row': `x${'\u0315'.repeat(5_000)}${'\u0316'.repeat(5_000)}`,
    'one letter': 'a'.repeat(100_000),
    'one character': '天'.repeat(100_000),
    'no spaces': tools
      .slice(0, 100)
      .map(({ title, description }) => title ?? description)
      .join('')
      .replaceAll(' ', ''),
    signs: '+-. "'.repeat(20_000),
  };
}

function cyrillic(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(0x430 + letter.charCodeAt(0) - 97));
}

/** Different words of the same letters, each like many others. */
function mixedWord(number: number): string {
  const letters = Array.from('reaction');
  let word = 'p';
  for (let left = number; letters.length > 0; left = Math.floor(left / 8))
    word += letters.splice(left % letters.length, 1).join('');
  return word;
}

/** Different words of letters, of about the length of real ones. */
function wordOf(number: number): string {
  let word = '';
  for (let left = (number + 1) * 2_654_435_761; left >= 1; left = Math.floor(left / 24))
    word += 'etaoinsrhldcumfpgwybvkxj'[left % 24];
  return word;
}
