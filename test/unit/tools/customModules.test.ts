/** The digests of what a custom tool consists of, while its files change in every way that a file can. */
import assert from 'node:assert/strict';
import promises, { mkdir, mkdtemp, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { moduleDigests, ModuleDigests, modulesOf } from '../../../src/tools/customModules.ts';

/** In s since 1970. */
const TIME = 1_700_000_000;

describe('the digests of a custom tool’s files', () => {
  const { readFile } = promises;
  const { now } = Date;
  let folder: string;
  let digests: ModuleDigests;
  let read: number;
  /** How far the clock is ahead of the file system's, in ms. */
  let ahead: number;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-modules-')));
    await mkdir(join(folder, 'sub'));
    [digests, read, ahead] = [new ModuleDigests(), 0, 10_000];
    Date.now = () => now() + ahead;
    promises.readFile = ((...args: Parameters<typeof readFile>) => {
      read += 1;
      return readFile(...args);
    }) as typeof readFile;
    syncBuiltinESMExports();
    await write('a.tool.mjs', "import './sub/b.js';");
    await write('sub/b.js', "import './c.json';");
    await write('sub/c.json', '{"a":1}');
    await utimes(pathOf('sub/c.json'), TIME, TIME);
  });
  afterEach(async () => {
    Date.now = now;
    promises.readFile = readFile;
    syncBuiltinESMExports();
    await rm(folder, { recursive: true, force: true });
  });

  const pathOf = (name: string): string => join(folder, name);
  const write = (name: string, text: string): Promise<void> => writeFile(pathOf(name), text);
  const entry = (): string => pathOf('a.tool.mjs');
  /** The digests, which must be what reading all files gives, and how many of them were read. */
  async function look(): Promise<{ digest: string; paths: string[]; read: number }> {
    read = 0;
    const { files, digest } = await digests.of(entry());
    const counted = read;
    const modules = await modulesOf(entry());
    assert.deepEqual({ files, digest }, moduleDigests(modules.map((each) => [each.path, each.digest])));
    const paths = Object.keys(files).map((path) => path.slice(folder.length + 1).replaceAll(sep, '/'));
    return { digest, paths, read: counted };
  }

  it('are found without reading a file again that has not changed', async () => {
    const first = await look();
    assert.deepEqual(first.paths, ['a.tool.mjs', 'sub/b.js', 'sub/c.json']);
    assert.equal(first.read, 3);
    assert.deepEqual(await look(), { ...first, read: 0 });
  });

  it('are read again while a file is so new that it could change within the same time', async () => {
    ahead = 0;
    await look();
    assert.equal((await look()).read, 3);
  });

  for (const [what, change] of [
    ['is written', () => write('sub/c.json', '{"a":2}')],
    [
      'is written and given its old times',
      async () => {
        await write('sub/c.json', '{"a":2}');
        await utimes(pathOf('sub/c.json'), TIME, TIME);
      },
    ],
    [
      'gives way to another one of the same size and times',
      async () => {
        await write('other', '{"a":2}');
        await utimes(pathOf('other'), TIME, TIME);
        await rename(pathOf('other'), pathOf('sub/c.json'));
      },
    ],
    ['is removed', () => rm(pathOf('sub/c.json'))],
    [
      'is reached through another folder',
      async () => {
        await mkdir(pathOf('new'));
        await write('new/b.js', '');
        await rename(pathOf('sub'), pathOf('old'));
        await rename(pathOf('new'), pathOf('sub'));
      },
    ],
    ['gets a package.json nearer to it', () => write('sub/package.json', '{"type":"module"}')],
    ['imports another one', () => write('sub/b.js', "import '../a.tool.mjs';")],
  ] as const) {
    it(`change when a file ${what}`, async () => {
      const before = await look();
      await change();
      assert.notEqual((await look()).digest, before.digest);
    });
  }

  it('follow a package.json whatever its times say', async () => {
    await write('sub/package.json', '{"type":"module"}');
    const before = await look();
    assert.ok(before.paths.includes('sub/package.json'));
    assert.equal((await look()).read, 1);
  });

  it('are found although an alias of a package leads to itself', async () => {
    const manifest = { imports: { '#a': '#b', '#b': ['#a', './sub/b.js'] } };
    await write('package.json', JSON.stringify(manifest));
    await write('a.tool.mjs', "import '#a';");
    assert.ok((await look()).paths.includes('sub/b.js'));
  });
});
