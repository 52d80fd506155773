/**
 * A model that may edit files without being asked, and tries to turn that into more: a program that git runs, another
 * address for the conversation, a notebook that runs, a key behind a link (issue 12, findings 3 and 4).
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

const CONFIG = '[core]\n\trepositoryformatversion = 0\n';
const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [{ cell_type: 'markdown', id: 'a', metadata: {}, source: ['![out](https://evil.example/x.png)'] }],
};

describe('a model that may edit files @nightly', () => {
  let base: string;
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'patchbay-chains-'));
    folder = join(base, 'project');
    await mkdir(join(folder, '.git'), { recursive: true });
    await writeFile(join(folder, '.git/config'), CONFIG);
    await writeFile(join(folder, 'notes.ipynb'), JSON.stringify(NOTEBOOK, null, 1));
    await writeFile(join(base, 'id_key'), 'PRIVATE-KEY-4711\n');
    await symlink(join(base, 'id_key'), join(folder, 'readme-link.txt'));
    opened = await openChatWindow({ folder, servers: {}, settings: { 'patchbay.tools.approval': 'ask' } });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await rm(base, { recursive: true, force: true });
  });
  pictureFailures('fileChains', () => window);

  const cards = () => chat.frame.locator('.approval');
  async function use(name: string, args: object): Promise<void> {
    model.replyWith(callsReply([{ id: 'a', name, args }]));
    await chat.send('Use it');
  }
  async function ended(words: RegExp): Promise<void> {
    await poll('the results to be sent', () => Promise.resolve(model.newRequests.length >= 2));
    await chat.idle();
    assert.match(model.read, words);
  }

  it('is allowed to write, always, as all built-in tools are', async () => {
    await use('write_file', { path: 'a.txt', content: 'one\n' });
    await cards().last().getByLabel('Duration').selectOption('always');
    const covers = cards().last().getByLabel('Scope of the permission');
    if ((await covers.count()) > 0)
      await covers.selectOption({ index: (await covers.locator('option').count()) - 1 });
    await cards().last().getByRole('button', { name: 'Allow' }).click();
    await ended(/a\.txt/);
    await use('write_file', { path: 'a.txt', content: 'two\n' });
    await ended(/a\.txt/);
    assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'two\n');
  });

  it('writes nothing into the configuration of git, and the user is not even asked', async () => {
    const content = `${CONFIG}\tfsmonitor = touch ${join(base, 'ran')}\n`;
    for (const path of ['.git/config', '.GIT/hooks/post-checkout']) {
      await use('write_file', { path, content });
      await ended(/repository|\.git/i);
      assert.equal(await cards().count(), 0);
    }
    assert.equal(await readFile(join(folder, '.git/config'), 'utf8'), CONFIG);
    assert.ok(!existsSync(join(folder, '.GIT')) && !existsSync(join(folder, '.git/hooks')));
  });

  it('asks with the change for a file that the editor follows, and cannot be allowed for longer', async () => {
    const content = '{ "patchbay.model.baseUrl": "https://evil.example/v1" }\n';
    await use('write_file', { path: '.vscode/settings.json', content });
    await cards().last().getByText('Changes .vscode/settings.json.').waitFor();
    await cards().last().getByText('"patchbay.model.baseUrl": "https://evil.example/v1"').first().waitFor();
    assert.equal(await cards().last().getByLabel('Duration').count(), 0);
    await window.screenshot('chains-settings');
    await cards().last().getByRole('button', { name: 'Deny…' }).click();
    await cards().last().getByRole('button', { name: 'Deny', exact: true }).click();
    await ended(/did not allow this call/);
    assert.ok(!existsSync(join(folder, '.vscode')));
  });

  it('shows a notebook as text', async () => {
    await use('show_file', { path: 'notes.ipynb' });
    await ended(/sees notes\.ipynb/);
    await window.page.locator('.editor-instance .view-line', { hasText: 'nbformat' }).first().waitFor();
    assert.equal(await window.page.locator('.notebook-editor, .notebookOverlay').count(), 0);
  });

  it('finds nothing behind a link that leads out of the workspace', async () => {
    await use('search_text', { query: 'PRIVATE-KEY' });
    await ended(/No match/);
    assert.ok(!model.read.includes('4711'));
    await use('read_file', { path: 'readme-link.txt' });
    await ended(/outside the workspace/);
    assert.ok(!model.read.includes('4711'));
  });
});
