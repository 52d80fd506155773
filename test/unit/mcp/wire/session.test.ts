/** Whole sessions of real servers as the wire inspector sees them (features.md, A16). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../../../scripts/demo/everything.ts';
import { fingerprint, parseServers, type Interaction, type SavedServer } from '../../../../src/mcp/index.ts';
import type { WireRow } from '../../../../src/protocol/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench, eventually, folder } from '../support.ts';

describe('a recorded session', () => {
  let bench: Bench;
  afterEach(() => bench.dispose());

  const start = async (
    definition: Record<string, unknown>,
    interaction: Interaction = {},
    known?: SavedServer,
  ): Promise<void> => {
    bench = new Bench({ recordsMessages: () => true, interaction });
    if (known) bench.memory.set('demo', known);
    await bench.start({ demo: definition });
    await bench.until('demo', 'connected');
  };
  const rows = (): readonly WireRow[] => bench.server('demo').wire.rows();
  const methods = (kind: WireRow['kind'], from: WireRow['from']): string[] =>
    rows()
      .filter((row) => row.kind === kind && row.from === from)
      .map(({ method }) => method);

  it('has every message of server-everything from the first one on, both ways, each answer with its request', async () => {
    await start(everythingCommand);
    await bench.call('demo', 'echo', { message: 'hello' });
    assert.deepEqual(rows()[0]?.kind, 'note');
    assert.equal(methods('request', 'patchbay')[0], 'server/discover');
    assert.ok(methods('request', 'patchbay').includes('initialize'));
    assert.ok(methods('notification', 'patchbay').includes('notifications/initialized'));
    // Its lists may be asked for again while it calls.
    const answers = await eventually(() => {
      const found = rows().filter(
        ({ kind, from }) => (kind === 'result' || kind === 'error') && from === 'server',
      );
      return found.length === methods('request', 'patchbay').length && found;
    }, 'each request has its answer');
    for (const answer of answers) {
      const asked = rows().find(({ seq }) => seq === answer.pair);
      assert.equal(asked?.pair, answer.seq);
      assert.equal(asked?.method, answer.method);
      assert.ok((answer.ms ?? -1) >= 0);
    }
    const call = rows().find(({ method, about }) => method === 'tools/call' && about === 'echo');
    assert.match(rows().find(({ seq }) => seq === call?.pair)?.text ?? '', /Echo: hello/);
    const messages = rows().flatMap(({ text, id }) => (id === undefined ? [] : [text]));
    assert.equal(new Set(messages).size, messages.length, 'something was recorded twice');
  });

  it('has what server-everything asks of us with our answers, and no secret anywhere', async () => {
    const secret = 'sesame-open-4711';
    await start(
      { ...everythingCommand, env: { API_TOKEN: secret } },
      { form: () => Promise.resolve({ action: 'accept', content: { name: secret } }) },
    );
    bench.setFolders(folder('/somewhere'));
    await bench.call('demo', 'get-roots-list');
    await bench.call('demo', 'get-env');
    await bench.call('demo', 'trigger-elicitation-request');
    await bench.call('demo', 'trigger-long-running-operation', { duration: 0.2, steps: 2 });
    const asked = methods('request', 'server');
    for (const method of ['roots/list', 'elicitation/create']) assert.ok(asked.includes(method), method);
    for (const question of rows().filter(({ kind, from }) => kind === 'request' && from === 'server')) {
      const answer = rows().find(({ seq }) => seq === question.pair);
      assert.deepEqual(
        [answer?.from, answer?.pair, answer?.method],
        ['patchbay', question.seq, question.method],
      );
    }
    const progress = rows().find(({ method }) => method === 'notifications/progress');
    const operation = rows().find(({ about }) => about === 'trigger-long-running-operation');
    assert.equal(progress?.pair, operation?.seq);
    const said = rows().map(({ text }) => text);
    assert.doesNotMatch(said.join('\n'), /sesame/);
    assert.match(said.join('\n'), /\$\{env API_TOKEN\}/);
  });

  it('has those of a server of the modern era once each', async () => {
    const definition = { ...fixtureCommand('modern') };
    const [entry] = parseServers({ demo: definition });
    assert.ok(entry?.kind === 'valid');
    // A server whose era is not known is started again if it does not answer within 3 s.
    const known = {
      fingerprint: fingerprint(entry.definition),
      era: 'modern',
      at: Date.now(),
      tools: [],
    } as const;
    await start(definition, {}, known);
    const asked = methods('request', 'patchbay');
    assert.equal(asked.filter((method) => method === 'server/discover').length, 1);
    assert.equal(methods('result', 'server').filter((method) => method === 'tools/list').length, 1);
  });

  it('shows no value of a variable and no secret of the definition', async () => {
    process.env['WIRE_TEST_SECRET'] = 'sesame-open-4711';
    try {
      await start({
        ...fixtureCommand('recorder'),
        env: { DOOR: '${env:WIRE_TEST_SECRET}', API_TOKEN: 'literal-token-1' },
      });
      for (const name of ['DOOR', 'API_TOKEN']) await bench.call('demo', 'env', { name });
      const said = rows()
        .map(({ text }) => text)
        .join('\n');
      assert.doesNotMatch(said, /sesame|literal-token/);
      assert.match(said, /\$\{env:WIRE_TEST_SECRET\}[^]*\$\{env API_TOKEN\}/);
    } finally {
      delete process.env['WIRE_TEST_SECRET'];
    }
  });

  it('begins with a connection that is up, and notes the next one', async () => {
    bench = new Bench();
    await bench.start({ demo: fixtureCommand('recorder') });
    const { wire } = bench.server('demo');
    await bench.call('demo', 'echo', { text: 'unseen' });
    assert.deepEqual(wire.rows(), []);
    wire.start();
    await bench.call('demo', 'echo', { text: 'seen' });
    assert.deepEqual(methods('result', 'server'), ['tools/call']);
    await bench.server('demo').reconnect();
    assert.deepEqual(
      rows()
        .filter(({ kind }) => kind === 'note')
        .map(({ method }) => method.replace(/\d+ ms.*/, '')),
      ['Disconnected.', 'Connecting over stdio', 'Connected in '],
    );
    assert.ok(methods('result', 'server').includes('initialize'));
    assert.deepEqual(
      bench.server('demo').past.map(({ kind }) => kind),
      ['connecting', 'connected', 'disconnected', 'connecting', 'connected'],
    );
  });
});
