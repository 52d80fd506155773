/** toolSearch: how well and how quickly tools are found, in a file of tools and tasks (`--data`) and among 5,000. */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { processorTime } from '../../test/fixtures/processorTime.ts';
import { Conversation, ToolOffers } from '../../src/agent/index.ts';
import { groupsOf, withGroupSwitched, type PricedTool } from '../../src/editor/toolRows.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import type { Tool, ToolSet } from '../../src/tools/index.ts';
import { ToolIndex, type SearchableTool } from '../../src/tools/search/toolIndex.ts';
import { single, type Figure } from '../figure.ts';

const SERVERS = 100;
const TOOLS_OF_EACH = 50;
const ROUNDS = 9;
/** Servers that are changed one after the other: one alone is shorter than what the processor's clock tells. */
const RENEWED = 10;
const ranks = [1, 5, 10] as const;

/** A file of `--data`: servers with their tools, and tasks with the tools that people judged necessary. */
interface Data {
  readonly servers: readonly {
    readonly name: string;
    readonly tools: readonly {
      readonly name: string;
      readonly title?: string;
      readonly description?: string | null;
      readonly inputSchema?: Readonly<Record<string, unknown>>;
    }[];
  }[];
  readonly queries: readonly {
    readonly question: string;
    readonly steps: readonly string[];
    /** Each a wanted tool, as `server/tool`; any of an element counts. */
    readonly tools: readonly (readonly string[])[];
  }[];
}

export async function measureToolSearch(file?: string): Promise<Figure[]> {
  const data = file === undefined ? undefined : (JSON.parse(await readFile(file, 'utf8')) as Data);
  return [...(data ? quality(data) : []), ...(await speed(data))];
}

function quality(data: Data): Figure[] {
  const servers = new Map(
    data.servers.map(({ name: server, tools }) => [server, tools.map((tool) => searchable(server, tool))]),
  );
  const index = new ToolIndex<SearchableTool>();
  index.update(servers);
  const find = (query: string): string[] =>
    index.search(query, { limit: Math.max(...ranks) }).map(({ server, name }) => `${server}/${name}`);
  const mean = (rank: number, queriesOf: (task: Data['queries'][number]) => readonly string[]): number => {
    const recalls = data.queries.map((task) => {
      const lists = queriesOf(task).map((query) => find(query).slice(0, rank));
      const found = task.tools.filter((wanted) =>
        lists.some((list) => list.some((tool) => wanted.includes(tool))),
      );
      return found.length / task.tools.length;
    });
    return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
  };
  const tools = [...servers.values()].flat();
  const named = tools.flatMap((tool) =>
    [tool.name, tool.wireName, tool.title ?? tool.name, `Call ${tool.name}, please.`].map((query) => {
      const [first] = index.search(query, { limit: 1 });
      return query === tool.wireName
        ? first === tool
        : [first?.name, first?.title].some((name) => name === tool.name || name === tool.title);
    }),
  );
  const aims: Readonly<Record<number, number>> = { 5: 0.75, 10: 0.82 };
  const share = (name: string, what: string, value: number, min?: number): Figure =>
    single(
      {
        name: `toolSearch.${name}`,
        what,
        unit: 'of 1',
        ...(min !== undefined && { aim: { kind: 'value', min } }),
      },
      [value],
    );
  return [
    ...ranks.map((rank) =>
      share(
        `steps${rank}`,
        `wanted tools in the first ${rank}, by steps`,
        mean(rank, ({ steps }) => steps),
        aims[rank],
      ),
    ),
    ...ranks.map((rank) =>
      share(
        `questions${rank}`,
        `the same in the first ${rank}, by whole questions`,
        mean(rank, ({ question }) => [question]),
      ),
    ),
    share('names', 'tools that come first by their names', named.filter(Boolean).length / named.length, 1),
  ];
}

