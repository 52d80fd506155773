/** Writing messages in a window: what is attached, queued, chosen, and what of it the model gets (features.md, D6, D7). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picturePng } from '../../stories/png.ts';
import { chunk, gate, streamReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { giveFiles } from '../support/giveFiles.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('the composer', () => {
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-composer-'));
    for (const name of ['lib', 'ignored']) await mkdir(join(folder, name));
    await writeFile(join(folder, '.gitignore'), 'ignored/\n');
    await writeFile(join(folder, 'ignored/needle.txt'), 'left out');
    await writeFile(join(folder, 'lib/needle.txt'), 'first line\nsecond line\nthird line\n');
    await writeFile(join(folder, 'broken.json'), '{ "a": }\n');
    opened = await openChatWindow({
      folder,
      size: { width: 1300, height: 900 },
      otherwise: 'Understood.',
      servers: { demo: fixtureCommand('recorder'), modern: fixtureCommand('modern') },
      settings: { 'files.simpleDialog.enable': true },
    });
    ({ model, window, chat } = opened);
    await chat.frame.getByRole('button', { name: /2 of 2 servers connected/ }).waitFor();
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('composer', () => window);

  const option = (name: RegExp) => chat.frame.getByRole('option', { name }).first();
  /** The attachments of the draft, or else of the newest message that has some. */
  const chips = () => chat.frame.getByRole('list', { name: 'Attachments' }).last();
  const queue = () => chat.frame.getByRole('list', { name: 'Queued messages' });
  /** Waits until the draft is that. */
  const reads = (text: string) =>
    poll(`the draft "${text}"`, async () => (await chat.input.inputValue()) === text, {
      detail: () => chat.input.inputValue(),
    });
  /** The user's last message as the endpoint got it, once there are more requests than `after`. */
  async function sent(after: number): Promise<string> {
    await poll('the request', () => Promise.resolve(model.requests.length > after));
    return JSON.stringify(model.messages.findLast(({ role }) => role === 'user'));
  }
  /** Sends the draft as it is, and gives what the endpoint got. */
  async function send(): Promise<string> {
    const before = model.requests.length;
    await chat.send();
    const got = await sent(before);
    await chat.idle();
    return got;
  }
  /** Writes a mention after what is there and takes what is suggested under that name. */
  async function mention(word: string, name: RegExp): Promise<void> {
    await chat.input.press('End');
    await chat.input.pressSequentially(word);
    await option(name).click();
  }
  /** The tools of the last request that a user can choose. */
  const toolNames = (): string[] =>
    ((model.requests.at(-1)?.body.tools ?? []) as { function: { name: string } }[])
      .map((tool) => tool.function.name)
      .filter((name) => name !== 'read_result');

  it('attaches a file that is picked with #, and none that git leaves out', async () => {
    await chat.input.fill('What is in ');
    await chat.input.press('End');
    await chat.input.pressSequentially('#needl');
    await option(/needle\.txt/).waitFor();
    await poll(
      'the answer to the whole word',
      async () => (await chat.frame.getByRole('option').count()) === 1,
    );
    await window.screenshot('composer-mention');
    await chat.input.press('Enter');
    await chips().getByText('needle.txt').waitFor();
    const got = await send();
    assert.match(
      got,
      /What is in #needle\.txt.*\[File: lib\/needle\.txt; [^\]]*\]\\n1\\tfirst line\\n2\\tsecond line/,
    );
    assert.equal(await chips().locator('.chip-remove').count(), 0);
  });

  it('attaches the buffer as it is when the message is sent, and the selection, which a click shows again', async () => {
    await window.openFile('needle.txt');
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type('unsaved ');
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.press('Shift+ArrowDown');
    await window.run('attachSelection');
    await chips().getByText('needle.txt:1').waitFor();
    await mention('and #needle.txt', /needle\.txt.*lib/);
    await window.screenshot('composer-selection');
    const got = await send();
    assert.match(got, /\[Selection in lib\/needle\.txt, lines 1 to 1; [^\]]*\]\\n1\\tunsaved first line/);
    assert.match(got, /\[File: lib\/needle\.txt; [^\]]*\]\\n1\\tunsaved first line\\n2\\tsecond line/);
    await window.runCommand('File: Revert File');
    await window.runCommand('View: Close All Editors');
    await chips().getByRole('button', { name: 'needle.txt:1' }).press('Enter');
    await window.page.getByRole('tab', { name: /needle\.txt/ }).waitFor();
    await window.runCommand('View: Close All Editors');
  });

  it('attaches problems', async () => {
    await window.openFile('broken.json');
    await window.page.locator('.editor-instance .squiggly-error').first().waitFor();
    await window.run('attachProblems');
    await chips().getByText('Problems').waitFor();
    assert.match(await send(), /\[Problems that the editor shows\]\\nbroken\.json:1:8 error Value expected/);
    await window.runCommand('View: Close All Editors');
  });

  it('attaches a file that is chosen in a dialog', async () => {
    await window.run('attachFile');
    await window.quickInput.choose('broken.json');
    await chips().getByText('broken.json').waitFor();
    assert.match(await send(), /\[File: broken\.json; /);
  });

  it('shows an image that is pasted, and gives it to the model as one', async () => {
    const png = picturePng(160, 100).toString('base64');
    await giveFiles(chat.frame, 'paste', [{ name: 'image.png', type: 'image/png', base64: png }]);
    await chips().locator('img').waitFor();
    await window.screenshot('composer-image');
    await chat.input.fill('What do you see?');
    const got = await send();
    assert.match(got, /What do you see\?.*\[Image: image\.png\]/);
    assert.ok(got.includes(`data:image/png;base64,${png}`));
    await chips().getByRole('button', { name: 'image.png' }).press('Enter');
    await window.tab('image.png').waitFor();
    // The editor's own viewer complains when it is closed before it has drawn.
    await window.webviewFrame('img.scale-to-fit, img.pixelated');
    await window.runCommand('View: Close All Editors');
    await giveFiles(chat.frame, 'drop', [{ name: 'a.zip', type: '', base64: btoa('PK\0\0') }]);
    await chat.frame
      .getByRole('alert')
      .getByText('"a.zip" cannot be attached. The file is neither text')
      .waitFor();
  });

  it('attaches a file that is dragged here from the explorer', async () => {
    await window.runCommand('View: Show Explorer');
    const { mouse, keyboard } = window.page;
    const file = await window.page.locator('.explorer-folders-view').getByText('broken.json').boundingBox();
    const field = await chat.input.boundingBox();
    assert.ok(file && field);
    await mouse.move(file.x + 5, file.y + 5);
    await mouse.down();
    await mouse.move(file.x + 200, file.y + 100, { steps: 5 });
    // The editor lets views have what is dragged only while this is held.
    await keyboard.down('Shift');
    await mouse.move(field.x + 20, field.y + 5, { steps: 10 });
    await mouse.up();
    await keyboard.up('Shift');
    await chips().getByText('broken.json').waitFor();
    assert.match(await send(), /File: broken\.json/);
    await showServers(window);
  });

  it('queues messages while a turn runs, gives one back to be edited, and sends the others in their order', async () => {
    const held = gate();
    model.replyWith(streamReply([chunk({ content: 'Thinking' }), held.piece, chunk({}, 'stop')]));
    await chat.send('Begin');
    await chat.frame.getByRole('button', { name: /Stop/ }).waitFor();
    for (const text of ['second', 'third', 'fourth']) await chat.send(text);
    await queue().getByText('fourth').waitFor();
    await window.screenshot('composer-queue');
    const third = queue().getByRole('listitem').filter({ hasText: 'third' });
    await third.getByRole('button', { name: 'Edit' }).press('Enter');
    await reads('third');
    await chat.input.fill('');
    const before = model.requests.length;
    held.open();
    await poll('two requests', () => Promise.resolve(model.requests.length === before + 2));
    await chat.idle();
    const said = model.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    assert.deepEqual(said.slice(-3), ['Begin', 'second', 'fourth']);
    await queue().waitFor({ state: 'detached' });
  });

  it('holds queued messages back when the turn is stopped with Escape, until they are asked', async () => {
    const held = gate();
    model.replyWith(streamReply([chunk({ content: 'Thinking' }), held.piece]));
    await chat.send('Begin again');
    await chat.frame.getByRole('button', { name: /Stop/ }).waitFor();
    await chat.send('later');
    await queue().getByText('later').waitFor();
    await chat.input.press('Escape');
    await chat.idle();
    held.open();
    const before = model.requests.length;
    await queue().getByRole('button', { name: 'Send now' }).press('Enter');
    assert.match(await sent(before), /later/);
    await chat.idle();
  });

  it('calls back what was sent with the arrow keys', async () => {
    await chat.input.fill('a draft');
    await chat.input.press('ArrowUp');
    await reads('later');
    await chat.input.press('ArrowDown');
    await reads('a draft');
    await chat.input.fill('');
  });

  it('takes a completion back with Undo, and brings it again with Redo', async () => {
    await chat.input.fill('');
    await chat.input.pressSequentially('See #needl');
    await option(/needle\.txt/).click();
    await reads('See #needle.txt ');
    await chat.input.press('Control+z');
    await reads('See #needl');
    await chat.input.press('Control+Shift+z');
    await reads('See #needle.txt ');
    await chips().getByRole('button', { name: 'Remove needle.txt' }).press('Enter');
    await chat.input.fill('');
  });

  it('restricts the tools of one message to a server that is named with @', async () => {
    await chat.input.fill('');
    await mention('@dem', /demo/);
    await chat.input.press('End');
    await chat.input.pressSequentially('go');
    assert.match(await send(), /@demo go.*tools of the server \\"demo\\"/);
    const names = toolNames();
    assert.ok(names.length > 0 && names.every((name) => name.startsWith('mcp__demo__')), names.join(', '));
    await chat.ask('And without');
    assert.ok(toolNames().length > names.length);
  });

  it('has the tools chosen by server, with what they cost', async () => {
    const before = toolNames().length;
    // Tools of the editor's own extensions are listed, too, and off.
    const button = chat.frame.getByRole('button', { name: new RegExp(`can use ${before} of \\d+ tools`) });
    await button.press('Enter');
    await window.quickInput.titled(new RegExp(`${before} of \\d+ Tools, About [\\d,]+ Tokens`));
    await window.quickInput.type('demo');
    await window.quickInput.pressInRow(/demo/, 'Select or Clear All Tools of "demo"');
    await window.quickInput.titled(new RegExp(`${before - 8} of \\d+ Tools`));
    await window.quickInput.type('');
    await window.screenshot('composer-tools');
    await window.quickInput.accept();
    await chat.frame.getByRole('button', { name: new RegExp(`${before - 8} of \\d+ tools`) }).waitFor();
    await chat.ask('Which tools?');
    assert.equal(toolNames().length, before - 8);
    assert.ok(!toolNames().some((name) => name.startsWith('mcp__demo__')));
    await window.screenshot('composer-tools-fewer');
  });

  it('chooses the model from the line below, and starts a new chat by a slash', async () => {
    await chat.frame.getByRole('button', { name: /^scripted/ }).press('Enter');
    await window.quickInput.titled('Select a Model');
    await window.quickInput.dismiss();
    await chat.input.fill('/clear');
    await option(/\/clear/).waitFor();
    await chat.input.press('Enter');
    await poll('the empty chat', async () => (await chat.frame.locator('.user-message').count()) === 0);
  });

  it('brings back what was queued in a conversation that gave way to another one while the page was hidden', async () => {
    const open = async (title: string): Promise<void> => {
      await window.run('showConversations');
      await window.quickInput.choose(title);
    };
    await chat.ask('About whales');
    await chat.startNew(window);
    const held = gate();
    model.replyWith(streamReply([chunk({ content: 'Thinking' }), held.piece, chunk({}, 'stop')]));
    await chat.send('About penguins');
    await chat.frame.locator('.row', { hasText: 'Thinking' }).waitFor();
    for (const text of ['first', 'second']) await chat.send(text);
    await queue().getByText('second').waitFor();
    await chat.input.press('Escape');
    await chat.idle();
    held.open();
    await window.runCommand('View: Toggle Secondary Side Bar Visibility');
    await poll('the page to go', async () => chat.frame.isDetached());
    await open('About whales');
    chat = await openChat(window);
    await chat.frame.locator('.user-message', { hasText: 'About whales' }).waitFor();
    await reads('');
    await open('About penguins');
    await chat.frame.locator('.user-message', { hasText: 'About penguins' }).waitFor();
    await reads('first\n\nsecond');
  });

  it('keeps the approval mode of the conversation when a sent message is edited, with an image pasted into it', async () => {
    await chat.startNew(window);
    await chat.ask('Look at this');
    await chat.frame.locator('.status-approval').press('Enter');
    await window.quickInput.choose('Allow read-only tools');
    const mode = chat.frame.getByRole('button', { name: /^Read-only allowed ?\./ });
    await mode.waitFor();
    const message = chat.frame.locator('.user-row', { hasText: 'Look at this' });
    await message.hover();
    await message.getByRole('button', { name: 'Edit message' }).click();
    const field = chat.frame.getByRole('textbox', { name: 'Edited message' });
    await field.press('End');
    const base64 = picturePng(3, 2).toString('base64');
    await giveFiles(chat.frame, 'paste', [{ name: 'shot.png', type: 'image/png', base64 }]);
    await chat.frame.locator('.editing .chip', { hasText: 'shot.png' }).waitFor();
    await window.screenshot('composer-edit');
    await field.pressSequentially(', please');
    const before = model.requests.length;
    await field.press('Enter');
    assert.match(await sent(before), /Look at this, please.*image_url/);
    await chat.idle();
    await mode.waitFor();
    assert.equal(await chat.frame.locator('.composer .chip').count(), 0);
  });

  it('has the keyboard after New Chat from the palette in a chat that is open in a tab', async () => {
    await window.run('openChatInEditor');
    // The side bar shows the same chat, and its page must not take the keyboard from the tab.
    const inTab = '#patchbay-chat .row:has-text("Look at this, please")';
    const tab = await window.webviewFrame(inTab, chat.frame);
    await tab.locator('.user-message .bubble').first().focus();
    await window.run('newChat');
    await tab.locator('.composer-box textarea:focus').waitFor();
    await poll('the empty chat', async () => (await tab.locator('.user-message').count()) === 0);
    await window.page.keyboard.type('At once');
    await poll(
      'the draft',
      async () => (await tab.getByLabel('Message', { exact: true }).inputValue()) === 'At once',
    );
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
