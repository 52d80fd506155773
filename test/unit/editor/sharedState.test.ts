/** Writes to globalState, against a copy of what VS Code does with them. */
import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { SharedState } from '../../../src/editor/settings/sharedState.ts';

/** ExtensionMemento and its main thread: sends all values a moment after an update, and gets them back before the answer. */
class EditorMemento implements Memento {
  stored = '{}';
  /** Resolves when values are on their way for the first time. */
  readonly onTheWay = Promise.withResolvers<void>();
  private values: Record<string, unknown> = {};
  private updates: PromiseWithResolvers<void>[] = [];
  private isScheduled = false;

  keys(): readonly string[] {
    return Object.keys(this.values);
  }

  get<T>(key: string, defaultValue?: T): T {
    return (this.values[key] ?? defaultValue) as T;
  }

  update(key: string, value: unknown): Promise<void> {
    this.values[key] = value;
    const update = Promise.withResolvers<void>();
    this.updates.push(update);
    if (!this.isScheduled) setTimeout(() => this.send());
    this.isScheduled = true;
    return update.promise;
  }

  private send(): void {
    this.isScheduled = false;
    const { updates } = this;
    this.updates = [];
    const sent = JSON.stringify(this.values);
    this.onTheWay.resolve();
    setImmediate(() => {
      this.stored = sent;
      this.values = JSON.parse(sent) as Record<string, unknown>;
      setImmediate(() => {
        for (const { resolve } of updates) resolve();
      });
    });
  }
}

/** Writes the second key while the first is on its way to the main thread. */
async function writeTwo(memento: EditorMemento, state: Memento): Promise<unknown> {
  const first = state.update('first', 1);
  await memento.onTheWay.promise;
  const second = state.update('second', 2);
  await Promise.all([first, second]);
  return JSON.parse(memento.stored);
}

describe('what is written to globalState', () => {
  it('would be lost in the editor alone if another value is being written at the same time', async () => {
    const memento = new EditorMemento();
    assert.deepEqual(await writeTwo(memento, memento), { first: 1 });
  });

  it('is stored, whenever it is written', async () => {
    const memento = new EditorMemento();
    assert.deepEqual(await writeTwo(memento, new SharedState(memento)), { first: 1, second: 2 });
  });

  it('is read at once, also before it is stored, and can be taken out again', async () => {
    const memento = new EditorMemento();
    const state = new SharedState(memento);
    await state.update('old', 'value');
    const value = { list: [1] };
    const writes = [state.update('a', value), state.update('b', 1), state.update('old', undefined)];
    value.list.push(2);
    assert.deepEqual(state.get('a'), { list: [1] });
    assert.equal(state.get('old', 'default'), 'default');
    assert.deepEqual(state.keys(), ['a', 'b']);
    await Promise.all(writes);
    assert.deepEqual(
      [state.get('a'), state.get('b'), state.get('old', 'default')],
      [{ list: [1] }, 1, 'default'],
    );
    assert.deepEqual(JSON.parse(memento.stored), { a: { list: [1] }, b: 1 });
  });

  it('can be null, as in the editor: a default is for a key without a value', async () => {
    const state = new SharedState(new EditorMemento());
    const written = state.update('a', null);
    assert.equal(state.get('a', 'default'), null);
    await written;
  });

  it('can be waited for without failing, as the end of a window does', async () => {
    const memento = new EditorMemento();
    const state = new SharedState(memento);
    void state.update('a', 1);
    void state.update('b', 2);
    await state.saved();
    assert.deepEqual(JSON.parse(memento.stored), { a: 1, b: 2 });
  });

  it('goes on after a write that failed, which says so', async () => {
    const memento = new EditorMemento();
    const { update } = memento;
    memento.update = (key, value) =>
      key === 'bad' ? Promise.reject(new Error('full')) : update.call(memento, key, value);
    const state = new SharedState(memento);
    const bad = state.update('bad', 1);
    const good = state.update('good', 2);
    await assert.rejects(bad, /full/);
    await good;
    assert.equal(state.get('bad'), undefined);
    assert.deepEqual(JSON.parse(memento.stored), { good: 2 });
  });
});
