/** The core as both composition roots use it: a conversation whose server dies in the middle (features.md, A11). */
import assert from 'node:assert/strict';
import { onEngineChange } from '../fixtures/engineChanges.ts';
import { observableValue, type Value } from '../../src/base/common/observable.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { Conversation, type TurnEvent } from '../../src/agent/index.ts';
import { Engine, maxToolTokens, type EngineOptions, type TurnRequest } from '../../src/engine.ts';
import { createOpenAiModel, listModels } from '../../src/models/index.ts';
import {
  callsReply,
  errorReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../fixtures/endpoint.ts';
import type { NamedToolSet } from '../../src/tools/index.ts';
import { isTurnTool } from '../../src/protocol/index.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { refusals } from './models/schema/refusals.ts';
import { bareEngine } from '../fixtures/bareEngine.ts';

let endpoint: ScriptedEndpoint;
let engine: Engine;

afterEach(async () => {
  await engine?.dispose();
  await endpoint?.close();
});

function createEngine(
  log: string[] = [],
  more: Pick<EngineOptions, 'history' | 'customTools' | 'toolSets' | 'approvalPolicy'> = {},
): Engine {
  return new Engine({
    ...bareEngine(),
    openLog: (server) => ({ append: (level, _, text) => void log.push(`${server} ${level} ${text}`) }),
    ...more,
  });
}

/** The tools of a request, without the one that every conversation with tools has. */
const namesIn = ({ body }: SeenRequest): string[] =>
  ((body.tools ?? []) as { function: { name: string } }[])
    .map((tool) => tool.function.name)
    .filter((name) => name !== 'read_result');

const permit = () => Promise.resolve({ kind: 'allowed' as const, approved: [] });

interface TurnParts extends Partial<Pick<TurnRequest, 'toolBudget' | 'approve' | 'budget' | 'askAtLimit'>> {
  readonly canCallTools?: boolean;
  readonly contextWindow?: number | undefined;
}

/** Sends a message in a conversation and gives all that happens. */
async function turn(
  conversation: Conversation,
  text: string,
  { canCallTools = true, contextWindow, ...more }: TurnParts = {},
): Promise<TurnEvent[]> {
  conversation.append({ role: 'user', text });
  const { baseURL } = endpoint;
  const model = createOpenAiModel({ baseURL, model: 'scripted', canCallTools, contextWindow });
  const request = { conversation, model, maxIterations: 5, maxResultTokens: 10_000, graceMs: 10_000 };
  const { signal } = new AbortController();
  const events: TurnEvent[] = [];
  await engine.turns.run({
    ...request,
    approve: permit,
    ...more,
    signal,
    onEvent: (event) => events.push(event),
  });
  return events;
}

/** How tools stand in the conversation's last request. */
function statesOf(conversation: Conversation, ...wireNames: string[]): (string | undefined)[] {
  return wireNames.map((name) => engine.views.offerStates(conversation)?.(name));
}

describe('a conversation whose server dies', () => {
  it('goes on with the same tools, without the user doing anything', async () => {
    const echo = (id: string) => callsReply([{ id, name: 'mcp__demo__echo', args: { text: id } }]);
    endpoint = await startEndpoint([
      callsReply([{ id: 'first', name: 'mcp__demo__die', args: {} }]),
      echo('second'),
      textReply('It is back.'),
      echo('third'),
      textReply('Still there.'),
    ]);
    engine = createEngine();
    engine.configure({ demo: fixtureCommand('misbehaving', 'die-in-call') });
    const conversation = new Conversation('test');
    const statuses = (events: readonly TurnEvent[]) =>
      events.flatMap((event) => (event.type === 'callEnd' ? [event.result.status] : []));

    assert.deepEqual(statuses(await turn(conversation, 'go')), ['error', 'success']);
    process.kill(engine.manager.server('demo')?.pid ?? 0, 'SIGKILL');
    await new Promise<void>((resolve) => {
      const subscription = onEngineChange(engine, () => {
        subscription.dispose();
        resolve();
      });
    });
    assert.deepEqual(statuses(await turn(conversation, 'again')), ['success']);
  });

  it('has its tools though it dies while the tools of a step are gathered', async () => {
    endpoint = await startEndpoint([
      callsReply([{ id: 'a', name: 'mcp__demo__echo', args: { text: 'x' } }]),
      textReply('Done.'),
    ]);
    engine = createEngine([], { customTools: { runner: '', folders: () => [] } });
    engine.configure({ demo: fixtureCommand('misbehaving', 'die-in-call') });
    const { custom, manager } = engine;
    assert.ok(custom);
    let isFirst = true;
    // What a step does besides looking at the servers takes its time.
    custom.reload = async () => {
      if (!isFirst) return;
      isFirst = false;
      process.kill(manager.server('demo')?.pid ?? 0, 'SIGKILL');
      while (manager.server('demo')?.state.kind === 'connected')
        await new Promise<void>((resolve) => {
          const subscription = onEngineChange(engine, () => {
            subscription.dispose();
            resolve();
          });
        });
    };
    const events = await turn(new Conversation('test'), 'go');
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'callEnd' ? [event.result.status] : [])),
      ['success'],
    );
  });
});

