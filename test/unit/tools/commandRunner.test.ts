import assert from 'node:assert/strict';
import { CommandRunner, shownOutput, type CommandResult } from '../../../src/tools/commandRunner.ts';
import { isAlive } from '../../fixtures/servers/alive.ts';
import { until } from '../until.ts';

const isWindows = process.platform === 'win32';

describe('A command that the model runs', () => {
  let runner: CommandRunner;
  beforeEach(() => (runner = new CommandRunner()));
  afterEach(() => runner.dispose());

  const run = (command: string, onOutput: (text: string) => void = () => undefined): Promise<CommandResult> =>
    runner.run({
      command,
      cwd: process.cwd(),
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      onOutput,
    });

  it('ends with its shell although a process in the background holds the output open, and says so', async function () {
    if (isWindows) this.skip();
    const result = await run('sleep 50 & echo $!');
    assert.deepEqual([result.end, result.leftRunning], [{ kind: 'exited', code: 0 }, true]);
    await until(() => !isAlive(Number(result.head)));
  });

  it('ends although a process in the background goes on writing', async function () {
    if (isWindows) this.skip();
    const result = await run('(while true; do echo more; sleep 0.05; done) & echo started');
    assert.equal(result.leftRunning, true);
    assert.match(result.head, /started/);
  });

  it('gives what came from the background while the window was busy', async function () {
    if (isWindows) this.skip();
    const block = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    const result = await run('(sleep 0.2; echo late) & echo started', (text) => {
      if (text.startsWith('started')) setTimeout(() => setImmediate(block), 100);
    });
    assert.deepEqual([result.head, result.leftRunning], ['started\nlate\n', false]);
  });

  it('gives all of its output, and left nothing running, when it ends by itself', async () => {
    const result = await run(`"${process.execPath}" -e "process.stdout.write('x'.repeat(70000))"`);
    assert.equal(result.leftRunning, false);
    assert.equal(result.head.length + result.tail.length + result.cut, 70_000);
  });
});

describe('The output of a command for the model', () => {
  it('has no codes of terminals', () => {
    const { text } = shownOutput({
      head: '\u001b[31mred\u001b[0m a\u0000\u0007b\r\nnext\rover\n',
      tail: '',
      cut: 0,
    });
    assert.equal(text, 'red ab\nover\n');
  });

  it('has no half of a code where the middle was left out', () => {
    assert.equal(
      shownOutput({ head: 'a\u001b[3', tail: 'b', cut: 7 }).text,
      'a\n… 7 characters left out …\nb',
    );
  });
});
