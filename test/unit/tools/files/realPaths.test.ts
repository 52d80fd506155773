/** Where paths lead, on a real disk. */
import assert from 'node:assert/strict';
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asOnDisk,
  gitFolderOf,
  hasOtherNames,
  RealPaths,
  realTarget,
} from '../../../../src/tools/files/realPaths.ts';

describe('real paths', () => {
  let root: string;
  const at = (...names: string[]): string => join(root, ...names);
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-paths-')));
    await mkdir(at('ws/src'), { recursive: true });
    await mkdir(at('out'));
    await writeFile(at('ws/src/a.ts'), '');
    await writeFile(at('out/key'), '');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  describe('the target of a path', () => {
    it('is the path itself if the path has no links, whether the file exists or not', async () => {
      assert.equal(await realTarget(at('ws/src/a.ts')), at('ws/src/a.ts'));
      assert.equal(await realTarget(at('ws/new/b.ts')), at('ws/new/b.ts'));
    });

    it('is spelled as on the disk, and so is a path that leads there without links', async function () {
      const given = { path: at('ws/SRC/A.TS'), folder: at('ws') };
      const places = { real: at('out/src/a.ts'), realFolder: at('out') };
      assert.equal(asOnDisk(given, places), at('ws/src/a.ts'));
      assert.equal(asOnDisk(given, { ...places, real: at('out/b/a.ts') }), given.path);
      assert.equal(asOnDisk({ ...given, path: at('ws') }, { ...places, real: at('out') }), at('ws'));
      if (process.platform !== 'win32' && process.platform !== 'darwin') this.skip();
      assert.equal(await realTarget(given.path), at('ws/src/a.ts'));
    });

    it('is the place to which links lead, also for a file that is to be created below them', async () => {
      await symlink(at('out'), at('ws/link'));
      assert.equal(await realTarget(at('ws/link/key')), at('out/key'));
      assert.equal(await realTarget(at('ws/link/new/file')), at('out/new/file'));
    });

    it('is the file that writing through a dangling link would create', async () => {
      await symlink('../out/not-yet', at('ws/dangling'));
      await symlink('dangling', at('ws/again'));
      assert.equal(await realTarget(at('ws/dangling')), at('out/not-yet'));
      assert.equal(await realTarget(at('ws/again')), at('out/not-yet'));
      assert.equal(await realTarget(at('ws/again/below')), at('out/not-yet/below'));
    });

    it('follows links within a link before it goes up a folder', async () => {
      await mkdir(at('out/deep/er'), { recursive: true });
      await symlink(at('out/deep/er'), at('ws/inner'));
      await symlink('inner/../made', at('ws/up'));
      assert.equal(await realTarget(at('ws/up')), at('out/deep/made'));
    });

    it('cannot be found for circular links', async () => {
      await symlink('b', at('ws/a'));
      await symlink('a', at('ws/b'));
      await assert.rejects(realTarget(at('ws/a/x')), /too many links/);
    });
  });

  it('a repository is known by what is in it, whatever it is called', async () => {
    for (const folder of ['ws/bare', 'out/separate']) {
      await mkdir(at(folder, 'objects'), { recursive: true });
      await mkdir(at(folder, 'refs'));
      await writeFile(at(folder, 'HEAD'), 'ref: refs/heads/main');
    }
    await mkdir(at('out/tree'));
    for (const name of ['HEAD', 'commondir']) await writeFile(at('out/tree', name), '');
    assert.equal(await gitFolderOf(at('ws/bare/config')), at('ws/bare'));
    assert.equal(await gitFolderOf(at('out/separate/hooks/new/pre-commit')), at('out/separate'));
    assert.equal(await gitFolderOf(at('out/tree/config.worktree')), at('out/tree'));
    assert.equal(await gitFolderOf(at('ws/src/a.ts')), undefined);
  });

  it('a file with a second name is distinguished from one with a single name', async () => {
    await link(at('ws/src/a.ts'), at('ws/b.ts'));
    await writeFile(at('ws/c.ts'), '');
    assert.equal(await hasOtherNames(at('ws/b.ts')), true);
    assert.equal(await hasOtherNames(at('ws/c.ts')), false);
    assert.equal(await hasOtherNames(at('ws/none')), false);
    assert.equal(await hasOtherNames(at('ws/src')), false);
  });

  describe('of many files', () => {
    it('are only those inside of the folder', async () => {
      await symlink(at('out/key'), at('ws/key'));
      await symlink(at('out'), at('ws/folder'));
      await symlink('src', at('ws/alias'));
      await symlink('../../out', at('ws/src/up'));
      const paths = new RealPaths(at('ws'));
      assert.equal(await paths.of('src/a.ts'), at('ws/src/a.ts'));
      assert.equal(await paths.of('alias/a.ts'), at('ws/src/a.ts'));
      for (const outside of ['key', 'folder/key', 'alias/up/key', 'src/up/key', '../out/key'])
        assert.equal(await paths.of(outside), undefined, outside);
    });

    it('are found in a folder that is itself opened by a link', async () => {
      await symlink(at('ws'), at('opened'));
      await symlink(at('out/key'), at('ws/key'));
      const paths = new RealPaths(at('opened'));
      assert.equal(await paths.of('src/a.ts'), at('ws/src/a.ts'));
      assert.equal(await paths.of('key'), undefined);
    });
  });
});
