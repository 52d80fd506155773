/** More tools than fit the budget, in the window: what is sent, found and searchable is seen, and can be changed. */
import assert from 'node:assert/strict';
import { callsReply, textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { notification } from './support/notifications.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { SERVERS_VIEW } from './support/servers.ts';
import type { Window } from './support/window.ts';

/** Waits until a screen reader hears these words of the tool's row. */
function ariaLabelSays(window: Window, tool: string, words: string): Promise<void> {
  return window
    .treeRow(SERVERS_VIEW, tool)
    .and(window.page.locator(`[aria-label*=", ${words}"]`))
    .waitFor();
}

const SERVERS = ['shop', 'bank', 'post', 'club'];
const TOOLS_OF_SERVER = 50;

function namesSent(model: ScriptedModel, at = -1): readonly string[] {
  const tools = model.requests.at(at)?.body.tools as { function: { name: string } }[] | undefined;
  return (tools ?? []).map((tool) => tool.function.name);
}

/** Tools that no user can switch: the search, and the one that reads results. */
const always = new Set(['search_tools', 'read_result']);

/** The last request's tools that a user can switch, those of servers and of Patchbay. */
function countTools(model: ScriptedModel): { readonly sent: number; readonly builtIn: number } {
  const names = namesSent(model).filter((name) => !always.has(name));
  return { sent: names.length, builtIn: names.filter((name) => !name.startsWith('mcp__')).length };
}

describe('more tools than fit the budget, in the window', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({
      otherwise: 'Thank you.',
      servers: Object.fromEntries(
        SERVERS.map((name) => [name, fixtureCommand('many', name, String(TOOLS_OF_SERVER))]),
      ),
      settings: { 'patchbay.tools.sets': { Invoices: ['bank', 'mail', 'cloud/send_invoice'] } },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    assert.deepEqual(await opened?.close(), []);
  });
  pictureFailures('tool-search', () => window);

  it('are searched by the model, which calls what it found', async () => {
    model.replyWith(
      callsReply([{ id: 'a', name: 'search_tools', args: { query: 'cancel an invoice', server: 'bank' } }]),
      callsReply([{ id: 'b', name: 'mcp__bank__cancel_invoice', args: { invoiceId: '7' } }]),
      textReply('It is cancelled.'),
    );
    await chat.ask('Cancel invoice 7.');
    assert.ok(namesSent(model, -3).includes('search_tools'));
    assert.ok(!namesSent(model, -3).some((name) => name.startsWith('mcp__')), namesSent(model, -3).join());
    assert.ok(namesSent(model, -2).includes('mcp__bank__cancel_invoice'));
    assert.match(model.read, /bank did cancel invoice 0/);
    const { sent, builtIn } = countTools(model);
    // In a narrow side bar it says the numbers only.
    await chat.frame
      .getByText(new RegExp(`^${sent} of ${SERVERS.length * TOOLS_OF_SERVER + builtIn} tools sent`))
      .first()
      .waitFor({ state: 'attached' });
    await window.screenshot('tool-search');
  });

  it('say to screen readers and in their hovers whether they are sent, and one that is pinned is always sent', async () => {
    await window.expandRow(SERVERS_VIEW, 'shop');
    await ariaLabelSays(window, 'list_order', 'searchable');
    await window.screenshot('tool-search-tree');
    await poll('the tool to be pinned', async () => {
      // The menu of a row by keyboard, as no command of the palette pins a single tool.
      await window.openRow(SERVERS_VIEW, 'list_order');
      await window.page.keyboard.press('Shift+F10');
      await window.page.locator('.context-view .action-label').first().waitFor();
      await window.chooseInMenu('Toggle "Always Send to Model"');
      // The rows are read anew once the tools that were not sent are counted.
      const told = await notification(window, /is always sent to the model|Run the command again/);
      const isPinned = /always sent/.test(await told.row.innerText());
      await told.dismiss();
      return isPinned;
    });
    assert.deepEqual((await window.readSettings())['patchbay.tools.alwaysSend'], ['shop/list_order']);
    await chat.startNew(window);
    model.replyWith();
    await chat.ask('What is there?');
    assert.deepEqual(
      namesSent(model).filter((name) => name.startsWith('mcp__')),
      ['mcp__shop__list_order'],
    );
  });

  it('are narrowed to a tool set, which is saved from the picker and chosen in the chat, and can be renamed and cleared', async () => {
    const { quickInput } = window;
    await window.run('selectTools');
    const count = (left: number) =>
      Promise.all([
        // Of all that are listed: the editor's own extensions may add tools that are off.
        quickInput.titled(new RegExp(`${left} of \\d+ Tools`)),
        window.page.locator('.quick-input-count', { hasText: `${left} Selected` }).waitFor(),
      ]);
    const { builtIn } = countTools(model);
    await count(SERVERS.length * TOOLS_OF_SERVER + builtIn);
    for (const [source, left] of [
      ['bank', 3 * TOOLS_OF_SERVER + builtIn],
      ['post', 2 * TOOLS_OF_SERVER + builtIn],
      ['club', TOOLS_OF_SERVER + builtIn],
      ['Built-in tools', TOOLS_OF_SERVER],
    ] as const) {
      // Headings are not there during a search, but each row names its source.
      await quickInput.type(`${source} · `);
      await quickInput.pressInRow(`${source} · `, `Select or Clear All Tools of "${source}"`);
      await count(left);
    }
    await quickInput.type('order');
    await window.screenshot('tool-set-save');
    await quickInput.press('Save Selection as Tool Set…');
    await quickInput.answer('Shopping', 'Save Tool Set');
    const sets = async (): Promise<unknown> => (await window.readSettings())['patchbay.tools.sets'];
    await poll('the set to be saved', async () =>
      JSON.stringify(await sets()).endsWith(',"Shopping":["shop"]}'),
    );
    await chat.startNew(window);
    await chat.input.fill('@Shoppi');
    await chat.frame.getByRole('option', { name: /Shopping/ }).waitFor();
    await window.screenshot('tool-set-mention');
    await window.page.keyboard.press('Enter');
    const used = chat.frame.getByRole('button', { name: /^Shopping/ });
    await used.waitFor();
    model.replyWith();
    await chat.ask('What is there?');
    assert.ok(namesSent(model).length > 0);
    assert.ok(
      namesSent(model).every((name) => name.startsWith('mcp__shop__') || always.has(name)),
      namesSent(model).join(),
    );
    await window.screenshot('tool-set-used');
    await used.click();
    await quickInput.titled('Patchbay: Tool Sets');
    await window.screenshot('tool-set-list');
    await quickInput.choose('Shopping');
    await quickInput.choose('Rename…');
    await quickInput.answer('Shop only', 'Rename Tool Set');
    await chat.frame.getByRole('button', { name: /^Shop only/ }).waitFor();
    assert.deepEqual(Object.keys((await sets()) as object), ['Invoices', 'Shop only']);
    await window.run('clearToolSet');
    await chat.frame.getByRole('button', { name: /^Shop only/ }).waitFor({ state: 'detached' });
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});

describe('thirty servers with fifty tools each, in the window @nightly', () => {
  let opened: ChatWindow;
  after(async () => {
    assert.deepEqual(await opened?.close(), []);
  });
  pictureFailures('tool-search-1500', () => opened.window);

  it('make a first request of 40 kB at most, and a found tool is called', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `shop-${index}`);
    opened = await openChatWindow({
      otherwise: 'Thank you.',
      servers: Object.fromEntries(
        names.map((name) => [name, fixtureCommand('many', name, String(TOOLS_OF_SERVER))]),
      ),
    });
    const { model, window, chat } = opened;
    model.replyWith(
      callsReply([
        { id: 'a', name: 'search_tools', args: { query: 'cancel an invoice', server: 'shop-12' } },
      ]),
      callsReply([{ id: 'b', name: 'mcp__shop-12__cancel_invoice', args: { invoiceId: '7' } }]),
      textReply('Invoice 7 is cancelled.'),
    );
    await chat.ask('Cancel the invoice 7 of shop 12.');
    const bytes = Buffer.byteLength(JSON.stringify(model.requests.at(-3)?.body));
    assert.ok(bytes <= 40_000, String(bytes));
    assert.match(model.read, /shop-12 did cancel invoice 0/);
    const { sent, builtIn } = countTools(model);
    const all = (names.length * TOOLS_OF_SERVER + builtIn).toLocaleString('en');
    await chat.frame
      .getByText(new RegExp(`^${sent} of ${all} tools sent`))
      .first()
      .waitFor({ state: 'attached' });
    await window.expandRow(SERVERS_VIEW, 'shop-12');
    await ariaLabelSays(window, 'cancel_invoice', 'found in this conversation');
    await window.run('openChatInEditor');
    await window.runCommand('View: Hide Secondary Side Bar');
    const inEditor = await window.webviewFrame('#patchbay-chat textarea');
    await inEditor.locator('.steps > [aria-expanded=false]').click();
    const hover = await window.hoverRow(SERVERS_VIEW, 'cancel_invoice');
    await hover.getByText('found in this conversation').waitFor();
    await window.screenshot('tool-search-1500');
    await window.page.mouse.move(900, 600);
    await window.run('selectTools');
    await window.quickInput.titled(
      new RegExp(`${all} of 1,\\d+ Tools, About \\d+,\\d+ Tokens If All Were Sent`),
    );
    await window.quickInput.type('shop-12');
    await window.screenshot('tool-search-picker');
  });
});
