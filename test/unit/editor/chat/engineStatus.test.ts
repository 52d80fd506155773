/** What the chats show of model, servers and tools, and when it is something else. */
import assert from 'node:assert/strict';
import { follow, observableValue } from '../../../../src/base/common/observable.ts';
import { engineOffer, engineStatus, type ModelStatus } from '../../../../src/editor/chat/engineStatus.ts';
import { toolKey } from '../../../../src/protocol/index.ts';
import { Conversation } from '../../../../src/agent/index.ts';
import { Engine } from '../../../../src/engine.ts';
import type { HostStatus } from '../../../../src/editor/chat/chatHost.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

describe('the status of a chat', () => {
  let engine: Engine;
  beforeEach(() => {
    engine = new Engine({
      ...bareEngine(),
      toolSets: observableValue([{ name: 'Small', members: ['one'] }]),
    });
  });
  afterEach(() => engine.dispose());

  const off = { command: 'none', enabled: false };

  function setup() {
    const loaded = observableValue<Engine | undefined>(undefined);
    const model = observableValue<ModelStatus>({ model: 'm', effort: '' });
    const isTrusted = observableValue(true);
    const conversation = new Conversation('c');
    const status = engineStatus(conversation, loaded, model, isTrusted);
    const seen: HostStatus[] = [];
    const following = follow(status, (now) => seen.push(now));
    return { loaded, model, isTrusted, conversation, status, seen, following };
  }

  it('says nothing of servers before the engine is there, and then what there are', async () => {
    const { loaded, status, seen } = setup();
    assert.deepEqual(status.get(), { model: 'm', effort: '', isUntrusted: undefined, servers: undefined });
    loaded.set(engine);
    engine.configure({ one: off, two: off, wrong: 3 });
    await Promise.resolve();
    assert.deepEqual(
      seen.map(({ servers }) => servers && [servers.connected, servers.total]),
      [[0, 3]],
    );
  });

  it('says that the workspace is not trusted until it is', async () => {
    const { isTrusted, status, seen } = setup();
    isTrusted.set(false);
    assert.equal(status.get().isUntrusted, true);
    await Promise.resolve();
    isTrusted.set(true);
    await Promise.resolve();
    assert.deepEqual(
      seen.map(({ isUntrusted }) => isUntrusted),
      [true, undefined],
    );
  });

  it('changes once with what the user chooses for the conversation, and not where that shows nothing', async () => {
    const { loaded, conversation, status, seen } = setup();
    loaded.set(engine);
    await Promise.resolve();
    seen.length = 0;
    conversation.chooseEffort('high');
    conversation.chooseToolSet('Small');
    await Promise.resolve();
    assert.deepEqual(
      seen.map(({ effort, servers }) => [effort, servers?.toolSet]),
      [['high', { name: 'Small', away: 'one' }]],
    );
    conversation.restrictTo(['one']);
    engine.enablement.set('nobody', ['x'], false);
    await Promise.resolve();
    assert.equal(seen.length, 1);
    assert.equal(status.get(), seen[0]);
  });

  it('has no effort where the model takes none, whatever was chosen', () => {
    const { model, conversation, status } = setup();
    model.set({ model: 'm', effort: undefined });
    conversation.chooseEffort('high');
    assert.equal(status.get().effort, undefined);
  });

  it('ends with its chat', async () => {
    const { loaded, conversation, seen, following } = setup();
    loaded.set(engine);
    await Promise.resolve();
    following.dispose();
    conversation.chooseEffort('low');
    engine.configure({ one: off });
    await Promise.resolve();
    assert.equal(seen.length, 1);
  });
});

describe('what the composer offers', () => {
  it('is empty before the engine is there, and the same object while nothing else is offered', async () => {
    const loaded = observableValue<Engine | undefined>(undefined);
    const offer = engineOffer(loaded);
    assert.deepEqual(offer.get(), { prompts: [], skills: undefined, hasResources: false });
    const engine = new Engine(bareEngine());
    loaded.set(engine);
    const before = offer.get();
    engine.configure({ one: { command: 'none', enabled: false } });
    assert.equal(offer.get(), before);
    const keys = [...engine.tools.snapshot().values()].map(({ source, name }) => toolKey(source, name));
    assert.deepEqual(before.tools, keys);
    await engine.dispose();
  });
});
