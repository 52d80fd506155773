import assert from 'node:assert/strict';
import { jsonFault } from '../../../../src/base/common/jsonFault.ts';

describe('the fault of a text that is no JSON', () => {
  for (const [text, fault] of [
    ['', 'value expected in line 1'],
    ['{"a": 1,\n}', 'property name expected in line 2'],
    ['{"path": "src/a.ts', 'unexpected end of string in line 1'],
    ['{"a" 1}', 'colon expected in line 1'],
    ['{"a": 1} {}', 'end of file expected in line 1'],
    ['// a\n1', 'invalid comment token in line 1'],
  ] as const)
    it(`is said in our words, with its line: ${JSON.stringify(text)}`, () => {
      assert.throws(() => JSON.parse(text));
      assert.equal(jsonFault(text).english, fault);
    });

  it('is said where the two parsers differ', () => {
    const text = '"a\tb"';
    assert.throws(() => JSON.parse(text));
    assert.notEqual(jsonFault(text).english, '');
  });
});
