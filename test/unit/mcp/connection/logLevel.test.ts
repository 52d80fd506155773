/** What servers are told of how much to log, and what becomes of their messages (features.md, A15, B10). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { everythingCommand } from '../../../../scripts/demo/everything.ts';
import { writeMessage } from '../../../../src/mcp/connection/logLevel.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { startModernHttp } from '../../../fixtures/servers/modern.ts';
import { receivedMessages } from '../../../fixtures/servers/recorderLog.ts';
import { Bench, eventually } from '../support.ts';

describe('the log level of a server', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  afterEach(() => bench.dispose());

  it('is set when it has connected, and again whenever it changes', async () => {
    const log = join(await bench.folder(), 'log');
    bench.verbosity = 'info';
    await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
    const levels = () =>
      receivedMessages(log, 'logging/setLevel').map(({ params }) => String(params?.['level']));
    await eventually(() => levels().length === 1, 'the first level');
    bench.setVerbosity('debug');
    bench.setVerbosity('off');
    await eventually(() => levels().length === 3, 'the changes');
    assert.deepEqual(levels(), ['info', 'debug', 'emergency']);
  });

  it('is of no concern to a server that has gone', async () => {
    bench.verbosity = 'info';
    await bench.start({ demo: fixtureCommand('recorder') });
    assert.equal(bench.verbosityListenerCount, 1);
    await bench.server('demo').disconnect();
    assert.equal(bench.verbosityListenerCount, 0);
  });

  it('is heeded by server-everything', async () => {
    bench.verbosity = 'debug';
    await bench.start({ demo: everythingCommand });
    await bench.call('demo', 'toggle-simulated-logging');
    const said = () => bench.log.filter((line) => / server: \w+[- ]\w*[- ]?message/.test(line));
    await eventually(() => said().length > 0, 'a message on any level');
  });

  for (const [transport, open] of [
    ['stdio', async () => ({ server: fixtureCommand('modern') as object, close: async () => undefined })],
    [
      'HTTP',
      async () => {
        const { url, close } = await startModernHttp();
        return { server: { type: 'http', url }, close };
      },
    ],
  ] as const) {
    it(`goes along with every request of the modern era over ${transport}`, async () => {
      const { server, close } = await open();
      try {
        bench.verbosity = 'warning';
        await bench.start({ demo: server });
        const said = async () => {
          bench.log.splice(0);
          await bench.call('demo', 'log');
          return bench.log.flatMap((line) => / server: \[modern\] (.*)/.exec(line)?.[1] ?? []);
        };
        const message = (level: string) => JSON.stringify({ level, of: ['anything'] });
        assert.deepEqual(await said(), ['warning', 'error'].map(message));
        bench.setVerbosity('debug');
        assert.equal((await said()).length, 4);
        bench.setVerbosity('off');
        assert.deepEqual(await said(), []);
      } finally {
        await bench.dispose();
        await close();
      }
    });
  }

  it('does not keep a message from being cut that is too long, or has signs that nobody sees', () => {
    const lines: string[] = [];
    const log = { append: (level: string, _: string, text: string) => void lines.push(`${level} ${text}`) };
    writeMessage(log, { level: 'notice', data: 'x'.repeat(1_000_000) });
    writeMessage(log, { level: 'alert', logger: 'a\u202eb', data: 'red\u001b[31m' });
    writeMessage(log, { level: 'debug', data: null });
    assert.equal(lines[0]?.length, 'info '.length + 20_000);
    assert.deepEqual(lines.slice(1), ['error [ab] red[31m', 'debug null']);
  });
});
