/** How names are found by a few of their letters. */
import assert from 'node:assert/strict';
import { fuzzyMatches, fuzzyScore } from '../../../../src/editor/attachments/fuzzy.ts';

const found = (query: string, paths: readonly string[]): readonly string[] =>
  fuzzyMatches(query, paths, (path) => path, 10);

describe('finding names by letters', () => {
  it('finds all names that contain the letters in order, in any case', () => {
    const paths = ['src/agent/turn.ts', 'src/agent/transcript.ts', 'README.md'];
    assert.deepEqual(found('TRN', paths), ['src/agent/turn.ts', 'src/agent/transcript.ts']);
    assert.deepEqual(found('zn', paths), []);
    assert.deepEqual(found('', paths), paths);
  });

  it('prefers the name to the way to it, and whole words to scattered letters', () => {
    assert.deepEqual(found('turn', ['turn/index.ts', 'src/t-u-r-n.ts', 'src/saturn.ts', 'src/turn.ts']), [
      'src/turn.ts',
      'src/saturn.ts',
      'src/t-u-r-n.ts',
      'turn/index.ts',
    ]);
    assert.deepEqual(
      found('cs', ['src/access.ts', 'src/ChatStore.ts', 'src/chat-store.ts']).at(-1),
      'src/access.ts',
    );
  });

  it('also searches the folders if the query has a slash', () => {
    assert.deepEqual(found('ag/tu', ['src/agent/turn.ts', 'src/editor/agtu.ts']), ['src/agent/turn.ts']);
  });

  it('prefers what is shorter among equals, and is bounded', () => {
    assert.deepEqual(found('a', ['src/long/way/a.ts', 'a.ts']), ['a.ts', 'src/long/way/a.ts']);
    assert.equal(
      found(
        'f',
        Array.from({ length: 50 }, (_, index) => `f${index}`),
      ).length,
      10,
    );
    assert.equal(fuzzyScore('x'.repeat(10_000), 'x'.repeat(50)), undefined);
  });
});