describe('a turn that is restricted to a server', () => {
  it('offers and runs the tools of that server alone, and the next one all of them again', async () => {
    endpoint = await startEndpoint([
      callsReply([
        { id: 'a', name: 'mcp__one__echo', args: { text: 'x' } },
        { id: 'b', name: 'mcp__two__echo', args: { text: 'x' } },
      ]),
      textReply('Done.'),
      textReply('All.'),
    ]);
    engine = createEngine();
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: fixtureCommand('misbehaving', 'die-in-call'),
    });
    const conversation = new Conversation('test');
    conversation.restrictTo(['two']);
    const ends = (await turn(conversation, 'go')).flatMap((event) =>
      event.type === 'callEnd' ? [event.result.status] : [],
    );
    assert.deepEqual(ends.toSorted(), ['error', 'success']);
    const [first, second] = endpoint.requests.map(namesIn);
    assert.ok(first && first.length > 0 && first.every((name) => name.startsWith('mcp__two__')));
    assert.deepEqual(second, first);
    conversation.restrictTo(undefined);
    await turn(conversation, 'again');
    assert.equal(endpoint.requests.map(namesIn)[2]?.length, first.length * 2);
  });

  it('knows what each tool costs, switched on or not, and more where the endpoint counts more', async () => {
    endpoint = await startEndpoint([textReply('Done.')]);
    engine = createEngine();
    engine.configure({ one: fixtureCommand('misbehaving', 'die-in-call') });
    await turn(new Conversation('test'), 'go');
    engine.enablement.set('one', ['echo'], false);
    const echo = engine.tools.switchable.find(({ wireName }) => wireName === 'mcp__one__echo');
    assert.ok(echo);
    assert.deepEqual(
      [echo.source, echo.isOn, engine.tools.snapshot().has(echo.wireName)],
      ['one', false, false],
    );
    const plain = engine.costs.tokensOfTool(echo);
    assert.ok(plain > 10 && plain < 200, String(plain));
  });
});

describe('what servers say of their use', () => {
  it('reaches the model with their tools alone', async () => {
    endpoint = await startEndpoint([
      textReply('One.'),
      textReply('Set.'),
      textReply('None.'),
      textReply('All.'),
    ]);
    engine = createEngine([], { toolSets: observableValue([{ name: 'Set', members: ['one'] }]) });
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: fixtureCommand('modern'),
    });
    const restricted = new Conversation('restricted');
    restricted.restrictTo(['one']);
    await turn(restricted, 'go');
    const inSet = new Conversation('set');
    inSet.chooseToolSet('Set');
    await turn(inSet, 'go');
    await turn(new Conversation('none'), 'go', { canCallTools: false });
    await turn(new Conversation('all'), 'go');
    assert.deepEqual(
      endpoint.requests.map(({ body }) => JSON.stringify(body.messages).includes('Ask it to add.')),
      [false, false, false, true],
    );
  });
});

