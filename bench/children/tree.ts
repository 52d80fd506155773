/**
 * The servers tree with 100 servers and 5,000 tools, outside an editor: `node tree.ts` prints what opening and
 * filtering it takes. The editor draws only visible rows; here the rows of all servers are made.
 */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { TreeItem } from 'vscode';
import { observableValue } from '../../src/base/common/observable.ts';
import { ToolCosts } from '../../src/agent/index.ts';
import type { Node } from '../../src/editor/tree/nodes.ts';
import { ServerOrder } from '../../src/editor/servers/serverOrder.ts';
import type { Engine } from '../../src/engine.ts';
import { parseServers, type Server } from '../../src/mcp/index.ts';
import { Enablement, ToolRegistry } from '../../src/tools/index.ts';

/** Printed as JSON. Times in ms. */
export interface TreeTimes {
  readonly open: number;
  readonly unfold: number;
  readonly filter: readonly number[];
  /** Rows made by each. */
  readonly rows: { readonly open: number; readonly unfold: number; readonly filter: readonly number[] };
}

const SERVERS = 100;
const TOOLS = 50;

const standIn = new URL('vscodeStandIn.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
const { ServersTree } = await import('../../src/editor/tree/serversTree.ts');

function server(index: number): Server {
  const name = `server-${index}`;
  const [entry] = parseServers({ [name]: { command: 'node', args: ['server.js', String(index)] } });
  if (entry?.kind !== 'valid') throw new Error('The definition is not valid.');
  const tools = Array.from({ length: TOOLS }, (_, tool) => ({
    name: `tool_${tool}_of_${index}`,
    description: `Does the ${tool}th thing of service ${index}: it looks up records, changes them, and says what came of it.`,
    annotations: {
      readOnlyHint: tool % 3 === 0,
      destructiveHint: tool % 7 === 1,
      openWorldHint: tool % 5 === 0,
    },
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for; words are combined with "and"' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many records at most' },
        order: { type: 'string', enum: ['newest', 'oldest', 'relevance'], default: 'relevance' },
        fields: { type: 'array', items: { type: 'string' }, description: 'Which fields of each record' },
      },
      required: ['query'],
    },
  }));
  const catalog = {
    tools,
    prompts: [],
    resources: [],
    templates: [],
    problems: [],
    protocolVersion: '2025-11-25',
  };
  return {
    name,
    definition: entry.definition,
    state: { kind: 'connected', catalog, setupMs: 10 },
    signedIn: false,
    remembered: undefined,
  } as unknown as Server;
}

function engine(): Engine {
  const servers = Array.from({ length: SERVERS }, (_, index) => server(index));
  const manager = {
    servers,
    state: observableValue(servers),
    invalid: [],
    server: (name: string) => servers.find((each) => each.name === name),
  };
  const nothing = { get: () => undefined, set: () => undefined };
  const enablement = new Enablement(nothing);
  const tools = new ToolRegistry({ manager, enablement, own: [] });
  return {
    manager,
    enablement,
    tools,
    costs: new ToolCosts(tools),
    custom: undefined,
    offerStates: () => () => 'searchable',
  } as unknown as Engine;
}

const loaded = engine();
const tree = new ServersTree(async () => loaded, {
  questions: observableValue(new Map<string, number>()),
  approvals: observableValue(new Map<string, number>()),
  model: observableValue({ name: 'bench', contextWindow: undefined }),
  conversation: observableValue(undefined),
  order: new ServerOrder({ get: () => undefined, set: () => undefined }),
  extensionOf: () => undefined,
});

async function rowsOf(parent?: Node): Promise<{ readonly nodes: Node[]; readonly items: TreeItem[] }> {
  const nodes = await tree.getChildren(parent);
  return { nodes, items: nodes.map((node) => tree.getTreeItem(node)) };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

const opened = await timed(() => rowsOf());
const unfolded = await timed(() => rowsOf(opened.result.nodes[0]));
const filtered: { readonly ms: number; readonly result: number }[] = [];
// The filter is typed letter by letter. Short results are unfolded.
for (const text of ['t', 'to', 'tool_49', 'tool_49_of_7', 'server-42', '@disabled', 'records newest', ''])
  filtered.push(
    await timed(async () => {
      tree.setFilter(text);
      const { nodes, items } = await rowsOf();
      let made = items.length;
      for (const [index, node] of nodes.entries())
        if (Number(items[index]?.collapsibleState) === 2) made += (await rowsOf(node)).items.length;
      return made;
    }),
  );

const times: TreeTimes = {
  open: opened.ms,
  unfold: unfolded.ms,
  filter: filtered.map(({ ms }) => ms),
  rows: {
    open: opened.result.items.length,
    unfold: unfolded.result.items.length,
    filter: filtered.map(({ result }) => result),
  },
};
writeSync(1, JSON.stringify(times));
