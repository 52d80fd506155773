/** Names of files with a place in them (src/editor/chatPage/namedFile.ts). */
import assert from 'node:assert/strict';
import { parseFilePosition } from '../../../src/editor/chatPage/namedFile.ts';

describe('the name of a file in an answer', () => {
  const nowhere = { line: undefined, column: undefined, endLine: undefined };

  it('says the line, the column and the last line in any of the usual ways', () => {
    const path = 'src/a.ts';
    assert.deepEqual(parseFilePosition('src/a.ts'), { path });
    assert.deepEqual(parseFilePosition('src/a.ts:12'), { path, ...nowhere, line: 12 });
    assert.deepEqual(parseFilePosition('src/a.ts:12:3'), { path, ...nowhere, line: 12, column: 3 });
    assert.deepEqual(parseFilePosition('src/a.ts:12-20'), { path, ...nowhere, line: 12, endLine: 20 });
    assert.deepEqual(parseFilePosition('src/a.ts#L12'), { path, ...nowhere, line: 12 });
    assert.deepEqual(parseFilePosition('src/a.ts#L12-L20'), { path, ...nowhere, line: 12, endLine: 20 });
    assert.deepEqual(parseFilePosition('src/a.ts(12)'), { path, ...nowhere, line: 12 });
    assert.deepEqual(parseFilePosition('src/a.ts(12,3)'), { path, ...nowhere, line: 12, column: 3 });
  });

  it('may itself contain the characters that usually separate a line number', () => {
    for (const path of ['C:\\a\\b.ts', 'app/(group)/page.tsx', 'a#b.ts', 'v1:2/a.ts'])
      assert.deepEqual(parseFilePosition(path), { path });
  });
});
