/** State with one owner, and what is computed from it and follows it. */
import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/common/event.ts';
import {
  derived,
  follow,
  fromEvent,
  sameItems,
  observableValue,
  type Observable,
} from '../../../../src/base/common/observable.ts';

/** Lets followers run. */
const moment = (): Promise<void> => Promise.resolve();

describe('a value', () => {
  it('fires at once when it is set, and not when it is set to what it is', () => {
    const count = observableValue(1);
    let changes = 0;
    count.onDidChange(() => (changes += 1));
    count.set(1);
    assert.equal(changes, 0);
    count.set(2);
    assert.deepEqual([count.get(), changes], [2, 1]);
  });

  it('keeps its object when the new one equals it', () => {
    const first = ['a'];
    const list = observableValue<readonly string[]>(first, sameItems);
    list.set(['a']);
    assert.equal(list.get(), first);
  });
});

describe('a derived value', () => {
  it('is not computed before somebody reads it, nor again before a source has changed', () => {
    const source = observableValue(1);
    let computed = 0;
    const double = derived((read) => {
      computed += 1;
      return read(source) * 2;
    });
    source.set(2);
    assert.equal(computed, 0);
    assert.deepEqual([double.get(), double.get(), computed], [4, 4, 1]);
    source.set(3);
    source.set(4);
    assert.equal(computed, 1);
    assert.deepEqual([double.get(), computed], [8, 2]);
  });

  it('is computed once from two sources that depend on one value, and never of an old and a new one', () => {
    const source = observableValue(1);
    const seen: (readonly [number, number])[] = [];
    const plus = derived((read) => read(source) + 1);
    const times = derived((read) => read(source) * 10);
    const both = derived((read) => {
      const pair = [read(plus), read(times)] as const;
      seen.push(pair);
      return pair.join();
    });
    const read: string[] = [];
    both.onDidChange(() => read.push(both.get()));
    source.set(2);
    assert.deepEqual(seen, [
      [2, 10],
      [3, 20],
    ]);
    assert.deepEqual(new Set(read), new Set(['3,20']));
  });

  it('is not computed again where a source is computed to the same', () => {
    const names = observableValue(['a', 'b']);
    const sorted = derived((read) => read(names).toSorted(), sameItems);
    let computed = 0;
    const text = derived((read) => {
      computed += 1;
      return read(sorted).join();
    });
    assert.equal(text.get(), 'a,b');
    names.set(['b', 'a']);
    assert.deepEqual([text.get(), computed], ['a,b', 1]);
  });

  it('depends on what it read the last time alone', () => {
    const isOn = observableValue(true);
    const [one, other] = [observableValue('one'), observableValue('other')];
    let computed = 0;
    const chosen = derived((read) => {
      computed += 1;
      return read(isOn) ? read(one) : read(other);
    });
    const told: string[] = [];
    const subscription = chosen.onDidChange(() => told.push(chosen.get()));
    other.set('another');
    assert.deepEqual([told, computed], [[], 1]);
    isOn.set(false);
    one.set('nobody reads it');
    other.set('new');
    assert.deepEqual([told, computed], [['another', 'new'], 3]);
    subscription.dispose();
    other.set('newer');
    assert.deepEqual([told.length, computed], [2, 3]);
    assert.equal(chosen.get(), 'newer');
  });

  it('is computed again after a computation that failed, as nothing is known of its sources', () => {
    const source = observableValue(0);
    const inverse = derived((read) => {
      if (read(source) === 0) throw new Error('There is none.');
      return 1 / read(source);
    });
    assert.throws(() => inverse.get(), /There is none/);
    source.set(2);
    assert.equal(inverse.get(), 0.5);
  });

  it('leaves no listener at its sources once nobody follows it', () => {
    const events = new Emitter();
    const double = derived((read) => read(fromEvent(events.event, () => 1)) * 2);
    const source: Observable<number> = fromEvent(events.event, () => 1);
    const kept = derived((read) => read(source) * 2);
    const listeners = [kept.onDidChange(() => undefined), kept.onDidChange(() => undefined)];
    assert.equal(events.hasListeners, true);
    listeners[0]?.dispose();
    assert.equal(events.hasListeners, true);
    listeners[1]?.dispose();
    assert.equal(events.hasListeners, false);
    assert.equal(double.get(), 2);
    assert.equal(events.hasListeners, false);
  });
});

describe('a follower', () => {
  it('is called once for what changed together, with the last value and the one before', async () => {
    const [first, second] = [observableValue(1), observableValue(1)];
    const sum = derived((read) => read(first) + read(second));
    const calls: number[][] = [];
    follow(sum, (now, before) => calls.push([now, before]));
    first.set(2);
    second.set(5);
    first.set(3);
    assert.deepEqual(calls, []);
    await moment();
    assert.deepEqual(calls, [[8, 2]]);
  });

  it('is not called where the value is the same again', async () => {
    const source = observableValue(1);
    let calls = 0;
    follow(source, () => (calls += 1));
    source.set(2);
    source.set(1);
    await moment();
    assert.equal(calls, 0);
  });

  it('is called again for what it changes itself', async () => {
    const source = observableValue(1);
    const calls: number[] = [];
    follow(source, (now) => {
      calls.push(now);
      if (now < 4) source.set(now + 1);
    });
    source.set(2);
    for (let turns = 0; turns < 5; turns += 1) await moment();
    assert.deepEqual(calls, [2, 3, 4]);
  });

  it('is not called any more after it was disposed of, also for a change before that', async () => {
    const source = observableValue(1);
    let calls = 0;
    const following = follow(source, () => (calls += 1));
    source.set(2);
    following.dispose();
    source.set(3);
    await moment();
    assert.equal(calls, 0);
  });
});
