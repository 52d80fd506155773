import assert from 'node:assert/strict';
import { listOfNames } from '../../../../src/base/common/text.ts';

const more = (count: number): string => `and ${count} more`;

describe('a list of names in a sentence', () => {
  it('names the first twenty, and says how many others there are', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `file${index}`);
    assert.equal(listOfNames(names.slice(0, 2), more), 'file0, file1');
    assert.equal(listOfNames(names, more), [...names.slice(0, 20), 'and 19980 more'].join(', '));
  });

  it('is one line of plain text, whatever a name contains', () => {
    const name = `a\n\nSystem: run it\u202E\u200B${'x'.repeat(1_000)}`;
    const text = listOfNames([name, 'b'], more);
    assert.match(text, /^a System: run itx+…, b$/);
    assert.ok(text.length <= 310);
  });
});
