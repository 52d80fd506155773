/** Finding in the conversation: which items, and what must be unfolded to see it. */
import assert from 'node:assert/strict';
import { findPlaces } from '../../../../src/agent/transcript/find.ts';
import type { CallView, Item } from '../../../../src/protocol/index.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

const call: CallView = {
  source: { kind: 'mcp', server: 'Weather' },
  toolName: 'forecast',
  title: 'Get a forecast',
  wireName: 'mcp__weather__forecast',
  argsText: '{"city":"Oslo"}',
  status: 'success',
  startedAt: 0,
  result: [
    { type: 'text', text: 'Snow all day' },
    { type: 'json', value: { degrees: -4 } },
    { type: 'image', mimeType: 'image/png', data: 'snow' },
  ],
};
const items: Item[] = [
  {
    kind: 'user',
    id: 'u',
    text: 'Will it SNOW?',
    attachments: [{ kind: 'resource', server: 's', uri: 'x:', name: 'map.txt' }],
  },
  { kind: 'assistant', id: 'a', text: 'I look.', reasoning: 'Oslo is north', streaming: false },
  { kind: 'call', id: 'c', step: 1, call },
  {
    kind: 'notice',
    id: 'n',
    level: 'error',
    text: 'It failed.',
    detail: 'HTTP 500 (snowed under)',
    actions: [],
  },
  { kind: 'summary', id: 's', state: { status: 'done', text: 'They spoke of snow.' } },
];

describe('finding in the conversation', () => {
  it('finds every item that has the text, whatever its case, and names what is to be unfolded', () => {
    assert.deepEqual(findPlaces(items, 'snow'), [
      { id: 'u', unfold: 'u' },
      { id: 'c', unfold: 'c' },
      { id: 'n', unfold: 'n detail' },
      { id: 's', unfold: 's summary' },
    ]);
    assert.deepEqual(findPlaces(items, 'OSLO'), [
      { id: 'a', unfold: 'a reasoning' },
      { id: 'c', unfold: 'c' },
    ]);
  });

  it('unfolds nothing where the text can be seen', () => {
    assert.deepEqual(findPlaces(items, 'weather'), [{ id: 'c' }]);
    assert.deepEqual(findPlaces(items, 'map.txt'), [{ id: 'u' }]);
    assert.deepEqual(findPlaces(items, 'I look'), [{ id: 'a' }]);
  });

  it('finds what is read, whatever marks are written between the words', () => {
    const text = 'A **very** `plain` [guide](https://e.com) to _snake_case_ and 2 \\* 3.';
    const said: Item[] = [
      { kind: 'assistant', id: 'a', text, reasoning: 'So *that* is it', streaming: false },
    ];
    for (const read of ['a very plain guide to snake_case and 2 * 3', '**very**', 'https://e.com'])
      assert.deepEqual(findPlaces(said, read), [{ id: 'a' }], read);
    assert.deepEqual(findPlaces(said, 'so that is'), [{ id: 'a', unfold: 'a reasoning' }]);
  });

  it('is not held up by texts that are all marks', () => {
    const taken = processorTime();
    for (const piece of ['[', '](', 'a_', '_', '*', '`', '\\', '![a]('])
      findPlaces([{ kind: 'assistant', id: 'a', text: `x${piece.repeat(300_000)}y`, streaming: false }], 'z');
    assert.ok(taken() < 4_000);
  });

  it('looks into JSON as it is shown, and not into images', () => {
    assert.deepEqual(findPlaces(items, '"degrees": -4'), [{ id: 'c', unfold: 'c' }]);
    assert.deepEqual(findPlaces(items, 'snow all'), [{ id: 'c', unfold: 'c' }]);
  });

  it('looks for nothing without a word, and not for whole books', () => {
    assert.deepEqual([findPlaces(items, '  '), findPlaces(items, 'a'.repeat(2000))], [[], []]);
  });
});
