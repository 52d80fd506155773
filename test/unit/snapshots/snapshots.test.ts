/** Snapshots of real folders (src/snapshots), and where they are saved (src/store/snapshotStore.ts). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  compareSnapshots,
  treeFiles,
  referencesOf,
  SnapshotScanner,
  snapshotLimits,
  treesOf,
  type Content,
  type Snapshot,
} from '../../../src/snapshots/index.ts';
import { SnapshotStore, type SnapshotStoreOptions } from '../../../src/store/index.ts';

const onWindows = process.platform === 'win32';

describe('snapshots', () => {
  let folder: string;
  let saved: Map<string, Buffer>;
  const never = new AbortController().signal;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
    saved = new Map();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const scannerWith = (more: Partial<ConstructorParameters<typeof SnapshotScanner>[0]> = {}) =>
    new SnapshotScanner({
      save: (contents: readonly Content[]) => {
        for (const { hash, bytes } of contents) saved.set(hash, bytes);
        return Promise.resolve();
      },
      refuses: () => undefined,
      now: () => Date.now(),
      monotonic: () => performance.now(),
      ...more,
    });
  const scan = (scanner = scannerWith()): Promise<Snapshot> =>
    scanner.scan([{ uri: pathToFileURL(folder).href, path: folder }], never);
  const namesIn = ({ folders }: Snapshot): string[] => [...(folders[0]?.files.keys() ?? [])].toSorted();
  const changes = (before: Snapshot, after: Snapshot): string[] =>
    compareSnapshots(before, after).map(
      ({ path, before: one, after: other }) => `${one ? (other ? 'edited' : 'deleted') : 'created'} ${path}`,
    );

  it('find every file that was created, edited, deleted or renamed, and no other', async () => {
    await write('a.txt', 'a');
    await write('deep/er/b.txt', 'b');
    await write('gone.txt', 'gone');
    await write('old.txt', 'moved');
    const scanner = scannerWith();
    const before = await scan(scanner);
    await write('a.txt', 'A');
    await write('new/c.txt', 'c');
    await rm(join(folder, 'gone.txt'));
    renameSync(join(folder, 'old.txt'), join(folder, 'renamed.txt'));
    const after = await scan(scanner);
    assert.deepEqual(changes(before, after), [
      'edited a.txt',
      'deleted gone.txt',
      'created new/c.txt',
      'deleted old.txt',
      'created renamed.txt',
    ]);
    assert.deepEqual(changes(after, await scan(scanner)), []);
  });

  it('find an edit that keeps the size and sets the time back', async () => {
    await write('a.txt', 'one');
    const { mtime, atime } = statSync(join(folder, 'a.txt'));
    const scanner = scannerWith({ now: () => Date.now() + 60_000 });
    const before = await scan(scanner);
    await write('a.txt', 'two');
    utimesSync(join(folder, 'a.txt'), atime, mtime);
    assert.deepEqual(changes(before, await scan(scanner)), ['edited a.txt']);
  });

  it('leave out what git ignores, repositories and dependencies', async () => {
    await write('.gitignore', 'build/\n*.log\n!keep.log\n');
    for (const path of ['build/x.js', 'a.log', 'keep.log', '.git/config', 'sub/.git/config', 'sub/a.txt'])
      await write(path, path);
    await write('node_modules/x/index.js', '');
    assert.deepEqual(namesIn(await scan()), ['.gitignore', 'keep.log', 'sub/a.txt']);
  });

  it('list a folder again once its ignore rules have changed, appeared or gone, also those of a folder above', async () => {
    // All that is written is settled at once.
    const scanner = scannerWith({ now: () => Date.now() + 60_000 });
    for (const path of ['a/b/x.log', 'a/b/x.tmp', 'a/y.log', 'z.log']) await write(path, path);
    const names = async (): Promise<string[]> => namesIn(await scan(scanner));
    const all = ['a/b/x.log', 'a/b/x.tmp', 'a/y.log', 'z.log'];
    assert.deepEqual(await names(), all);
    await write('a/.gitignore', '*.log\n.gitignore\n');
    assert.deepEqual(await names(), ['a/b/x.tmp', 'z.log']);
    assert.deepEqual(await names(), ['a/b/x.tmp', 'z.log']);
    await write('a/.gitignore', '*.tmp\n.gitignore\n');
    assert.deepEqual(await names(), ['a/b/x.log', 'a/y.log', 'z.log']);
    await rm(join(folder, 'a/.gitignore'));
    assert.deepEqual(await names(), all);
    await write('.git/info/exclude', 'z.log\n');
    assert.deepEqual(await names(), all.slice(0, 3));
    await write('.git/info/exclude', '');
    assert.deepEqual(await names(), all);
  });

  it('find what has changed in a folder that is not listed again, and what became of a file', async () => {
    const scanner = scannerWith({ now: () => Date.now() + 60_000 });
    for (const path of ['a/one.txt', 'a/two', 'b/c/three.txt']) await write(path, path);
    const before = await scan(scanner);
    await write('a/one.txt', 'other');
    await rm(join(folder, 'a/two'));
    await write('a/two/inner.txt', 'x');
    await rm(join(folder, 'b'), { recursive: true });
    assert.deepEqual(changes(before, await scan(scanner)), [
      'edited a/one.txt',
      'deleted a/two',
      'created a/two/inner.txt',
      'deleted b/c/three.txt',
    ]);
  });

  it('find files that came and went in a folder whose time was set back', async () => {
    const scanner = scannerWith({ now: () => Date.now() + 60_000 });
    for (const path of ['a/one.txt', 'a/two.txt']) await write(path, path);
    // A whole second, because finer times are not set back exactly.
    const setBack = (): void => {
      for (const path of ['a', '']) utimesSync(join(folder, path), 1_000_000_000, 1_000_000_000);
    };
    setBack();
    const before = await scan(scanner);
    await rm(join(folder, 'a/two.txt'));
    await write('a/new.txt', 'new');
    await write('new.txt', 'new');
    setBack();
    assert.deepEqual(changes(before, await scan(scanner)), [
      'created a/new.txt',
      'deleted a/two.txt',
      'created new.txt',
    ]);
  });

  it('follow no link, and read nothing outside of the folder', async function () {
    if (onWindows) return this.skip();
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'secret.txt'), 'private');
    await symlink(outside, join(folder, 'linked'));
    await symlink(join(outside, 'secret.txt'), join(folder, 'secret.txt'));
    await symlink('..', join(folder, 'up'));
    const found = await scan();
    assert.deepEqual(namesIn(found), ['linked', 'secret.txt', 'up']);
    assert.ok([...(found.folders[0]?.files.values() ?? [])].every((state) => state.kind === 'unsaved'));
    assert.equal(saved.size, 0);
    await rm(outside, { recursive: true });
  });

  it('wait for no pipe, neither among files nor in place of ignore rules', async function () {
    if (onWindows) return this.skip();
    execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, '.gitignore')]);
    await write('a.txt', 'a');
    assert.deepEqual(namesIn(await scan()), ['a.txt']);
  });

  it('keep names that look like paths, patterns or markup', async function () {
    if (onWindows) return this.skip();
    const names = ['a\\b', '%2e%2e%2f', '__proto__', 'constructor', '$(x) `y`', 'ü\u202e.txt', '...', '*'];
    for (const name of names) await write(name, name);
    const found = await scan();
    assert.deepEqual(namesIn(found), names.toSorted());
    const { root, trees } = treesOf(found.folders[0] ?? assert.fail());
    const objects = new Map(trees.map(({ hash, bytes }) => [hash, bytes]));
    const files = await treeFiles(root, (hash) => Promise.resolve(objects.get(hash)));
    assert.deepEqual(new Map(files), new Map(found.folders[0]?.files));
  });

  it('name large files, secrets and those beyond the bounds, still know that they changed, and save none of them', async () => {
    const limits = { ...snapshotLimits, fileBytes: 10 };
    const refuses = (path: string, content: Buffer | undefined) =>
      path.endsWith('.pem')
        ? ('sensitive' as const)
        : content?.includes('hunter2')
          ? ('secret' as const)
          : undefined;
    await write('large.bin', Buffer.alloc(11));
    await write('key.pem', 'k');
    await write('b.txt', 'hunter2');
    const scanner = scannerWith({ limits, refuses });
    const before = await scan(scanner);
    const why = Object.fromEntries(
      [...(before.folders[0]?.files ?? [])].map(([path, state]) => [
        path,
        state.kind === 'unsaved' ? state.why : 'saved',
      ]),
    );
    assert.deepEqual(why, { 'large.bin': 'large', 'key.pem': 'sensitive', 'b.txt': 'secret' });
    assert.equal(saved.size, 0);
    await write('large.bin', Buffer.alloc(12));
    assert.deepEqual(changes(before, await scan(scanner)), ['edited large.bin']);
  });

  it('end at their bounds, and then call no file deleted or created that they did not look at', async () => {
    for (let index = 0; index < 100; index += 1) await write(`${index}/a.txt`, `${index}`);
    const limits = { ...snapshotLimits, files: 40 };
    const scanner = scannerWith({ limits });
    const before = await scan(scanner);
    assert.equal(before.folders[0]?.isWhole, false);
    assert.ok(namesIn(before).length <= 72);
    // Folders that were not opened are named, as far as there is room.
    const { missed = [] } = before.folders[0] ?? assert.fail();
    assert.equal(missed.length, 20);
    assert.deepEqual(
      missed.filter((path) => !/^\d+$/.test(path) || namesIn(before).includes(`${path}/a.txt`)),
      [],
    );
    for (let index = 0; index < 100; index += 1) await rm(join(folder, `${index}`), { recursive: true });
    const after = await scan(scanner);
    assert.equal(after.folders[0]?.isWhole, true);
    assert.equal(after.folders[0].missed, undefined);
    assert.deepEqual(
      changes(before, after),
      namesIn(before).map((name) => `deleted ${name}`),
    );
    await write('x/y/z/a.txt', 'a');
    let ms = 0;
    const slow = scannerWith({ monotonic: () => (ms += 10_000) });
    assert.equal((await scan(slow)).folders[0]?.isWhole, false);
  });

  it('cover several folders, each for itself, also while one of them is gone', async () => {
    await write('one/a.txt', 'a');
    await write('two/a.txt', 'a');
    const roots = ['one', 'two'].map((name) => ({ uri: `file:///${name}`, path: join(folder, name) }));
    const scanner = scannerWith();
    const before = await scanner.scan(roots, never);
    await write('two/a.txt', 'A');
    const after = await scanner.scan(roots, never);
    assert.deepEqual(
      compareSnapshots(before, after).map(({ folder: uri, path }) => `${uri} ${path}`),
      ['file:///two a.txt'],
    );
    await rm(join(folder, 'one'), { recursive: true });
    // Nobody looked there, so nothing is called deleted; a folder that was removed from the workspace counts neither.
    assert.deepEqual(compareSnapshots(before, await scanner.scan(roots.slice(0, 1), never)), []);
  });

  it('read a file once while it does not change', async () => {
    await write('a.txt', 'a');
    let reads = 0;
    const refuses = (_: string, content: Buffer | undefined) => {
      if (!content) reads += 1;
      return undefined;
    };
    // So much later that the file is no longer new.
    const scanner = scannerWith({ refuses, now: () => Date.now() + 60_000 });
    await scan(scanner);
    await scan(scanner);
    assert.equal(reads, 1);
    await write('a.txt', 'other');
    await scan(scanner);
    assert.equal(reads, 2);
  });

  it('tell when a program was made executable', async function () {
    if (onWindows) return this.skip();
    await write('run.sh', 'echo');
    const before = await scan();
    chmodSync(join(folder, 'run.sh'), 0o755);
    assert.deepEqual(changes(before, await scan()), ['edited run.sh']);
  });

  it('can be taken while files come and go', async () => {
    for (let index = 0; index < 300; index += 1) await write(`${index % 10}/${index}.txt`, `${index}`);
    const scanner = scannerWith();
    const removed = Promise.all(
      Array.from({ length: 300 }, (_, index) => rm(join(folder, `${index % 10}/${index}.txt`))),
    );
    const during = await scan(scanner);
    await removed;
    const after = await scan(scanner);
    assert.deepEqual(namesIn(after), []);
    assert.equal(changes(during, after).length, namesIn(during).length);
  });

  it('stop when the window closes', async () => {
    await write('a.txt', 'a');
    await assert.rejects(
      scannerWith().scan([{ uri: 'file:///x', path: folder }], AbortSignal.abort(new Error('closing'))),
      /closing/,
    );
  });

  it('start no program of a hostile repository', async function () {
    if (onWindows) return this.skip();
    const mark = join(folder, 'ran');
    await write(
      '.git/config',
      `[core]\n\tfsmonitor = touch ${mark}\n\thooksPath = hooks\n[filter "x"]\n\tclean = touch ${mark}\n`,
    );
    await write('.gitattributes', '* filter=x\n');
    await write('a.txt', 'a');
    await scan();
    assert.equal(existsSync(mark), false);
  });

  describe('in the store', () => {
    const open = (more: Partial<SnapshotStoreOptions> = {}): SnapshotStore =>
      new SnapshotStore({
        folder: join(folder, '..', `${folder.split('-').at(-1)}-store`),
        onProblem: ({ english }) => assert.fail(english),
        conversations: () => new Set(['talk']),
        now: () => Date.now(),
        monotonic: () => performance.now(),
        ...more,
      });
    let store: SnapshotStore;
    beforeEach(() => {
      store = open();
    });
    afterEach(async () => {
      store.dispose();
      await rm(join(folder, '..', `${folder.split('-').at(-1)}-store`), { recursive: true, force: true });
    });

    const save = async (into: SnapshotStore, item: string, conversation = 'talk'): Promise<boolean> => {
      const generation = into.generation();
      const found = await scannerWith({ save: (contents) => into.put(contents) }).scan(
        [{ uri: 'file:///w', path: folder }],
        never,
      );
      const { root, trees } = treesOf(found.folders[0] ?? assert.fail());
      await into.put(trees);
      const roots = [{ uri: 'file:///w', root, isWhole: true }];
      return into.saveCheckpoint({ conversation, item, kind: 'message' }, { roots }, generation);
    };
    const textsAt = async (from: SnapshotStore, item: string, conversation = 'talk') => {
      const checkpoint = from.checkpoint({ conversation, item, kind: 'message' });
      const files = await treeFiles(checkpoint?.roots[0]?.root ?? '', (hash) => from.get(hash));
      const texts: Record<string, string | undefined> = {};
      for (const [path, state] of files)
        if (state.kind === 'saved') texts[path] = (await from.get(state.hash))?.toString();
      return texts;
    };

    it('they outlive the window, byte by byte', async () => {
      await write('a.txt', 'one\r\n');
      await write('b/c.bin', 'two');
      assert.equal(await save(store, 'i1'), true);
      await write('a.txt', 'changed');
      assert.equal(await save(store, 'i2'), true);
      store.dispose();
      store = open();
      assert.deepEqual(await textsAt(store, 'i1'), { 'a.txt': 'one\r\n', 'b/c.bin': 'two' });
      assert.deepEqual(await textsAt(store, 'i2'), { 'a.txt': 'changed', 'b/c.bin': 'two' });
    });

    it('the first checkpoint of a message stays, and a branch has those of its own messages', async () => {
      await write('a.txt', 'first');
      await save(store, 'i1');
      await write('a.txt', 'second');
      await save(store, 'i1');
      await save(store, 'i9');
      store.copyCheckpoints('talk', 'branch', new Set(['i1']));
      assert.deepEqual(await textsAt(store, 'i1', 'branch'), { 'a.txt': 'first' });
      assert.equal(store.checkpoint({ conversation: 'branch', item: 'i9', kind: 'message' }), undefined);
    });

    it('they go with their conversation, and what others need stays', async () => {
      let there = new Set(['talk', 'other']);
      let now = Date.now();
      store.dispose();
      store = open({ conversations: () => there, now: () => now });
      await write('a.txt', 'shared');
      await save(store, 'i1', 'other');
      await write('b.txt', 'only of other');
      await save(store, 'i2', 'other');
      await rm(join(folder, 'b.txt'));
      await save(store, 'i1');
      there = new Set(['talk']);
      now += 2 * 3_600_000;
      const generation = store.generation();
      await store.clean(referencesOf);
      assert.equal(store.checkpoint({ conversation: 'other', item: 'i1', kind: 'message' }), undefined);
      assert.deepEqual(await textsAt(store, 'i1'), { 'a.txt': 'shared' });
      // Another window that has scanned before must not rely on what is gone.
      assert.ok(store.generation() > generation);
      assert.equal(
        store.saveCheckpoint(
          { conversation: 'talk', item: 'i5', kind: 'message' },
          { roots: [] },
          generation,
        ),
        false,
      );
    });

    it('the oldest go where there is too much', async () => {
      let now = Date.now();
      store.dispose();
      store = open({ now: () => now, maxBytes: 150_000 });
      for (let index = 0; index < 8; index += 1) {
        await write('a.bin', Buffer.from(Array.from({ length: 40_000 }, () => Math.random() * 256)));
        await save(store, `i${index}`);
        now += 1_000;
      }
      now += 2 * 3_600_000;
      await store.clean(referencesOf);
      assert.equal(store.checkpoint({ conversation: 'talk', item: 'i0', kind: 'message' }), undefined);
      assert.deepEqual(Object.keys(await textsAt(store, 'i7')), ['a.bin']);
    });

    it('nobody else can read the file', async function () {
      if (onWindows) return this.skip();
      await write('a.txt', 'a');
      await save(store, 'i1');
      const file = join(folder, '..', `${folder.split('-').at(-1)}-store`, 'snapshots.sqlite');
      assert.equal(statSync(file).mode & 0o077, 0);
      assert.ok(readFileSync(file).length > 0);
      assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'a');
    });
  });
});
