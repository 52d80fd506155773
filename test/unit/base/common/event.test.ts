import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/common/event.ts';

describe('an emitter', () => {
  it('calls its listeners in order, each subscription by itself, until it is disposed', () => {
    const emitter = new Emitter<string>();
    const calls: string[] = [];
    const listener = (event: string): void => void calls.push(event);
    const first = emitter.event(listener);
    const second = emitter.event(listener);
    emitter.event((event) => void calls.push(`last ${event}`));
    emitter.fire('a');
    first.dispose();
    first.dispose();
    emitter.fire('b');
    second.dispose();
    emitter.fire('c');
    emitter.dispose();
    emitter.fire('d');
    assert.deepEqual(calls, ['a', 'a', 'last a', 'b', 'last b', 'last c']);
    assert.equal(emitter.hasListeners, false);
  });

  it('does not call a listener that another one has removed', () => {
    const emitter = new Emitter();
    let calls = 0;
    emitter.event(() => later.dispose());
    const later = emitter.event(() => (calls += 1));
    emitter.fire();
    assert.equal(calls, 0);
  });
});
