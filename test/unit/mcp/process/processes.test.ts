/** No process survives: not a disconnect, not fifty, and not a host that was killed (features.md, A10). */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../../fixtures/servers/alive.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench, eventually, textOf } from '../support.ts';
import { cases } from '../../../fixtures/cases.ts';

const stubborn = fixtureCommand('misbehaving', 'ignore-sigterm');

/** The pids of a stubborn server and of its grandchild. */
async function pidsOf(bench: Bench): Promise<number[]> {
  return Object.values(JSON.parse(textOf(await bench.call('demo', 'pids'))) as Record<string, number>);
}

describe('server processes', () => {
  it('end with their whole tree, even if they ignore the end of stdin and SIGTERM', async () => {
    const bench = new Bench();
    await bench.start({ demo: stubborn });
    const pids = await pidsOf(bench);
    assert.equal(pids.length, 2);
    await bench.dispose();
    // The system takes a moment to clear away what was killed and is not our own child.
    await eventually(() => !pids.some(isAlive), 'the whole tree to be gone');
  });

  it('leave nothing behind after many starts and stops', async () => {
    const bench = new Bench();
    const pids: number[] = [];
    const rounds = cases(8, 50);
    await bench.start({ demo: fixtureCommand('recorder') });
    for (let round = 0; round < rounds; round++) {
      pids.push(bench.server('demo').pid ?? 0);
      await bench.server('demo').reconnect();
    }
    pids.push(bench.server('demo').pid ?? 0);
    await bench.dispose();
    assert.equal(new Set(pids).size, rounds + 1);
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('end when their host is killed, even if they ignore everything', async () => {
    const host = spawn(process.execPath, [fileURLToPath(new URL('../host.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
    const pids = JSON.parse(line) as number[];
    assert.equal(pids.filter(isAlive).length, 2);
    host.kill('SIGKILL');
    await eventually(() => pids.filter(isAlive).length === 0, 'the server and its grandchild are gone');
  });
});
