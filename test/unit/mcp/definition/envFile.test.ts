/** Files of environment variables, in the encodings that editors and shells write. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvFile } from '../../../../src/mcp/index.ts';

describe('an envFile', () => {
  it('is read in UTF-8 and UTF-16, with a byte order mark too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'envfile-'));
    const file = join(folder, '.env');
    const text = '\uFEFFTOKEN=ä1\nOTHER="two words"\n';
    const little = Buffer.from(text, 'utf16le');
    try {
      for (const bytes of [
        Buffer.from(text),
        Buffer.from(text).subarray(3),
        little,
        Buffer.from(little).swap16(),
      ]) {
        await writeFile(file, bytes);
        const { values } = await readEnvFile(file, []);
        assert.deepEqual(values, { TOKEN: 'ä1', OTHER: 'two words' });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
