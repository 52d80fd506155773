/** Servers that ask, log and tell more than anybody can take in. */
import assert from 'node:assert/strict';
import { boundedLog } from '../../../../src/mcp/server/logLimit.ts';
import type { Asking, Interaction } from '../../../../src/mcp/index.ts';
import { limitQuestions } from '../../../../src/mcp/questions/interaction.ts';
import { ProgressLimit } from '../../../../src/tools/progressLimit.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, textOf } from '../support.ts';

describe('the questions of a server', () => {
  const clock = new FakeClock();
  let notices: string[];
  let shown: string[];
  let asked: number;
  let answer: () => void;
  let limited: Interaction;
  beforeEach(() => {
    notices = [];
    shown = [];
    asked = 0;
    const answers: (() => void)[] = [];
    answer = () => answers.splice(0).forEach((each) => each());
    const wait = <T>(result: T) =>
      new Promise<T>((resolve) => {
        asked += 1;
        answers.push(() => resolve(result));
      });
    limited = limitQuestions(
      {
        form: () => wait({ action: 'cancel' }),
        url: () => wait({ action: 'cancel' }),
        sample: () => wait({ model: 'm', role: 'assistant', content: { type: 'text', text: '' } }),
        onTooMany: (server) => void shown.push(server),
      },
      clock,
      (server, why) => void notices.push(`${server}: ${why}`),
    );
  });
  const from = (server: string): Asking => ({ server, signal: new AbortController().signal });
  const form = (server = 'one') =>
    limited.form?.({ message: '?', requestedSchema: { type: 'object', properties: {} } }, from(server));
  const url = () =>
    limited.url?.({ mode: 'url', message: '?', url: 'https://a.example', elicitationId: 'e' }, from('one'));
  const sample = () => limited.sample?.({ messages: [], maxTokens: 1 }, from('one'));

  it('are five at once at most, of whatever kind, and those beyond are refused with one notice', async () => {
    const open = [form(), form(), url(), sample(), sample()];
    for (let index = 0; index < 100; index++)
      await assert.rejects(async () => (index % 2 === 0 ? form() : sample()), { code: -32_000 });
    assert.equal(asked, 5);
    assert.deepEqual(shown, ['one']);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /^one: .*5 questions of this server are open/);
    const others = form('two');
    assert.equal(asked, 6);
    answer();
    await Promise.all([...open, others]);
    const next = form();
    answer();
    assert.deepEqual(await next, { action: 'cancel' });
  });

  it('are twenty in a minute at most, also when each is answered at once', async () => {
    let refused = 0;
    for (let index = 0; index < 200; index++) {
      const one = Promise.resolve(form('three')).catch(() => (refused += 1));
      answer();
      await one;
    }
    assert.deepEqual([asked, refused, notices.length], [20, 180, 1]);
    clock.advance(61_000);
    const later = form('three');
    answer();
    assert.deepEqual(await later, { action: 'cancel' });
  });

  it('are bounded for a real server, which gets an error for those beyond and works on', async () => {
    let open = 0;
    const answered = Promise.withResolvers<void>();
    const bench = new Bench({
      interaction: {
        form: async () => {
          open += 1;
          await answered.promise;
          return { action: 'decline' };
        },
      },
    });
    try {
      await bench.start({ soak: fixtureCommand('soak') });
      const { wire } = bench.server('soak');
      wire.start();
      const calls = Array.from({ length: 6 }, () => bench.call('soak', 'ask', {}));
      const refused = () =>
        wire.rows().filter((row) => row.kind === 'error' && row.from === 'patchbay').length;
      await eventually(() => refused() === 25, 'the refusals of 25 questions');
      answered.resolve();
      const texts = (await Promise.all(calls)).map(textOf).join('\n');
      assert.equal(open, 5);
      assert.equal(texts.match(/Ask again later/g)?.length, 25);
      assert.equal(bench.log.filter((line) => /asks too much/.test(line)).length, 1);
    } finally {
      await bench.dispose();
    }
  });
});

describe('what a server tells by itself', () => {
  it('is logged up to a thousand lines a second, and that it was cut is said once', () => {
    const clock = new FakeClock();
    const lines: string[] = [];
    const log = boundedLog({ append: (_, from, text) => void lines.push(`${from} ${text}`) }, clock);
    for (let index = 0; index < 100_000; index++)
      log.append('info', index % 2 === 0 ? 'stderr' : 'server', 'x');
    log.append('info', 'patchbay', 'own');
    assert.equal(lines.length, 1_001);
    clock.advance(1_000);
    assert.match(lines.at(-1) ?? '', /^patchbay Its log was cut/);
    log.append('info', 'stderr', 'after');
    assert.equal(lines.at(-1), 'stderr after');
    assert.equal(lines.length, 1_003);
  });

  it('reports progress of a call some twenty times in a time span, and the newest at the end', () => {
    const told: number[] = [];
    const limit = new ProgressLimit<number>((progress) => told.push(progress));
    for (let progress = 1; progress <= 1_000_000; progress++) limit.take(progress);
    limit.end();
    assert.ok(told.length < 500, String(told.length));
    assert.deepEqual(told.slice(0, 3), [1, 2, 3]);
    assert.equal(told.at(-1), 1_000_000);
  });

  it('that its lists have changed is heard once for many times, and the last change is not missed', async () => {
    const bench = new Bench();
    try {
      await bench.start({ soak: fixtureCommand('soak') });
      await Promise.all([
        ...Array.from({ length: 5 }, () => bench.call('soak', 'flood', { count: 500 })),
        bench.call('soak', 'change', {}),
      ]);
      await bench.call('soak', 'change', {});
      const names = (): string[] => {
        const { state } = bench.server('soak');
        return state.kind === 'connected' ? state.catalog.tools.map(({ name }) => name) : [];
      };
      await eventually(() => names().includes('extra_2'), 'the last change is known');
    } finally {
      await bench.dispose();
    }
  });
});
