/** The user's own tools in the window: made, switched, mended, called, ended, and not trusted (features.md, C10). */
import assert from 'node:assert/strict';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import {
  callsReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { emptyHome, userHome } from './support/user.ts';
import type { TreeRow } from './support/workbench.ts';
import type { Window } from './support/window.ts';

const VIEW = 'MCP Servers';
const ROOT = 'Custom tools';

/** The file of a tool with this body of `run`. */
const fileOf = (name: string, body: string, more = ''): string =>
  [
    `import { access, writeFile } from 'node:fs/promises';`,
    `import { setTimeout as sleep } from 'node:timers/promises';`,
    more,
    `export const name = '${name}';`,
    `export const description = 'A tool of the test.';`,
    `export async function run(args, { signal, progress }) { ${body} }`,
    '',
  ].join('\n');

/** Calls the tool that the message names, and then says that it is done. */
const script = ({ body }: SeenRequest) => {
  const last = body.messages.at(-1);
  return last.role === 'user'
    ? callsReply([{ id: 'a', name: String(last.content), args: {} }])
    : textReply('Done.');
};

describe('custom tools', () => {
  let folder: string;
  let tools: string;
  let endpoint: ScriptedEndpoint;
  let window: Window | undefined;
  let chat: ChatFrame;

  const open = async (trust: boolean): Promise<Window> => {
    const opened = await openWindow({
      folder,
      trust,
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        // This host has no server for JavaScript, and says so as soon as such a file is open.
        'files.associations': { '*.tool.mjs': 'plaintext' },
      },
    });
    window = opened;
    await opened.focusServers();
    return opened;
  };
  const here = (): Window => {
    assert.ok(window);
    return window;
  };
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  const row = (label: string, fits: (row: TreeRow) => boolean = () => true): Promise<TreeRow> =>
    poll(
      `the row ${label}`,
      async () => (await here().treeRows(VIEW)).find((each) => each.label === label && fits(each)),
      { detail: () => '' },
    );
  /** A row of the quick pick that is open. */
  const choice = (text: string): Locator => here().quickInput.row(text);
  const unfold = (): Promise<void> => here().expandRow(VIEW, ROOT);
  const checkbox = (label: string): Locator =>
    here().treeRow(VIEW, label).locator('[role=checkbox], .monaco-custom-toggle').first();
  const callOf = (tool: string): Locator =>
    chat.frame.locator('.call', { has: chat.frame.locator(`[title="${tool}"]`) });
  /** The tools of the newest request, by their names. */
  const offered = (): string[] =>
    (endpoint.requests.at(-1)?.body.tools ?? []).map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
  /** What the model read of its newest call. */
  const read = (): string => String(endpoint.requests.at(-1)?.body.messages.at(-1).content);
  const runners = async (): Promise<number> =>
    (await here().children()).filter(({ command }) => command.includes('customRunner')).length;
  const gone = () => poll('the process of the tool to end', async () => (await runners()) === 0);

  async function begin(): Promise<void> {
    await emptyHome();
    folder = join(userHome, 'folder');
    // The user's own: those of a workspace have to be confirmed.
    tools = join(userHome, '.patchbay', 'tools');
    await mkdir(tools, { recursive: true });
    await mkdir(folder);
    endpoint = await startEndpoint(script);
  }
  async function end(): Promise<void> {
    const orphans = await window?.close();
    window = undefined;
    await endpoint.close();
    assert.deepEqual(orphans, []);
  }

  describe('of the user', () => {
    before(async () => {
      await begin();
      await writeFile(
        join(tools, 'broken.tool.mjs'),
        "export const name = 'broken';\n\nexport const run = ;\n",
      );
      await open(true);
    });
    after(end);

    it('are made from a template, switched, mended when broken, and follow their files', async () => {
      const { page } = here();
      await here().run('newCustomTool');
      await here().quickInput.choose('For every workspace');
      await here().quickInput.rows.first().waitFor({ state: 'hidden' });
      await here().quickInput.answer('count_files');
      await here().tab('count_files.tool.mjs').waitFor();
      await unfold();
      await row('count_files', ({ ariaLabel }) => ariaLabel === 'count_files, on');
      await row('broken.tool.mjs', ({ description }) => description.startsWith('line 3: SyntaxError'));
      assert.equal(await checkbox('broken.tool.mjs').count(), 0);
      await row(ROOT, ({ description }) => description === '1 · 1 with an error');
      await here().screenshot('custom-tools');

      chat = await openChat(here());
      await chat.ask('count_files');
      assert.ok(offered().includes('count_files'));
      assert.deepEqual(JSON.parse(read()), { folder: '.', files: 0 });
      await here().toggleRow(VIEW, 'count_files');
      await row(ROOT, ({ description }) => description.startsWith('0 of 1'));
      await chat.ask('count_files');
      assert.ok(!offered().includes('count_files'));
      await here().toggleRow(VIEW, 'count_files');
      await row(ROOT, ({ description }) => description.startsWith('1 ·'));

      // The row of a broken file opens it at the line.
      await here().openRow(VIEW, 'broken.tool.mjs');
      await page.locator('.statusbar-item', { hasText: 'Ln 3, Col 1' }).waitFor();
      await page.locator('.editor-instance .view-lines').first().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(fileOf('mended', "return 'whole again';"));
      await here().runCommand('File: Save');
      await row('mended');
      await row(ROOT, ({ description }) => description === '2');
      await writeFile(join(tools, 'broken.tool.mjs'), fileOf('renamed', "return 'by another program';"));
      await row('renamed');
      await chat.ask('renamed');
      assert.match(read(), /by another program/);
      await rm(join(tools, 'broken.tool.mjs'));
      await here().run('reloadCustomTools');
      await row(ROOT, ({ description }) => description === '1');
      assert.deepEqual(here().consoleErrors(), []);
    });

    it('show their progress, and are ended by their time limit or by Escape, with all they started', async () => {
      const gate = join(userHome, 'gate');
      const wait = `while (!(await access(${JSON.stringify(gate)}).then(() => true, () => false))) await sleep(20);`;
      await writeFile(
        join(tools, 'slow.tool.mjs'),
        fileOf('slow', `progress(1, 3, 'Looked at one'); ${wait} return 'three';`),
      );
      const loop = 'while (true);';
      await writeFile(
        join(tools, 'limited.tool.mjs'),
        fileOf('limited', loop, 'export const timeoutMs = 1500;'),
      );
      await writeFile(join(tools, 'endless.tool.mjs'), fileOf('endless', loop));
      await chat.send('slow');
      await callOf('slow').getByRole('progressbar').waitFor();
      await callOf('slow').getByText('Looked at one').waitFor();
      await here().screenshot('custom-tool-progress');
      await writeFile(gate, '');
      await chat.idle();
      assert.equal(read(), 'three');

      await chat.ask('limited');
      assert.match(read(), /longer than 1\.5 s, its time limit, and was ended/);
      await gone();

      await chat.send('endless');
      await callOf('endless').waitFor();
      await poll('the tool to run', async () => (await runners()) === 1);
      await chat.escape();
      await chat.frame.locator('.notice:not(.past)', { hasText: 'Stopped.' }).waitFor();
      await gone();
      await here().screenshot('custom-tool-stopped');
    });
  });

  describe('of a workspace', () => {
    before(begin);
    after(end);

    it('are not loaded before it is trusted and each is confirmed, and again when it has changed', async () => {
      const marker = join(userHome, 'loaded');
      const evil = `await writeFile(${JSON.stringify(marker)}, 'loaded');`;
      const theirs = join(folder, '.patchbay', 'tools');
      await mkdir(theirs, { recursive: true });
      await writeFile(join(theirs, 'lib.mjs'), 'export const word = "ran";\n');
      const more = `import { word } from './lib.mjs';\n${evil}`;
      await writeFile(join(theirs, 'theirs.tool.mjs'), fileOf('theirs', 'return word;', more));
      await writeFile(join(tools, 'mine.tool.mjs'), fileOf('mine', "return 'mine ran';"));
      await open(false);
      await unfold();
      await row('mine');
      await here().run('reloadCustomTools');
      chat = await openChat(here());
      // Each step of a turn looks at the files again.
      await chat.ask('theirs');
      assert.match(read(), /The tool "theirs" is not available/);
      assert.deepEqual([offered().includes('mine'), offered().includes('theirs')], [true, false]);
      assert.deepEqual(
        (await here().treeRows(VIEW)).map(({ label }) => label).filter((label) => /mine|theirs/.test(label)),
        ['mine'],
      );
      await here().screenshot('custom-tools-restricted');
      assert.equal(await exists(marker), false);
      await here().grantTrust();
      await row('theirs.tool.mjs', ({ description }) => description === 'waiting for your confirmation');
      const told = await notification(
        here(),
        /custom tool of this workspace is waiting for your confirmation: "theirs.tool.mjs"/,
      );
      chat = await openChat(here());
      await chat.ask('theirs');
      assert.equal(offered().includes('theirs'), false);
      await here().screenshot('custom-tools-waiting');
      assert.equal(await exists(marker), false);

      await told.choose('Review…');
      await choice('lib.mjs').waitFor();
      await here().screenshot('custom-tools-review');
      await here().quickInput.choose('theirs.tool.mjs');
      await here().tab('theirs.tool.mjs').waitFor();
      await choice('lib.mjs').waitFor();
      await here().screenshot('custom-tools-review-file');
      assert.equal(await exists(marker), false);
      await here().quickInput.choose('Load the tool and offer it to the model');
      // The file is there, and empty, a moment before its text.
      const loaded = async () => (await readFile(marker, 'utf8').catch(() => '')) === 'loaded';
      await poll('the tool of the workspace to be loaded', loaded);
      await row('theirs');
      chat = await openChat(here());
      await chat.ask('theirs');
      assert.equal(read(), 'ran');

      // Its import changes: nothing of it is loaded until the user has seen that.
      await rm(marker);
      await writeFile(join(theirs, 'lib.mjs'), 'export const word = "ran otherwise";\n');
      await here().run('reloadCustomTools');
      await row('theirs.tool.mjs', ({ description }) => description.startsWith('has changed and waits'));
      await chat.ask('theirs');
      assert.match(read(), /The tool "theirs" is not available/);
      assert.equal(await exists(marker), false);
      await here().openRow(VIEW, 'theirs.tool.mjs');
      await here().quickInput.choose(/lib\.mjs.*changed/);
      await here().tab('since you decided').waitFor();
      await choice('lib.mjs').waitFor();
      await here().screenshot('custom-tools-changed');
      await here().quickInput.choose('Load the tool and offer it to the model');
      await row('theirs');
      await chat.ask('theirs');
      assert.equal(read(), 'ran otherwise');
    });
  });
});
