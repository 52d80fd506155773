/** What a model sees of a folder. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderTree } from '../../../src/editor/builtInTools/folderTree.ts';

describe('a folder as a tree', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-tree-')));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function write(name: string, content = ''): Promise<void> {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }

  const tree = (depth = 1, leftOut: readonly string[] = []): Promise<string | undefined> =>
    folderTree(root, {
      depth,
      isLeftOut: (path) => Promise.resolve(leftOut.includes(path)),
      signal: new AbortController().signal,
    });

  it('has folders first with the number of their entries, and files with their sizes', async () => {
    await write('b.txt', 'x'.repeat(1_234));
    await write('a.txt', 'x');
    await write('lib/one.js');
    await write('lib/two.js');
    await write('test/one.js');
    await mkdir(join(root, 'none'));
    assert.equal(
      await tree(),
      'lib/ (2 entries)\nnone/ (empty)\ntest/ (1 entry)\na.txt (1 B)\nb.txt (1.2 KB)',
    );
  });

  it('goes as many levels down as are asked for, and names what is left out without entering it', async () => {
    await write('lib/deep/deeper/x.js', '12');
    await write('lib/a.js', '1');
    await write('node_modules/p/index.js');
    await write('lib/dist/a.js');
    assert.equal(
      await tree(2, ['node_modules', 'lib/dist']),
      'lib/\n  deep/ (1 entry)\n  dist/ (left out)\n  a.js (1 B)\nnode_modules/ (left out)',
    );
  });

  it('does not follow links', async () => {
    await write('lib/a.js');
    await symlink(join(root, 'lib'), join(root, 'circle'));
    await symlink('/etc/hostname', join(root, 'name'));
    assert.equal(await tree(5), 'lib/\n  a.js (0 B)\ncircle/ (link)\nname (link)');
  });

  it('ends at its bound with the true number of folders that were not entered', async () => {
    for (let number = 100; number < 130; number += 1)
      for (let file = 0; file < 30; file += 1) await write(`f${number}/${file}.js`);
    const lines = (await tree(2))?.split('\n') ?? [];
    // 30 folders, and 15 times 30 files: the next folder does not fit.
    assert.equal(lines.length, 30 + 15 * 30 + 1);
    assert.match(
      lines.at(-1) ?? '',
      /^\[Only 500 entries are listed, so 15 folders were not entered\. List one by its path/,
    );
    assert.equal(lines.filter((line) => line.endsWith('/ (30 entries)')).length, 15);
  });

  it('says how many entries of the folder itself are not listed', async () => {
    for (let number = 1_000; number < 1_510; number += 1) await write(`${number}.js`);
    const lines = (await tree())?.split('\n') ?? [];
    assert.deepEqual(lines.slice(-2), [
      '1499.js (0 B)',
      '… and 10 more entries. find_files finds them by name.',
    ]);
  });

  it('writes a name with a line end so that it cannot look like two', async function () {
    // Windows has no such names.
    if (process.platform === 'win32') this.skip();
    await write('a\nsecret: (1 entry)');
    assert.match((await tree()) ?? '', /^"a\\nsecret: \(1 entry\)" \(0 B\)$/);
  });

  it('is none of a file, and of what is not there', async () => {
    await write('a.txt');
    const options = {
      depth: 1,
      isLeftOut: () => Promise.resolve(false),
      signal: new AbortController().signal,
    };
    assert.equal(await folderTree(join(root, 'a.txt'), options), undefined);
    assert.equal(await folderTree(join(root, 'b'), options), undefined);
  });

  it('is given up when nobody wants it any more', async () => {
    await write('a/b/c.txt');
    const options = { depth: 9, isLeftOut: () => Promise.resolve(false), signal: AbortSignal.abort() };
    await assert.rejects(folderTree(root, options), { name: 'AbortError' });
  });
});
