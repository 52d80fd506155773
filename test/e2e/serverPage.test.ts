/** The page of a server in the editor: how it stands, its tools called by hand, and the wire inspector (A16). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openWindow } from './support/openWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import { serversConnected } from './support/servers.ts';
import { SECRET, SECRET_VARIABLE } from './support/user.ts';
import type { Window } from './support/window.ts';

describe('the page of a server', () => {
  let folder: string;
  let window: Window;
  let page: Frame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-server-'));
    const recorder = { ...fixtureCommand('recorder'), env: { DOOR: `\${env:${SECRET_VARIABLE}}` } };
    window = await openWindow({
      folder,
      size: { width: 1280, height: 900 },
      settings: {
        'patchbay.tools.approval': 'ask',
        'patchbay.servers': { everything: everythingCommand, recorder },
      },
    });
    await serversConnected(window, 2);
  });
  after(async () => {
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('server', () => window);

  /** Exports the messages that are shown, and gives what the file holds. */
  async function exportTo(name: string): Promise<string> {
    await page.getByRole('button', { name: 'Export these messages as JSON…' }).click();
    const file = join(folder, name);
    return window.quickInput.nameFile('Export', file, async () => {
      const written = await readFile(file, 'utf8').catch(() => '');
      return written.endsWith('}\n') ? written : undefined;
    });
  }

  async function show(name: string): Promise<void> {
    await window.run('showServer');
    await window.quickInput.chooseLabel(name);
    await window.page.locator('.tabs-container .tab.active', { hasText: name }).first().waitFor();
    page = await poll('the page', async () => {
      for (const frame of window.page.frames())
        if (
          (
            await frame
              .locator('.server-head h1')
              .allInnerTexts()
              .catch(() => [])
          )[0] === name
        )
          return frame;
      return undefined;
    });
  }
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  /** Runs the tool that is shown, and says yes to the question that comes where no rule allows it. */
  async function runAndAllow(tool: string): Promise<void> {
    await page.getByRole('button', { name: 'Run Tool' }).click();
    await (await window.dialog(`Run ${tool} of recorder?`)).choose('Run');
  }
  const messages = async () => page.locator('.wire-row').allInnerTexts();
  /** A message by what a screen reader says of it: direction, kind, method. */
  const message = (name: RegExp) => page.locator('.wire-row').filter({ hasText: name });

  it('says what the server is, where it runs, and the names of its environment without a value', async () => {
    await show('recorder');
    const overview = page.locator('.server-overview');
    await overview
      .getByText(/^Connected in/)
      .first()
      .waitFor();
    const text = await overview.innerText();
    assert.match(text, /Protocol\s+MCP 2025-11-25/);
    assert.match(text, /Set in the server definition\s*1\s+DOOR/);
    assert.match(text, /Connected in \d+ ms: MCP 2025-11-25, 8 tools\./);
    assert.doesNotMatch(text, new RegExp(SECRET));
    const [, pid] = /Process\s+(\d+)/.exec(text) ?? [];
    const children = await window.children();
    assert.ok(
      children.some((child) => child.pid === Number(pid) && child.command.includes('recorder')),
      pid,
    );
    await window.screenshot('server-overview');
  });

  it('calls a tool from a form, once the arguments fit, and asks where no rule allows it', async () => {
    await tab(/Tools/).click();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('env');
    await page.getByRole('button', { name: /^env/ }).click();
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
    await json.fill('{"name": 5}');
    await page.getByRole('button', { name: 'Run Tool' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Back to Form' }).click();
    await page.getByRole('textbox', { name: /^name/ }).fill('PATH');
    await runAndAllow('env');
    const outcome = page.getByRole('region', { name: 'Result' });
    await outcome.getByText('Done').waitFor();
    assert.match(await outcome.innerText(), /\/bin/);
    await window.screenshot('server-tool');
  });

  it('stops a call that takes too long', async () => {
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('sleep');
    await page.getByRole('button', { name: /^sleep/ }).click();
    await page.getByRole('textbox', { name: /^ms/ }).fill('60000');
    await runAndAllow('sleep');
    await page.getByText(/Running · \d/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('Cancelled').first().waitFor();
  });

  it('shows every message of a session, both ways, with its other half', async () => {
    await show('everything');
    await tab(/Messages/).click();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await message(/Result\s*tools\/list/)
      .first()
      .waitFor();
    const all = (await messages()).map((text) => text.replaceAll(/\s+/g, ' '));
    for (const method of ['initialize', 'notifications/initialized', 'tools/list', 'prompts/list'])
      assert.ok(
        all.some((text) => text.includes(`Sent`) && text.includes(method)),
        `${method} is missing in:\n${all.join('\n')}`,
      );
    await message(/Sent\s*Request\s*initialize/).click();
    const details = page.getByRole('region', { name: 'Message' });
    await poll('the request', async () => /protocolVersion[^]*clientInfo/.test(await details.innerText()));
    await details.getByRole('button', { name: 'Show the answer' }).click();
    await details.getByText('serverInfo').waitFor();
    assert.match(await details.innerText(), /answered after [\d.,]+ m?s/);
    await window.screenshot('server-messages');
  });

  it('writes a whole session into a file, every request with its answer', async () => {
    type Message = { kind: string; from: string; method: string; seq: number; pair?: number };
    const { messages: written } = JSON.parse(await exportTo('session.json')) as { messages: Message[] };
    const methods = (kind: string, from: string): string[] =>
      written.filter((each) => each.kind === kind && each.from === from).map(({ method }) => method);
    assert.ok(methods('request', 'patchbay').includes('initialize'));
    assert.ok(methods('notification', 'patchbay').includes('notifications/initialized'));
    assert.ok(methods('result', 'server').includes('tools/list'));
    for (const asked of written.filter(({ kind }) => kind === 'request'))
      assert.equal(written.find(({ seq }) => seq === asked.pair)?.pair, asked.seq, asked.method);
  });

  it('filters messages by words, kind and direction, by keyboard alone', async () => {
    const search = page.getByRole('searchbox', { name: 'Search messages' });
    await search.fill('');
    await search.focus();
    await search.pressSequentially('prompts/list');
    // The server may have told of new prompts meanwhile, and then they were fetched twice.
    const shown = await poll('requests with their answers, and nothing else', async () => {
      const rows = (await messages()).filter((text) => !text.includes('list_changed'));
      const sent = rows.filter((text) => /Sent\s*Request\s*prompts\/list/.test(text));
      const answered = rows.filter((text) => /Received\s*Result\s*prompts\/list/.test(text));
      const isAll = sent.length === answered.length && sent.length + answered.length === rows.length;
      return rows.length > 0 && isAll ? rows : undefined;
    });
    assert.ok(shown.length >= 2);
    await page.locator('.wire-row').first().focus();
    await page.locator('.wire-row').first().press('ArrowDown');
    await page.locator('.wire-row').nth(1).press('Enter');
    const details = page.getByRole('region', { name: 'Message' });
    await details.getByText('Result', { exact: false }).first().waitFor();
    await details.getByRole('button', { name: 'Close' }).press('Escape');
    await details.waitFor({ state: 'detached' });
    await search.fill('');
    await page.getByLabel('Type', { exact: true }).selectOption('Notifications');
    await page.getByLabel('Direction').selectOption('Received');
    await poll('what the server has told', async () => {
      const rows = await messages();
      return rows.length > 0 && rows.every((text) => /Received\s*Notification/.test(text));
    });
    await page.getByLabel('Direction').selectOption('Both directions');
    await page.getByLabel('Type', { exact: true }).selectOption('All types');
  });

  it('writes the messages into a file, without secrets', async () => {
    await show('recorder');
    await tab(/Messages/).click();
    await page.getByRole('button', { name: 'Clear messages' }).click();
    await page.locator('.wire-row').first().waitFor({ state: 'detached' });
    await tab(/Tools/).click();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('env');
    await page.getByRole('button', { name: /^env/ }).click();
    await page.getByRole('textbox', { name: /^name/ }).fill('DOOR');
    await runAndAllow('env');
    await page.getByRole('region', { name: 'Result' }).getByText('Done').waitFor();
    await tab(/Messages/).click();
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('tools/call');
    await poll('the call and its answer', async () => (await messages()).length === 2);
    const text = await exportTo('messages.json');
    assert.doesNotMatch(text, new RegExp(SECRET));
    const { server, messages: written } = JSON.parse(text) as {
      server: string;
      messages: { kind: string; message: { result?: unknown } }[];
    };
    assert.equal(server, 'recorder');
    assert.deepEqual(
      written.map(({ kind }) => kind),
      ['request', 'result'],
    );
    assert.match(JSON.stringify(written[1]?.message), /\$\{env:PATCHBAY_E2E_TOKEN\}/);
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('');
  });

  it('records while nothing else is done, pauses, and forgets', async () => {
    await page.getByRole('button', { name: 'Pause recording' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear messages' }).click();
    await page.getByText('Recording is paused.').waitFor();
    // The page shows a server that is connected before and after it.
    const connections = async () => (await window.output('Patchbay recorder')).split('Connected in').length;
    const before = await connections();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await poll('it to be connected again', async () => (await connections()) > before);
    await page.locator('.server-state.connected').first().waitFor();
    assert.deepEqual(await messages(), []);
    await page.getByRole('button', { name: 'Record messages' }).click();
    await page.getByText('Recording', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await message(/Request\s*initialize/)
      .first()
      .waitFor();
  });

  it('follows the server, and goes from part to part by keyboard', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await tab(/Messages/).focus();
    await tab(/Messages/).press('Home');
    await page.locator('.server-past').getByText('Disconnected.', { exact: true }).first().waitFor();
    assert.equal(await tab(/Overview/).getAttribute('aria-selected'), 'true');
    await tab(/Overview/).press('ArrowRight');
    await page.getByText('tools of the last connection').waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.locator('.server-state.connected').first().waitFor();
  });

  it('looks right in every theme, and in a narrow tab @nightly', async () => {
    await tab(/Messages/).click();
    for (const theme of [
      'Light Modern',
      'Default High Contrast',
      'Default High Contrast Light',
      'Dark Modern',
    ] as const) {
      await window.setTheme(theme);
      await message(/Request\s*initialize/)
        .first()
        .click();
      await window.screenshot(`server-messages-${theme.replaceAll(' ', '-')}`);
    }
    await window.setSize(760, 800);
    await window.screenshot('server-messages-narrow');
    await window.setSize(1280, 900);
  });

  it('opens the log and the settings of the server', async () => {
    await page.getByRole('button', { name: 'Show Log' }).click();
    await window.page.locator('.part.panel', { hasText: 'Connecting' }).waitFor();
    await page.getByRole('button', { name: 'Open Settings' }).click();
    await window.page.locator('.tab', { hasText: 'settings.json' }).waitFor();
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