async function speed(data: Data | undefined): Promise<Figure[]> {
  const servers = manyTools(data);
  const queries = data?.queries.flatMap(({ steps, question }) => [...steps, question]) ?? [
    'look up the newest records of a customer',
    'cancel the invoice and notify its owner',
    'service12_archive_order',
    'lok up ordrs',
  ];
  const made: number[] = [];
  const renewed: number[] = [];
  const searched: number[] = [];
  const held: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = heldBytes();
    const index = new ToolIndex<SearchableTool>();
    made.push(timeOf(() => index.update(servers)));
    held.push(heldBytes() - before);
    const others = [...servers].slice(0, RENEWED).map(([name, tools]): typeof servers => {
      const changed = tools.map((tool) => ({ ...tool }));
      return new Map(servers).set(name, changed);
    });
    // Each takes back what the one before it changed, too.
    renewed.push(timeOf(() => others.forEach((each) => index.update(each))) / (2 * RENEWED - 1));
    const time = timeOf(() => queries.forEach((query) => index.search(query, { limit: 10 })));
    searched.push(time / queries.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const all = toolsOf(servers);
  const offered: number[] = [];
  const picked: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    offered.push(timeOf(() => offerOf(all, round)));
    picked.push(timeOf(() => markOne(all)));
  }
  const label = (name: string, what: string, max: number) =>
    ({ name: `toolSearch.${name}`, what, unit: 'ms', aim: { kind: 'value', max } }) as const;
  return [
    single(label('index', 'indexing 5,000 tools', 150), made),
    single(label('renew', 'indexing one server of 100 again', 10), renewed),
    single(label('search', 'a search among them', 5), searched),
    single(label('offer', 'what the first request of a turn carries of them', 50), offered),
    single(label('picker', 'the rows of the tools picker, and one that is marked', 50), picked),
    single(
      {
        name: 'toolSearch.memory',
        what: 'what the index holds',
        unit: 'bytes',
        aim: { kind: 'value', max: 15_000_000 },
      },
      held,
    ),
  ];
}

function toolsOf(servers: ReadonlyMap<string, readonly SearchableTool[]>): ToolSet {
  return new Map(
    [...servers.values()]
      .flat()
      .map(({ wireName, server, name, description, inputSchema }): [string, Tool] => [
        wireName,
        {
          name,
          description,
          inputSchema,
          source: { kind: 'mcp', server },
          usualNeed: 'unknown',
          fingerprint: () => ({ origin: server, definition: name }),
          hints: {},
          call: () => Promise.reject(new Error('No tool of a measurement is called.')),
        } as unknown as Tool,
      ]),
  );
}

/** With nothing known of the tools. */
function offerOf(all: ToolSet, round: number): number {
  const fresh = new Map([...all].map(([name, tool]) => [name, { ...tool }]));
  const conversation = new Conversation(`bench ${round}`);
  conversation.append({ role: 'user', text: 'Cancel an invoice.' });
  const model = createOpenAiModel({ baseURL: 'http://127.0.0.1:9/v1', model: 'none', canCallTools: true });
  const offer = new ToolOffers().begin({
    conversation,
    model,
    maxTokens: 6_400,
    window: 128_000,
    alwaysSend: [],
    instructions: () => undefined,
  });
  offer.searchable(fresh);
  return offer.select(fresh).sent.size;
}

function markOne(all: ToolSet): number {
  const tools = [...all].map(([wireName, tool]): PricedTool => ({
    wireName,
    tool,
    source: tool.source.kind === 'mcp' ? tool.source.server : '',
    isOn: true,
    tokens: 100,
  }));
  const groups = groupsOf(tools);
  const [first] = groups;
  return first ? withGroupSwitched(first, new Set(tools)).size : 0;
}

/** 100 servers with 50 tools each: those of the file under other names, or made ones. */
function manyTools(data: Data | undefined): Map<string, SearchableTool[]> {
  const given = data?.servers.flatMap(({ tools }) => tools) ?? madeTools();
  return new Map(
    [...Array(SERVERS).keys()].map((number) => {
      const server = `service${number}`;
      const tools = [...Array(TOOLS_OF_EACH).keys()].map((place) => {
        const index = number * TOOLS_OF_EACH + place;
        const tool = given[index % given.length] ?? { name: 'none' };
        return searchable(server, { ...tool, name: `${server}_${tool.name}_${place}` });
      });
      return [server, tools];
    }),
  );
}

function madeTools(): Data['servers'][number]['tools'] {
  const verbs = ['list', 'read', 'archive', 'cancel', 'notify', 'merge', 'export'];
  const things = [
    'order',
    'invoice',
    'customer',
    'report',
    'shipment',
    'ticket',
    'branch',
    'image',
    'employee',
  ];
  return verbs.flatMap((verb) =>
    things.map((thing) => ({
      name: `${verb}_${thing}`,
      description:
        `Does "${verb}" with each ${thing} that fits the filter, checks who may do that, and says what came of it. `.repeat(
          4,
        ),
      inputSchema: {
        type: 'object',
        properties: {
          [`${thing}Id`]: {
            type: 'string',
            description: `The ${thing}, by the id that a list of them shows`,
          },
          limit: { type: 'integer', description: 'How many records at most' },
          order: { type: 'string', enum: ['newest', 'oldest', 'relevance'] },
        },
      },
    })),
  );
}

function searchable(server: string, tool: Data['servers'][number]['tools'][number]): SearchableTool {
  const { name, title, description, inputSchema = {} } = tool;
  return {
    server,
    name,
    title,
    description: description ?? '',
    inputSchema,
    wireName: `mcp__${server}__${name}`,
  };
}

/** In processor time, which does not grow with what else the machine does. */
function timeOf(action: () => unknown): number {
  const time = processorTime();
  action();
  return time();
}

function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
