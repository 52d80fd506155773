/** Values of variables do not leave through logs and error texts (src/mcp/definition/valueRedactor.ts). */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ValueRedactor } from '../../../../src/mcp/definition/valueRedactor.ts';

describe('the redactor over the values of variables', () => {
  const redacted = (value: string, text: string, kind: 'secret' | 'other' = 'secret'): string => {
    const redactor = new ValueRedactor();
    redactor.addValue(value, '${secret:x}', kind);
    return redactor.text(text);
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
      assert.equal(redacted(hostile, `a ${text} b`).replaceAll('"', ''), 'a ${secret:x} b'));
  }

  it('finds the lines of a value, because servers speak line by line', () => {
    assert.equal(redacted('-----BEGIN\nabcdef\n', 'key abcdef'), 'key ${secret:x}');
  });

  it('prefers the longer of two values', () => {
    const redactor = new ValueRedactor();
    redactor.addValue('token', '${secret:short}', 'secret');
    redactor.addValue('token-long', '${secret:long}', 'secret');
    assert.equal(redactor.text('token-long token'), '${secret:long} ${secret:short}');
  });

  it('does not garble words for the sake of values too short to be kept from anybody', () => {
    assert.equal(redacted('a', 'a cat'), 'a cat');
    assert.equal(redacted('', 'a cat'), 'a cat');
    assert.equal(redacted('node', 'node', 'other'), 'node');
    assert.equal(redacted('production', 'in production', 'other'), 'in ${secret:x}');
  });

  it('leaves no trace of any value in any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: 'binary' }), fc.string(), (value, around) => {
        const kept = redacted(value, `${around}${value}${around}`);
        fc.pre(!'${secret:x}'.includes(value.toLowerCase()) && !around.includes(value));
        assert.ok(kept.includes('${secret:x}'), JSON.stringify({ value, kept }));
      }),
    );
  });
});