describe('a turn with a named tool set', () => {
  let sets: Value<readonly NamedToolSet[]>;
  beforeEach(() => {
    sets = observableValue<readonly NamedToolSet[]>([]);
  });
  const narrowed = (): Conversation => {
    const conversation = new Conversation('test');
    conversation.chooseToolSet('Set');
    return conversation;
  };

  it('offers and runs the tools of the set that are switched on, and no others', async () => {
    endpoint = await startEndpoint([
      callsReply([
        { id: 'a', name: 'mcp__one__echo', args: { text: 'x' } },
        { id: 'b', name: 'mcp__two__echo', args: { text: 'x' } },
        { id: 'c', name: 'mcp__two__die', args: {} },
      ]),
      textReply('Done.'),
    ]);
    engine = createEngine([], { toolSets: sets });
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: fixtureCommand('misbehaving', 'die-in-call'),
    });
    engine.enablement.set('two', ['die'], false);
    sets.set([{ name: 'Set', members: ['two/echo', 'two/die', 'away', 'away/tool'] }]);
    const ends = (await turn(narrowed(), 'go')).flatMap((event) =>
      event.type === 'callEnd' ? [event.result.status] : [],
    );
    assert.deepEqual(ends.toSorted(), ['error', 'error', 'success']);
    assert.deepEqual(endpoint.requests.map(namesIn), [['mcp__two__echo'], ['mcp__two__echo']]);
  });

  it('goes without a server that is away, and has its tools again once it is back', async () => {
    endpoint = await startEndpoint([textReply('One.'), textReply('Both.')]);
    engine = createEngine([], { toolSets: sets });
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: { ...fixtureCommand('misbehaving', 'die-in-call'), enabled: false },
    });
    const set = { name: 'Set', members: ['two/echo', 'one/echo', 'built in', 'nobody'] };
    sets.set([set]);
    const conversation = narrowed();
    await turn(conversation, 'go');
    assert.deepEqual(engine.awayIn(set), ['two', 'nobody']);
    await engine.manager.server('two')?.connect();
    await turn(conversation, 'go');
    assert.deepEqual(engine.awayIn(set), ['nobody']);
    assert.deepEqual(endpoint.requests.map(namesIn), [
      ['mcp__one__echo'],
      ['mcp__one__echo', 'mcp__two__echo'],
    ]);
  });

  it('searches the set alone, and says nothing of tools that are not in it', async () => {
    endpoint = await startEndpoint([
      callsReply([{ id: 'a', name: 'search_tools', args: { query: 'echo' } }]),
      textReply('Done.'),
    ]);
    engine = createEngine([], { toolSets: sets });
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: fixtureCommand('misbehaving', 'die-in-call'),
    });
    sets.set([{ name: 'Set', members: ['two'] }]);
    const conversation = narrowed();
    await turn(conversation, 'go', { toolBudget: 0 });
    const [first, second] = endpoint.requests;
    assert.doesNotMatch(first?.body.messages[0].content, /- "one"/);
    assert.ok(second && namesIn(second).includes('mcp__two__echo'));
    assert.ok(!namesIn(second).includes('mcp__one__echo'));
    assert.deepEqual(statesOf(conversation, 'mcp__one__echo', 'mcp__two__echo'), [undefined, 'found']);
    const { messages, context, offered } = conversation;
    const all = new Conversation('all', { start: { messages, context, offered, toolSet: '' } });
    assert.deepEqual(statesOf(all, 'mcp__one__echo', 'mcp__two__echo'), ['searchable', 'found']);
  });

  it('fails, and says why, where the set is gone or has no tool, instead of sending all', async () => {
    endpoint = await startEndpoint([]);
    engine = createEngine([], { toolSets: sets });
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      away: { command: '/nowhere/none' },
    });
    const failing = (...members: (readonly string[])[]) => {
      sets.set(members.map((each) => ({ name: 'Set', members: each })));
      return turn(narrowed(), 'go');
    };
    const failure = (message: RegExp) => ({ name: 'ModelError', kind: 'tool-set', message });
    await assert.rejects(failing(), failure(/"Set" does not exist/));
    await assert.rejects(failing([]), failure(/"Set" is empty/));
    await assert.rejects(failing(['away', 'away/x', 'one/gone']), failure(/Not connected: away\./));
    await assert.rejects(failing(['one/gone']), failure(/None of the tools.*is available and enabled/));
    assert.equal(endpoint.requests.filter(({ method }) => method === 'POST').length, 0);
  });
});

