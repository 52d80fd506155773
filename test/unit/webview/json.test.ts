/** JSON is shown indented and otherwise as it came. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chiefArgument, indentJson, splitPath, summarizeArguments } from '../../../src/webview/calls/json.ts';

describe('JSON for reading', () => {
  it('is what JSON.stringify would print', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        assert.equal(indentJson(text), JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it('keeps numbers that JavaScript cannot hold, double keys and the order of keys', () => {
    const text = '{"2":12345678901234567890,"1":1.50,"1":-0,"e":1e400}';
    assert.equal(
      indentJson(text),
      '{\n  "2": 12345678901234567890,\n  "1": 1.50,\n  "1": -0,\n  "e": 1e400\n}',
    );
  });

  it('is nothing for what is not an object or array', () => {
    for (const text of ['', '42', '"text"', '{"a":', '[1,]', '{"a":1} trailing', '[INFO] started'])
      assert.equal(indentJson(text), undefined);
  });

  it('stays small however deep it nests', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    assert.ok((indentJson(deep) ?? '').length < 2_000_000);
  });
});

describe('arguments in one line', () => {
  it('name their values', () => {
    const text = '{"path": "src", "ids":[12345678901234567890,2], "deep":{"a":[{}]}, "on": true}';
    assert.equal(
      summarizeArguments(text),
      'path: "src", ids: [12345678901234567890,2], deep: {"a":[{}]}, on: true',
    );
    assert.equal(summarizeArguments('{}'), '');
    assert.equal(summarizeArguments('[1, 2]'), '[1, 2]');
  });

  it('are the raw text when they are not JSON, and short in any case', () => {
    assert.equal(summarizeArguments('{"path": \n oops'), '{"path": oops');
    assert.equal(summarizeArguments(JSON.stringify({ text: 'x'.repeat(500) })).length, 120);
    assert.equal(summarizeArguments(`{"text":"${'x'.repeat(50_000)}"}`).length, 120);
  });
});

describe('the chief argument', () => {
  it('is the one that says what the call is about, or the first', () => {
    assert.equal(chiefArgument('{"head": 80, "path":"src/a.ts"}'), 'src/a.ts');
    assert.equal(chiefArgument('{"deep":{"a":1}, "region":"EU", "since":2026}'), 'EU');
    assert.equal(chiefArgument('{"command":"npm\\n  test"}'), 'npm test');
  });

  it('is nothing where there is none, and short', () => {
    for (const text of ['{}', '[1]', '{"a":[1]}', 'oops', '{"a":']) assert.equal(chiefArgument(text), '');
    assert.equal(chiefArgument(JSON.stringify({ text: 'x'.repeat(500) })).length, 120);
  });

  it('keeps the end of a long path, which says which file it is', () => {
    const path = `/${'folder/'.repeat(40)}file.ts`;
    const chief = chiefArgument(JSON.stringify({ path }));
    assert.equal(chief.length, 120);
    assert.match(chief, /^….*folder\/file\.ts$/);
  });

  it('has folders and a file where it is a path or an address, and nothing else has', () => {
    assert.deepEqual(splitPath('/home/me/src/a.ts'), ['/home/me/src', '/a.ts']);
    assert.deepEqual(splitPath('C:\\work\\a.ts'), ['C:\\work', '\\a.ts']);
    assert.deepEqual(splitPath('https://example.com/docs/'), ['https://example.com', '/docs/']);
    for (const text of ['a.ts', '/', '', 'read a/b now']) assert.deepEqual(splitPath(text), ['', text]);
  });
});
