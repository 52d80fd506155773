/** The switches of tools. */
import assert from 'node:assert/strict';
import { Enablement, extensionSource, type Preferences } from '../../../src/tools/index.ts';

function memory(): Preferences {
  const values = new Map<string, unknown>();
  // As globalState does it: what is read is a copy made through JSON.
  return {
    get: (key) => structuredClone(values.get(key)),
    set: (key, value) => void values.set(key, JSON.parse(JSON.stringify(value))),
  };
}

describe('enablement', () => {
  it('has every tool on that nobody switched off', () => {
    assert.equal(new Enablement(memory()).isEnabled('s', 'new'), true);
  });

  it('survives the session', () => {
    const preferences = memory();
    new Enablement(preferences).set('s', ['a', 'b'], false);
    const next = new Enablement(preferences);
    assert.deepEqual(
      ['a', 'b', 'c'].map((tool) => next.isEnabled('s', tool)),
      [false, false, true],
    );
  });

  it('has tools of other extensions off that nobody switched on, and keeps that', () => {
    const preferences = memory();
    const source = extensionSource('acme.sky');
    const enablement = new Enablement(preferences);
    assert.equal(enablement.isEnabled(source, 'weather'), false);
    enablement.set(source, ['weather'], true);
    enablement.set('s', ['a'], false);
    const next = new Enablement(preferences);
    assert.deepEqual(
      [next.isEnabled(source, 'weather'), next.isEnabled(source, 'new'), next.isEnabled('s', 'a')],
      [true, false, false],
    );
    assert.equal(next.isEnabled(extensionSource('other.sky'), 'weather'), false);
    next.set(source, ['weather'], false);
    assert.equal(new Enablement(preferences).isEnabled(source, 'weather'), false);
  });

  it('keeps tools of the same name on different servers apart', () => {
    const enablement = new Enablement(memory());
    enablement.set('one', ['echo'], false);
    assert.equal(enablement.isEnabled('two', 'echo'), true);
  });

  it('switches a tool on again, and each switch is a change of its state', () => {
    let changes = 0;
    const enablement = new Enablement(memory());
    enablement.state.onDidChange(() => (changes += 1));
    enablement.set('s', ['a'], false);
    enablement.set('s', ['a'], true);
    assert.equal(enablement.isEnabled('s', 'a'), true);
    assert.equal(changes, 2);
  });

  it('forgets a server and says what was off, so that it can be put back under another name', () => {
    const preferences = memory();
    const enablement = new Enablement(preferences);
    enablement.set('old', ['a', 'b'], false);
    enablement.set('new', enablement.forget('old'), false);
    const next = new Enablement(preferences);
    assert.deepEqual([next.isEnabled('old', 'a'), next.isEnabled('new', 'a')], [true, false]);
    assert.deepEqual(next.forget('unknown'), []);
  });

  it('ignores invalid values in its saved state', () => {
    const odd: Preferences = { get: () => ({ s: 'all', t: [1, 'x'] }), set: () => undefined };
    const enablement = new Enablement(odd);
    assert.equal(enablement.isEnabled('s', 'a'), true);
    assert.equal(enablement.isEnabled('t', 'x'), false);
  });
});
