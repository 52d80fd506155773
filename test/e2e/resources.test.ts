/** Resources of a real server: browsed, opened, refreshed, attached, read by the model (features.md, B9). */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

const everything = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

describe('resources of a server', () => {
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Understood.'));
    window = await openWindow({
      size: { width: 1300, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': {
          everything: { command: process.execPath, args: [everything, 'stdio'] },
          modern: fixtureCommand('modern'),
        },
      },
    });
    chat = await openChat(window);
    await chat.frame.getByRole('button', { name: /^2 servers/ }).waitFor();
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.screenshot(`resources-failed-${this.currentTest.title.slice(0, 20).replace(/\W+/g, '-')}`);
  });

  /** Opens the pick of resources from the composer. */
  async function attach(): Promise<void> {
    await chat.frame.getByRole('button', { name: 'Attach (#)' }).press('Enter');
    await chat.frame.getByRole('option', { name: 'MCP Resource…' }).click();
  }
  const rows = () => window.page.locator('.quick-input-list .monaco-list-row');
  const input = () => window.page.locator('.quick-input-filter input');
  const editor = () => window.page.locator('.editor-instance .view-lines').first();
  const chips = () => chat.frame.getByRole('list', { name: 'Attachments' });
  const sent = () => JSON.stringify(endpoint.requests.at(-1)?.body.messages);
  const call = (name: string, args: Record<string, unknown> = {}): Reply =>
    callsReply([{ id: 'a', name, args }]);
  async function pick(label: string): Promise<void> {
    // The list draws only what is in view.
    await input().fill(label);
    await rows().filter({ hasText: label }).first().click();
  }

  it('are listed with the templates, and open as read-only documents', async () => {
    await window.runCommand('Patchbay: Browse Resources…');
    await rows().filter({ hasText: 'architecture.md' }).first().waitFor();
    await window.screenshot('resources-browse');
    await pick('architecture.md');
    await poll('the document', async () => /Everything.Server/.test(await editor().innerText()));
    await window.page.getByRole('tab', { name: /architecture\.md/ }).waitFor();
    await window.screenshot('resources-document');
  });

  it('are made from a template with the server completing its variables, and follow its updates', async () => {
    await window.runCommand('Patchbay: Browse Resources…');
    await pick('Dynamic Text Resource');
    await window.page.getByPlaceholder('resourceId').fill('1');
    await rows()
      .filter({ hasText: 'Use "1"' })
      .or(rows().getByText('1', { exact: true }))
      .first()
      .waitFor();
    await window.screenshot('resources-template');
    await window.page.keyboard.press('Enter');
    const text = () => editor().innerText();
    await poll('the document', async () => /Resource.1:/.test(await text()));
    const before = await text();
    next = [call('mcp__everything__toggle-subscriber-updates')];
    await chat.ask('Toggle the updates');
    await poll('the document to be refreshed', async () => (await text()) !== before, { timeout: 15_000 });
    next = [call('mcp__everything__toggle-subscriber-updates')];
    await chat.ask('Toggle the updates');
  });

  it('go with a message, read at the moment it is sent', async () => {
    await attach();
    await pick('features.md');
    await chips().getByText('features.md').waitFor();
    await chat.frame.getByRole('button', { name: 'Remove features.md' }).press('Enter');
    assert.equal(await chips().count(), 0);
    await attach();
    await pick('features.md');
    await chips().getByText('features.md').waitFor();
    await window.screenshot('resources-attached');
    await chat.ask('What is this?');
    assert.match(sent(), /What is this\?.*\[Resource: demo:\/\/resource\/static\/document\/features\.md/);
    await chat.frame
      .locator('.user-message')
      .last()
      .getByRole('button', { name: 'features.md' })
      .press('Enter');
    await window.page.getByRole('tab', { name: /features\.md/ }).waitFor();
    await window.screenshot('resources-sent');
  });

  it('that are images go to the model as images, and open in a viewer', async () => {
    await attach();
    await pick('picture');
    await chips().getByText('picture').waitFor();
    await chat.ask('And this?');
    assert.match(sent(), /"image_url":\{"url":"data:image\/png;base64,iVBOR/);
    await chat.frame.locator('.user-message').last().getByRole('button', { name: 'picture' }).press('Enter');
    await window.page.getByRole('tab', { name: /picture\.png/ }).waitFor();
    await window.webviewFrame('img.main-image, img');
    await window.screenshot('resources-image');
  });

  it('that cannot be read leave the message in the composer, and say why', async () => {
    await attach();
    await pick('big');
    await chips().getByText('big').waitFor();
    await chat.send('Read the big one');
    await chat.frame
      .getByRole('alert')
      .getByText('"big" could not be read. The resource has 11.0 MB')
      .waitFor();
    assert.equal(await chat.input.inputValue(), 'Read the big one');
    assert.equal(await chips().getByText('big').count(), 1);
    await window.screenshot('resources-unreadable');
    await chat.frame.getByRole('button', { name: 'Remove big' }).press('Enter');
    await chat.input.fill('');
  });

  it('are in the tree of the servers, with the prompts', async () => {
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    await window.treeRow('MCP Servers', 'modern').click();
    await window.treeRow('MCP Servers', 'Prompts').click();
    await window.treeRow('MCP Servers', 'Resources').click();
    await window.treeRow('MCP Servers', 'note').click();
    await window.page.getByRole('tab', { name: /^note/ }).waitFor();
    await window.screenshot('resources-tree');
    await window.treeRow('MCP Servers', 'Greeting').click();
    await chat.frame.getByRole('option', { name: /modern\.greet/ }).waitFor();
    await chat.input.fill('');
  });

  it('are listed and read by the model itself', async () => {
    next = [
      call('list_mcp_resources', { server: 'everything' }),
      call('read_mcp_resource', { server: 'everything', uri: 'demo://resource/dynamic/text/7' }),
    ];
    await chat.ask('Look it up');
    assert.match(sent(), /uriTemplate/);
    assert.match(sent(), /Resource 7: This is a plaintext resource/);
  });

  it('that a result links to open from there', async () => {
    next = [call('mcp__everything__get-resource-links', { count: 2 })];
    await chat.ask('Links');
    await chat.call('get-resource-links').locator('button').first().press('Enter');
    const link = chat.frame.locator('.resource-name').first();
    const title = await link.getAttribute('title');
    await link.press('Enter');
    const name = title?.split('/').at(-1) ?? '?';
    await window.page.getByRole('tab', { name: new RegExp(`^${name}\\b`) }).waitFor();
    await window.screenshot('resources-linked');
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
