/** Which conversations have a tab, and what its page remembers, over the end of an extension host. */
import assert from 'node:assert/strict';
import { SavedTabs } from '../../../src/editor/chatPage/savedTabs.ts';

describe('the memory of tabs', () => {
  let kept: Map<string, unknown>;
  beforeEach(() => {
    kept = new Map();
  });

  /** The memory of the next extension host. */
  const start = (): SavedTabs =>
    new SavedTabs({
      keys: () => [...kept.keys()],
      get: <T>(key: string, otherwise?: T) => (kept.has(key) ? (kept.get(key) as T) : otherwise),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    });
  const titleOf = (id: string): string => `About ${id}`;

  it('knows which tabs are gone, whether or not those that are here have an answer that was not seen', () => {
    start().save(['a', 'b', 'c']);
    const again = start();
    again.save([]);
    assert.deepEqual(again.lost(titleOf, ['About a', '● About b']), ['c']);
    assert.deepEqual(start().lost(titleOf, []), []);
  });

  it('keeps what pages remember for as long as their conversations have a tab', () => {
    const memory = start();
    memory.save(['a', 'b']);
    memory.savePage('a', { draft: 'one' });
    memory.savePage('b', { draft: 'two' });
    memory.savePage('a', { draft: 'one more' });
    assert.deepEqual([start().page('a'), start().page('b')], [{ draft: 'one more' }, { draft: 'two' }]);
    memory.save(['b']);
    assert.deepEqual([start().page('a'), start().page('b')], [undefined, { draft: 'two' }]);
  });

  it('keeps nothing of a page that remembers too much, rather than what it remembered before', () => {
    const memory = start();
    memory.savePage('a', { draft: 'What is on this picture?' });
    memory.savePage('b', { draft: 'two' });
    memory.savePage('a', { draft: '', going: ['x'.repeat(500_000)] });
    assert.deepEqual([start().page('a'), start().page('b')], [undefined, { draft: 'two' }]);
  });
});
