/** The tests that the documentation names are there. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

describe('docs/endpoints.md', () => {
  it('names tests that exist, in the files where they are', async () => {
    const text = await readFile('docs/endpoints.md', 'utf8');
    const named = [...text.matchAll(/`([\w/]+(?:\.property)?\.test\.ts)`((?:,? "[^"]+")+)/g)];
    assert.ok(named.length > 50, `${named.length} places`);
    const missing: string[] = [];
    for (const [, path = '', names = ''] of named) {
      const file = path.startsWith('test/') ? path : join('test/unit/models', path);
      const source = await readFile(file, 'utf8');
      for (const [, name = ''] of names.matchAll(/"([^"]+)"/g))
        if (!source.includes(name)) missing.push(`${file}: ${name}`);
    }
    assert.deepEqual(missing, []);
  });
});
