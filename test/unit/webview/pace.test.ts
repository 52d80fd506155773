/** How often text that grows is drawn. */
import assert from 'node:assert/strict';
import { Pace } from '../../../src/webview/markdown/pace.ts';

describe('the pace of drawing', () => {
  it('waits for nothing while drawing is cheap', () => {
    const pace = new Pace();
    assert.equal(pace.wait(0), 0);
    pace.took(0, 8);
    assert.equal(pace.wait(8), 0);
  });

  it('takes a tenth of the time at most when it is dear', () => {
    const pace = new Pace();
    pace.took(0, 40);
    assert.equal(pace.wait(40), 360);
    assert.equal(pace.wait(300), 100);
    assert.equal(pace.wait(400), 0);
    pace.took(400, 402);
    assert.equal(pace.wait(402), 0);
  });
});
