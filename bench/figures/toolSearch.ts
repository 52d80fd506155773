/** toolSearch: how well and how quickly tools are found, in a file of tools and tasks (`--data`) and among 5,000. */
import { readFile } from 'node:fs/promises';
import { Conversation, ToolOffers } from '../../src/agent/index.ts';
import { groupsOf, withGroupSwitched, type PricedTool } from '../../src/editor/toolRows.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import type { Tool, ToolSet } from '../../src/tools/index.ts';
import { ToolIndex, type SearchableTool } from '../../src/tools/search/toolIndex.ts';
import { single, type Figure } from '../figure.ts';
import { heldBytes, timeOf } from './measure.ts';
import { worstCases } from './toolSearchWorst.ts';
import { parseToolData, searchable, type Task, type ToolData } from './toolData.ts';

const SERVERS = 100;
const TOOLS_OF_EACH = 50;
const ROUNDS = 9;
/** Servers that are changed one after the other: one alone is shorter than what the processor's clock tells. */
const RENEWED = 10;
const ranks = [1, 5, 10] as const;

export async function measureToolSearch(file?: string): Promise<Figure[]> {
  const data = file === undefined ? undefined : parseToolData(JSON.parse(await readFile(file, 'utf8')));
  return [...(data ? quality(data) : []), ...(await speed(data)), ...worstCases()];
}

/** Recall over the tasks that can be judged, how many cannot, and exact names. */
function quality(data: ToolData): Figure[] {
  const servers = Map.groupBy(data.tools, ({ server }) => server);
  const index = new ToolIndex<SearchableTool>();
  index.update(servers);
  const find = (query: string): string[] =>
    index.search(query, { limit: Math.max(...ranks) }).map(({ server, name }) => `${server}/${name}`);
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
  const recalls = (name: string, what: string, queriesOf: (task: Task) => readonly string[]): Figure[] => {
    const judged = data.tasks.filter((task) => task.wanted.length > 0 && queriesOf(task).length > 0);
    const lists = judged.map((task) => queriesOf(task).map(find));
    const left = data.tasks.length - judged.length;
    const of =
      left === 0 ? '' : ` (${left} of ${data.tasks.length} tasks left out: nothing wanted, or nothing asked)`;
    if (judged.length === 0) return [];
    return ranks.map((rank) => {
      const each = judged.map(({ wanted }, task) => {
        const found = (lists[task] ?? []).flatMap((list) => list.slice(0, rank));
        return wanted.filter((any) => found.some((tool) => any.includes(tool))).length / wanted.length;
      });
      const mean = each.reduce((sum, recall) => sum + recall, 0) / each.length;
      return share(
        `${name}${rank}`,
        `${what.replace('#', String(rank))}${of}`,
        mean,
        name === 'steps' ? aims[rank] : undefined,
      );
    });
  };
  const known = new Set(data.tools.map(({ server, name }) => `${server}/${name}`));
  const wanted = data.tasks.flatMap((task) => task.wanted);
  const absent = wanted.filter((any) => !any.some((tool) => known.has(tool))).length;
  return [
    ...recalls('steps', 'wanted tools in the first #, by steps', ({ steps }) => steps),
    ...recalls('questions', 'the same in the first #, by whole questions', ({ question }) =>
      question === undefined ? [] : [question],
    ),
    ...(absent > 0
      ? [
          share(
            'absent',
            'wanted tools that the file does not have, and nothing can find',
            absent / wanted.length,
          ),
        ]
      : []),
    ...named(data.tools, index, share),
  ];
}

/** Each tool by its name, title and wire name: alone and in texts, in other cases and forms of Unicode. */
function named(
  tools: readonly SearchableTool[],
  index: ToolIndex<SearchableTool>,
  share: (name: string, what: string, value: number, min: number) => Figure,
): Figure[] {
  const forms: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.normalize('NFKD'),
    (name) => `${name}, s'il te plaît`,
    (name) => `Bitte "${name}".`,
    (name) => `Ejecuta ahora (${name})`,
    (name) => `请用${name}工具`,
    (name) => `今すぐ${name}`,
    (name) => `${name}를 사용`,
    (name) => `ใช้${name}เดี๋ยวนี้`,
  ];
  const tried = tools.flatMap((tool) =>
    [tool.name, tool.title, tool.wireName].flatMap((name) =>
      name === undefined || name.trim() === ''
        ? []
        : forms.map((form) => {
            const [first] = index.search(form(name), { limit: 1 });
            return first === tool || (name !== tool.wireName && [first?.name, first?.title].includes(name));
          }),
    ),
  );
  if (tried.length === 0) return [];
  return [
    share(
      'names',
      'tools that come first by their names, alone and in texts',
      tried.filter(Boolean).length / tried.length,
      1,
    ),
  ];
}

async function speed(data: ToolData | undefined): Promise<Figure[]> {
  const servers = manyTools(data);
  const own =
    data?.tasks.flatMap(({ steps, question }) => [...steps, ...(question === undefined ? [] : [question])]) ??
    [];
  const queries =
    own.length > 0
      ? own
      : [
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
    single(label('index', 'indexing 5,000 tools', 300), made),
    single(label('renew', 'indexing one server of 100 again', 10), renewed),
    single(label('search', 'a search among them', 10), searched),
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

/** Begins with nothing known of the tools. */
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
    windowOrigin: 'assumed',
    ratio: 1,
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
function manyTools(data: ToolData | undefined): Map<string, SearchableTool[]> {
  const given = data && data.tools.length > 0 ? data.tools : madeTools();
  return new Map(
    [...Array(SERVERS).keys()].map((number) => {
      const server = `service${number}`;
      const tools = [...Array(TOOLS_OF_EACH).keys()].map((place) => {
        const index = number * TOOLS_OF_EACH + place;
        const tool = given[index % given.length] ?? {};
        return searchable(server, `${server}_${tool.name ?? 'none'}_${place}`, { ...tool });
      });
      return [server, tools];
    }),
  );
}

function madeTools(): readonly Partial<SearchableTool>[] {
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
