/** JSON is shown indented and otherwise as it came. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { aboutOf, indentJson, splitPath } from '../../../src/webview/calls/json.ts';

describe('JSON for reading', () => {
  it('is formatted like the output of JSON.stringify', () => {
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

  it('is undefined for a value that is not an object or array', () => {
    for (const text of ['', '42', '"text"', '{"a":', '[1,]', '{"a":1} trailing', '[INFO] started'])
      assert.equal(indentJson(text), undefined);
  });

  it('stays small however deep it nests', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    assert.ok((indentJson(deep) ?? '').length < 2_000_000);
  });
});

describe('arguments in one line', () => {
  const about = (name: string, value: string, others = '') => ({ name, value, others });

  it('begin with the one that says what the call is about, or the first that is no object or list', () => {
    assert.deepEqual(aboutOf('{"head": 80, "path":"src/a.ts"}'), about('path', 'src/a.ts', 'head: 80'));
    assert.deepEqual(
      aboutOf('{"deep":{"a":[{}], "b": 1}, "region":"EU", "since":2026}'),
      about('region', 'EU', 'deep: {"a": [{}], "b": 1}, since: 2026'),
    );
    assert.deepEqual(aboutOf('{"command":"npm\\n  test"}'), about('command', 'npm test'));
    assert.deepEqual(aboutOf('{"all": true, "ids":[1,2]}'), about('all', 'true', 'ids: [1, 2]'));
    assert.deepEqual(aboutOf('{"ids":[12345678901234567890,2]}'), about('ids', '[12345678901234567890, 2]'));
    assert.deepEqual(aboutOf(' {} '), about('', ''));
  });

  it('are the raw text if they are not an object', () => {
    assert.deepEqual(aboutOf('[1, 2]'), about('', '[1, 2]'));
    assert.deepEqual(aboutOf('{oops \n now'), about('', '{oops now'));
    assert.deepEqual(aboutOf('oops'), about('', 'oops'));
  });

  it('are named, too, where only their beginning is known, or they are too long to be parsed', () => {
    assert.deepEqual(aboutOf('{"content": "a", "path": "src/a.ts", "n'), about('path', 'src/a.ts'));
    const long = JSON.stringify({ path: 'src/a.ts', content: 'x'.repeat(50_000) });
    assert.deepEqual(aboutOf(long), about('path', 'src/a.ts'));
    assert.deepEqual(aboutOf('{"path": "a \\q", "n').value.slice(0, 8), '{"path":');
  });

  it('are short in any case', () => {
    for (const text of [{ text: 'x'.repeat(500) }, { text: 'x'.repeat(50_000) }, { ['x'.repeat(500)]: 1 }])
      for (const part of Object.values(aboutOf(JSON.stringify(text)))) assert.ok(part.length <= 120);
  });

  it('keep the end of a long path, which says which file it is', () => {
    const path = `/${'folder/'.repeat(40)}file.ts`;
    const { value } = aboutOf(JSON.stringify({ path }));
    assert.equal(value.length, 120);
    assert.match(value, /^….*folder\/file\.ts$/);
    assert.match(
      aboutOf(JSON.stringify({ url: `https://example.com${path}` })).value,
      /^https:\/\/example\.com\//,
    );
  });

  it('has folders and a file where it is a path, and nothing else has, nor an address', () => {
    assert.deepEqual(splitPath('/home/me/src/a.ts'), ['/home/me/src', '/a.ts']);
    assert.deepEqual(splitPath('C:\\work\\a.ts'), ['C:\\work', '\\a.ts']);
    assert.deepEqual(splitPath('/home/me/docs/'), ['/home/me', '/docs/']);
    assert.deepEqual(splitPath('file:///home/me/a.ts'), ['file:///home/me', '/a.ts']);
    // Of an address the host matters more than the end.
    for (const text of ['a.ts', '/', '', 'read a/b now', 'https://example.com/docs/a'])
      assert.deepEqual(splitPath(text), ['', text]);
  });
});
