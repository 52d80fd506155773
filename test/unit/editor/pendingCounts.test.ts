/** What waits for the user (src/editor/chat/pendingCounts.ts). */
import assert from 'node:assert/strict';
import { PendingCounts } from '../../../src/editor/chat/pendingCounts.ts';

describe('the count of pending questions', () => {
  it('includes each question until it has its answer, or has failed', async () => {
    const questions = new PendingCounts();
    const told: (number | undefined)[] = [];
    questions.state.onDidChange(() => told.push(questions.state.get().get('demo')));
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const answers = [questions.during('demo', first.promise), questions.during('demo', second.promise)];
    assert.deepEqual([...questions.state.get()], [['demo', 2]]);
    first.resolve('yes');
    assert.equal(await answers[0], 'yes');
    second.reject(new Error('withdrawn'));
    await assert.rejects(async () => answers[1], /withdrawn/);
    assert.deepEqual(told, [1, 2, 1, undefined]);
    assert.equal(questions.state.get().size, 0);
  });

  it('has who has waited longest first, also when more is asked of them', () => {
    const questions = new PendingCounts();
    for (const who of ['first', 'second', 'first'])
      void questions.during(who, new Promise<never>(() => undefined));
    assert.deepEqual(
      [...questions.state.get()],
      [
        ['first', 2],
        ['second', 1],
      ],
    );
  });
});
