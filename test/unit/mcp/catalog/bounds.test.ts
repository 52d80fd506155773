/** Servers that send too much are cut short, with a reason that can be seen; the rest of them still works. */
import assert from 'node:assert/strict';
import { listen } from '../../../fixtures/servers/httpHost.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { fromMcpResult } from '../../../../src/tools/mcpResult.ts';
import { Bench, textOf } from '../support.ts';
import { cases } from '../../../fixtures/cases.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

describe('a server that sends too much', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  const catalogOf = async (behaviour: string, ...args: readonly string[]) => {
    await bench.start({ demo: fixtureCommand('misbehaving', behaviour, ...args) });
    const { state } = bench.server('demo');
    assert.ok(state.kind === 'connected', JSON.stringify(state));
    return { ...state.catalog, problems: state.catalog.problems.map(({ english }) => english) };
  };

  it('has 10,000 of its many tools taken, without holding up what else runs', async () => {
    let taken = processorTime();
    let longest = 0;
    const between = setInterval(() => {
      longest = Math.max(longest, taken());
      taken = processorTime();
    }, 5);
    const { tools, problems } = await catalogOf('million', '--tools', String(cases(100_000, 1_000_000)));
    clearInterval(between);
    assert.equal(tools.length, 10_000);
    assert.deepEqual(problems, ['The list of tools is incomplete: only the first 10000 entries are used.']);
    assert.ok(longest < 5_000, `It was held up for ${longest} ms of processor time.`);
  });

  it('is asked for 1,000 pages of its endless list', async () => {
    const { tools, problems } = await catalogOf('endless');
    assert.equal(tools.length, 1_000);
    assert.deepEqual(problems, [
      'The list of tools is incomplete: only the first 1000 pages were requested.',
    ]);
    assert.equal(textOf(await bench.call('demo', 'page-1')), 'called');
  });

  it('is left alone once its pages repeat, and keeps the tools it has shown', async () => {
    const { tools, problems } = await catalogOf('repeating');
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['page-1', 'page-2', 'page-3'],
    );
    assert.deepEqual(problems, ['The list of tools is incomplete: the server sent the same page again.']);
  });

  it('may say with null that a page is the last', async () => {
    const { tools, problems } = await catalogOf('last-page-null');
    assert.deepEqual([tools.length, problems], [1, []]);
  });

  for (const levels of ['10000', '1000000']) {
    it(`loses a tool and a result that are nested ${levels} deep, and nothing overflows`, async () => {
      const { tools, problems } = await catalogOf('deep', '--levels', levels);
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['echo', 'fall'],
      );
      assert.match(
        problems.join(),
        /^Tool "abyss" was skipped because its definition is (nested too deeply|too large)\.$/,
      );
      const { content } = fromMcpResult(await bench.call('demo', 'fall'));
      assert.match(JSON.stringify(content), /\(nested too deeply, left out\)/);
      assert.equal(textOf(await bench.call('demo', 'echo', { text: 'hi' })), 'hi');
    });
  }

  it('may have a result of millions of numbers, at the cost of their parsing', async () => {
    const count = cases(2_000_000, 10_000_000);
    await catalogOf('wide', '--tools', String(count));
    const before = process.memoryUsage().rss;
    const { structuredContent } = await bench.call('demo', 'spread');
    assert.equal((structuredContent as { numbers: unknown[] }).numbers.length, count);
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    assert.ok(grown < 200 + count / 20_000, `It grew by ${grown} MB.`);
  });

  it('has a line of its log cut that never ends', async () => {
    await bench.start({ demo: fixtureCommand('misbehaving', 'long-log-line', '--megabytes', '100') });
    assert.equal(textOf(await bench.call('demo', 'echo', { text: 'hi' })), 'hi');
    await bench.server('demo').disconnect();
    const line = bench.log.find((each) => each.includes('stderr'));
    assert.ok(line && line.length < 70_000, `${line?.length}`);
  });

  it('makes no request to where a schema points', async () => {
    const asked: (string | undefined)[] = [];
    const { url, close } = await listen((request, response) => {
      asked.push(request.url);
      response.end('{}');
    }, '/schema.json');
    try {
      await bench.start({ demo: fixtureCommand('misbehaving', 'pointing', '--to', url) });
      const { state } = bench.server('demo');
      assert.ok(state.kind === 'connected', JSON.stringify(state));
      assert.equal(textOf(await bench.call('demo', 'point')), 'called');
      assert.deepEqual(asked, []);
    } finally {
      await close();
    }
  });
});
