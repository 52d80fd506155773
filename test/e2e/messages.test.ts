/** Messages and calls in a window: code that becomes part of a file, calls that are run again, finding, formulas. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

const answer = [
  'First a formula: $x^2 + y^2$. Then the change:',
  '',
  '```text notes.txt',
  'first line, mended',
  'second line',
  '```',
  '',
  '```text made.txt',
  'a new file',
  '```',
  '',
  'The needle is here.',
].join('\n');

describe('messages and calls in a window', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-messages-'));
    await writeFile(join(folder, 'notes.txt'), 'first line\nsecond line\n');
    endpoint = await startEndpoint(
      (_, index) =>
        index === 0
          ? callsReply([
              { id: 'a', name: 'mcp__demo__env', args: { name: 'PATH' } },
              { id: 'b', name: 'mcp__demo__big', args: { bytes: 50_000 } },
            ])
          : textReply(answer),
      { models: [] },
    );
    window = await openWindow({
      folder,
      size: { width: 1400, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { demo: fixtureCommand('recorder') },
      },
    });
    chat = await openChat(window);
    await chat.ask('Mend the notes.');
  });
  after(async () => {
    await window?.close();
    await endpoint?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const apply = (file: string): Promise<void> =>
    chat.frame.getByRole('button', { name: `Apply to ${file}…` }).click();
  const proposal = (file: string) => window.tab(`${file} (proposed change)`);
  const notes = (): Promise<string> => readFile(join(folder, 'notes.txt'), 'utf8');

  it('formulas are drawn under the policy of the editor', async () => {
    await chat.frame.locator('.math.drawn math').waitFor();
  });

  it('a proposed change is shown first, and Discard Proposed Change leaves the file as it is', async () => {
    await apply('notes.txt');
    await proposal('notes.txt').waitFor();
    await window.page.locator('.editor-instance').getByText('mended').first().waitFor();
    await window.screenshot('proposed-change');
    await window.run('discardChange');
    await proposal('notes.txt').waitFor({ state: 'detached' });
    assert.equal(await notes(), 'first line\nsecond line\n');
  });

  it('Accept Proposed Change puts it into the file, and one Undo takes it back', async () => {
    await apply('notes.txt');
    await proposal('notes.txt').waitFor();
    await window.run('acceptChange');
    await proposal('notes.txt').waitFor({ state: 'detached' });
    const editor = window.page.locator('.editor-instance .view-lines');
    await editor.getByText('first line, mended').waitFor();
    await editor.getByText('first line, mended').click();
    await window.page.keyboard.press('Control+z');
    await poll('the old text', async () => !/mended/.test(await editor.innerText()) || undefined);
    await window.page.keyboard.press('Control+y');
    await window.runCommand('File: Save');
    await poll(
      'the saved file',
      async () => (await notes()) === 'first line, mended\nsecond line\n' || undefined,
    );
  });

  it('code for a file that is not there makes it', async () => {
    await apply('made.txt');
    await proposal('made.txt').waitFor();
    await window.run('acceptChange');
    const made = () => readFile(join(folder, 'made.txt'), 'utf8').catch(() => '');
    await poll('the new file', async () => (await made()) === 'a new file\n', { detail: made });
  });

  it('a call is run again for the user, and the model is not told of it', async () => {
    const { requests } = endpoint;
    const before = requests.length;
    await chat.unfoldSteps();
    const calls = chat.frame.locator('.call');
    await chat.call('env').getByRole('button').first().click();
    await chat.frame.getByRole('button', { name: 'Run again' }).click();
    await calls.nth(2).locator('.call-state-icon.codicon-check').waitFor();
    await chat.idle();
    await calls.nth(2).getByRole('button').first().click();
    await calls.nth(2).getByText('You ran this call again').first().waitFor();
    assert.equal(requests.length, before);
    await chat.ask('What now?');
    const sent = JSON.stringify(requests.at(-1)?.body.messages);
    assert.equal(sent.match(/mcp__demo__env/g)?.length, 1);
    await window.screenshot('call-run-again');
  });

  it('a result of which only the beginning is shown is copied whole', async () => {
    const big = chat.call('big');
    await big.getByRole('button').first().click();
    const shown = big.locator('.call-text').last();
    await poll('the beginning', async () => (await shown.innerText()).length === 20_000);
    await big.getByRole('button', { name: 'Copy result' }).click();
    await poll(
      'the clipboard',
      async () =>
        (await window.page.evaluate<string>('navigator.clipboard.readText()')).length === 50_000 || undefined,
    );
  });

  it('the server of a call is shown in the tree', async () => {
    await window.runCommand('View: Close Primary Side Bar');
    await chat.frame.getByRole('button', { name: 'Show server' }).first().click();
    await poll(
      'the server to be selected',
      async () =>
        (await window.page.locator('.monaco-list-row.selected', { hasText: 'demo' }).count()) > 0 ||
        undefined,
    );
  });

  it('Find in Chat finds, and Show Chat Keyboard Shortcuts lists the keys', async () => {
    await window.run('findInChat');
    await chat.frame.getByRole('textbox', { name: 'Find' }).fill('needle');
    await chat.frame.locator('.find-count', { hasText: /of \d/ }).waitFor();
    await window.screenshot('find-in-chat');
    await chat.frame.getByRole('textbox', { name: 'Find' }).press('Escape');
    await window.run('showChatShortcuts');
    await chat.frame.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await window.screenshot('chat-shortcuts');
    await chat.frame.getByRole('button', { name: /Close/ }).click();
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
