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
    assert.deepEqual(await matcher.match('abB b\n\na\nB'), {
      found: [
        { line: 0, at: 1, lines: 1 },
        { line: 3, at: 0, lines: 1 },
      ],
      count: 2,
      isCut: false,
    });
  });

  it('are counted to the last one, also where they are too many to be told apart', async () => {
    matcher = new LineMatcher({ source: 'b', flags: 'u' });
    const { found, count } = await matcher.match('bb\n'.repeat(3_000));
    assert.deepEqual([found.length, count], [1_000, 3_000]);
    assert.equal((await matcher.match('bb\n'.repeat(30_000), 20_000)).found.length, 10_000);
    assert.deepEqual(await matcher.match('b\nb', 0), { found: [], count: 2, isCut: false });
    const over = new LineMatcher({ source: 'b\\n', flags: 'um', spansLines: true });
    assert.equal((await over.match('bb\n'.repeat(3_000))).count, 3_000);
    over.dispose();
  });

  it('end with the last line that has text', async () => {
    matcher = new LineMatcher({ source: '^$', flags: 'u' });
    assert.equal((await matcher.match('a\n\nb\n')).count, 1);
    assert.equal((await matcher.match('')).count, 0);
    for (const source of ['^', '$']) {
      const over = new LineMatcher({ source, flags: 'um', spansLines: true });
      assert.equal((await over.match('a\n\nb\n')).count, 3, source);
      assert.equal((await over.match('a\n\nb')).count, 3, source);
      assert.equal((await over.match('')).count, 0, source);
      over.dispose();
    }
  });

  it('have the first match of each line and how many lines it goes over, when it spans lines', async () => {
    matcher = new LineMatcher({ source: 'a.*\\n\\s*b', flags: 'um', spansLines: true });
    assert.deepEqual((await matcher.match('x\na 1\n  b\nb\n a\nb')).found, [
      { line: 1, at: 0, lines: 2 },
      { line: 4, at: 1, lines: 2 },
    ]);
  });

  it('are searched to their end when they are long, wherever a match lies', async () => {
    matcher = new LineMatcher({ source: 'needle', flags: 'u' });
    for (const at of [0, 8_999, 9_995, 9_999, 10_000, 17_998, 50_000, 3_000_000]) {
      const { found, isCut } = await matcher.match(`${'y'.repeat(at)}needle${'y'.repeat(40_000)}`);
      assert.deepEqual([found, isCut], [[{ line: 0, at, lines: 1 }], false]);
    }
  });

  it('begin, end and have words only where the whole line has, when they are long', async () => {
    const line = `${'y'.repeat(9_000)} y${'y'.repeat(20_000)}`;
    for (const source of ['^y', 'y$', '\\by', 'y\\b', '^needle|needle$']) {
      matcher = new LineMatcher({ source, flags: 'u' });
      const { found } = await matcher.match(line);
      const at = new RegExp(source, 'u').exec(line)?.index;
      assert.deepEqual(found, at === undefined ? [] : [{ line: 0, at, lines: 1 }], source);
      matcher.dispose();
    }
  });

  it('are given up in their middle, and say so, when the pieces of a long line take too long', async () => {
    matcher = new LineMatcher({ source: 'y.*z', flags: 'u' });
    const { found, isCut } = await matcher.match(`${'y'.repeat(2_000_000)}\nyyz`);
    assert.deepEqual([found, isCut], [[{ line: 1, at: 0, lines: 1 }], true]);
  });

  it('are given up once an expression has worked too long', async () => {
    let spent = 0;
    matcher = new LineMatcher(slow.expression, LIMIT_MS, () => (spent += LIMIT_MS));
    await assert.rejects(matcher.match(slow.text), /takes too long on some line/);
    await assert.rejects(matcher.match('word'), { name: 'AbortError' });
  });

  it('are waited for while the machine gives no time to work', async () => {
    matcher = new LineMatcher(slow.expression, LIMIT_MS, () => 0);
    assert.deepEqual((await matcher.match(slow.text)).found, []);
  });

  it('are given up at once when nobody wants them any more', async () => {
    matcher = new LineMatcher(slow.expression, 60_000);
    const matched = matcher.match(slow.text.padStart(100, 'a'));
    matcher.dispose();
    await assert.rejects(matched, { name: 'AbortError' });
  });
});
