/** The change that an approval shows. */
import assert from 'node:assert/strict';
import { changeText } from '../../../../src/tools/files/changeText.ts';

describe('the change that an approval shows', () => {
  it('is every line of a new file, and no line more for the end of the last one', () => {
    assert.equal(changeText(undefined, 'one\ntwo\n'), '+one\n+two');
  });

  it('consists of removed and added lines, with three lines around them', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', ''].join('\n');
    assert.equal(
      changeText(before, before.replace('e', 'E\nE2')),
      [' b', ' c', ' d', '-e', '+E', '+E2', ' f', ' g', ' h'].join('\n'),
    );
  });

  it('shows that the last line loses its end', () => {
    assert.equal(changeText('a\nb\n', 'a\nb'), ' a\n b\n-');
  });

  it('is cut where it is longer than an approval can be read', () => {
    const shown = changeText(undefined, 'x'.repeat(100_000));
    assert.ok(shown.length < 21_000 && shown.endsWith('…'));
  });
});
