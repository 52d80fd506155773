/** The user's own tools in the window: made, switched, mended, called, ended, and not trusted (features.md, C10). */
import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Theme } from '../../scripts/host/settings.ts';
import {
  callsReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
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
  let scratch: string;
  let folder: string;
  let tools: string;
  let endpoint: ScriptedEndpoint;
  let window: Window | undefined;
  let chat: ChatFrame;

  const open = async (trust: boolean): Promise<Window> => {
    const opened = await openWindow({
      folder,
      trust,
      // The user's own folder is below the home.
      env: { HOME: scratch },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        // This host has no server for JavaScript, and says so as soon as such a file is open.
        'files.associations': { '*.tool.mjs': 'plaintext' },
      },
    });
    window = opened;
    await opened.runCommand('Patchbay: Focus on MCP Servers View');
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
  const unfold = async (): Promise<void> => {
    const { expanded } = await row(ROOT);
    if (expanded === false) await here().treeRow(VIEW, ROOT).click();
    await row(ROOT, (each) => each.expanded === true);
  };
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

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-custom-'));
    folder = join(scratch, 'folder');
    tools = join(folder, '.patchbay', 'tools');
    await mkdir(tools, { recursive: true });
    endpoint = await startEndpoint(script);
  });
  afterEach(async () => {
    const orphans = await window?.close();
    window = undefined;
    await endpoint.close();
    await rm(scratch, { recursive: true, force: true });
    assert.deepEqual(orphans, []);
  });

  it('are made from a template, switched, mended when broken, and follow their files', async () => {
    await writeFile(
      join(tools, 'broken.tool.mjs'),
      "export const name = 'broken';\n\nexport const run = ;\n",
    );
    await open(true);
    const { page } = here();
    await here().runCommand('Patchbay: New Custom Tool…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'For folder' }).click();
    await page.locator('.quick-input-filter input').fill('count_files');
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'count_files.tool.mjs' }).waitFor();
    await unfold();
    const made = await row('count_files');
    assert.match(made.description, /^Counts the files/);
    const bad = await row('broken.tool.mjs');
    assert.match(bad.description, /^line 3: SyntaxError/);
    assert.equal(await checkbox('broken.tool.mjs').count(), 0);
    assert.equal((await row(ROOT)).description, '1 · 1 with an error');
    const themes: [name: string, theme: Theme][] = [
      ['light', 'Default Light Modern'],
      ['high-contrast', 'Default High Contrast'],
      ['dark', 'Default Dark Modern'],
    ];
    for (const [name, theme] of themes) {
      await here().setTheme(theme);
      await here().screenshot(`custom-tools-${name}`);
    }

    chat = await openChat(here());
    await chat.ask('count_files');
    assert.ok(offered().includes('count_files'));
    assert.deepEqual(JSON.parse(read()), { folder: '.', files: 0 });
    await checkbox('count_files').click();
    await row(ROOT, ({ description }) => description.startsWith('0 of 1'));
    await chat.ask('count_files');
    assert.ok(!offered().includes('count_files'));
    await checkbox('count_files').click();
    await row(ROOT, ({ description }) => description.startsWith('1 ·'));

    // The row of a broken file opens it at the line.
    await here().treeRow(VIEW, 'broken.tool.mjs').click();
    await page.locator('.statusbar-item', { hasText: 'Ln 3, Col 1' }).waitFor();
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(fileOf('mended', "return 'whole again';"));
    await here().runCommand('File: Save');
    await row('mended');
    assert.equal((await row(ROOT)).description, '2');
    await writeFile(join(tools, 'broken.tool.mjs'), fileOf('renamed', "return 'by another program';"));
    await row('renamed');
    await chat.ask('renamed');
    assert.match(read(), /by another program/);
    await rm(join(tools, 'broken.tool.mjs'));
    await here().runCommand('Patchbay: Reload Custom Tools');
    await row(ROOT, ({ description }) => description === '1');
    assert.deepEqual(here().consoleErrors(), []);
  });

  it('show their progress, and are ended by their time limit or by Escape, with all they started', async () => {
    const gate = join(scratch, 'gate');
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
    await open(true);
    chat = await openChat(here());
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
    const took = await chat.escape();
    assert.ok(took < 3_000, `It took ${took} ms.`);
    await chat.frame.locator('.notice', { hasText: 'Stopped.' }).waitFor();
    await gone();
    await here().screenshot('custom-tool-stopped');
  });

  it('of a workspace are never loaded before it is trusted', async () => {
    const marker = join(scratch, 'loaded');
    const evil = `await writeFile(${JSON.stringify(marker)}, 'loaded');`;
    await writeFile(join(tools, 'theirs.tool.mjs'), fileOf('theirs', "return 'ran';", evil));
    const mine = join(scratch, '.patchbay', 'tools');
    await mkdir(mine, { recursive: true });
    await writeFile(join(mine, 'mine.tool.mjs'), fileOf('mine', "return 'mine ran';"));
    await open(false);
    await unfold();
    await row('mine');
    await here().runCommand('Patchbay: Reload Custom Tools');
    chat = await openChat(here());
    // Each step of a turn looks at the files again.
    await chat.ask('theirs');
    assert.match(read(), /There is no tool "theirs" now/);
    assert.deepEqual([offered().includes('mine'), offered().includes('theirs')], [true, false]);
    assert.deepEqual(
      (await here().treeRows(VIEW)).map(({ label }) => label).filter((label) => /mine|theirs/.test(label)),
      ['mine'],
    );
    await here().screenshot('custom-tools-restricted');
    assert.equal(await exists(marker), false);
    await here().grantTrust();
    await poll('the tool of the workspace to be loaded', () => exists(marker));
    assert.equal(await readFile(marker, 'utf8'), 'loaded');
    await row('theirs');
    chat = await openChat(here());
    await chat.ask('theirs');
    assert.equal(read(), 'ran');
  });
});
