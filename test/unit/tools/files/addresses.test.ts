/** Which addresses a change puts into a text. */
import assert from 'node:assert/strict';
import { addedAddresses, addressesIn } from '../../../../src/tools/files/addresses.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

describe('addresses in a text', () => {
  const texts: Readonly<Record<string, string>> = {
    'a web address': 'see https://evil.example/x',
    'a web address with one slash': 'https:/evil.example/x',
    'a web address without slashes': 'https:evil.example/x',
    'a web address with backslashes': 'https:\\\\evil.example\\x',
    'a web address of this machine': 'http://127.0.0.1:8080/x',
    'another scheme': 'ftp://evil.example/x',
    'an address whose scheme is filled in': '`${scheme}://evil.example/x`',
    'an address without a scheme': 'src="//evil.example/x.js"',
    'a file of another machine': 'file://evil/x',
    'a share': '\\\\evil\\share\\x',
    'a share in a string': '"\\\\\\\\evil\\\\share\\\\x"',
    'a name for browsers': 'www.evil.example/x',
    'a mail address': 'mailto:a@evil.example',
    'the address of a repository': 'git@evil.example:a/b.git',
    'a number': '203.0.113.9/x',
    'an address with escapes of JSON': '"https:\\/\\/evil.example\\/x"',
    'an address with escapes of code': '"\\x68ttps:\\u002f/evil.example/x"',
    'an address with entities': '<a href="https&colon;&#47;&#x2f;evil.example/x">',
  };
  for (const [what, text] of Object.entries(texts))
    it(`include ${what}`, () => assert.ok(addressesIn(text).size > 0, text));

  it('are not found in ordinary text and code', () => {
    for (const text of [
      'const a = b / c; // a comment, and more\n',
      "import { a } from './a.ts';",
      'npm install --save-exact left-pad@1.3.0',
      '@Component({ a: 1 })\nclass A {}',
      'version 1.2.3',
      'C:\\Users\\a\\b.txt',
      '/^\\d+\\s\\w$/u',
      "throw new Error('What: is it?\\n');",
      'file:///home/a/b.txt',
      'https://json.schemastore.org/tsconfig',
    ])
      assert.deepEqual([...addressesIn(text)], [], text);
  });

  it('are added where an address that was there becomes another', () => {
    assert.deepEqual(addedAddresses('a https://a.example/ b', 'c https://a.example/ d'), []);
    assert.deepEqual(addedAddresses('https://a.example/', 'https://a.example/leak'), [
      'https://a.example/leak',
    ]);
  });

  it('are found soon in a long text made to keep the search busy', () => {
    for (const piece of ['a', 'a.', 'a@b.', '1.', '://', '\\\\', 'www.', 'a:', '//a-', '&#38;', '\\u00']) {
      const taken = processorTime();
      addressesIn(piece.repeat(100_000));
      assert.ok(taken() < 3_000, `${piece}: ${taken()} ms`);
    }
  });
});
