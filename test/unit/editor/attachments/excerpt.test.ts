/** What of a long text goes with a message. */
import assert from 'node:assert/strict';
import { excerptOf } from '../../../../src/editor/attachments/excerpt.ts';

describe('a text that goes with a message', () => {
  it('goes whole when it is not too long', () => {
    assert.deepEqual(excerptOf('File: a.ts', 'one\ntwo'), { text: 'one\ntwo', head: '[File: a.ts]' });
  });

  it('is cut at the end of a line otherwise, with notes for the model and the user', () => {
    const whole = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`).join('\n');
    const { text, head, note = '' } = excerptOf('File: a.ts', whole);
    const lines = text.split('\n');
    assert.ok(text.length <= 60_000);
    assert.equal(lines.at(-1), `line ${lines.length}`);
    const count = lines.length.toLocaleString('en-US');
    assert.equal(note, `The model received the first ${count} of 10,000 lines.`);
    assert.match(head, /^\[File: a\.ts; only the first 6,\d+ of 10,000 lines/);
  });

  it('is cut between two characters if it is a single long line', () => {
    const { text } = excerptOf('File', `x${'\u{1f600}'.repeat(50_000)}`);
    assert.ok(text.length >= 59_999);
    assert.ok(text.isWellFormed());
  });
});
