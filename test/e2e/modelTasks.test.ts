/** Tasks that a model worked through, with its decisions, in a window: what they cost stays within its bounds. */
import assert from 'node:assert/strict';
import { runTask } from '../model/run.ts';
import { tasks } from '../model/tasks.ts';

describe('a recorded task of a model', () => {
  for (const { task, most, nightly } of tasks)
    it(`${task.name} ends as it should, with no failed call and within its bounds${nightly ? ' @nightly' : ''}`, async () => {
      const { failures, steps, inputTokens, fixedTokens, mcpTools } = await runTask(task);
      assert.deepEqual(failures, []);
      assert.ok(steps <= most.steps, `${steps} steps`);
      assert.ok(inputTokens <= most.inputTokens, `${inputTokens} tokens`);
      assert.equal(mcpTools, 31);
      assert.ok(fixedTokens <= most.fixedTokens, `${fixedTokens} tokens`);
    });
});
