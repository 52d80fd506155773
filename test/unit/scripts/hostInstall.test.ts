/** The VS Code host of the tests is the package that was looked at (scripts/host/install.ts). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkIntegrity } from '../../../scripts/host/install.ts';

describe('the VS Code host of the tests', () => {
  it('is not run when its digest is another one, or is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-host-'));
    const lock = (entry: object) =>
      writeFile(
        join(folder, 'package-lock.json'),
        JSON.stringify({ packages: { 'node_modules/code-server': entry } }),
      );
    try {
      await lock({ integrity: 'sha512-expected' });
      await checkIntegrity(folder, 'sha512-expected');
      await assert.rejects(checkIntegrity(folder), /is not the package that was looked at.*It was not run/);
      await lock({});
      await assert.rejects(checkIntegrity(folder), /its digest is missing/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
