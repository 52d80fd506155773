/** What can be done with an answer: copy and insert code, follow links, open a whole result (features.md, D1, D2). */
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
  'Put this into `target.ts:2`, not into `gone.ts`, [there](gone.ts) or `../../../../../../../etc/hosts`:',
  '',
  '```ts',
  "export const answer = 'from the chat';",
  '```',
  '',
  '<img src=x onerror="document.body.id=`broken`"> and <script>document.body.id="broken"</script>',
  '',
  'It begins [here](target.ts#L1).',
  '',
  '![a picture](https://example.com/track.png) and [a trap](javascript:alert(1)) and [a link](https://example.com/a)',
].join('\n');

describe('an answer', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-answer-'));
    await writeFile(join(folder, 'target.ts'), '// here: \n\n');
    const replies = [
      textReply(answer),
      callsReply([{ id: 'a', name: 'mcp__demo__big', args: { bytes: 90_000 } }], { text: 'Let me see.' }),
      textReply('Long.'),
    ];
    // A conversation that has grown has the list asked for, in the middle of the turn.
    endpoint = await startEndpoint(replies, { models: ['scripted'] });
    window = await openWindow({
      folder,
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { demo: fixtureCommand('recorder') },
      },
    });
    chat = await openChat(window);
    await chat.ask('How?');
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const copied = (text: string): Promise<unknown> =>
    poll(
      'the clipboard',
      async () =>
        (await window.page.evaluate<string>('navigator.clipboard.readText()')) === text || undefined,
    );

  it('runs nothing that came with it, and loads nothing from elsewhere', async () => {
    // The end of it: an answer is drawn bit by bit.
    await chat.frame.getByRole('link', { name: 'a link' }).waitFor();
    assert.equal(await chat.frame.locator('#broken').count(), 0);
    assert.equal(await chat.frame.locator('img').count(), 0);
    assert.equal(await chat.frame.locator('a[href^="javascript"]').count(), 0);
    assert.equal(await chat.frame.getByText('onerror').count(), 1);
  });

  it('is followed by what it took: time, tokens and model', async () => {
    await chat.frame.locator('.message-sum', { hasText: /s · .*scripted$/ }).waitFor();
  });

  it('is as large as the user has set the text of chats, from one moment to the next', async () => {
    const size = () => chat.frame.evaluate<string>('getComputedStyle(document.body).fontSize');
    const before = await size();
    await window.writeSettings({ 'chat.fontSize': 19 });
    await poll('larger text', async () => (await size()) === '19px' || undefined);
    await window.writeSettings({ 'chat.fontSize': undefined });
    await poll('the text as it was', async () => (await size()) === before || undefined);
  });

  it('has its code coloured by a worker, as the policy of the editor and of the page lets one be made', async () => {
    const keyword = chat.frame.locator('.code-block code.coloured .hljs-keyword', { hasText: 'export' });
    await keyword.waitFor();
  });

  it('copies a block of code', async () => {
    await chat.frame.getByRole('button', { name: /copy/i }).first().click();
    await copied("export const answer = 'from the chat';");
  });

  it('inserts a block of code at the cursor of the editor', async () => {
    await window.openFile('target.ts');
    await window.page.keyboard.press('Control+End');
    await window.page.getByText('Ln 3, Col 1').waitFor();
    await chat.frame
      .getByRole('button', { name: /insert/i })
      .first()
      .click();
    await window.page.locator('.view-lines').getByText('answer').first().waitFor();
    await window.runCommand('File: Save');
    await poll(
      'the file',
      async () =>
        (await readFile(join(folder, 'target.ts'), 'utf8')).includes(
          "export const answer = 'from the chat';",
        ) || undefined,
    );
  });

  it('leads to the files of the workspace that it names, at their lines, and to no others', async () => {
    await chat.frame.getByRole('link', { name: 'target.ts:2' }).waitFor();
    const names = chat.frame.locator('.file-link');
    await poll(
      'the names of files that are there',
      async () => (await names.allInnerTexts()).join() === 'target.ts:2,here',
      { detail: async () => (await names.allInnerTexts()).join() },
    );
    await window.runCommand('View: Close All Editors');
    await names.first().press('Enter');
    await window.page.locator('.tab.active', { hasText: 'target.ts' }).waitFor();
    await window.page.getByText('Ln 2, Col 1').waitFor();
    await names.last().press('Enter');
    await window.page.getByText('Ln 1, Col 1').waitFor();
  });

  it('asks the editor to open a link, which asks the user', async () => {
    await chat.frame.getByRole('link', { name: 'a link' }).click();
    await (await window.dialog('https://example.com/a')).dismiss();
  });

  it('opens the whole of a result of which the chat shows the beginning', async () => {
    await chat.ask('Something long');
    await chat.call('big').getByRole('button').first().click();
    await chat.call('big').getByText(/more/).first().waitFor();
    await chat.call('big').getByRole('button', { name: /open/i }).last().click();
    await window.tab('big result').waitFor();
    await window.screenshot('whole-result');
  });

  it('is copied whole, with what was said before its calls', async () => {
    await chat.frame.getByRole('button', { name: 'Copy answer' }).last().click();
    await copied('Let me see.\n\nLong.');
  });
});
