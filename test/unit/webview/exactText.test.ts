/** What somebody decides about, as HTML: its folded beginning looks like the whole. */
import assert from 'node:assert/strict';
import { colouredAs, exactHtml } from '../../../src/webview/calls/exactText.ts';
import { headOf } from '../../../src/webview/calls/headOf.ts';

const jsonOf = (last: unknown): string =>
  JSON.stringify(
    [...Array.from({ length: 60 }, (_, index) => ({ name: `n${index}`, index })), last],
    null,
    2,
  );

/** The whole and its beginning as they are drawn. */
function drawn(text: string): { whole: string; head: string } {
  const { head, rest } = headOf(text);
  assert.ok(rest);
  return { whole: exactHtml(text), head: exactHtml(head) };
}

describe('arguments that are shown exactly', () => {
  it('are coloured when folded as when unfolded', () => {
    const { whole, head } = drawn(jsonOf(1));
    assert.equal(colouredAs(jsonOf(1), 'json'), 'json');
    assert.ok(whole.startsWith(head));
  });

  it('are plain when folded where the whole is: it is padded further down, or too long to be coloured', () => {
    for (const last of [`a${' '.repeat(100)}b`, 'x'.repeat(60_000)]) {
      const { whole, head } = drawn(jsonOf(last));
      assert.equal(colouredAs(jsonOf(last), 'json'), '');
      assert.ok(whole.startsWith(head));
    }
  });
});
