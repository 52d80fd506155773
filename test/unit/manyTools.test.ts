/** Thirty real servers with fifty tools each: a small first request, and every tool within reach (features.md, C19). */
import assert from 'node:assert/strict';
import { Conversation, type TurnEvent } from '../../src/agent/index.ts';
import { Engine } from '../../src/engine.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import {
  callsReply,
  errorReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { bareEngine } from '../fixtures/bareEngine.ts';

const SERVERS = 30;
const TOOLS = 50;
/** For all thirty to start, which takes longer than a server may by itself where they share a busy machine. */
const START_LIMIT_MS = 150_000;

describe('thirty servers with fifty tools each', function () {
  this.timeout(180_000);
  let engine: Engine;
  let endpoint: ScriptedEndpoint;

  before(() => {
    engine = new Engine(bareEngine());
    const names = Array.from({ length: SERVERS }, (_, index) => `shop-${index}`);
    engine.configure(
      Object.fromEntries(
        names.map((name) => [
          name,
          { ...fixtureCommand('many', name, String(TOOLS)), timeout: START_LIMIT_MS },
        ]),
      ),
    );
  });

  after(async () => {
    await engine.dispose();
    await endpoint?.close();
  });

  async function turn(
    script: Parameters<typeof startEndpoint>[0],
    budget: { readonly toolBudget?: number } = { toolBudget: 5 },
  ): Promise<TurnEvent[]> {
    await endpoint?.close();
    endpoint = await startEndpoint(script, { models: ['scripted'] });
    const conversation = new Conversation('test');
    conversation.append({ role: 'user', text: 'Cancel the invoice 7 of shop-12.' });
    const events: TurnEvent[] = [];
    await engine.turns.run({
      conversation,
      model: createOpenAiModel({ baseURL: endpoint.baseURL, model: 'scripted', canCallTools: true }),
      maxIterations: 5,
      maxResultTokens: 10_000,
      ...budget,
      graceMs: START_LIMIT_MS,
      approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
    });
    assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
    return events;
  }

  function texts(events: readonly TurnEvent[]): string[] {
    return events.flatMap((event) =>
      event.type === 'callEnd'
        ? event.result.content.map((part) => (part.type === 'text' ? part.text : ''))
        : [],
    );
  }

  it('make a small first request, from which the model finds and calls what it needs', async () => {
    const events = await turn([
      callsReply([
        { id: 'a', name: 'search_tools', args: { query: 'cancel an invoice', server: 'shop-12' } },
      ]),
      callsReply([{ id: 'b', name: 'mcp__shop-12__cancel_invoice', args: { invoiceId: '7' } }]),
      textReply('Done.'),
    ]);
    const [found = '', called] = texts(events);
    assert.match(found, /^You can call these tools now:\n- mcp__shop-12__cancel_invoice: /);
    assert.equal(called, 'shop-12 did cancel invoice 0');
    const [first, second] = endpoint.requests.filter(({ method }) => method === 'POST');
    assert.equal(engine.tools.snapshot().size, SERVERS * TOOLS);
    const bytes = Buffer.byteLength(JSON.stringify(first?.body));
    assert.ok(bytes <= 40_000, String(bytes));
    assert.ok(Buffer.byteLength(JSON.stringify(second?.body)) <= 60_000);
  });

  it('are worked with on an endpoint that refuses more than 20, which then reads which servers there are', async () => {
    const names = ({ body }: SeenRequest): readonly unknown[] => (body.tools ?? []) as unknown[];
    const replies = [
      callsReply([{ id: 'a', name: 'search_tools', args: { query: 'cancel_invoice', server: 'shop-12' } }]),
      callsReply([{ id: 'b', name: 'mcp__shop-12__cancel_invoice', args: { invoiceId: '7' } }]),
      textReply('Done.'),
    ];
    const events = await turn(
      (request) =>
        names(request).length <= 20
          ? (replies.shift() ?? errorReply(500, {}))
          : errorReply(400, { error: { message: 'Too many tools: at most 20 are supported.' } }),
      {},
    );
    assert.deepEqual(texts(events).at(-1), 'shop-12 did cancel invoice 0');
    assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
    const posts = endpoint.requests.filter(({ method }) => method === 'POST');
    assert.deepEqual(
      posts.map((request) => names(request).length > 20),
      [true, false, false, false],
    );
    const systems = posts.map(({ body }) => (body.messages as { content: string }[])[0]?.content ?? '');
    assert.doesNotMatch(systems[0] ?? '', /search_tools/);
    assert.match(systems[1] ?? '', /Find them with search_tools.*\n- "shop-0" \(50\).*\n- "shop-1" /);
    assert.deepEqual(new Set(systems.slice(1)).size, 1);
  });

  it('are each found first by their wire names, which are valid and unique, and run when they are called', async () => {
    const names = [...engine.tools.snapshot().keys()];
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, SERVERS * TOOLS);
    for (const name of names) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
    const found = await turn([
      callsReply(
        names.map((query, id) => ({ id: `${id}`, name: 'search_tools', args: { query, limit: 1 } })),
      ),
      // What all searches found does not fit into the window.
      textReply('The summary of it.'),
      textReply('Done.'),
    ]);
    const firsts = texts(found).map((text) => /^- ([\w-]+)/m.exec(text)?.[1]);
    assert.deepEqual(new Set(firsts), new Set(names));
    assert.equal(firsts.length, names.length);
    const ran = await turn([
      callsReply(names.map((name, id) => ({ id: `${id}`, name, args: {} }))),
      textReply('Done.'),
    ]);
    assert.equal(new Set(texts(ran)).size, SERVERS * TOOLS);
    assert.ok(texts(ran).every((text) => /^shop-\d+ did \w+ \w+ 0$/.test(text)));
  });
});
