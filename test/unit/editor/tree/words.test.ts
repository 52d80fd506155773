/** Text of servers in hovers, which are markdown (src/editor/tree/words.ts). */
import assert from 'node:assert/strict';
import markdownIt from 'markdown-it';
import { plain } from '../../../../src/editor/tree/words.ts';

const parser = markdownIt();

describe('text in a hover', () => {
  for (const text of [
    'See https://example.com/a_b, or file:///etc.',
    '*a* _b_ `c` [d](command:e) ~~f~~',
    '# a',
    '$(error) &amp; &copy;',
  ])
    it(`reads as it is: ${text}`, () => {
      assert.equal(parser.render(plain(text)).replaceAll('&amp;', '&'), `<p>${text}</p>\n`);
    });

  it('has no address that the editor makes a link of, backslashes and all', () => {
    assert.doesNotMatch(plain('See https://example.com/a_b.'), /\w:\/\//);
  });
});
