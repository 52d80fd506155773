/** Messages for the next step of a running turn, and the pauses of a turn at its limits. */
import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { PendingCounts } from '../../../../src/editor/chat/pendingCounts.ts';
import { ChatController } from '../../../../src/editor/chat/controller.ts';
import type { UserRequests } from '../../../../src/editor/chat/userRequests.ts';
import type { Conversation, TurnEnd } from '../../../../src/agent/index.ts';
import { observableValue } from '../../../../src/base/common/observable.ts';
import type { Attachment, HostMessage, Item } from '../../../../src/protocol/index.ts';

interface RunningTurn {
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
  readonly asks: UserRequests;
  readonly steer: () => Promise<boolean>;
  readonly end: (how: TurnEnd) => void;
}

const attachment: Attachment = { kind: 'file', name: 'a.ts', uri: 'file:///a.ts' };

describe('a running turn', () => {
  let controller: ChatController;
  let turns: RunningTurn[];
  let messages: HostMessage[];
  let pending: PendingCounts;
  let read: (text: string) => Promise<void>;
  const client = { post: (message: HostMessage) => void messages.push(message) };

  beforeEach(() => {
    let ids = 0;
    let now = 0;
    turns = [];
    messages = [];
    pending = new PendingCounts();
    read = () => Promise.resolve();
    controller = new ChatController({
      runChatTurn: (conversation, signal, asks, onEvent, _, steer) =>
        new Promise((resolve) => {
          const end = (how: TurnEnd): void => {
            onEvent({ type: 'turnEnd', end: how });
            resolve();
          };
          signal.addEventListener('abort', () => end({ why: 'cancelled' }), { once: true });
          turns.push({ conversation, signal, asks, steer: () => steer(signal), end });
        }),
      status: () => observableValue({}),
      offer: () => observableValue({ prompts: [], hasResources: false }),
      expandMessage: async (text, attachments) => {
        await read(text);
        return { content: { text, attachments }, messages: [{ role: 'user', text }] };
      },
      onEvent: () => undefined,
      openPage: () => Promise.resolve(true),
      pendingApprovals: pending,
      newId: () => `conversation-${(ids += 1)}`,
      now: () => (now += 100),
      monotonic: () => (now += 100),
    });
    controller.attach(client);
    controller.sendSnapshot(client);
  });
  afterEach(() => controller.dispose());

  const items = (): readonly Item[] => controller.shown.items;
  const said = (): readonly string[] => items().flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  const waiting = (): readonly string[] => {
    const last = messages.findLast((message) => message.type === 'queue');
    return (last?.messages ?? []).map(({ text, state }) =>
      state === 'queued' ? text : `${text} (${state})`,
    );
  };
  const idOf = (text: string): string => {
    const last = messages.findLast((message) => message.type === 'queue');
    return last?.messages.find((each) => each.text === text)?.id ?? '';
  };
  const running = (): RunningTurn => {
    const last = turns.at(-1);
    assert.ok(last);
    return last;
  };

  describe('that is steered', () => {
    it('gets messages that are sent now before its next step, in their order and before queued ones', async () => {
      controller.send('one');
      controller.send('later');
      controller.send('first', client, [], true);
      controller.send('second', client, [], true);
      assert.deepEqual(waiting(), ['first (next)', 'second (next)', 'later']);
      assert.equal(await running().steer(), true);
      assert.deepEqual([said(), waiting()], [['one', 'first', 'second'], ['later']]);
      assert.deepEqual(
        running().conversation.messages.map((message) => 'text' in message && message.text),
        ['one', 'first', 'second'],
      );
      assert.equal(await running().steer(), false);
      assert.equal(turns.length, 1);
    });

    it('gets a queued message that the user promotes', async () => {
      controller.send('one');
      controller.send('two');
      controller.send('three');
      controller.unqueue(idOf('three'), 'ask', client);
      assert.deepEqual(waiting(), ['three (next)', 'two']);
      await running().steer();
      assert.deepEqual([said(), waiting()], [['one', 'three'], ['two']]);
    });

    it('has a message that came after its last step sent as the next one', async () => {
      controller.send('one');
      controller.send('two', client, [], true);
      running().end({ why: 'answered' });
      await settled();
      assert.deepEqual([said(), waiting(), turns.length], [['one', 'two'], [], 2]);
    });

    it('holds the message back like all others when the user stops it', async () => {
      controller.send('one');
      controller.send('two', client, [], true);
      controller.stop();
      await settled();
      assert.deepEqual([said(), waiting()], [['one'], ['two (held)']]);
    });

    it('returns a message to the composer whose attachment cannot be read, and goes on without it', async () => {
      read = (text) => (text === 'look' ? Promise.reject(new Error('Gone.')) : Promise.resolve());
      controller.send('one');
      controller.send('look', client, [attachment], true);
      assert.equal(await running().steer(), false);
      const composed = messages.find((message) => message.type === 'compose');
      assert.deepEqual([composed?.text, composed?.problem], ['look', 'Gone.']);
      assert.deepEqual(said(), ['one']);
    });

    it('leaves out a message that the user takes back while its attachment is read', async () => {
      controller.send('one');
      controller.send('two', client, [attachment], true);
      read = () => {
        controller.unqueue(idOf('two'), 'remove', client);
        return Promise.resolve();
      };
      assert.equal(await running().steer(), false);
      assert.deepEqual(said(), ['one']);
    });

    it('goes on with the other messages when one is taken back whose attachment cannot be read', async () => {
      controller.send('one');
      controller.send('gone', client, [attachment], true);
      controller.send('two', client, [], true);
      read = (text) => {
        if (text !== 'gone') return Promise.resolve();
        controller.unqueue(idOf('gone'), 'remove', client);
        return Promise.reject(new Error('Gone.'));
      };
      assert.equal(await running().steer(), true);
      assert.deepEqual([said(), waiting()], [['one', 'two'], []]);
    });

    it('gets no message of another conversation', async () => {
      controller.send('one');
      const [first] = turns;
      controller.newChat();
      controller.send('elsewhere');
      controller.send('for the second', client, [], true);
      assert.equal(await first?.steer(), false);
      assert.equal(await running().steer(), true);
      assert.deepEqual(said(), ['elsewhere', 'for the second']);
    });

    it('keeps its servers unless the message names others', async () => {
      controller.send('one');
      running().conversation.restrictTo(['demo']);
      controller.send('two', client, [], true);
      await running().steer();
      assert.deepEqual(running().conversation.onlyServers, ['demo']);
    });
  });

  describe('at a limit', () => {
    const soFar = { steps: 10, calls: 12, usage: undefined };
    const ask = (kind: 'steps' | 'dayCost' = 'steps'): Promise<boolean> =>
      running().asks.pauses.ask({ kind, limit: 10 }, soFar, running().signal);
    const pauses = (): readonly string[] =>
      items().flatMap((item) => (item.kind === 'pause' ? [item.state.status] : []));
    const pauseId = (): string => items().findLast(({ kind }) => kind === 'pause')?.id ?? '';

    beforeEach(() => controller.send('one'));

    it('waits for the user, which counts as pending, and goes on with Continue', async () => {
      const answer = ask();
      assert.deepEqual([pauses(), [...pending.state.get().values()]], [['open'], [1]]);
      controller.asks.pauses.decide(pauseId(), 'continue');
      assert.equal(await answer, true);
      assert.deepEqual([pauses(), [...pending.state.get().values()]], [['continued'], []]);
    });

    it('does not ask again in the conversation after Continue Without Asking', async () => {
      const answer = ask();
      controller.asks.pauses.decide(pauseId(), 'always');
      assert.deepEqual([await answer, await ask()], [true, true]);
      assert.deepEqual(pauses(), ['alwaysContinued']);
    });

    it('asks at a budget all the same, where "always" means once', async () => {
      const steps = ask();
      controller.asks.pauses.decide(pauseId(), 'always');
      await steps;
      const budget = ask('dayCost');
      controller.asks.pauses.decide(pauseId(), 'always');
      assert.equal(await budget, true);
      void ask('dayCost');
      assert.deepEqual(pauses(), ['alwaysContinued', 'continued', 'open']);
    });

    it('ends with Stop, which says so once', async () => {
      const answer = ask();
      const id = pauseId();
      controller.asks.pauses.decide(id, 'stop');
      controller.asks.pauses.decide(id, 'continue');
      assert.equal(await answer, false);
      await settled();
      assert.deepEqual([controller.isRunning, pauses()], [false, []]);
      const notices = items().flatMap((item) => (item.kind === 'notice' ? [item.text, item.actions] : []));
      assert.deepEqual(notices, [
        'The limit of 10 steps (patchbay.maxIterations) was reached before the answer was complete. You stopped here.',
        ['continue'],
      ]);
    });

    it('ends when the turn is stopped elsewhere, and the decision comes too late', async () => {
      const answer = ask();
      const id = pauseId();
      controller.stop();
      assert.equal(await answer, false);
      controller.asks.pauses.decide(id, 'continue');
      assert.deepEqual(pauses(), ['withdrawn']);
    });
  });
});
