/** What screen readers get when much happens at once. */
import assert from 'node:assert/strict';
import type { CallAnnouncement } from '../../../src/webview/state/announce.ts';
import { Announcer } from '../../../src/webview/state/announcer.ts';

describe('the announcer', () => {
  const call = (id: string, state: CallAnnouncement['state'], name = 'search_text'): CallAnnouncement => ({
    id,
    name,
    state,
  });
  let timers: (() => void)[];
  let announcer: Announcer;
  beforeEach(() => {
    timers = [];
    announcer = new Announcer((run) => timers.push(run));
  });
  const pass = (): void => timers.splice(0).forEach((run) => run());
  const text = (): string => announcer.announced.value.text;

  it('speaks at once, and gathers what comes soon after', () => {
    announcer.say('One.');
    announcer.say('Two.');
    announcer.say('Three.');
    assert.equal(text(), 'One.');
    pass();
    assert.equal(text(), 'Two. Three.');
    pass();
    announcer.say('Four.');
    assert.equal(text(), 'Four.');
  });

  it('gives the same text another turn', () => {
    announcer.say('One.');
    const { turn } = announcer.announced.value;
    pass();
    announcer.say('One.');
    assert.deepEqual(announcer.announced.value, { text: 'One.', turn: turn + 1 });
  });

  it('counts calls of one tool with one outcome, and tells only the newest of a call', () => {
    announcer.say(
      call('a', 'running'),
      call('b', 'running'),
      call('c', 'running'),
      call('d', 'running', 'fetch'),
      call('a', 'success'),
      call('b', 'error'),
      call('c', 'success'),
    );
    assert.equal(text(), 'fetch has started. 2 calls of search_text are complete. search_text failed.');
  });

  it('does not read out a flood', () => {
    announcer.say(...Array.from({ length: 30 }, (_, index) => call(`c${index}`, 'pending', `tool${index}`)));
    assert.match(text(), /^tool0 is .* tool7 is waiting for your approval\. And 22 more announcements\.$/);
  });
});
