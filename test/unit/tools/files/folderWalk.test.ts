/** The search for links and repositories, on a real disk. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderWalk, type WalkLimits } from '../../../../src/tools/files/folderWalk.ts';

const plenty: WalkLimits = { folders: 1_000, links: 1_000, ms: 60_000 };

describe('FolderWalk', () => {
  let root: string;
  const at = (...names: string[]): string => join(root, ...names);
  const walk = (limits: Partial<WalkLimits> = {}) =>
    new FolderWalk(root, {
      entersFolder: (names) => names.at(-1) !== 'skipped',
      limits: { ...plenty, ...limits },
    });
  let times = 0;
  /** A time that the folder has not had yet, whatever the clock of the file system can tell apart. */
  const touch = (name: string): Promise<void> => utimes(at(name), 0, (times += 1));

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-walk-')));
    for (const name of ['a/b', 'skipped']) await mkdir(at(name), { recursive: true });
    await symlink('elsewhere', at('a/b/link'));
    await symlink('elsewhere', at('skipped/link'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('finds links and repositories in all folders but those that are left out', async () => {
    for (const name of ['a/.git', 'a/b/bare/objects', 'a/b/bare/refs'])
      await mkdir(at(name), { recursive: true });
    await writeFile(at('a/b/bare/HEAD'), '');
    assert.deepEqual(await walk().look(), {
      links: [at('a/b/link')],
      workTrees: [at('a')],
      gitFolders: [at('a/b/bare')],
      isWhole: true,
    });
  });

  it('does not follow links, so that a circle ends', async () => {
    await symlink('..', at('a/up'));
    const { links, isWhole } = await walk().look();
    assert.deepEqual(links.toSorted(), [at('a/b/link'), at('a/up')]);
    assert.equal(isWhole, true);
  });

  it('sees names that have come and gone since the last look', async () => {
    // Much later, so that a time which is the same proves that nothing has changed.
    const now = () => Date.now() + 60_000;
    const looks = new FolderWalk(root, { entersFolder: () => true, limits: plenty, now });
    await rm(at('skipped'), { recursive: true });
    await looks.look();
    await mkdir(at('a/new/er'), { recursive: true });
    await touch('a');
    await symlink('elsewhere', at('a/new/er/link'));
    assert.deepEqual((await looks.look()).links.toSorted(), [at('a/b/link'), at('a/new/er/link')]);
    await rm(at('a/b'), { recursive: true });
    await touch('a');
    assert.deepEqual((await looks.look()).links, [at('a/new/er/link')]);
    await rm(at('a'), { recursive: true });
    await symlink('elsewhere', at('a'));
    await touch('');
    assert.deepEqual((await looks.look()).links, [at('a')]);
  });

  it('lists a folder again only if its time has changed', async () => {
    const entered: string[] = [];
    const looks = new FolderWalk(root, {
      entersFolder: (names) => entered.push(names.join('/')) > 0,
      limits: plenty,
      now: () => Date.now() + 60_000,
    });
    await looks.look();
    assert.deepEqual(entered.toSorted(), ['a', 'a/b', 'skipped']);
    await looks.look();
    assert.equal(entered.length, 3);
    await touch('a');
    await looks.look();
    assert.deepEqual(entered.slice(3), ['a/b']);
  });

  it('lists a folder again that was written just before, as its time may not tell', async () => {
    const entered: string[] = [];
    const looks = new FolderWalk(root, {
      entersFolder: (names) => entered.push(names.join('/')) > 0,
      limits: plenty,
    });
    await looks.look();
    await looks.look();
    assert.equal(entered.length, 6);
  });

  it('says that it has not seen everything when folders, links or time run out', async () => {
    await symlink('elsewhere', at('a/link'));
    assert.equal((await walk({ folders: 2 }).look()).isWhole, false);
    assert.equal((await walk({ links: 0 }).look()).isWhole, false);
    assert.equal((await walk({ ms: -1 }).look()).isWhole, false);
  });

  it('says so for a folder that can be entered and not listed', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    await chmod(at('a/b'), 0o311);
    assert.equal((await walk().look()).isWhole, false);
    await chmod(at('a/b'), 0o000);
    assert.equal((await walk().look()).isWhole, true);
    await chmod(at('a/b'), 0o755);
  });

  it('finds everything in the next look when there is time again', async () => {
    const limits = { ...plenty, ms: -1 };
    const looks = new FolderWalk(root, { entersFolder: () => true, limits });
    assert.equal((await looks.look()).isWhole, false);
    limits.ms = 60_000;
    assert.deepEqual((await looks.look()).links.length, 2);
    assert.equal((await looks.look()).isWhole, true);
  });

  it('looks once for all who ask at the same time', async () => {
    const looks = walk();
    const [first, second] = await Promise.all([looks.look(), looks.look()]);
    assert.equal(first, second);
    assert.notEqual(await looks.look(), first);
  });
});
