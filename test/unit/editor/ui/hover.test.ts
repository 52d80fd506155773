/** Text of servers in hovers, which are markdown (src/editor/ui/inert.ts). */
import assert from 'node:assert/strict';
import markdownIt from 'markdown-it';
import { escapeMarkdown } from '../../../../src/editor/ui/inert.ts';

const parser = markdownIt();

describe('text in a hover', () => {
  for (const text of [
    'See https://example.com/a_b, or file:///etc.',
    '*a* _b_ `c` [d](command:e) ~~f~~',
    '# a',
    '$(error) &amp; &copy;',
  ])
    it(`reads as it is: ${text}`, () => {
      assert.equal(parser.render(escapeMarkdown(text)).replaceAll('&amp;', '&'), `<p>${text}</p>\n`);
    });

  it('has no address that the editor makes a link of, backslashes and all', () => {
    assert.doesNotMatch(escapeMarkdown('See https://example.com/a_b.'), /\w:\/\//);
  });
});
