import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Family } from '../../../scripts/host/family.ts';
import { killNow, listProcesses, type ProcessInfo } from '../../../scripts/host/processes.ts';

describe('the end of processes that were seen before', () => {
  let child: ChildProcess;
  let seen: ProcessInfo;

  // Like the hosts, it lists processes by /proc or ps.
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  beforeEach(async () => {
    child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // It has its own command line then.
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    const found = (await listProcesses()).find(({ pid }) => pid === child.pid);
    assert.ok(found);
    seen = found;
  });

  it('kills one that still runs', async () => {
    const ended = once(child, 'exit');
    killNow([seen]);
    assert.deepEqual(await ended, [null, 'SIGKILL']);
  });

  it('leaves a process alone that has the id of one that ended', async () => {
    const ended = once(child, 'exit');
    killNow([{ ...seen, command: 'another' }]);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [null, 'SIGTERM']);
  });
});

describe('the end of a family of processes', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('kills with a process also what it has started since anybody looked', async () => {
    const parent = spawn(
      process.execPath,
      [
        '-e',
        "require('child_process').spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { stdio: 'inherit' })",
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await once(parent.stdout, 'data');
    // Its output closes when nothing holds it any more.
    const closed = once(parent, 'close');
    const family = new Family(parent.pid as number);
    family.kill();
    await closed;
    await family.end(false);
  });
});
