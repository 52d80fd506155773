import assert from 'node:assert/strict';
import { measureBytesPerToken } from '../../../bench/figures/bytesPerToken.ts';

describe('a streamed token', () => {
  it('takes as many bytes on its way to the page in a long conversation as in a short one', () => {
    const [figure] = measureBytesPerToken();
    assert.ok(figure && figure.value > 50 && figure.value < 300, String(figure?.value));
    assert.equal(figure.ratio, 1);
  });
});
