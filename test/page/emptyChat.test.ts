/** The chat before its first message. */
import assert from 'node:assert/strict';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const noServers = { connected: 0, total: 0, tools: 13 };

describe('the empty chat', () => {
  const chat = useChatPage({ turn: 'idle' });
  const tell = async (status: Omit<ChatStatus, 'turn'>): Promise<void> => {
    await chat.show([]);
    await chat.tell(chat.patch({ op: 'status', status: { turn: 'idle', ...status } }));
    await chat.drawn();
  };
  const text = () => chat.page.locator('.empty').innerText();

  it('asks for a model where none is selected, and says that a server is optional', async () => {
    await tell({ servers: noServers });
    assert.match(await text(), /Missing:\s*No model is set up yet\.\s*Set up a model/);
    assert.match(await text(), /Optional:\s*Connect an MCP server for more tools\./);
    assert.equal(await chat.page.locator('.example').count(), 0);
  });

  it('offers examples once a model is selected, also without a server, of which it does not say that it is missing', async () => {
    await tell({ model: 'm', servers: noServers });
    assert.equal(await chat.page.locator('.example').count(), 3);
    assert.doesNotMatch(await text(), /Missing/);
    assert.match(await text(), /Optional:/);
    await chat.page.getByRole('button', { name: 'Add a server' }).click();
    assert.deepEqual(await chat.next('action'), { type: 'action', action: 'addServer' });
  });

  it('has nothing but examples where there are a model and a server', async () => {
    await tell({ model: 'm', servers: { connected: 1, total: 1, tools: 3 } });
    assert.equal(await chat.page.locator('.example').count(), 3);
    assert.equal(await chat.page.locator('.missing').count(), 0);
  });

  it('begins with what it is, also in a window in which not all of it has room', async () => {
    await chat.page.setViewportSize({ width: 300, height: 420 });
    await tell({ model: 'm', servers: noServers });
    const top = await chat.page.locator('.transcript').evaluate((each) => each.scrollTop);
    assert.equal(top, 0);
    assert.ok(await chat.page.locator('.empty h2').isVisible());
  });

  it('asks for a model alone where there is a server', async () => {
    await tell({ servers: { connected: 1, total: 2, tools: 3 } });
    assert.match(await text(), /Missing:\s*No model is set up yet\./);
    assert.match(await text(), /Done:\s*2 MCP servers/);
  });
});
