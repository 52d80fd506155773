/** When the host is told what the page remembers. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { keptTwice } from '../../../src/webview/state/keeping.ts';

describe('what the page remembers', () => {
  const kept: unknown[] = [];
  const told: unknown[] = [];
  const keeper = keptTwice({ load: () => kept.at(-1), save: (now) => kept.push(now) }, (now) =>
    told.push(now),
  );
  beforeEach(() => {
    kept.length = told.length = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('is kept by the editor at once, and told to the host when typing rests', () => {
    keeper.save({ draft: 'a' });
    mock.timers.tick(400);
    keeper.save({ draft: 'ab' });
    mock.timers.tick(400);
    assert.deepEqual([kept, told], [[{ draft: 'a' }, { draft: 'ab' }], []]);
    mock.timers.tick(100);
    assert.deepEqual(told, [{ draft: 'ab' }]);
  });

  it('is told at once when a message goes, which is no draft any more', () => {
    const going = [{ draft: 'ab', attachments: [] }];
    keeper.save({ draft: 'ab' });
    keeper.save({ draft: '', going });
    assert.deepEqual(told, [{ draft: '', going }]);
    keeper.save({ draft: '', going: [] });
    mock.timers.tick(500);
    assert.deepEqual(told.slice(1), [{ draft: '', going: [] }]);
  });
});