describe('a turn with more tools than the budget', () => {
  it('asks the endpoint for the window before it decides what is searched, so that each conversation gets the same', async () => {
    const windowReply = (context_length: number) =>
      errorReply(200, { data: [{ id: 'scripted', context_length }] });
    endpoint = await startEndpoint(({ path }) =>
      path === '/v1/models' ? windowReply(200_000) : textReply('Done.'),
    );
    engine = createEngine();
    engine.configure({ many: fixtureCommand('many', 'many', '50') });
    // The tools fit the budget of 200,000 tokens, and not that of the 128,000 that are assumed.
    const asked = [new Conversation('first'), new Conversation('second')];
    for (const conversation of asked) await turn(conversation, 'go', { toolBudget: 5 });
    const [list, first, second] = endpoint.requests;
    assert.equal(list?.path, '/v1/models');
    assert.ok(first && second);
    assert.ok(namesIn(first).length > 10);
    assert.deepEqual(namesIn(second), namesIn(first));
    assert.equal(engine.costs.window('scripted', undefined).size, 200_000);
  });

  it('says what decided that tools are searched: how many tokens, of which window, and who named it', async () => {
    const rows: readonly (readonly [
      budget: number,
      told: number | undefined,
      set: number | undefined,
      RegExp,
    ])[] = [
      [
        5,
        32_000,
        undefined,
        /All \d+ tools would use about [\d,]+ tokens\. The limit is 4,000: the minimum for this context window \(32,000 tokens, reported by the endpoint\)\./,
      ],
      [4, undefined, undefined, /The limit is 5,120: 4% of the context window \(128,000 tokens, assumed\)\./],
      [
        10,
        200_000,
        45_000,
        /The limit is 4,500: 10% of the context window \(45,000 tokens, from your settings\)\./,
      ],
      [0, 200_000, undefined, /Your settings make the model search for all tools\./],
    ];
    for (const [toolBudget, told, contextWindow, line] of rows) {
      endpoint = await startEndpoint(({ path }) =>
        path === '/v1/models'
          ? errorReply(200, { data: [{ id: 'scripted', context_length: told }] })
          : textReply('Done.'),
      );
      engine = createEngine();
      engine.configure({ many: fixtureCommand('many', 'many', '50') });
      const conversation = new Conversation('test');
      await turn(conversation, 'go', { toolBudget, contextWindow });
      assert.match(engine.requestViews.text(conversation, 1) ?? '', line);
      if (toolBudget === 4) {
        // A window that opens the conversation again goes on with it, and finds another context window.
        const again = new Conversation('test');
        again.offerTools(conversation.offered);
        await turn(again, 'go', { toolBudget, contextWindow: 300_000 });
        assert.match(engine.requestViews.text(again, 1) ?? '', /keeps the previous decision\./);
      }
      await engine.dispose();
      await endpoint.close();
    }
  });

  it('uses the window that a list of the endpoint has told, however few its tools are', async () => {
    endpoint = await startEndpoint(({ path }) =>
      path === '/v1/models'
        ? errorReply(200, { data: [{ id: 'scripted', context_length: 200_000 }] })
        : textReply('Done.'),
    );
    engine = createEngine();
    const windows = async () =>
      (await turn(new Conversation('test'), 'go')).flatMap((event) =>
        event.type === 'context' ? [event.context] : [],
      )[0];
    const first = await windows();
    assert.deepEqual([first?.window, first?.isAssumed], [128_000, true]);
    assert.deepEqual(engine.costs.window('scripted', undefined), { size: 128_000, isAssumed: true });
    // As the list from which the user chooses a model.
    await listModels({ baseURL: endpoint.baseURL, signal: new AbortController().signal });
    const second = await windows();
    assert.deepEqual([second?.window, second?.isAssumed], [200_000, undefined]);
    assert.deepEqual(engine.costs.window('scripted', undefined), { size: 200_000, isAssumed: false });
  });

  it('names the servers to the model, which searches them, and those alone that a message is for', async () => {
    const search = (id: string) => callsReply([{ id, name: 'search_tools', args: { query: 'echo' } }]);
    endpoint = await startEndpoint([
      search('a'),
      callsReply([{ id: 'b', name: 'mcp__two__echo', args: { text: 'x' } }]),
      textReply('Done.'),
      search('c'),
      textReply('Done.'),
      textReply('Done.'),
    ]);
    engine = createEngine();
    engine.configure({
      one: fixtureCommand('misbehaving', 'die-in-call'),
      two: fixtureCommand('misbehaving', 'die-in-call'),
    });
    const searching = new Conversation('test');
    const ends = (await turn(searching, 'go', { toolBudget: 0 })).flatMap((event) =>
      event.type === 'callEnd' ? [event.result.status] : [],
    );
    assert.deepEqual(ends, ['success', 'success']);
    const [first, second] = endpoint.requests;
    assert.ok(first && second);
    assert.match(first.body.messages[0].content, /search_tools.*\n- "one" \(\d+\)\n- "two" \(\d+\)/);
    assert.deepEqual(namesIn(first), ['search_tools']);
    assert.deepEqual(statesOf(searching, 'mcp__one__echo', 'mcp__two__die', 'mcp__one__die'), [
      'found',
      'searchable',
      'searchable',
    ]);
    assert.equal(engine.views.sentTools(searching)?.count, namesIn(second).length - 1);
    await engine.costs.countAll();
    const counted = [...engine.tools.snapshot()].filter(([name]) => !namesIn(second).includes(name));
    const saved = counted.reduce(
      (sum, [wireName, tool]) => sum + engine.costs.tokensOfTool({ wireName, tool }),
      0,
    );
    assert.equal(engine.views.sentTools(searching)?.savedTokens, saved);
    assert.ok(saved > 0);
    assert.ok(namesIn(second).includes('mcp__one__echo') && namesIn(second).includes('mcp__two__echo'));

    const conversation = new Conversation('other');
    conversation.restrictTo(['two']);
    await turn(conversation, 'go', { toolBudget: 0 });
    assert.doesNotMatch(endpoint.requests[3]?.body.messages[0].content, /- "one"/);
    const found = namesIn(endpoint.requests[4] as SeenRequest);
    assert.ok(found.includes('mcp__two__echo') && !found.includes('mcp__one__echo'));
    const sending = new Conversation('all');
    await turn(sending, 'go');
    const stateOf = (of: Conversation) => [
      engine.views.sentTools(of)?.count,
      ...statesOf(of, 'mcp__one__echo', 'mcp__two__echo'),
    ];
    assert.deepEqual(stateOf(sending), [undefined, undefined, undefined]);
    assert.deepEqual(stateOf(searching), [namesIn(second).length - 1, 'found', 'found']);
    assert.deepEqual(stateOf(conversation).slice(1), [undefined, 'found']);
    assert.deepEqual(stateOf(new Conversation('never')), [undefined, undefined, undefined]);
  });
});

