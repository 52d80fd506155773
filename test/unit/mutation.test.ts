/** The list of planted defects keeps up with the code: trying them out takes minutes and is done at night. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readLevels } from '../mutation/levels.ts';
import { resolveDefects } from '../mutation/resolve.ts';

const root = join(import.meta.dirname, '../..');

describe('every planted defect', () => {
  it('is in the code as described, and has its tests', () => {
    const problems = resolveDefects(root, readLevels(root)).flatMap(({ problem }) => problem ?? []);
    assert.deepEqual(problems, []);
  });
});
