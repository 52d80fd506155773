import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withNamesOnDisk, withoutLine } from '../../../../src/tools/files/namesOnDisk.ts';

describe('A path that a model writes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-names-'));
    await mkdir(join(folder, 'u\u0308ber'));
    await writeFile(join(folder, 'u\u0308ber/cafe\u0301.txt'), '');
    await writeFile(join(folder, 'a.ts'), '');
    await writeFile(join(folder, 'b.ts:2'), '');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('finds folders and files whose names the disk has with decomposed letters', async () => {
    assert.equal(
      await withNamesOnDisk(join(folder, '\u00fcber/caf\u00e9.txt'), folder),
      join(folder, 'u\u0308ber/cafe\u0301.txt'),
    );
  });

  it('keeps a name that is not there, so that a new file gets it', async () => {
    assert.equal(
      await withNamesOnDisk(join(folder, '\u00fcber/na\u00efve.txt'), folder),
      join(folder, 'u\u0308ber/na\u00efve.txt'),
    );
  });

  it('prefers the file that has just this name', async () => {
    await writeFile(join(folder, 'u\u0308ber/caf\u00e9.txt'), '');
    const path = join(folder, 'u\u0308ber/caf\u00e9.txt');
    assert.equal(await withNamesOnDisk(path, folder), path);
  });

  it('loses the line after its name, unless a file has that name', async () => {
    assert.equal(await withoutLine(join(folder, 'a.ts:12:3')), join(folder, 'a.ts'));
    assert.equal(await withoutLine(join(folder, 'b.ts:2')), join(folder, 'b.ts:2'));
    assert.equal(await withoutLine(join(folder, 'c.ts:2')), join(folder, 'c.ts:2'));
  });
});
