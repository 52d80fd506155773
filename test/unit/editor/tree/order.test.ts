/** The user's order of the servers. */
import assert from 'node:assert/strict';
import { ServerOrder } from '../../../../src/editor/servers/serverOrder.ts';

describe("the user's order of the servers", () => {
  const kept = new Map<string, unknown>();
  let order: ServerOrder;
  let changes: number;

  const load = () => {
    const preferences = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) => void kept.set(key, value),
    };
    order = new ServerOrder(preferences);
    order.state.onDidChange(() => changes++);
  };
  const sorted = (...names: string[]) => order.sort(names.map((name) => ({ name }))).map(({ name }) => name);

  beforeEach(() => {
    kept.clear();
    changes = 0;
    load();
  });

  it('is the order of the settings until the user moves a server', () => {
    assert.deepEqual(sorted('b', 'c', 'a'), ['b', 'c', 'a']);
    assert.equal(changes, 0);
  });

  it('gives a server the place of the one that it is put onto, from below and from above', () => {
    order.move(['a', 'b', 'c', 'd'], 'd', 'b');
    assert.deepEqual(sorted('a', 'b', 'c', 'd'), ['a', 'd', 'b', 'c']);
    order.move(['a', 'd', 'b', 'c'], 'a', 'b');
    assert.deepEqual(sorted('a', 'b', 'c', 'd'), ['d', 'b', 'a', 'c']);
    order.move(['d', 'b', 'a', 'c'], 'd', undefined);
    assert.deepEqual(sorted('a', 'b', 'c', 'd'), ['b', 'a', 'c', 'd']);
    assert.equal(changes, 3);
    order.move(['b', 'a', 'c', 'd'], 'b', 'b');
    assert.equal(changes, 3);
  });

  it('has new servers at the end, and is kept', () => {
    order.move(['a', 'b'], 'b', 'a');
    load();
    assert.deepEqual(sorted('new', 'a', 'b'), ['b', 'a', 'new']);
  });

  it('goes along with another name, and a server of a name that was removed is new', () => {
    order.move(['a', 'b', 'c'], 'c', 'a');
    order.rename('c', 'z');
    assert.deepEqual(sorted('a', 'b', 'z'), ['z', 'a', 'b']);
    const undo = order.forget('a');
    assert.deepEqual(sorted('a', 'b', 'z'), ['z', 'b', 'a']);
    undo();
    assert.deepEqual(sorted('a', 'b', 'z'), ['z', 'a', 'b']);
  });

  it('keeps the places of servers that this workspace does not have', () => {
    order.move(['a', 'b', 'c'], 'c', 'a');
    order.move(['c', 'b'], 'b', 'c');
    assert.deepEqual(sorted('a', 'b', 'c'), ['b', 'c', 'a']);
  });

  it('is the order of the settings if the saved order is invalid', () => {
    kept.set('patchbay.serverOrder', { a: 1 });
    load();
    assert.deepEqual(sorted('b', 'a'), ['b', 'a']);
  });
});
