import assert from 'node:assert/strict';
import { commandEndText, reachedText } from '../../../src/protocol/index.ts';

describe('What the user reads of a limit that was reached', () => {
  for (const kind of ['steps', 'turnTokens', 'dayTokens'] as const)
    it(`counts one and several in their own words, of ${kind}`, () => {
      assert.match(reachedText({ kind, limit: 1 }, 'en'), / 1 (?:step|token) /);
      assert.match(reachedText({ kind, limit: 2_000 }, 'en'), / 2,000 (?:steps|tokens) /);
    });
});

describe('What the user reads of the end of a command', () => {
  it('says how it ended', () => {
    assert.deepEqual(
      [
        commandEndText({ kind: 'exited', code: 3 }),
        commandEndText({ kind: 'killed', signal: 'SIGTERM' }),
        commandEndText({ kind: 'timedOut' }),
        commandEndText({ kind: 'background' }),
      ],
      ['Exit code 3', 'Ended by SIGTERM', 'Stopped at the time limit', 'Runs in the background'],
    );
  });
});
