/** Resources of a real server: browsed, opened, refreshed, attached, read by the model (features.md, B9). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply, type Reply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { SERVERS_VIEW, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('resources of a server', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({
      size: { width: 1300, height: 900 },
      otherwise: 'Understood.',
      servers: { everything: everythingCommand, modern: fixtureCommand('modern') },
    });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('resources', () => window);

  /** Opens the pick of resources from the composer. */
  async function attach(): Promise<void> {
    await chat.frame.getByRole('button', { name: 'Attach files…' }).press('Enter');
    await window.quickInput.choose('MCP Resource…');
  }
  const editor = () => window.page.locator('.editor-instance .view-lines').first();
  const chips = () => chat.frame.getByRole('list', { name: 'Attachments' });
  const call = (name: string, args: Record<string, unknown> = {}): Reply =>
    callsReply([{ id: 'a', name, args }]);
  async function pick(label: string): Promise<void> {
    // The list draws only what is in view.
    await window.quickInput.type(label);
    await window.quickInput.choose(label);
  }

  it('are listed with the templates, and open as read-only documents', async () => {
    await window.run('browseResources');
    await window.quickInput.row('architecture.md').waitFor();
    await window.screenshot('resources-browse');
    await pick('architecture.md');
    await poll('the document', async () => /Everything.Server/.test(await editor().innerText()));
    await window.page.getByRole('tab', { name: /architecture\.md/ }).waitFor();
    await window.screenshot('resources-document');
  });

  it('are made from a template with the server completing its variables, and follow its updates', async () => {
    await window.run('browseResources');
    await pick('Dynamic Text Resource');
    await window.quickInput.widget.getByPlaceholder('resourceId').waitFor();
    await window.quickInput.type('1');
    // What the server completes it to: before that, the row says how to use it as it is.
    await window.screenshot('resources-template');
    await window.quickInput.chooseLabel('1');
    const text = () => editor().innerText();
    await poll('the document', async () => /Resource.1:/.test(await text()));
    const before = await text();
    model.replyWith(call('mcp__everything__toggle-subscriber-updates'));
    await chat.ask('Toggle the updates');
    await poll('the document to be refreshed', async () => (await text()) !== before);
    model.replyWith(call('mcp__everything__toggle-subscriber-updates'));
    await chat.ask('Toggle the updates');
  });

  it('go with a message, read at the moment it is sent', async () => {
    await attach();
    await pick('features.md');
    await chips().getByText('features.md').waitFor();
    await chat.frame.getByRole('button', { name: 'Remove features.md' }).press('Enter');
    await chips().waitFor({ state: 'detached' });
    await attach();
    await pick('features.md');
    await chips().getByText('features.md').waitFor();
    await window.screenshot('resources-attached');
    await chat.ask('What is this?');
    assert.match(model.read, /What is this\?.*\[Resource: demo:\/\/resource\/static\/document\/features\.md/);
    await chat.frame
      .locator('.user-message')
      .last()
      .getByRole('button', { name: 'features.md' })
      .press('Enter');
    await window.page.getByRole('tab', { name: /features\.md/ }).waitFor();
    // It takes the keyboard after it is shown.
    await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await window.screenshot('resources-sent');
  });

  it('that are images go to the model as images, and open in a viewer', async () => {
    await attach();
    await pick('picture');
    await chips().getByText('picture').waitFor();
    await chat.ask('And this?');
    assert.match(model.read, /"image_url":\{"url":"data:image\/png;base64,iVBOR/);
    await chat.frame.locator('.user-message').last().getByRole('button', { name: 'picture' }).press('Enter');
    await window.page.getByRole('tab', { name: /picture\.png/ }).waitFor();
    const viewer = await window.webviewFrame('img.main-image, img');
    // It takes the keyboard after it is shown.
    await poll('the viewer to have the keyboard', () => viewer.evaluate<boolean>('document.hasFocus()'));
    await window.screenshot('resources-image');
  });

  it('that cannot be read leave the message in the composer, and say why', async () => {
    await attach();
    await pick('big');
    await chips().getByText('big').waitFor();
    await chat.send('Read the big one');
    await chat.frame
      .getByRole('alert')
      .getByText('"big" could not be read. The resource is too large (11.0 MB)')
      .waitFor();
    assert.equal(await chat.input.inputValue(), 'Read the big one');
    assert.equal(await chips().getByText('big').count(), 1);
    await window.screenshot('resources-unreadable');
    await chat.frame.getByRole('button', { name: 'Remove big' }).press('Enter');
    await chat.input.fill('');
  });

  it('are in the tree of the servers, with the prompts', async () => {
    await showServers(window);
    for (const row of ['modern', 'Prompts', 'Resources']) await window.expandRow(SERVERS_VIEW, row);
    await window.openRow(SERVERS_VIEW, 'note');
    await window.page.getByRole('tab', { name: /^note/ }).waitFor();
    await window.screenshot('resources-tree');
    await window.openRow(SERVERS_VIEW, 'Greeting');
    await chat.frame.getByRole('option', { name: /modern\.greet/ }).waitFor();
    await chat.input.fill('');
  });

  it('are listed and read by the model itself', async () => {
    model.replyWith(
      call('list_mcp_resources', { server: 'everything' }),
      call('read_mcp_resource', { server: 'everything', uri: 'demo://resource/dynamic/text/7' }),
    );
    await chat.ask('Look it up');
    assert.match(model.read, /uriTemplate/);
    assert.match(model.read, /Resource 7: This is a plaintext resource/);
  });

  it('that a result links to open from there', async () => {
    model.replyWith(call('mcp__everything__get-resource-links', { count: 2 }));
    await chat.ask('Links');
    await chat.call('get-resource-links').locator('button').first().press('Enter');
    // The first one has the name of a document that is open already.
    const link = chat.frame.locator('.resource-name').nth(1);
    assert.equal(await link.getAttribute('title'), 'Open demo://resource/dynamic/text/2');
    await link.press('Enter');
    await window.page.getByRole('tab', { name: /^2\b/ }).waitFor();
    await poll('the document', async () => /Resource.2:/.test(await editor().innerText()));
    await window.screenshot('resources-linked');
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
