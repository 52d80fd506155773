/** Messages that are called back with the arrow keys. */
import assert from 'node:assert/strict';
import { SentHistory } from '../../../../src/webview/state/sentHistory.ts';

describe('what was sent before', () => {
  it('is walked through back and forth, and the draft is at its end', () => {
    const history = new SentHistory(['one', 'two']);
    assert.equal(history.step(-1, 'half a thought'), 'two');
    assert.ok(history.isBrowsing('two'));
    assert.equal(history.step(-1, 'two'), 'one');
    assert.equal(history.step(-1, 'one'), undefined);
    assert.equal(history.step(1, 'one'), 'two');
    assert.equal(history.step(1, 'two'), 'half a thought');
    assert.equal(history.step(1, 'half a thought'), undefined);
    assert.ok(!history.isBrowsing('half a thought'));
  });

  it('makes a changed message the draft', () => {
    const history = new SentHistory(['one', 'two']);
    history.step(-1, '');
    assert.ok(!history.isBrowsing('two, changed'));
    assert.equal(history.step(-1, 'two, changed'), 'two');
    assert.equal(history.step(1, 'two'), 'two, changed');
  });

  it('has no message twice in a row, no empty or endless one, and not more than fifty', () => {
    const history = new SentHistory();
    for (const text of ['a', 'a', '', 'b', 'x'.repeat(100_000), 'a']) history.add(text);
    assert.deepEqual(history.all, ['a', 'b', 'a']);
    for (let index = 0; index < 60; index++) history.add(`m${index}`);
    assert.deepEqual([history.all.length, history.all[0], history.all.at(-1)], [50, 'm10', 'm59']);
  });

  it('begins at the end again after sending', () => {
    const history = new SentHistory(['one', 'two']);
    history.step(-1, '');
    history.step(-1, 'two');
    history.add('three');
    assert.equal(history.step(-1, ''), 'three');
  });
});
