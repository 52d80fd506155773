/** A disk that is full or cannot be written: said with the file and what to do, and nothing is lost. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConversationStore } from '../../../src/store/index.ts';
import type { DiskReport } from './diskChild.ts';

const script = fileURLToPath(new URL('diskChild.ts', import.meta.url));
/** What is mounted in the namespace of a process goes with the process, whatever happens to it. */
const namespaces = [['-m'], ['-r', '-m']];
const MOUNT = 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"';

describe('the store on a disk that fails', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-disk-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The command that runs another one with 2 MB of its own on the folder; nothing where that is not allowed. */
  function onSmallDisk(): string[] | undefined {
    if (process.platform !== 'linux') return undefined;
    const options = namespaces.find(
      (each) => spawnSync('unshare', [...each, 'sh', '-c', MOUNT, folder, 'true']).status === 0,
    );
    return options && ['unshare', ...options, 'sh', '-c', MOUNT, folder];
  }

  async function run(mode: 'full' | 'limited' | 'readOnly', around: readonly string[]): Promise<DiskReport> {
    const [command, ...args] = [...around, process.execPath, script, folder, mode];
    const { stdout } = await promisify(execFile)(command, args, { timeout: 50_000, killSignal: 'SIGKILL' });
    return JSON.parse(stdout) as DiskReport;
  }

  function isWhole({ calls, texts, integrity }: DiskReport): void {
    assert.equal(calls.found, calls.made);
    assert.equal(texts.found, texts.made);
    assert.deepEqual(integrity, ['ok', 'ok']);
  }

  for (const [mode, what] of [
    ['full', /There is no space left for (.*) \(.*\)\. Free some disk space/],
    ['readOnly', /The file (.*) cannot be written \(.*\)\. Make it and its folder writable/],
  ] as const) {
    it(`says once for each file that the disk is ${mode}, and has written everything when it is not any more`, async function () {
      const around = onSmallDisk();
      if (!around) {
        console.log('      NOT TESTED: this system does not let a test mount a small disk (unshare, mount).');
        this.skip();
      }
      const report = await run(mode, around);
      const files = report.problems.map((problem) => what.exec(problem)?.[1]);
      assert.deepEqual(
        files.toSorted((one = '', other = '') => one.localeCompare(other)),
        ['conversations', 'history'].map((name) => join(folder, `${name}.sqlite`)),
        report.problems.join('\n'),
      );
      isWhole(report);
    });
  }

  it('says that a file cannot grow, and keeps what was written before', async function () {
    if (process.platform === 'win32') this.skip();
    const report = await run('limited', ['sh', '-c', 'ulimit -f 400 && exec "$@"', 'sh']);
    assert.equal(report.problems.length, 2, report.problems.join('\n'));
    for (const problem of report.problems)
      assert.match(problem, /The disk reports an error for the file .*space/);
    assert.deepEqual(report.integrity, ['ok', 'ok']);
    assert.ok(report.calls.found > 0 && report.texts.found > 0);
  });

  it('says of a folder that it may not write into which one it is, and what to do', async function () {
    if (process.platform === 'win32') this.skip();
    const problems: string[] = [];
    // Root may write everywhere, but below a file there is no folder for anybody.
    const isRoot = process.getuid?.() === 0;
    const closed = join(folder, isRoot ? 'file' : 'closed', 'deeper');
    if (isRoot) await writeFile(join(folder, 'file'), '');
    else await mkdir(join(folder, 'closed'), { mode: 0o500 });
    const store = new ConversationStore({
      folder: closed,
      workspace: '',
      onProblem: ({ english }) => problems.push(english),
      now: () => 0,
    });
    const change = { patches: [], messages: [{ message: {} }], results: [], facts: [] };
    assert.equal(store.write('a', change), false);
    assert.equal(store.write('a', change), false);
    assert.deepEqual([store.list('', 1), store.read('a')], [[], undefined]);
    store.dispose();
    assert.equal(problems.length, 1);
    assert.ok(problems[0]?.includes(join(closed, 'conversations.sqlite')), problems[0]);
    assert.match(
      problems[0] ?? '',
      /^Conversations are not saved\. The file .* cannot be written \(.*\)\. Make it and its folder writable/,
    );
  });

  it('notes what a workspace shows once the folder can be used', async () => {
    const closed = join(folder, 'file');
    await writeFile(closed, '');
    let at = 0;
    const clocks = { now: () => at, monotonic: () => at };
    const options = { folder: closed, workspace: 'w', onProblem: () => undefined, ...clocks };
    const store = new ConversationStore(options);
    const change = { patches: [], messages: [{ message: {} }], results: [], facts: [] };
    store.remember('a');
    assert.equal(store.write('a', change), false);
    await rm(closed);
    at += 3_600_000;
    assert.ok(store.write('a', change));
    store.dispose();
    const next = new ConversationStore(options);
    assert.equal(next.lastShown(), 'a');
    next.dispose();
  });
});
