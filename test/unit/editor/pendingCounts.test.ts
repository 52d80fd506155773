/** What waits for the user (src/editor/chat/pendingCounts.ts). */
import assert from 'node:assert/strict';
import { PendingCounts } from '../../../src/editor/chat/pendingCounts.ts';

describe('the count of pending questions', () => {
  it('includes each question until it has its answer, or has failed', async () => {
    const questions = new PendingCounts();
    const told: [string, number][] = [];
    questions.onDidChange((server) => told.push([server, questions.of(server)]));
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const answers = [questions.during('demo', first.promise), questions.during('demo', second.promise)];
    assert.deepEqual([questions.of('demo'), questions.of('other')], [2, 0]);
    assert.equal(questions.total, 2);
    first.resolve('yes');
    assert.equal(await answers[0], 'yes');
    second.reject(new Error('withdrawn'));
    await assert.rejects(async () => answers[1], /withdrawn/);
    assert.deepEqual(
      told.map(([, count]) => count),
      [1, 2, 1, 0],
    );
    assert.equal(questions.total, 0);
  });
});
