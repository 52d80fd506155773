/** A whole job in a window without a mouse: nothing but keys, from the new chat to the exported conversation. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply, textReply } from '../fixtures/endpoint.ts';
import { commandTitle, focusServersTitle, type CommandName } from './support/commandTitles.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { keyboardOf } from './support/keyboard.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { rowSays } from './support/servers.ts';
import type { Window } from './support/window.ts';

const answer = 'It says *hello*:\n\n```ts\nconst greeting = "hello";\n```\n';

describe('with the keyboard alone', () => {
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-keyboard-'));
    await writeFile(join(folder, 'needle.txt'), 'the text of the needle\n');
    opened = await openChatWindow({
      folder,
      otherwise: 'Something else.',
      servers: { everything: everythingCommand },
      settings: { 'files.simpleDialog.enable': true, 'patchbay.tools.approval': 'ask' },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('keyboard', () => window);

  const { press, reaches, go } = keyboardOf(() => chat.frame);
  const write = (text: string): Promise<void> => window.page.keyboard.type(text);
  /** In the chat Ctrl+A is the editor's, and would select a moment later, between the letters that are typed. */
  const selectAll = async (): Promise<void> => {
    await press('Control+Home');
    await press('Control+Shift+End');
  };
  /** Runs a command from the palette. */
  const runTitled = async (title: string): Promise<void> => {
    await press('F1');
    await window.page.locator('.quick-input-widget input:focus').waitFor();
    await write(title);
    await window.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await press('Enter');
  };
  const run = (name: CommandName): Promise<void> => runTitled(commandTitle(name));
  const dialog = (title: string) =>
    window.page.locator('.quick-input-widget').filter({
      has: window.page.locator('.quick-input-title', { hasText: title }).filter({ visible: true }),
    });

  it('a tool is switched where the servers are, whose rows open and close as in any tree', async () => {
    const level = (number: 1 | 2) => window.page.locator(`.monaco-list-row[aria-level="${number}"]`);
    await runTitled(focusServersTitle());
    await rowSays(window, 'everything', /^\d+ tools$/);
    const all = await level(1).first().locator('.label-description').innerText();
    // Until then the keys are the palette's, or of what had the keyboard before it.
    await window.page.locator('.monaco-list:focus .monaco-list-row').first().waitFor();
    await press('Home');
    for (const key of ['Space', 'Enter', 'Space']) {
      const wasOpen = (await level(2).count()) > 0;
      // VS Code does not do it, or takes it back, for rows that it reads anew just then.
      await poll(`${key} to ${wasOpen ? 'close' : 'open'} the row`, async () => {
        const isOpen = (await level(2).count()) > 0;
        if (isOpen === wasOpen) await press(key);
        const state = wasOpen ? 'detached' : 'visible';
        return level(2)
          .first()
          .waitFor({ state, timeout: 2_000 })
          .then(
            () => true,
            () => false,
          );
      });
    }
    await press('ArrowDown');
    for (const [key, word, count] of [
      ['Space', 'off', new RegExp(`^\\d+ of ${all}$`)],
      ['Enter', 'on', new RegExp(`^${all}$`)],
    ] as const) {
      await press(key);
      await rowSays(window, 'everything', count);
      await level(2)
        .first()
        .and(window.page.locator(`[aria-label^="Echo Tool, ${word}"]`))
        .waitFor();
    }
  });

  it('a new chat is begun, and the message with a file is written at once', async () => {
    await run('newChat');
    await reaches(/^Message$/);
    await write('Greet #needle');
    await chat.frame.getByRole('option', { name: /^needle\.txt/, selected: true }).waitFor();
    await press('Enter');
    await chat.frame.getByRole('list', { name: 'Attachments' }).getByText('needle.txt').waitFor();
    await write('and say hello');
    model.replyWith(
      callsReply([{ id: 'a', name: 'mcp__everything__echo', args: { message: 'helo' } }]),
      callsReply([{ id: 'b', name: 'mcp__everything__trigger-elicitation-request', args: {} }]),
      textReply(answer),
    );
    await press('Enter');
    await chat.frame.locator('.approval').waitFor();
    assert.match(model.read, /the text of the needle/);
  });

  it('a call is gone to, changed and allowed', async () => {
    // What is asked takes the keyboard from nobody.
    await reaches(/^Message$/);
    await press('Alt+ArrowUp');
    await reaches(/is waiting for your approval$/);
    await go('Tab', /^Edit arguments$/, 4);
    await press('Enter');
    await reaches(/^Arguments as JSON$/);
    await selectAll();
    await write('{ "message": "hello" }');
    await go('Tab', /^Allow$/, 3);
    await press('Enter');
    await poll('the changed call to be read', () => Promise.resolve(model.read.includes('Echo: hello')));
  });

  it('a form is gone to and answered', async () => {
    // Not the call before, which the page may show a moment longer.
    await chat.frame.locator('.call.asking', { hasText: 'Trigger Elicitation' }).waitFor();
    await press('Alt+ArrowUp');
    await reaches(/is waiting for your approval$/);
    await press('Control+Enter');
    await chat.frame.locator('.question').waitFor();
    await reaches(/^Message$/);
    await press('Alt+ArrowUp');
    await go('Tab', /^String/, 3);
    await write('Ada Lovelace');
    await press('Enter');
    await poll('the answer to be read', () => Promise.resolve(model.read.includes('Ada Lovelace')));
    await chat.idle();
    await reaches(/^Message$/);
  });

  it('a call is opened, read and closed', async () => {
    await press('Alt+ArrowUp');
    await reaches(/^Conversation$/);
    // Finished steps are folded.
    await go('Tab', /^Called Echo Tool/, 6);
    await press('Enter');
    await go('Tab', /^Echo Tool everything/, 3);
    await press('Enter');
    const call = chat.call('echo');
    await call.locator('.disclosure-body').getByText('Echo: hello').first().waitFor();
    await go('Tab', /^Copy arguments$/, 1);
    await go('Shift+Tab', /^Echo Tool everything/, 1);
    await press('Space');
    await call.locator('.disclosure-body').waitFor({ state: 'detached' });
  });

  it('code is copied out of an answer', async () => {
    await press('Alt+ArrowDown');
    await reaches(/^Message$/);
    await go('Shift+Tab', /^Copy code$/, 8);
    await press('Enter');
    await press('Alt+ArrowDown');
    await reaches(/^Message$/);
    await poll('the code in the message', async () => {
      await selectAll();
      await press('Control+v');
      return (await chat.input.inputValue()).trim() === 'const greeting = "hello";';
    });
    await selectAll();
    await press('Delete');
  });

  it('something is found in the conversation, and the keyboard comes back', async () => {
    await press('Control+f');
    await reaches(/^Find$/);
    await write('Echo: hello');
    await chat.frame.getByText('1 of 1', { exact: true }).waitFor();
    await press('Enter');
    await press('Escape');
    await reaches(/^Message$/);
  });

  it('another conversation is begun, and the first one gone back to', async () => {
    await write('/clear');
    await chat.frame.getByRole('option', { name: /^\/clear/, selected: true }).waitFor();
    await press('Enter');
    await chat.frame.locator('.empty').waitFor();
    await reaches(/^Message$/);
    await write('What is a walrus?');
    await press('Enter');
    await chat.frame.getByText('Something else.').waitFor();
    await chat.idle();
    await run('showConversations');
    await dialog('Patchbay: Conversations').locator('input:focus').waitFor();
    await write('Greet');
    await window.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Greet' }).waitFor();
    await press('Enter');
    await chat.frame.locator('.steps').waitFor();
    await reaches(/^Message$/);
  });

  it('the conversation is exported', async () => {
    const file = join(folder, 'greeting.md');
    await run('exportConversation');
    const input = dialog('Export Conversation').locator('.quick-input-filter input:focus');
    await input.waitFor();
    await poll('the name that is proposed', async () => (await input.inputValue()) !== '');
    await window.quickInput.takeFile('Export Conversation', file, {
      write: async (text) => {
        await press('Control+a');
        await write(text);
      },
      accept: () => press('Enter'),
    });
    await poll('the exported file', async () =>
      /Echo: hello/.test(await readFile(file, 'utf8').catch(() => '')),
    );
  });

  it('what is chosen from the line below the message leaves the keyboard in the message', async () => {
    await run('newChat');
    const picks: readonly (readonly [button: RegExp, title: string, row: string, key?: string])[] = [
      // Where several are marked, no row has the keyboard at first.
      [/The model can use \d+ of/, 'Tools, About', 'Echo Tool', 'ArrowDown'],
      [/^scripted/, 'Patchbay: Select a Model', 'scripted'],
      [/^Reasoning effort/, 'Patchbay: Reasoning Effort', 'Default'],
      [/^Ask ?\./, 'Patchbay: Approval in This Conversation', 'Ask'],
    ];
    for (const [button, title, row, key] of picks) {
      await reaches(/^Message$/);
      await go('Tab', button, 7);
      await press('Enter');
      await dialog(title).locator('input:focus').waitFor();
      await write(row);
      await dialog(title).locator('.monaco-list-row', { hasText: row }).first().waitFor();
      if (key !== undefined) await press(key);
      await dialog(title).locator('.monaco-list-row.focused', { hasText: row }).waitFor();
      await press('Enter');
      await window.quickInput.gone();
    }
    await reaches(/^Message$/);
  });
});