describe('a search for tools', () => {
  it('is saved in the call history, needs the approval that free tools need, and is run by no one else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-engine-'));
    try {
      endpoint = await startEndpoint([
        callsReply([{ id: 'a', name: 'search_tools', args: { query: 'echo' } }]),
        textReply('Done.'),
      ]);
      let asking: readonly string[] = [];
      engine = createEngine([], {
        approvalPolicy: () => ({ mode: 'ask', askingFreeTools: asking, guardsDataFlow: true }),
        history: {
          folder,
          retention: () => ({ maxAgeDays: 1, maxSizeMB: 10 }),
          onProblem: ({ english }) => assert.fail(english),
          now: () => Date.now(),
        },
      });
      engine.configure({ demo: fixtureCommand('misbehaving', 'die-in-call') });
      const decided: string[] = [];
      await turn(new Conversation('test'), 'go', {
        toolBudget: 0,
        approve: async (tool, args) => {
          for (asking of [[], ['*'], ['search_tools']])
            decided.push((await engine.permissions.decide(tool, args, { conversation: 'test' })).kind);
          return { kind: 'allowed', approved: [] };
        },
      });
      assert.deepEqual(decided, ['allowed', 'ask', 'ask']);
      const saved = engine.history?.call(1);
      assert.deepEqual(
        [saved?.source, saved?.tool, saved?.status, saved?.argsText],
        [{ kind: 'native' }, 'search_tools', 'success', '{"query":"echo"}'],
      );
      assert.match(JSON.stringify(saved?.result), /You can call these tools now:.*mcp__demo__echo/);
      assert.equal(engine.find({ kind: 'native' }, 'search_tools'), undefined);
      assert.ok(isTurnTool({ kind: 'native' }, 'search_tools'));
      assert.ok(!isTurnTool({ kind: 'mcp', server: 'demo' }, 'search_tools'));
    } finally {
      await engine.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is neither sent nor spoken of where the model cannot call tools', async () => {
    endpoint = await startEndpoint([textReply('Done.')]);
    engine = createEngine();
    engine.configure({ demo: fixtureCommand('misbehaving', 'die-in-call') });
    const conversation = new Conversation('test');
    await turn(conversation, 'go', { toolBudget: 0, canCallTools: false });
    const [{ body } = assert.fail()] = endpoint.requests;
    assert.equal(body.tools, undefined);
    assert.doesNotMatch(JSON.stringify(body), /search_tools|demo/);
    assert.equal(engine.views.sentTools(conversation), undefined);
  });
});

