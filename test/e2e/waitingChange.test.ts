/** The diff of a call that waits for approval has Allow and Deny in its title, and closes once the call is decided. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import type { Window } from './support/window.ts';

describe('the diff of an edit that waits', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-waiting-'));
    await writeFile(join(folder, 'cart.txt'), 'one\ntwo\nthree\n');
    endpoint = await startEndpoint(
      ({ body }) => {
        const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
        const last = messages.at(-1);
        const [, word] = /Write (\w+)/.exec(JSON.stringify(last?.content)) ?? [];
        if (last?.role !== 'user' || word === undefined) return textReply('Done.');
        const args = { path: 'cart.txt', content: `one\n${word}\nthree\n` };
        return callsReply([{ id: word, name: 'write_file', args }]);
      },
      { models: [] },
    );
    window = await openWindow({
      folder,
      size: { width: 1400, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.tools.approval': undefined,
      },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await window?.close();
    await endpoint?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('waiting-change', () => window);

  const tab = () => window.tab('cart.txt (proposed change)');
  const button = (name: string) => window.page.locator('.editor-actions').getByRole('button', { name });
  const text = () => readFile(join(folder, 'cart.txt'), 'utf8');

  /** Has the model write this word into the file, and opens the diff of that. */
  async function openDiffOf(word: string): Promise<void> {
    await chat.send(`Write ${word}`);
    await chat.frame.getByRole('button', { name: 'Open Diff Editor' }).click();
    await tab().waitFor();
    await window.page.locator('.editor.modified').getByText(word).waitFor();
  }

  it('is allowed in its title, which writes the file and closes the diff', async () => {
    await openDiffOf('apples');
    await button('Allow Change').waitFor();
    await window.screenshot('waiting-change');
    await button('Allow Change').dblclick();
    await tab().waitFor({ state: 'detached' });
    await chat.idle();
    assert.equal(await text(), 'one\napples\nthree\n');
    // The second click has answered nothing.
    assert.equal(await window.page.getByText('No change that waits').count(), 0);
  });

  it('cannot be written to, and is denied by the command, which leaves the file as it is', async () => {
    await openDiffOf('pears');
    await window.page.locator('.editor.modified').getByText('pears').click();
    await window.page.keyboard.type('mine');
    await window.page.getByText('Cannot edit in read-only editor').first().waitFor();
    await window.run('denyChange');
    await tab().waitFor({ state: 'detached' });
    await chat.idle();
    assert.equal(await text(), 'one\napples\nthree\n');
    await chat.unfoldSteps();
    await chat.frame.locator('.call.denied').waitFor();
  });

  it('closes when the call is decided in the chat, and its buttons go with it', async () => {
    await openDiffOf('plums');
    await chat.frame.locator('.approval').getByRole('button', { name: 'Allow' }).click();
    await tab().waitFor({ state: 'detached' });
    await chat.idle();
    assert.equal(await text(), 'one\nplums\nthree\n');
    assert.equal(await button('Allow Change').count(), 0);
  });
});
