import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

describe('the scripts', () => {
  it('say in their first line who runs them, or of what they are a part', () => {
    const files = globSync('scripts/*.ts');
    assert.ok(files.length > 20, `${files.length} files`);
    const wrong = files.filter(
      (file) => !/^\/\*\*(?:\n \*)? (?:`(?:npm|node) |Part of )/.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(wrong, []);
  });
});
