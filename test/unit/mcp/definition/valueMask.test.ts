/** Values of variables do not leave through logs and error texts (src/mcp/definition/valueMask.ts). */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ValueMask } from '../../../../src/mcp/definition/valueMask.ts';

describe('the mask over the values of variables', () => {
  const masked = (value: string, text: string, kind: 'secret' | 'other' = 'secret'): string => {
    const mask = new ValueMask();
    mask.add(value, '${secret:x}', kind);
    return mask.text(text);
  };

  const hostile = 'se"cr\\et $& ü/?';
  const spelled: readonly (readonly [string, string])[] = [
    ['as it is', hostile],
    ['as JSON', JSON.stringify(hostile)],
    ['in a URL', encodeURI(hostile)],
    ['as a part of a URL', encodeURIComponent(hostile)],
    ['in upper case', hostile.toUpperCase()],
  ];
  for (const [how, text] of spelled) {
    it(`finds a value ${how}`, () =>
      assert.equal(masked(hostile, `a ${text} b`).replaceAll('"', ''), 'a ${secret:x} b'));
  }

  it('finds the lines of a value, because servers speak line by line', () => {
    assert.equal(masked('-----BEGIN\nabcdef\n', 'key abcdef'), 'key ${secret:x}');
  });

  it('prefers the longer of two values', () => {
    const mask = new ValueMask();
    mask.add('token', '${secret:short}', 'secret');
    mask.add('token-long', '${secret:long}', 'secret');
    assert.equal(mask.text('token-long token'), '${secret:long} ${secret:short}');
  });

  it('does not garble words for the sake of values too short to be kept from anybody', () => {
    assert.equal(masked('a', 'a cat'), 'a cat');
    assert.equal(masked('', 'a cat'), 'a cat');
    assert.equal(masked('node', 'node', 'other'), 'node');
    assert.equal(masked('production', 'in production', 'other'), 'in ${secret:x}');
  });

  it('leaves no trace of any value in any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: 'binary' }), fc.string(), (value, around) => {
        const kept = masked(value, `${around}${value}${around}`);
        fc.pre(!'${secret:x}'.includes(value.toLowerCase()) && !around.includes(value));
        assert.ok(kept.includes('${secret:x}'), JSON.stringify({ value, kept }));
      }),
    );
  });
});
