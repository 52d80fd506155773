/** What comes back from the browser reaches the sign-in that sent it there, and no other. */
import assert from 'node:assert/strict';
import { Callbacks } from '../../../../src/editor/auth/callbacks.ts';

describe('sign-ins that wait for the browser', () => {
  const never = new AbortController().signal;

  it('are kept apart by their state', async () => {
    const callbacks = new Callbacks();
    const one = callbacks.expect('one', never);
    const two = callbacks.expect('two', never);
    assert.ok(callbacks.deliver(new URLSearchParams('state=two&code=b')));
    assert.ok(callbacks.deliver(new URLSearchParams('state=one&code=a')));
    assert.equal((await one).get('code'), 'a');
    assert.equal((await two).get('code'), 'b');
  });

  it('are not disturbed by what none of them has sent', async () => {
    const callbacks = new Callbacks();
    const one = callbacks.expect('one', never);
    assert.ok(!callbacks.deliver(new URLSearchParams('state=forged&code=x')));
    assert.ok(!callbacks.deliver(new URLSearchParams('code=x')));
    callbacks.deliver(new URLSearchParams('state=one&code=a'));
    assert.equal((await one).get('code'), 'a');
  });

  it('take an answer once', async () => {
    const callbacks = new Callbacks();
    const one = callbacks.expect('one', never);
    callbacks.deliver(new URLSearchParams('state=one'));
    assert.ok(!callbacks.deliver(new URLSearchParams('state=one')));
    await one;
  });

  it('take no answer after they were given up', async () => {
    const callbacks = new Callbacks();
    const end = new AbortController();
    const one = callbacks.expect('one', end.signal);
    end.abort(new Error('given up'));
    await assert.rejects(one, /given up/);
    assert.ok(!callbacks.deliver(new URLSearchParams('state=one')));
    await assert.rejects(callbacks.expect('two', end.signal), /given up/);
  });
});
