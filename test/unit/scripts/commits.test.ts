import assert from 'node:assert/strict';
import { subjectProblems } from '../../../scripts/commits.ts';

describe('the check of commits', () => {
  it('takes subjects that begin with an area and say what changes', () => {
    const good = ['mcp: Retry a call once after the session expired', 'servers, chat: Say why', 'docs: Mend'];
    assert.deepEqual(subjectProblems(good), []);
  });

  it('refuses subjects without an area, that say nothing, or are too long to be shown', () => {
    const bad = ['Look again', 'tools: wip', `tools: ${'Say why '.repeat(9)}`, 'Tools: Say why', 'tools:'];
    assert.equal(subjectProblems(bad).length, bad.length);
  });
});
