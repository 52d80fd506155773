/** What `#` and `@` can mean is asked for while typing, and late answers are dropped. */
import assert from 'node:assert/strict';
import type { ChatMessage, Suggestion } from '../../../../src/protocol/index.ts';
import { MentionState, mentionAt } from '../../../../src/webview/state/mention.ts';

const suggestion = (name: string): Suggestion => ({
  kind: 'attach',
  attachment: { kind: 'file', uri: `file:///${name}`, name },
});

function setup() {
  const posted: Extract<ChatMessage, { type: 'suggest' }>[] = [];
  let heard: (() => void) | undefined;
  const state = new MentionState((message) => {
    if (message.type === 'suggest') posted.push(message);
    heard?.();
  });
  const type = (draft: string) => state.look(mentionAt(draft, draft.length));
  const asked = () => new Promise<void>((resolve) => (heard = resolve));
  return { state, posted, type, asked };
}

describe('what a mention can mean', () => {
  it('is asked for at once with the sign, and once typing rests with the word', async () => {
    const { posted, type, asked } = setup();
    type('#');
    assert.deepEqual(posted, [{ type: 'suggest', request: 1, trigger: '#', query: '' }]);
    type('#a');
    type('#ab');
    await asked();
    assert.deepEqual(
      posted.map(({ query }) => query),
      ['', 'ab'],
    );
  });

  it('is shown until there is an answer to what was typed since, but not for something else', async () => {
    const { state, posted, type, asked } = setup();
    type('#');
    state.handle({ type: 'suggestions', request: posted[0]?.request ?? 0, suggestions: [suggestion('a')] });
    assert.deepEqual([state.suggestions.value?.length, state.isStale.value], [1, false]);
    type('#b');
    assert.deepEqual([state.suggestions.value?.length, state.isStale.value], [1, true]);
    state.handle({ type: 'suggestions', request: posted[0]?.request ?? 0, suggestions: [] });
    assert.deepEqual([state.suggestions.value?.length, state.isStale.value], [1, true]);
    await asked();
    state.handle({ type: 'suggestions', request: posted[1]?.request ?? 0, suggestions: [] });
    assert.deepEqual([state.suggestions.value?.length, state.isStale.value], [0, false]);
    type('#b ');
    assert.equal(state.suggestions.value, undefined);
  });

  it('takes a second answer with more at its end', () => {
    const { state, type } = setup();
    type('#x');
    state.handle({ type: 'suggestions', request: 1, suggestions: [suggestion('a')] });
    state.handle({ type: 'suggestions', request: 1, suggestions: [suggestion('a'), suggestion('b')] });
    assert.equal(state.suggestions.value?.length, 2);
  });
});
