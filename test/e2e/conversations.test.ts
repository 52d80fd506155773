/** Kept conversations in the editor: after a crash and a restart, the list, branches, files (features.md, D6). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callsReply,
  chunk,
  startEndpoint,
  streamReply,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { ChatFrame, openChat } from './support/chat.ts';
import { viewState, workspaceState } from './support/driver.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { showServers } from './support/servers.ts';
import { notification } from './support/notifications.ts';
import type { Window } from './support/window.ts';

const EXTENSION = 'patchbay.patchbay';

describe('kept conversations', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-conversations-'));
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Done.'));
    window = await openWindow({
      folder,
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { recorder: fixtureCommand('recorder') },
      },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await window?.close();
    await endpoint?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  pictureFailures('conversations', () => window);

  const said = (text: string) => chat.frame.locator('.row', { hasText: text }).first().waitFor();
  const draftIs = (of: ChatFrame, text: string) =>
    poll(`the draft "${text}"`, async () => (await of.input.inputValue()) === text, {
      detail: () => of.input.inputValue(),
    });
  /** The messages of the newest request. */
  const lastAsked = (): { role: string; content: string }[] => endpoint.requests.at(-1)?.body.messages;
  const rows = () => window.quickInput.rows;
  const showList = async (): Promise<void> => {
    await window.run('showConversations');
    await window.quickInput.titled('Patchbay: Conversations');
  };
  /** Waits until the host has heard of what was shown and hidden before: what it is told keeps its order. */
  const hostKnows = async (): Promise<void> => {
    await showList();
    await window.quickInput.dismiss();
  };
  /** Presses a button of a row in the list. */
  const press = (row: string, button: string): Promise<void> => window.quickInput.pressInRow(row, button);
  /** Opens the list and chooses that conversation. */
  const open = async (title: string): Promise<void> => {
    await showList();
    await window.quickInput.choose(title);
  };

  it('lose nothing that was shown when the extension host is killed in mid-turn, and go on', async () => {
    next = [
      textReply('The first answer.'),
      streamReply([
        chunk({ role: 'assistant', content: 'Half of the ' }),
        chunk({ content: 'second answer' }),
        { wait: () => new Promise(() => undefined) },
      ]),
    ];
    await chat.ask('Tell me about penguins');
    await chat.send('And about ice');
    await said('Half of the second answer');
    await showServers(window);
    const server = window.page.locator('.monaco-list-row[aria-label^="recorder"]');
    await server.waitFor();
    const host = await window.extensionHostPid();
    // The editor takes the page away soon after the host's end: whoever sends before that sends to a host that hangs.
    process.kill(host, 'SIGSTOP');
    await chat.send('Nobody hears this');
    await poll('the editor to know what was sent', async () =>
      (await viewState(window.page, 'patchbay.chat')).includes('Nobody hears this'),
    );
    process.kill(host, 'SIGKILL');
    // The editor takes the rows away, too; that there is no server would be untrue.
    await server.waitFor({ state: 'detached' });
    assert.equal(await window.page.locator('.welcome-view:visible', { hasText: 'no server' }).count(), 0);
    await window.reload();
    chat = await openChat(window);
    await said('The first answer.');
    await said('Half of the second answer');
    await said('Interrupted: the window was reloaded or closed.');
    await draftIs(chat, 'Nobody hears this');
    await chat.frame
      .getByText(
        'The message was not sent because the extension host of the editor had stopped. Send the message again.',
      )
      .waitFor();
    await window.screenshot('conversations-after-crash');
    await chat.input.fill('');
    next = [textReply('The rest.')];
    await chat.frame.getByRole('button', { name: 'Continue' }).click();
    await said('The rest.');
    await chat.idle();
    assert.deepEqual(
      lastAsked()
        .slice(1)
        .map(({ role, content }) => `${role}: ${content}`),
      [
        'user: Tell me about penguins',
        'assistant: The first answer.',
        'user: And about ice',
        'assistant: Half of the second answer',
        'user: Continue.',
      ],
    );
  });

  it('show a call that the host did not survive as interrupted', async () => {
    await chat.startNew(window);
    next = [callsReply([{ id: 'a', name: 'mcp__recorder__sleep', args: { ms: 60_000 } }])];
    await chat.send('Sleep well');
    await chat.call('sleep').locator('.call-state', { hasText: 'Running' }).waitFor();
    await chat.call('sleep').locator('.disclosure-button').first().click();
    await chat
      .call('sleep')
      .locator('.call-text', { hasText: / of 60000 ms/ })
      .waitFor();
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await window.reload();
    chat = await openChat(window);
    await chat.call('sleep').locator('.call-state', { hasText: 'Interrupted' }).waitFor();
    // It is open as before, with what it wrote.
    await chat
      .call('sleep')
      .locator('.call-text', { hasText: / of 60000 ms/ })
      .waitFor();
    next = [textReply('Good morning.')];
    await chat.frame.getByRole('button', { name: 'Continue' }).click();
    await said('Good morning.');
    await chat.idle();
    await window.screenshot('conversations-interrupted-call');
  });

  it('are listed, searched in titles and texts, and opened', async () => {
    await chat.startNew(window);
    await chat.input.fill('a draft for later');
    await showList();
    await rows().filter({ hasText: 'Sleep well' }).waitFor();
    await window.screenshot('conversations-list');
    await window.quickInput.type('first answ');
    await poll('only what has the words', async () => (await rows().count()) === 1);
    await rows().filter({ hasText: 'The first answer.' }).waitFor();
    await window.screenshot('conversations-search');
    await window.quickInput.choose('Tell me about penguins');
    await said('Half of the second answer');
    await draftIs(chat, '');
    await window.page.locator('.part.auxiliarybar', { hasText: 'Tell me about penguins' }).waitFor();
  });

  it('go on as another one from a message that was edited, and the old one stays', async () => {
    await chat.frame.locator('.user-row', { hasText: 'And about ice' }).hover();
    await chat.frame
      .locator('.user-row', { hasText: 'And about ice' })
      .getByRole('button', { name: 'Edit message' })
      .click();
    const field = chat.frame.getByRole('textbox', { name: 'Edited message' });
    await field.fill('And about snow');
    await window.screenshot('conversations-edit');
    next = [textReply('Snow is ice, too.')];
    await field.press('Enter');
    await said('Snow is ice, too.');
    await chat.idle();
    assert.equal(await chat.frame.locator('.user-row', { hasText: 'And about ice' }).count(), 0);
    assert.equal(lastAsked().length, 4);
    await showList();
    await poll(
      'both to be listed',
      async () => (await rows().filter({ hasText: 'Tell me about penguins' }).count()) === 2,
    );
    await window.quickInput.dismiss();
  });

  it('have another answer when it is asked for', async () => {
    next = [textReply('Snow is frozen water.')];
    await chat.frame.locator('.assistant-row').last().hover();
    await chat.frame.getByRole('button', { name: 'Answer again' }).last().click();
    await said('Snow is frozen water.');
    await chat.idle();
    assert.equal(await chat.frame.locator('.row', { hasText: 'Snow is ice, too.' }).count(), 0);
  });

  it('are pinned and unpinned in the list, and stand first while they are', async () => {
    const isFirst = (title: string, first: boolean) =>
      poll(`${title} ${first ? '' : 'not '}to be first`, async () => {
        const texts = await rows().allInnerTexts();
        return (texts[0]?.includes(title) === true && /^Pinned|Pinned$/m.test(texts[0])) === first;
      });
    await showList();
    await press('Tell me about penguins', 'Pin (Keep Regardless of Age)');
    await isFirst('Tell me about penguins', true);
    await window.screenshot('conversations-pinned');
    await press('Tell me about penguins', 'Unpin');
    await isFirst('Tell me about penguins', false);
    await window.quickInput.dismiss();
  });

  it('Rename Conversation gives a title that stays', async () => {
    await window.run('renameConversation');
    await window.quickInput.titled('Rename Conversation');
    await window.quickInput.answer('All about snow');
    await window.page.locator('.part.auxiliarybar', { hasText: 'All about snow' }).waitFor();
    await showList();
    await press('Sleep well', 'Rename');
    await poll(
      'the title to be asked for',
      async () => (await window.quickInput.field.inputValue()) === 'Sleep well',
    );
    await window.quickInput.answer('A good night');
    // The list comes back.
    await rows().filter({ hasText: 'A good night' }).waitFor();
    await window.quickInput.dismiss();
  });

  it('Delete Conversation takes it away, and Undo brings it back', async () => {
    await window.run('deleteConversation');
    await poll('an empty chat', async () => (await chat.frame.locator('.row').count()) === 0);
    await showList();
    await rows().filter({ hasText: 'A good night' }).waitFor();
    assert.equal(await rows().filter({ hasText: 'All about snow' }).count(), 0);
    await window.quickInput.dismiss();
    const told = await notification(window, /deleted/i);
    await window.screenshot('conversations-undo');
    await told.choose('Undo');
    await said('Snow is frozen water.');
  });

  it('Export Conversation writes markdown or JSON, and Import Conversation reads the JSON as another one', async () => {
    const markdown = join(folder, 'snow.md');
    const json = join(folder, 'snow.json');
    const written = (file: string, end: string) => async () => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text.endsWith(end) ? text : undefined;
    };
    await window.run('exportConversation');
    const text = await window.quickInput.nameFile(
      'Export Conversation',
      markdown,
      written(markdown, 'Snow is frozen water.\n'),
    );
    assert.match(text, /^# All about snow\n\n## You\n\nTell me about penguins\n/);
    await showList();
    await press('All about snow', 'Export');
    await window.quickInput.nameFile('Export Conversation', json, written(json, '}\n'));
    await poll(
      'the list to come back',
      async () => (await rows().filter({ hasText: 'A good night' }).count()) > 0,
    );
    await window.quickInput.dismiss();
    await chat.startNew(window);
    await window.run('importConversation');
    await window.quickInput.nameFile('Import Conversation', json, async () =>
      (await chat.frame.locator('.row').count()) > 0 ? true : undefined,
    );
    await said('Snow is frozen water.');
    await showList();
    await poll(
      'both to be listed',
      async () => (await rows().filter({ hasText: 'All about snow' }).count()) === 2,
    );
    await window.quickInput.dismiss();
    next = [textReply('It goes on.')];
    await chat.ask('Go on');
    await said('It goes on.');
  });

  it('get a title from the model in a request of its own, if the settings say so', async () => {
    await window.writeSettings({ 'patchbay.chat.modelTitles': true });
    await chat.startNew(window);
    next = [textReply('Whales are mammals.'), textReply('Whales and Fish')];
    const before = endpoint.requests.length;
    await chat.ask('Are whales fish?');
    await window.page.locator('.part.auxiliarybar', { hasText: 'Whales and Fish' }).waitFor();
    assert.equal(endpoint.requests.length, before + 2);
    assert.equal(endpoint.requests.at(-1)?.body.tools, undefined);
    await window.screenshot('conversations-title');
    await open('A good night');
    await said('Good morning.');
  });

  it('come back in a tab of the editor, too @nightly', async () => {
    await window.run('openChatInEditor');
    const tab = () => window.tab('A good night');
    await tab().waitFor();
    await window.runCommand('View: Hide Secondary Side Bar');
    await window.reload();
    await tab().waitFor();
    const frame = await window.webviewFrame('#patchbay-chat textarea');
    await frame.locator('.row', { hasText: 'Good morning.' }).waitFor();
    await window.screenshot('conversations-tab');
    await window.closeTab('A good night');
    chat = await openChat(window);
    await said('Good morning.');
  });

  it('are open in tabs of their own, with a turn in each, and come back so', async () => {
    const tab = () => window.tab('Whales and Fish');
    const inTab = async () =>
      new ChatFrame(await window.webviewFrame('#patchbay-chat .row:has-text("Whales are mammals.")'));
    await showList();
    await press('Whales and Fish', 'Open in New Tab');
    await tab().waitFor();
    const whales = await inTab();
    await whales.frame.locator('textarea:focus').waitFor();
    let goOn: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    next = [
      streamReply([chunk({ content: 'They ' }), { wait: () => waited }, chunk({ content: 'sing.' }, 'stop')]),
      textReply('Good day.'),
    ];
    await whales.send('Do they sing?');
    // Not the question, which has the word in small letters.
    await whales.frame.locator('.row', { hasText: /They/ }).waitFor();
    await chat.ask('And today?');
    await said('Good day.');
    await window.screenshot('conversations-tabs');
    goOn();
    await whales.frame.locator('.row', { hasText: 'They sing.' }).waitFor();
    await whales.idle();
    // Where it is open it is shown, and not opened once more.
    await open('Whales and Fish');
    await said('Good day.');
    assert.equal(await tab().count(), 1);
    await window.reload();
    chat = await openChat(window);
    await said('Good day.');
    await tab().click();
    const again = await inTab();
    await again.frame.locator('.row', { hasText: 'They sing.' }).waitFor();
    // What is written into a chat goes where the user was last.
    const drafts = async () => [await again.input.inputValue(), await chat.input.inputValue()].join();
    await again.input.click();
    await window.run('runPrompt');
    await poll('the prompt to begin in the tab', async () => (await drafts()) === '/,');
    await again.input.fill('');
    await chat.input.click();
    await window.run('runPrompt');
    await poll('the prompt to begin in the side bar', async () => (await drafts()) === ',/');
    await chat.input.fill('');
    await window.closeTab('Whales and Fish');
    chat = await openChat(window);
    await said('Good day.');
  });

  it('go on in mid-turn when another one is opened or begun, and the list says so', async () => {
    let goOn: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    const story = [chunk({ content: 'A long story, ' }), chunk({ content: 'and its end.' }, 'stop')] as const;
    next = [streamReply([story[0], { wait: () => waited }, story[1]])];
    await chat.send('Tell me a story');
    await said('A long story,');
    await open('Whales and Fish');
    await said('Whales are mammals.');
    await chat.idle();
    await window.run('newChat');
    await poll('an empty chat', async () => (await chat.frame.locator('.row').count()) === 0);
    await showList();
    await rows().filter({ hasText: 'A good night' }).filter({ hasText: 'working…' }).waitFor();
    await window.screenshot('conversations-working');
    goOn();
    await window.quickInput.choose('A good night');
    await said('A long story, and its end.');
    await chat.idle();
  });

  it('go on while nobody looks at them', async () => {
    let goOn: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    next = [
      streamReply([
        chunk({ content: 'Before, ' }),
        { wait: () => waited },
        chunk({ content: 'and after.' }, 'stop'),
      ]),
    ];
    await window.writeSettings({ 'patchbay.chat.announceAfter': 0.001 });
    await chat.send('Slowly');
    await said('Before,');
    await window.runCommand('View: Toggle Secondary Side Bar Visibility');
    await hostKnows();
    goOn();
    const told = await notification(window, /conversation ".*" has a new answer/);
    await window.screenshot('conversations-unseen');
    await told.choose('Open Chat');
    chat = await openChat(window);
    await said('Before, and after.');
    await chat.idle();
  });

  it('say in the status bar that there is an answer nobody has seen, without a badge, until it is seen', async () => {
    const mark = window.page.locator('.statusbar-item', { hasText: '1 unread answer' });
    const badge = window.page.locator('.activitybar [aria-label*="answer"]');
    await window.writeSettings({ 'patchbay.chat.location': 'activityBar' });
    await window.page
      .locator('.part.auxiliarybar .action-label[aria-label=Patchbay]')
      .waitFor({ state: 'detached' });
    chat = await openChat(window);
    let goOn: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    next = [
      streamReply([
        chunk({ content: 'Left, ' }),
        { wait: () => waited },
        chunk({ content: 'right.' }, 'stop'),
      ]),
    ];
    await chat.send('Which way?');
    await said('Left,');
    await window.runCommand('View: Show Explorer');
    await hostKnows();
    assert.equal(await mark.count(), 0);
    goOn();
    await mark.waitFor();
    assert.equal(await badge.count(), 0);
    await window.screenshot('conversations-unread');
    await mark.locator('a').click();
    chat = new ChatFrame(await window.webviewFrame('#patchbay-chat .row:has-text("Left, right.")'));
    await said('Left, right.');
    await mark.waitFor({ state: 'detached' });
    await window.writeSettings({ 'patchbay.chat.location': undefined });
    await window.page.locator('.part.auxiliarybar .action-label[aria-label=Patchbay]').waitFor();
    chat = await openChat(window);
  });

  it('mark the tab that has an answer nobody has seen, until it is seen', async () => {
    const tab = (title: string) => window.tab(title);
    await showList();
    await press('Whales and Fish', 'Open in New Tab');
    await tab('Whales and Fish').waitFor();
    const whales = new ChatFrame(
      await window.webviewFrame('#patchbay-chat .row:has-text("Whales are mammals.")'),
    );
    await whales.ask('And seen?');
    let goOn: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    next = [streamReply([{ wait: () => waited }, chunk({ content: 'Blue.' }, 'stop')])];
    await whales.send('Which is the largest?');
    await window.runCommand('File: New Untitled Text File');
    await hostKnows();
    assert.equal(await tab('●').count(), 0);
    goOn();
    await tab('● Whales and Fish').waitFor();
    await tab('Whales and Fish').click();
    await poll('the mark to go', async () => (await tab('●').count()) === 0 || undefined);
  });

  it('come back in their tab, with what waited to be said and what was being written, when the extension host is killed in mid-turn @nightly', async () => {
    const row = '#patchbay-chat .row:has-text("Whales are mammals.")';
    const whales = new ChatFrame(await window.webviewFrame(row));
    next = [streamReply([chunk({ content: 'They breathe ' }), { wait: () => new Promise(() => undefined) }])];
    await whales.send('And how do they breathe?');
    await whales.frame.locator('.row', { hasText: /They breathe/ }).waitFor();
    await whales.send('And sleep?');
    await whales.frame.getByRole('list', { name: 'Queued messages' }).getByText('And sleep?').waitFor();
    await whales.input.fill('And do they dream?');
    await poll('the tab’s draft to be kept', async () =>
      (await workspaceState(window.page, EXTENSION)).includes('And do they dream?'),
    );
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await window.reload();
    await window.tab('Whales and Fish').waitFor();
    const again = new ChatFrame(await window.webviewFrame(row));
    await again.frame.getByText('Interrupted: the window was reloaded or closed.').waitFor();
    await draftIs(again, 'And do they dream?');
    await window.screenshot('conversations-tab-after-crash');
    next = [textReply('Half of the brain at a time.')];
    await again.frame.getByRole('button', { name: 'Send now' }).click();
    await again.frame.getByText('Half of the brain at a time.').waitFor();
    await again.idle();
  });
});
