import assert from 'node:assert/strict';
import { formatPrice, spentText } from '../../../src/base/common/price.ts';

describe('a price', () => {
  it('has cents, and more digits where it is less than one', () => {
    const texts = [0, 1, 99, 100, 4_236, 10_000, 31_400, 1_254_999, 1_234_567_890_000];
    assert.deepEqual(
      texts.map((micros) => formatPrice(micros, 'en')),
      ['$0.00', '<$0.0001', '<$0.0001', '$0.0001', '$0.0042', '$0.01', '$0.03', '$1.25', '$1,234,567.89'],
    );
  });

  it('is written as the language does', () => {
    assert.equal(formatPrice(1_234_500_000, 'de'), '1.234,50\u00a0$');
  });

  it('is never guessed if a part of it is not known', () => {
    assert.equal(spentText({}, 'en'), '—');
    assert.equal(spentText({ cost: 0 }, 'en'), '$0.00');
    assert.equal(spentText({ cost: 31_400, unpriced: true }, 'en'), '≥ $0.03');
  });
});
