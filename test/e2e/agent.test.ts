/** The agent at work on a project: it finds a fault, mends it and runs the tests, and one Undo takes the edit back. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { notification } from './support/notifications.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

// A language for which this host starts no service of its own.
const faulty = 'echo $(($1 - $2))\n';
const tests = 'sum=$(sh add.sh 2 3)\n[ "$sum" = 5 ] || { echo "2 + 3 is $sum"; exit 1; }\n';

describe('an agent with the built-in tools', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;
  /** What the model asks for, one step after the other. */
  const steps: Reply[] = [
    callsReply([{ id: 'a', name: 'search_text', args: { query: 'add.sh' } }]),
    callsReply([
      { id: 'b', name: 'read_file', args: { path: 'add.sh' } },
      { id: 'c', name: 'get_diagnostics', args: {} },
      { id: 'd', name: 'run_command', args: { command: 'sh test.sh' } },
    ]),
    callsReply([
      { id: 'e', name: 'edit_file', args: { path: 'add.sh', oldText: '$1 - $2', newText: '$1 + $2' } },
    ]),
    callsReply([{ id: 'f', name: 'run_command', args: { command: 'sh test.sh' } }]),
    textReply('Mended: it subtracted.'),
  ];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-agent-'));
    await mkdir(join(folder, 'ignored'));
    await writeFile(join(folder, '.gitignore'), 'ignored/\n');
    await writeFile(join(folder, 'ignored', 'copy.sh'), 'add.sh');
    await writeFile(join(folder, 'add.sh'), faulty);
    await writeFile(join(folder, 'test.sh'), tests);
    endpoint = await startEndpoint(() => steps.shift() ?? textReply('Done.'), { models: [] });
    window = await openWindow({
      folder,
      size: { width: 1300, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.tools.approval': 'ask',
      },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    const orphans = await window?.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(orphans, []);
  });
  pictureFailures('agent', () => window);

  const allow = (tool: string) =>
    chat.frame
      .locator('.call', { has: chat.frame.locator(`[title="${tool}"]`) })
      .locator('.approval')
      .getByRole('button', { name: 'Allow' });
  /** What the model read of its calls, in their order. */
  const read = (): string[] => {
    const messages: { role: string; content: unknown }[] = endpoint.requests.at(-1)?.body.messages ?? [];
    return messages.flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []));
  };

  /** Opens the file; what it gives waits until its editor shows such text. */
  async function editorOfFile(): Promise<(words: RegExp) => Promise<unknown>> {
    await window.openFile('add.sh');
    const lines = window.page.locator('.editor-instance .view-lines').first();
    return (words) =>
      poll(`the editor to show ${String(words)}`, async () => words.test(await lines.innerText()), {
        detail: () => lines.innerText(),
      });
  }

  it('looks freely, asks before it runs and edits, and mends the fault', async () => {
    await chat.send('The test fails. Mend it.');
    await allow('run_command').click();
    await allow('edit_file').waitFor();
    assert.match(read()[0] ?? '', /test\.sh\\n1:/);
    assert.doesNotMatch(read()[0] ?? '', /ignored/);
    assert.match(read()[1] ?? '', /1 - /);
    assert.match(read()[3] ?? '', /Exit code 1.*2 \+ 3 is -1/);
    await window.screenshot('agent-asks');
    assert.equal(await readFile(join(folder, 'add.sh'), 'utf8'), faulty);
    await allow('edit_file').click();
    await allow('run_command').click();
    await chat.frame.getByText('Mended: it subtracted.').waitFor();
    assert.match(read().at(-1) ?? '', /Exit code 0/);
    assert.match(await readFile(join(folder, 'add.sh'), 'utf8'), /1 \+ /);
    await window.screenshot('agent-done');
  });

  it('shows what the edit changed', async () => {
    await chat.unfoldSteps();
    const edit = chat.frame.locator('.call', { has: chat.frame.locator('[title="edit_file"]') });
    await edit.locator('.disclosure-button').first().click();
    await edit.getByRole('link', { name: 'Changes of add.sh' }).click();
    await window.page.locator('.monaco-diff-editor').waitFor();
    await poll('both sides', async () => {
      const text = await window.page.locator('.monaco-diff-editor').innerText();
      return /1.-/.test(text) && /1.\+/.test(text);
    });
    await window.screenshot('agent-diff');
    await window.runCommand('View: Close All Editors');
  });

  it('shows what the whole turn changed, under the name that the file has', async () => {
    await chat.frame.locator('.changes').getByRole('button', { name: 'Show' }).click();
    const entry = window.page.locator('.multiDiffEntry');
    await entry.locator('.header', { hasText: 'add.sh' }).waitFor();
    await poll('both sides', async () => /1.-[^]*1.\+/.test(await entry.innerText()));
    await window.screenshot('agent-turn-diff');
    assert.equal(await entry.locator('.status.renamed').count(), 0);
    await window.runCommand('View: Close All Editors');
  });

  it('has all that the turn changed undone and made again by a button under its last words', async () => {
    const changes = chat.frame.locator('.changes');
    const now = () => readFile(join(folder, 'add.sh'), 'utf8');
    await changes.getByRole('button', { name: 'Undo' }).click();
    await changes.getByText('1 file changed, undone').waitFor();
    assert.equal(await now(), faulty);
    await window.screenshot('agent-undone');
    await changes.getByRole('button', { name: 'Redo' }).click();
    await changes.getByText('1 file changed', { exact: true }).waitFor();
    assert.match(await now(), /1 \+ /);
  });

  it('restores the files of the message after a preview, and takes that back', async () => {
    const now = () => readFile(join(folder, 'add.sh'), 'utf8');
    // In sight, so that the editor has read the file anew before a later test undoes in it.
    const shows = await editorOfFile();
    await chat.frame.getByRole('button', { name: 'Restore checkpoint…' }).first().click();
    await window.quickInput.choose('Files only');
    await window.quickInput.row('add.sh').waitFor();
    await window.screenshot('checkpoint-preview');
    await window.quickInput.accept();
    const restored = await notification(window, /1 file restored/);
    assert.equal(await now(), faulty);
    await shows(/1.-/);
    await restored.choose('Undo');
    await poll('the file as before the restore', async () => /1 \+ /.test(await now()));
    await shows(/1.\+/);
  });

  it('has it undone and made again after the window was loaded anew, too @nightly', async () => {
    await window.reload();
    chat = await openChat(window);
    const changes = chat.frame.locator('.changes');
    const now = () => readFile(join(folder, 'add.sh'), 'utf8');
    await changes.getByRole('button', { name: 'Undo' }).click();
    await changes.getByText('1 file changed, undone').waitFor();
    assert.equal(await now(), faulty);
    await changes.getByRole('button', { name: 'Redo' }).click();
    await changes.getByText('1 file changed', { exact: true }).waitFor();
    assert.match(await now(), /1 \+ /);
  });

  it('has its edit taken back by one Undo', async () => {
    const shows = await editorOfFile();
    await shows(/1.\+/);
    await window.page.locator('.editor-instance').getByRole('textbox').first().press('Control+z');
    await shows(/1.-/);
    await window.runCommand('File: Save');
    await poll(
      'the file to be saved',
      async () => (await readFile(join(folder, 'add.sh'), 'utf8')) === faulty,
    );
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
