/** Following the newest item only while the user is there. */
import assert from 'node:assert/strict';
import { followsAfter, type ScrollPosition } from '../../../src/webview/scroll/followEnd.ts';

const at = (top: number, height = 1000, visible = 400): ScrollPosition => ({ top, height, visible });

describe('following the end of the chat', () => {
  it('ends with the smallest move up', () => {
    assert.equal(followsAfter(true, at(600), at(595)), false);
  });

  it('stays off while the user is elsewhere', () => {
    assert.equal(followsAfter(false, at(300), at(320)), false);
  });

  it('starts again at the end', () => {
    assert.equal(followsAfter(false, at(500), at(590)), true);
  });

  it('goes on while content grows', () => {
    assert.equal(followsAfter(true, at(600), at(600, 1400)), true);
  });

  it('goes on when content goes away or the view grows, which moves the position up too', () => {
    assert.equal(followsAfter(true, at(600), at(400, 800)), true);
    assert.equal(followsAfter(true, at(600), at(500, 1000, 500)), true);
  });
});
