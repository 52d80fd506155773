/** The word after `#` or `@` that is being written. */
import assert from 'node:assert/strict';
import { completed, mentionAt } from '../../../../src/webview/state/mention.ts';

const at = (draft: string) => {
  const caret = draft.indexOf('|');
  const found = mentionAt(draft.replace('|', ''), caret);
  return found && `${found.trigger}${found.query}`;
};

describe('a mention in the draft', () => {
  it('is the word at the caret that begins with a sign', () => {
    assert.equal(at('#|'), '#');
    assert.equal(at('look at #src/a.t|'), '#src/a.t');
    assert.equal(at('look at @gi|t now'), '@gi');
    assert.equal(at('(#a|)'), '#a');
    assert.equal(at('one\n#two|'), '#two');
  });

  it('does not begin within a word, nor span another word, nor exist once it is complete', () => {
    for (const draft of ['me@example.com|', 'a#b|', '# Title|', '#done |', 'plain|', '##|', '|#a'])
      assert.equal(at(draft), undefined, draft);
  });

  it('becomes the name of what is chosen, with a space, or goes', () => {
    const draft = 'compare #a and b';
    const mention = mentionAt(draft, 10);
    assert.ok(mention);
    assert.deepEqual(completed(draft, mention, { name: 'a.ts' }), {
      draft: 'compare #a.ts and b',
      caret: 14,
    });
    assert.deepEqual(completed('#a', { trigger: '#', query: 'a', start: 0, end: 2 }, { name: 'a.ts' }), {
      draft: '#a.ts ',
      caret: 6,
    });
    assert.deepEqual(completed('#a\nb', { trigger: '#', query: 'a', start: 0, end: 2 }, { name: 'a.ts' }), {
      draft: '#a.ts \nb',
      caret: 6,
    });
    assert.deepEqual(completed(draft, mention, undefined), { draft: 'compare  and b', caret: 8 });
  });
});
