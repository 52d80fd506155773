/** Servers without a parser leave the tags of reasoning in the text. */
import assert from 'node:assert/strict';
import { ThinkTags } from '../../../../src/models/answer/thinkTags.ts';
import { assemble, delta } from '../support.ts';
import { defined } from '../../defined.ts';

let models = 0;

/** Of a model that nothing is known of, in pieces of each length; all give the same. */
function split(
  whole: string,
  { isCut = false, key = `model ${++models}` } = {},
): { text: string; reasoning: string } {
  const results = [1, 2, 3, 7, whole.length].map((size) => {
    const tags = new ThinkTags(`${key} ${size}`);
    let [text, reasoning] = ['', ''];
    const take = (part: ReturnType<ThinkTags['push']>): void => {
      if (part.wasReasoning) [text, reasoning] = ['', reasoning + text];
      text += part.text;
      reasoning += part.reasoning;
    };
    for (let at = 0; at < whole.length; at += size) take(tags.push(whole.substring(at, at + size)));
    take(tags.end(isCut));
    return { text, reasoning };
  });
  const [first = { text: '', reasoning: '' }] = results;
  for (const each of results) assert.deepEqual(each, first);
  return first;
}

describe('reasoning in the text of an answer', () => {
  for (const [opens, closes] of [
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<reasoning>', '</reasoning>'],
    ['<Think>', '</THINK>'],
    ['◁think▷', '◁/think▷'],
    ['[THINK]', '[/THINK]'],
  ])
    it(`is taken from ${opens}, however it is cut into pieces`, () => {
      assert.deepEqual(split(`${opens}A plan.${closes}\n\nThe answer.`), {
        text: 'The answer.',
        reasoning: 'A plan.',
      });
    });

  it('is taken after white space, and where there are several in a row', () => {
    assert.deepEqual(split('\n <think></think>\n<think>Plan</think>\n\nYes, <think> it is.'), {
      text: 'Yes, <think> it is.',
      reasoning: 'Plan',
    });
  });

  it('is everything before a closing tag that has no opening tag', () => {
    assert.deepEqual(split('A plan.\n</think>\n\nThe answer.'), {
      text: 'The answer.',
      reasoning: 'A plan.\n',
    });
    assert.deepEqual(split('A plan.</think>\n\nThe answer.'), { text: 'The answer.', reasoning: 'A plan.' });
    assert.deepEqual(split('</think>\n\nThe answer.'), { text: 'The answer.', reasoning: '' });
  });

  for (const text of [
    'The tag <think> begins a thought, and </think> ends it.',
    'Models write </think> at the end.\n\nThen the answer.',
    '```\nplan\n</think>\n```\n',
    '`<think>` begins it.',
    'First <think>\nplan\n</think>\n\nThen.',
    'It ends with `</think>`\n\nThen.',
    '<thinker>No tag of these.</thinker>',
    '  <',
    '<think',
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.deepEqual(split(text), { text, reasoning: '' }));

  it('is also given as text where the model forgot to end it, but not where the answer was cut', () => {
    assert.equal(split('<think> is a tag.').text, '<think> is a tag.');
    assert.deepEqual(split('<think>A long pl', { isCut: true }), { text: '', reasoning: 'A long pl' });
  });

  it('is known from the beginning once a model has shown that only its end is marked', () => {
    const key = 'http://models.test/v1 closing';
    const first = new ThinkTags(key);
    first.push('A plan.\n');
    assert.equal(first.push('</think>\n\nYes.').wasReasoning, true);
    first.end(false);
    assert.deepEqual(defined(new ThinkTags(key).push('Another plan.')), {
      text: '',
      reasoning: 'Another plan.',
    });
    const other = new ThinkTags(key);
    other.push('No thoughts.');
    assert.equal(other.end(false).text, 'No thoughts.');
    assert.equal(new ThinkTags(key).push('Text').text, 'Text');
  });

  it('is not part of the message that is sent back', () => {
    const { text, reasoning, answer } = assemble([
      delta({ content: '<thi' }),
      delta({ content: 'nk>\nA plan\n</think>\n\n' }),
      delta({ content: 'The answer.' }),
      delta({}, 'stop'),
    ]);
    assert.deepEqual([text, reasoning], ['The answer.', '\nA plan\n']);
    assert.equal(answer.message.text, 'The answer.');
  });

  it('stays reasoning before a call', () => {
    const call = { index: 0, id: 'a', function: { name: 'now', arguments: '{}' } };
    const { text, answer } = assemble([
      delta({ content: '<think>A plan' }),
      delta({ tool_calls: [call] }),
      delta({}, 'tool_calls'),
    ]);
    assert.equal(text, '');
    assert.deepEqual(defined(answer.message.calls), [{ id: 'a', name: 'now', argsText: '{}' }]);
  });
});
