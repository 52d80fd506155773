/** More tools than fit the budget, in the window: what is sent, found and searchable is seen, and can be changed. */
import assert from 'node:assert/strict';
import { callsReply, textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { rowSays, SERVERS_VIEW } from './support/servers.ts';
import type { Window } from './support/window.ts';

const SERVERS = ['shop', 'bank', 'post', 'club'];

describe('more tools than fit the budget, in the window', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({
      otherwise: 'Thank you.',
      servers: Object.fromEntries(SERVERS.map((name) => [name, fixtureCommand('many', name, '50')])),
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    assert.deepEqual(await opened?.close(), []);
  });
  pictureFailures('tool-search', () => window);

  const sent = (at = -1): string[] =>
    (model.requests.at(at)?.body.tools ?? []).map(
      (tool: { function: { name: string } }) => tool.function.name,
    );

  it('are searched by the model, which calls what it found', async () => {
    model.replyWith(
      callsReply([{ id: 'a', name: 'search_tools', args: { query: 'cancel an invoice', server: 'bank' } }]),
      callsReply([{ id: 'b', name: 'mcp__bank__cancel_invoice', args: { invoiceId: '7' } }]),
      textReply('It is cancelled.'),
    );
    await chat.ask('Cancel invoice 7.');
    assert.ok(sent(-3).includes('search_tools'));
    assert.ok(!sent(-3).some((name) => name.startsWith('mcp__')), sent(-3).join());
    assert.ok(sent(-2).includes('mcp__bank__cancel_invoice'));
    assert.match(model.read, /bank did cancel invoice 0/);
    // In a narrow side bar it says the numbers only.
    await chat.frame
      .getByText(/^17 of 209 tools sent/)
      .first()
      .waitFor({ state: 'attached' });
    await window.screenshot('tool-search');
  });

  it('say in the tree whether they are sent, and one that is pinned is always sent', async () => {
    await window.openRow(SERVERS_VIEW, 'shop');
    await rowSays(window, 'list_order', /searchable/);
    await window.screenshot('tool-search-tree');
    await window.openMenu(SERVERS_VIEW, 'list_order');
    await window.chooseInMenu('Toggle Always Send to Model');
    await poll('the tool to be pinned', async () =>
      JSON.stringify((await window.readSettings())['patchbay.tools.alwaysSend'] ?? '').includes(
        'shop/list_order',
      ),
    );
    await chat.startNew(window);
    model.replyWith();
    await chat.ask('What is there?');
    assert.deepEqual(
      sent().filter((name) => name.startsWith('mcp__')),
      ['mcp__shop__list_order'],
    );
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