describe('a conversation that is compacted', () => {
  it('goes on with a summary by the same model, which is asked again where its endpoint is busy', async () => {
    endpoint = await startEndpoint([
      textReply('Answer.'),
      errorReply(503, {}, { 'retry-after': '0' }),
      textReply('SUMMARY'),
      textReply('Done.'),
    ]);
    engine = createEngine();
    const conversation = new Conversation('test');
    await turn(conversation, 'the quick brown fox jumps over it. '.repeat(120));
    conversation.append({ role: 'user', text: 'And?' });
    const model = createOpenAiModel({ baseURL: endpoint.baseURL, model: 'scripted', canCallTools: true });
    const events: TurnEvent[] = [];
    const { signal } = new AbortController();
    const request = { conversation, model, signal, onEvent: (event: TurnEvent) => void events.push(event) };
    assert.equal(await engine.turns.compact(request), true);
    assert.deepEqual(
      events.map((event) => (event.type === 'summary' ? event.state.status : event.type)),
      ['running', 'done', 'context'],
    );
    assert.equal(await engine.turns.compact(request), false);
    await turn(conversation, 'Go on.');
    assert.match(JSON.stringify(endpoint.requests.at(-1)?.body.messages), /SUMMARY/);
  });
});

describe('the custom tools of a turn', () => {
  it('are those on the disk when a step begins, without anybody saying that they changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-custom-'));
    const file = (name: string, text: string): string =>
      `export const name = '${name}'; export const description = 'A sample.'; export const run = () => '${text}';`;
    try {
      endpoint = await startEndpoint([
        callsReply([{ id: 'first', name: 'sample', args: {} }]),
        textReply('Done.'),
      ]);
      const runner = fileURLToPath(new URL('../../src/tools/customRunner.ts', import.meta.url));
      engine = createEngine([], {
        customTools: { runner, folders: () => [{ path: folder, cwd: folder, needsConfirmation: false }] },
      });
      await writeFile(join(folder, 'sample.tool.mjs'), file('sample', 'from a file'));
      await writeFile(join(folder, 'taken.tool.mjs'), file('read_result', ''));
      const ends = (await turn(new Conversation('test'), 'go')).flatMap((event) =>
        event.type === 'callEnd' ? [event.result] : [],
      );
      const [end] = ends;
      assert.deepEqual(
        [ends.length, end?.status, end?.content],
        [1, 'success', [{ type: 'text', text: 'from a file' }]],
      );
      assert.deepEqual(end?.marks, [{ kind: 'outside', source: 'sample.tool.mjs' }]);
      assert.deepEqual(
        engine.custom?.files.map(({ kind }) => kind),
        ['tool', 'broken'],
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the tools of real servers', () => {
  it('are all taken by an endpoint that refuses what real ones refuse', async function () {
    this.timeout(30_000);
    endpoint = await startEndpoint(({ body }) => {
      const problems = body.tools.flatMap((tool: { function: { parameters?: unknown } }) =>
        refusals(tool.function.parameters, 'standard'),
      );
      return problems.length > 0
        ? errorReply(400, { error: { message: `Invalid schema: ${problems.join(', ')}` } })
        : textReply('Hello.');
    });
    engine = createEngine();
    const filesystem = fileURLToPath(
      new URL('../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url),
    );
    engine.configure({
      everything: everythingCommand,
      files: { command: process.execPath, args: [filesystem, tmpdir()] },
    });
    const events = await turn(new Conversation('test'), 'hi');
    assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
    assert.equal(endpoint.requests.length, 1);
    assert.ok(endpoint.requests[0]?.body.tools.length > 26);
  });
});

describe('an endpoint that is busy, or takes only some of the tools', () => {
  it('is asked again', async () => {
    const busy = errorReply(429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '1' });
    endpoint = await startEndpoint([busy, textReply('Hello.')]);
    engine = createEngine();
    const events = await turn(new Conversation('test'), 'hi');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['stepStart', 'context', 'retrying', 'text', 'stepEnd', 'context', 'turnEnd'],
    );
  });

  it('gets the others, and the reason is in the log and with the tool until that is over', async () => {
    let refused = 'mcp__demo__echo';
    endpoint = await startEndpoint((seen) =>
      namesIn(seen).includes(refused)
        ? errorReply(400, { error: { message: `Invalid schema for function '${refused}': too odd.` } })
        : textReply('Hello.'),
    );
    const log: string[] = [];
    engine = createEngine(log);
    engine.configure({ demo: fixtureCommand('misbehaving', 'die-in-call') });
    const conversation = new Conversation('test');
    const told: string[][] = [];

    const events = await turn(conversation, 'hi');
    assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
    assert.deepEqual(namesIn(endpoint.requests.at(-1) as SeenRequest), ['mcp__demo__die']);
    assert.match(
      engine.tools.whyLeftOut('demo', 'echo')?.english ?? '',
      /^the endpoint refuses it: .*too odd\.$/,
    );
    assert.equal(engine.tools.whyLeftOut('demo', 'die'), undefined);
    const lines = log.filter((line) => line.includes('not sent'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^demo warning Tool echo is not sent to the model: .*too odd/);

    engine.tools.leftOut.onDidChange(() =>
      told.push([...engine.tools.leftOut.get().keys()].map(({ name }) => name)),
    );
    await turn(conversation, 'and again');
    assert.equal(log.filter((line) => line.includes('not sent')).length, 1);
    assert.deepEqual(told, []);

    // Switched off and on again, it is another set of tools, and it is tried anew.
    refused = 'none';
    engine.enablement.set('demo', ['echo'], false);
    engine.enablement.set('demo', ['echo'], true);
    await turn(conversation, 'once more');
    assert.equal(engine.tools.whyLeftOut('demo', 'echo'), undefined);
    assert.deepEqual(told, [[]]);
  });
});

describe('a turn with a budget', () => {
  const step = callsReply([{ id: 'a', name: 'mcp__demo__echo', args: { text: 'x' } }]);

  it('asks before the step that would pass its tokens, with what was spent, and goes on when it may', async () => {
    endpoint = await startEndpoint([step, step, step, textReply('Done.')]);
    engine = createEngine();
    engine.configure({ demo: fixtureCommand('recorder') });
    const asked: unknown[] = [];
    const events = await turn(new Conversation('test'), 'go', {
      // Each step of the endpoint reports 10 tokens and some.
      budget: { turnTokens: 25 },
      askAtLimit: ({ kind }, { steps, usage }) => {
        asked.push([kind, steps, usage?.inputTokens]);
        return Promise.resolve(true);
      },
    });
    assert.deepEqual(asked, [['turnTokens', 2, 20]]);
    assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
  });

  it('of a day makes no request once other turns have spent it', async () => {
    endpoint = await startEndpoint([textReply('Done.'), textReply('Never.')]);
    engine = createEngine();
    await turn(new Conversation('first'), 'go');
    const events = await turn(new Conversation('second'), 'go', { budget: { dayTokens: 10 } });
    assert.deepEqual(events.at(-1), {
      type: 'turnEnd',
      end: { why: 'limit', reached: { kind: 'dayTokens', limit: 10 } },
    });
    assert.equal(endpoint.requests.length, 1);
  });
});

describe('the engine with a history', () => {
  it('writes the calls of turns down, without the values of variables, and runs one again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-engine-'));
    process.env['PATCHBAY_TEST_SECRET'] = 'sesame-open-4711';
    try {
      endpoint = await startEndpoint([
        callsReply([{ id: 'a', name: 'mcp__demo__env', args: { name: 'DOOR' } }]),
        textReply('Done.'),
      ]);
      engine = createEngine([], {
        history: {
          folder,
          retention: () => ({ maxAgeDays: 1, maxSizeMB: 10 }),
          onProblem: ({ english }) => assert.fail(english),
          now: () => Date.now(),
        },
      });
      engine.configure({
        demo: { ...fixtureCommand('recorder'), env: { DOOR: '${env:PATCHBAY_TEST_SECRET}' } },
      });
      await turn(new Conversation('talk'), 'go');
      const { history } = engine;
      const result = [{ type: 'text', text: '${env:PATCHBAY_TEST_SECRET}' }];
      assert.deepEqual(history?.call(1)?.result, result);
      assert.equal(history?.call(1)?.conversation, 'talk');

      const found = engine.find({ kind: 'mcp', server: 'demo' }, 'env');
      assert.equal(found?.wireName, 'mcp__demo__env');
      const call = { id: 'again', name: found.wireName, argsText: '{"name":"NOT_SET_AT_ALL"}' };
      const { signal } = new AbortController();
      const onEvent = ({ type }: TurnEvent): void => assert.match(type, /^call/);
      await engine.turns.call({ ...call, approve: permit, signal, onEvent });
      assert.deepEqual([history?.call(2)?.status, history?.call(2)?.error], ['error', 'not set']);
      assert.equal(engine.find({ kind: 'mcp', server: 'other' }, 'env'), undefined);
    } finally {
      delete process.env['PATCHBAY_TEST_SECRET'];
      await engine.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('leaves tools a least part of a small window, and none where they are always to be searched', () => {
    const ofWindow = (size: number) => maxToolTokens(5, size);
    assert.deepEqual([128_000, 20_000, 8_000].map(ofWindow), [6_400, 4_000, 2_000]);
    assert.equal(maxToolTokens(0, 8_000), 0);
    assert.equal(maxToolTokens(undefined, 8_000), Infinity);
  });
});
