/** Variables on their way to real processes and to nowhere else (A12). */
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { content } from '../../../../src/base/common/message.ts';
import type { VariableValue, Variables } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, textOf } from '../support.ts';

/** Answers every question with `value` when `answered` resolves. */
class Vault implements Variables {
  value = 'correct-horse-battery';
  answered = Promise.resolve();
  onAsked = (): void => undefined;
  readonly aborted: string[] = [];
  readonly input = (id: string, _: unknown, signal: AbortSignal) => this.answer(id, signal);
  readonly secret = this.input;
  private async answer(id: string, signal: AbortSignal): Promise<VariableValue> {
    if (id === 'unknown')
      return { kind: 'none', why: content('it is unknown.'), next: content('Define it.') };
    signal.addEventListener('abort', () => this.aborted.push(id), { once: true });
    this.onAsked();
    await this.answered;
    return { kind: 'value', value: this.value, secret: true };
  }
}

describe('variables of servers', function () {
  this.timeout(30_000);
  let vault: Vault;
  let bench: Bench;
  beforeEach(() => {
    vault = new Vault();
    bench = new Bench({ variables: vault });
  });
  afterEach(() => bench.dispose());

  /** Everything that views, logs and memory can get hold of. */
  const visible = (): string =>
    JSON.stringify([
      bench.log,
      [...bench.memory],
      bench.manager.servers.map(({ definition, state }) => [
        definition,
        state.kind === 'error' ? state.failure : '',
      ]),
    ]);

  const hostile = [
    'a "quoted" value',
    "it's",
    'two\nlines\r\n',
    'C:\\path\\${env:PATH}\\',
    '$& $1 %PATH% ü €',
  ];
  for (const value of hostile) {
    it(`arrive unharmed: ${JSON.stringify(value)}`, async () => {
      vault.value = value;
      const { command, args } = fixtureCommand('recorder');
      await bench.start({
        demo: { command, args: [...args, '--name', '${input:x}'], env: { VALUE: '${secret:x}' } },
      });
      assert.equal(textOf(await bench.call('demo', 'env', { name: 'VALUE' })), value);
      const { state } = bench.server('demo');
      assert.equal(state.kind === 'connected' && state.catalog.server?.name, value);
    });
  }

  it('fail the server that has a wrong one, and no other', async () => {
    await bench.start({
      typo: { ...fixtureCommand('recorder'), cwd: '${workspacefolder}' },
      unknown: { ...fixtureCommand('recorder'), env: { A: '${input:unknown}' } },
      good: { ...fixtureCommand('recorder'), env: { A: '${input:known}' } },
    });
    const reasons = bench.manager.servers.map(({ state }) =>
      state.kind === 'error' ? state.failure.reason : state.kind,
    );
    assert.deepEqual(reasons, ['variable', 'variable', 'connected']);
  });

  it('may take the user any time: the limit for the set-up starts after the answers', async () => {
    const clock = new FakeClock();
    bench = new Bench({ variables: vault, clock });
    vault.onAsked = () => clock.advance(2_500);
    await bench.start({
      demo: { ...fixtureCommand('recorder'), env: { A: '${input:x}' }, setupTimeout: 2_000 },
    });
    const { state } = bench.server('demo');
    assert.equal(state.kind, 'connected');
    assert.ok(state.kind === 'connected' && state.setupMs === 0);
  });

  it('are no longer asked for when the server is disconnected', async () => {
    vault.answered = new Promise(() => undefined);
    const asked = new Promise<void>((resolve) => (vault.onAsked = resolve));
    bench.configure({ demo: { ...fixtureCommand('recorder'), env: { A: '${input:x}' } } });
    await asked;
    assert.equal(bench.server('demo').state.kind, 'connecting');
    await bench.server('demo').disconnect();
    assert.equal(bench.server('demo').state.kind, 'disconnected');
    assert.deepEqual(vault.aborted, ['x']);
  });

  const revealing: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a command that does not exist', { command: '/nowhere/${secret:x}' }],
    ['a folder that does not exist', { command: process.execPath, cwd: '/nowhere/${secret:x}' }],
    ['an envFile that does not exist', { command: process.execPath, envFile: '/nowhere/${secret:x}' }],
    [
      'last words',
      {
        command: process.execPath,
        args: ['-e', 'console.error(process.argv[1]);process.exit(3)', '${secret:x}'],
      },
    ],
    ['a URL where nobody listens', { url: 'http://127.0.0.1:1/${secret:x}' }],
    ['an unknown host', { url: 'http://${secret:x}.invalid/mcp' }],
    ['a URL with a password', { url: 'http://user:${secret:x}@127.0.0.1:1/mcp' }],
    ['a header that no request can carry', { url: 'http://127.0.0.1:1/', headers: { A: 'ü€${secret:x}' } }],
  ];
  for (const [what, entry] of revealing) {
    it(`are named, not shown, in what is said of ${what}`, async () => {
      await bench.start({ demo: entry });
      assert.equal(bench.server('demo').state.kind, 'error', visible());
      assert.doesNotMatch(visible(), /correct-horse/i);
      assert.match(visible(), /\$\{secret:x\}/);
    });
  }

  it('are named, not shown, in what a server says while it is connected', async () => {
    const { command, args } = fixtureCommand('recorder');
    const speak = `console.error('key is', process.env.KEY); await import(${JSON.stringify(pathToFileURL(args[0] ?? '').href)})`;
    await bench.start({
      demo: { command, args: ['--input-type=module', '-e', speak], env: { KEY: '${secret:x}' } },
    });
    assert.equal(bench.server('demo').state.kind, 'connected', visible());
    // Stderr is a pipe of its own, which may be read after the answers.
    await eventually(() => bench.log.includes('demo info stderr: key is ${secret:x}'), 'its line is logged');
    assert.doesNotMatch(visible(), /correct-horse/i);
  });
});
