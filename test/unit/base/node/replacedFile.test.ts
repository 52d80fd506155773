/** A file that is replaced while somebody reads it. */
import assert from 'node:assert/strict';
import {
  chmod,
  link,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../../../src/base/node/replacedFile.ts';

describe('a file that gets shorter content', () => {
  let folder: string;
  let path: string;
  const bytes = Buffer.from('short');
  const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o7777;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-replaced-'));
    path = join(folder, 'file.txt');
    await writeFile(path, 'long before');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('stays whole for who has begun to read it, and nothing lies beside it', async function () {
    // Windows replaces no file that somebody has open.
    if (process.platform === 'win32') this.skip();
    const reader = await open(path);
    try {
      assert.equal(await replaceFile(path, bytes, false), true);
      assert.equal(await reader.readFile('utf8'), 'long before');
    } finally {
      await reader.close();
    }
    assert.equal(await readFile(path, 'utf8'), 'short');
    assert.deepEqual(await readdir(folder), ['file.txt']);
  });

  it('keeps its permissions without setuid, its times if they are to be kept, and the links to it', async function () {
    if (process.platform === 'win32') this.skip();
    const time = new Date('2026-01-02T03:04:05.678Z');
    const linked = join(folder, 'link.txt');
    await symlink('file.txt', linked);
    await chmod(path, 0o4754);
    await utimes(path, time, time);
    assert.equal(await replaceFile(linked, bytes, true), true);
    assert.equal((await stat(path)).mtime.getTime(), time.getTime());
    assert.equal(await modeOf(path), 0o754);
    assert.equal(await readlink(linked), 'file.txt');
    assert.equal(await replaceFile(path, bytes, false), true);
    assert.notEqual((await stat(path)).mtime.getTime(), time.getTime());
  });

  it('is left as it is, for another way to write it, where it has a second name or is gone', async () => {
    await link(path, join(folder, 'second.txt'));
    assert.equal(await replaceFile(path, bytes, false), false);
    assert.equal(await replaceFile(join(folder, 'gone.txt'), bytes, false), false);
    assert.equal(await readFile(path, 'utf8'), 'long before');
    assert.deepEqual((await readdir(folder)).toSorted(), ['file.txt', 'second.txt']);
  });
});
