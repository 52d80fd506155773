/** The PATH of the login shell, for servers whose command the editor's own PATH lacks (features.md, A17). */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoginShell } from '../../../../src/mcp/process/loginShell.ts';
import { Bench, eventually } from '../support.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';

describe('the login shell', function () {
  if (process.platform === 'win32') return;
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  const script = async (name: string, ...lines: string[]): Promise<string> => {
    const path = join(scratch, name);
    await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(path, 0o755);
    return path;
  };
  /** A shell whose profile prints something and sets PATH, and which counts how often it was started. */
  const shell = (name: string, path: string): Promise<string> =>
    script(
      name,
      `echo "$PWD $*" >> ${scratch}/starts`,
      'echo "Welcome back!"',
      // What comes last is what it is to run.
      `for last; do :; done; PATH=${path}:/usr/bin:/bin exec /bin/sh -c "$last"`,
    );
  const starts = async (): Promise<string[]> =>
    (await readFile(join(scratch, 'starts'), 'utf8')).trim().split('\n');

  it('is asked once, in the home folder, as an interactive login shell, whatever it prints besides', async () => {
    const SHELL = await shell('zsh', '/opt/one:/opt/two');
    const login = new LoginShell({ SHELL });
    const [path, again] = await Promise.all([login.path(), login.path()]);
    assert.deepEqual(path, {
      kind: 'known',
      shell: SHELL,
      folders: ['/opt/one', '/opt/two', '/usr/bin', '/bin'],
    });
    assert.equal(again, path);
    const [only, ...others] = await starts();
    assert.deepEqual(others, []);
    assert.ok(only?.startsWith(`${homedir()} -i -l -c `), only);
    login.forget();
    await login.path();
    assert.equal((await starts()).length, 2);
  });

  it('gets no -l with a C shell, which knows none beside a command', async () => {
    await new LoginShell({ SHELL: await shell('tcsh', '/opt') }).path();
    assert.match((await starts())[0] ?? '', / -i -c echo/);
  });

  it('does not give the shell what is not for children, such as the key of the model', async () => {
    const SHELL = await script('sh', `echo "[$OPENAI_API_KEY]" > ${scratch}/key`);
    await new LoginShell({ SHELL, OPENAI_API_KEY: 'sk-1' }).path();
    assert.equal((await readFile(join(scratch, 'key'), 'utf8')).trim(), '[]');
  });

  it('is ended with all that it has started when it takes too long', async () => {
    const SHELL = await script('sh', `sleep 60 & echo $! > ${scratch}/child; wait`);
    const answer = await new LoginShell({ SHELL }, 500).path();
    assert.deepEqual(answer, { kind: 'unknown', why: `${SHELL} did not say its PATH within 500 ms.` });
    const child = Number(await readFile(join(scratch, 'child'), 'utf8'));
    await eventually(() => !isAlive(child), 'the child of the shell to be gone');
  });

  it('says so when the shell says nothing, or is not there', async () => {
    const silent = await script('sh', 'exit 1');
    const why = async (SHELL: string): Promise<string> => {
      const answer = await new LoginShell({ SHELL }).path();
      return answer.kind === 'unknown' ? answer.why : '';
    };
    assert.equal(await why(silent), `${silent} did not say its PATH.`);
    assert.match(await why('/nowhere/sh'), /\/nowhere\/sh could not be started \(.*ENOENT/);
  });

  describe('and a server', () => {
    let bench: Bench;
    afterEach(() => bench.dispose());
    const { args } = fixtureCommand('recorder');

    const begin = async (SHELL: string, definition: object) => {
      bench = new Bench({ loginShell: new LoginShell({ SHELL }) });
      await bench.start({ demo: definition });
      return bench.server('demo').state;
    };

    it('is found where only the login shell looks', async () => {
      await script('my-runner', `exec ${process.execPath} "$@"`);
      const state = await begin(await shell('zsh', scratch), { command: 'my-runner', args });
      assert.equal(state.kind, 'connected', JSON.stringify(state));
      assert.ok(
        bench.log.some((line) => /"my-runner" is not in the editor's PATH\. .*zsh knows more/.test(line)),
      );
    });

    it('does not ask it when the command is found without, or has a path', async () => {
      const SHELL = await shell('zsh', scratch);
      await begin(SHELL, { command: 'sh', args: ['-c', 'exit 0'] });
      await bench.dispose();
      await begin(SHELL, { command: '/nowhere/server' });
      await assert.rejects(starts(), /ENOENT/);
    });

    it('does not ask it when the definition has a PATH of its own', async () => {
      await script('my-runner', `exec ${process.execPath} "$@"`);
      const SHELL = await shell('zsh', scratch);
      const state = await begin(SHELL, { command: 'my-runner', env: { PATH: '/nowhere' } });
      assert.ok(state.kind === 'error');
      assert.equal(
        state.failure.message.english,
        'Command "my-runner" was not found in the only folder of PATH.',
      );
      assert.deepEqual(
        state.failure.actions.map(({ kind }) => kind),
        ['edit', 'reconnect'],
      );
      await assert.rejects(starts(), /ENOENT/);
    });

    it('offers to ask it anew when the command is nowhere, and then finds what was installed meanwhile', async () => {
      const state = await begin(await shell('zsh', scratch), { command: 'my-runner', args });
      assert.ok(state.kind === 'error');
      assert.deepEqual(
        state.failure.actions.map(({ kind }) => kind),
        ['login-path', 'edit', 'reconnect'],
      );
      assert.ok(state.failure.details?.english.includes(scratch));
      await script('my-runner', `exec ${process.execPath} "$@"`);
      bench.manager.loginShell.forget();
      await bench.server('demo').reconnect();
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    it('says in the log why it is of no help', async () => {
      await begin(await script('sh', 'exit 1'), { command: 'my-runner' });
      assert.ok(bench.log.some((line) => /warning.*"my-runner" is not in.*did not say its PATH/.test(line)));
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
