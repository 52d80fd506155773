/** Several windows at once, and what a crash leaves (features.md, C11). */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallHistory } from '../../../src/store/index.ts';
import { all, keepAll, made } from './support.ts';

describe('the call history of several windows', function () {
  this.timeout(60_000);
  let folder: string;
  let history: CallHistory;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-history-'));
    history = new CallHistory(keepAll(folder));
  });
  afterEach(async () => {
    history.dispose();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a process that writes that many calls and one more; resolves when they are written. */
  async function writer(name: string, calls: number): Promise<ChildProcess> {
    const script = fileURLToPath(new URL('child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder, name, String(calls)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
    assert.equal(String(said), 'written\n');
    return child;
  }

  const count = (filter: Partial<typeof all>) =>
    history.list({ ...all, ...filter }, { limit: 100_000 }).length;

  it('loses nothing when they write at once, the first of them making the file', async () => {
    const calls = 1_000;
    await Promise.all(['one', 'two', 'three'].map((name) => writer(name, calls)));
    assert.equal(count({ status: 'success' }), 3 * calls);
    assert.equal(count({ status: 'pending' }), 3);
  });

  it('shows what a killed window left as interrupted, and not what another still does', async () => {
    history.record('mine', made.start('mine'));
    const killed = await writer('killed', 10);
    await writer('alive', 10);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await history.clean();
    assert.equal(count({ status: 'interrupted' }), 1);
    assert.equal(count({ status: 'pending' }), 2);
    assert.equal(count({ status: 'success' }), 20);
  });

  it('shows it so at once to a window that opens after the crash', async () => {
    const killed = await writer('killed', 10);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.equal(count({ status: 'interrupted' }), 1);
    assert.equal(count({ status: 'pending' }), 0);
  });

  it('is reported as missing if Node has no SQLite, and calls still work', async () => {
    const script = fileURLToPath(new URL('child.ts', import.meta.url));
    const child = spawn(process.execPath, ['--no-experimental-sqlite', script, folder, 'old', '3']);
    children.push(child);
    let problems = '';
    child.stderr.on('data', (text) => (problems += String(text)));
    const [said] = (await once(child.stdout, 'data')) as [unknown];
    assert.equal(String(said), 'written\n');
    child.stdin.write('\n');
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 1);
    assert.match(
      problems,
      /^The call history is not saved\. The Node\.js of this editor .* has no SQLite\..*\n$/,
    );
  });

  it('shows what a closed window left as interrupted', async () => {
    const closed = await writer('closed', 1);
    closed.stdin?.write('\n');
    await once(closed, 'exit');
    assert.equal(count({ status: 'interrupted' }), 1);
  });
});
