/** Several chats in a window, each with a conversation of its own (features.md, D6). */
import assert from 'node:assert/strict';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { ChatController } from '../../../../src/editor/chat/controller.ts';
import { OpenChats } from '../../../../src/editor/chat/openChats.ts';
import { until } from '../../until.ts';

const left: string[] = [];

/** A chat on a conversation of that name; each turn has one call and ends when it is stopped. */
function chat(name: string): ChatController {
  let ids = 0;
  return new ChatController({
    storage: {
      target: { write: () => true, redact: (text) => text },
      lastShown: () => name,
      show: () => undefined,
      close: (id) => left.push(id),
      read: () => undefined,
      onTurnEnded: () => undefined,
    },
    runChatTurn: async (conversation, signal, _, onEvent) => {
      const call = { id: conversation.nextCallId(), name: 'look', argsText: '{}' };
      conversation.append({ role: 'assistant', text: '', calls: [call] });
      const names = {
        source: { kind: 'native' },
        toolName: 'look',
        wireName: 'look',
        argsText: '{}',
      } as const;
      onEvent({ type: 'callStart', id: call.id, step: 1, ...names });
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      const result = { status: 'cancelled', content: [] } as const;
      onEvent({ type: 'callEnd', id: call.id, result, durationMs: 1 });
      onEvent({ type: 'turnEnd', end: { why: 'cancelled' } });
    },
    status: () => observableValue({ servers: { connected: 0, total: 0, tools: 0 } }),
    offer: () => observableValue({ prompts: [], hasResources: false }),
    expandMessage: () => Promise.reject(new Error('Nothing is attached here.')),
    onEvent: () => undefined,
    openPage: () => Promise.resolve(true),
    newId: () => `${name}-${(ids += 1)}`,
    now: () => 0,
    monotonic: () => 0,
  });
}

/** The ID of the call of the turn that runs, once it is there. */
async function callOf({ shown }: ChatController): Promise<string> {
  const calls = () => shown.items.filter(({ kind }) => kind === 'call');
  await until(() => calls().length > 0);
  return calls().at(-1)?.id ?? '';
}

describe('the chats of a window', () => {
  let chats: OpenChats;
  beforeEach(() => {
    left.length = 0;
    chats = new OpenChats(chat('side'), chat);
  });
  afterEach(() => chats.dispose());

  it('have a conversation each, with a turn each', async () => {
    const tab = chats.open('tab');
    chats.main.send('One');
    tab.send('Two');
    await Promise.all([callOf(chats.main), callOf(tab)]);
    assert.deepEqual([chats.main.isRunning, tab.isRunning], [true, true]);
    assert.deepEqual([chats.find('side'), chats.find('tab')], [chats.main, tab]);
    assert.equal(chats.find('other'), undefined);
    tab.stop();
    await until(() => !tab.isRunning);
    assert.deepEqual([chats.main.isRunning, tab.isRunning], [true, false]);
  });

  it('get the questions that belong to their calls', async () => {
    const tab = chats.open('tab');
    assert.equal(chats.ofCall(undefined).userRequests, chats.main.asks);
    tab.send('Two');
    const inTab = await callOf(tab);
    assert.equal(chats.ofCall(undefined).userRequests, tab.asks, 'the one that works');
    chats.main.send('One');
    const inSideBar = await callOf(chats.main);
    assert.equal(chats.ofCall(inTab).id, 'tab');
    assert.equal(chats.ofCall(inSideBar).id, 'side');
    chats.main.newChat();
    assert.equal(chats.ofCall(inSideBar).id, 'side', 'It goes on unseen.');
    assert.equal(chats.find('side'), chats.main);
  });

  it('end with their tab, except for the one of the side bar', async () => {
    const tab = chats.open('tab');
    tab.send('Two');
    chats.main.send('One');
    await Promise.all([callOf(tab), callOf(chats.main)]);
    chats.close(tab);
    chats.close(chats.main);
    await until(() => left.length > 0);
    assert.deepEqual([tab.isRunning, chats.main.isRunning], [false, true]);
    assert.deepEqual(left, ['tab']);
    assert.deepEqual(chats.all, [chats.main]);
  });
});
