/** Who can read a file that the user exports. */
import assert from 'node:assert/strict';
import { chmod, link, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExportedFile } from '../../../../src/editor/ui/exportedFile.ts';

const onPosix = process.platform === 'win32' ? it.skip : it;

describe('an exported file', () => {
  let folder: string;
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-export-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  onPosix('is for the user alone, also where it replaces a file that all could read', async () => {
    const path = join(folder, 'a.md');
    await writeExportedFile(path, () => ['new']);
    assert.equal(await modeOf(path), 0o600);
    await chmod(path, 0o644);
    await writeExportedFile(path, () => ['one ', 'two']);
    assert.equal(await modeOf(path), 0o600);
    assert.equal(await readFile(path, 'utf8'), 'one two');
    assert.deepEqual(await readdir(folder), ['a.md']);
  });

  onPosix('is not read through what was there before: another name, an open file', async () => {
    const path = join(folder, 'a.md');
    await writeFile(path, 'old');
    await link(path, join(folder, 'other'));
    await writeExportedFile(path, () => ['secret']);
    assert.equal(await readFile(join(folder, 'other'), 'utf8'), 'old');
  });

  onPosix('is where a link leads, and the link stays', async () => {
    await writeFile(join(folder, 'real.md'), 'old', { mode: 0o644 });
    await symlink(join(folder, 'real.md'), join(folder, 'link.md'));
    await writeExportedFile(join(folder, 'link.md'), () => ['new']);
    assert.equal(await readFile(join(folder, 'real.md'), 'utf8'), 'new');
    assert.equal(await modeOf(join(folder, 'real.md')), 0o600);
    assert.deepEqual((await readdir(folder)).sort(), ['link.md', 'real.md']);
  });

  it('leaves what was there where its content cannot be read', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');
    const broken = function* (): Generator<string> {
      yield 'new';
      throw new Error('The database is gone.');
    };
    await assert.rejects(writeExportedFile(path, broken), /The database is gone/);
    assert.equal(await readFile(path, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['a.json']);
  });
});
