/** Titles that a model gives: the last line of its answer, cleaned in linear time. */
import assert from 'node:assert/strict';
import { titleFor } from '../../../../src/agent/persistence/title.ts';
import type { ChatModel } from '../../../../src/models/index.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

function titleOf(text: string): Promise<string | undefined> {
  const model: ChatModel = {
    name: 'm',
    key: 'm',
    canCallTools: false,
    lookUpContextWindow: () => Promise.resolve(undefined),
    async *stream() {
      yield await Promise.resolve({
        type: 'answer' as const,
        message: { role: 'assistant' as const, text, calls: [] },
        truncated: false,
      });
    },
  };
  return titleFor(model, [{ role: 'user', text: 'Hello' }], new AbortController().signal);
}

describe('a title from a model', () => {
  it('is the last line of the answer, without thoughts and marks', async () => {
    assert.equal(await titleOf('<think>A. B</think>\n**"Greeting the World."**\n'), 'Greeting the World');
    assert.equal(await titleOf('Greeting<think>a</think> the<think>b</think> World'), 'Greeting the World');
    assert.equal(await titleOf('x'.repeat(81)), undefined);
  });

  it('is found in linear time, whatever is begun and not ended', async () => {
    const time = processorTime();
    await titleOf('<think>'.repeat(30_000));
    await titleOf(`a${' '.repeat(60_000)}b`);
    await titleOf(`${'<think>'.repeat(30_000)}</think>Title`);
    assert.ok(time() < 1_000, `${time()} ms`);
  });
});
