import assert from 'node:assert/strict';
import { LineMatcher } from '../../../src/tools/lineMatcher.ts';

/** Takes many times as long as the limit of these tests, and some tenths of a second at most. */
const slow = { expression: { source: '^(a+)+$', flags: 'u' }, text: `${'a'.repeat(22)}b\nword` };
const LIMIT_MS = 5;

describe('lines that are matched with an expression', () => {
  let matcher: LineMatcher | undefined;
  afterEach(() => matcher?.dispose());

  it('have the place of the first match each', async () => {
    matcher = new LineMatcher({ source: 'b+', flags: 'iu' });
    assert.deepEqual(await matcher.match('abB b\n\na\nB'), [
      { line: 0, at: 1 },
      { line: 3, at: 0 },
    ]);
  });

  it('are given up once an expression has worked too long', async () => {
    let spent = 0;
    matcher = new LineMatcher(slow.expression, LIMIT_MS, () => (spent += LIMIT_MS));
    await assert.rejects(matcher.match(slow.text), /takes too long on some line/);
    await assert.rejects(matcher.match('word'), { name: 'AbortError' });
  });

  it('are waited for while the machine gives no time to work', async () => {
    matcher = new LineMatcher(slow.expression, LIMIT_MS, () => 0);
    assert.deepEqual(await matcher.match(slow.text), []);
  });

  it('are given up at once when nobody wants them any more', async () => {
    matcher = new LineMatcher(slow.expression, 60_000);
    const matched = matcher.match(slow.text.padStart(100, 'a'));
    matcher.dispose();
    await assert.rejects(matched, { name: 'AbortError' });
  });
});
