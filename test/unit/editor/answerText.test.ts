/** The text of an answer that is copied. */
import assert from 'node:assert/strict';
import { answerText, conversationText } from '../../../src/editor/chatPage/copiedText.ts';
import type { Item } from '../../../src/protocol/index.ts';

const user = (id: string): Item => ({ kind: 'user', id, text: 'A question' });
const said = (id: string, text: string): Item => ({
  kind: 'assistant',
  id,
  text,
  reasoning: 'Hm.',
  streaming: false,
});
const call = (id: string): Item => ({
  kind: 'call',
  id,
  step: 1,
  call: {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'read',
    wireName: 'mcp__demo__read',
    argsText: '{}',
    status: 'success',
    startedAt: 0,
  },
});
const items = [
  user('u1'),
  said('a1', 'Old.'),
  user('u2'),
  said('a2', 'First, the file.\n\n'),
  call('c1'),
  said('a3', ''),
  call('c2'),
  said('a4', '- one\n- two'),
  user('u3'),
  said('a5', 'New.'),
];

describe('the text of an answer', () => {
  it('is all that the model has said since the message, before and after calls', () => {
    assert.equal(answerText(items, 'a4'), 'First, the file.\n\n- one\n- two');
    assert.equal(answerText(items, 'a1'), 'Old.');
    assert.equal(answerText(items, 'a5'), 'New.');
  });

  it('ends with the part for which it is requested', () => {
    assert.equal(answerText(items, 'a2'), 'First, the file.');
  });

  it('is empty for an unknown item', () => {
    assert.equal(answerText(items, 'gone'), '');
  });
});

describe('the text of a conversation', () => {
  it('has what user and model wrote and the names of calls, and says where it is cut', () => {
    assert.equal(
      conversationText(items),
      'A question\n\nOld.\n\nA question\n\nFirst, the file.\n\nread\n\nread\n\n- one\n- two\n\nA question\n\nNew.',
    );
    assert.equal(
      conversationText(items, 16),
      'A question\n\nOld.\n\nThe rest was not copied because it is too long.',
    );
  });
});
