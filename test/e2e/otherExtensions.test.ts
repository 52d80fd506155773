/** Tools and a server of another extension in the hands of a user (features.md, E6). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repoRoot } from '../../scripts/host/cache.ts';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat } from './support/chat.ts';
import { readLog } from '../fixtures/servers/recorderLog.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { showServers } from './support/servers.ts';
import type { TreeRow } from './support/workbench.ts';
import type { Window } from './support/window.ts';

const VIEW = 'MCP Servers';
const ROOT = 'Other extensions';

describe('another extension', () => {
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let scratch: string;

  before(async () => {
    endpoint = await startEndpoint([
      callsReply([
        { id: 'a', name: 'ext__scripted_weather', args: { city: 'Bern' } },
        { id: 'b', name: 'ext__scripted_picture', args: {} },
      ]),
      textReply('It rains.'),
    ]);
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-extensions-'));
    const recorder = fixtureCommand('recorder', '--log', join(scratch, 'log'));
    window = await openWindow({
      folder: scratch,
      trust: false,
      extensions: [{ folder: join(repoRoot, 'test/fixtures/extensions/tools') }],
      env: {
        PATCHBAY_TEST_ADDED_SERVERS: JSON.stringify({ 'added-server': recorder, another: recorder }),
      },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.tools.approval': 'ask',
      },
    });
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const row = (label: string, fits: (row: TreeRow) => boolean): Promise<TreeRow> =>
    poll(`the row ${label}`, async () =>
      (await window.treeRows(VIEW)).find((each) => each.label === label && fits(each)),
    );

  it('has neither tools nor servers here before the folder is trusted, and none that start after that', async () => {
    await window.runCommand('Scripted Tools: Add Servers');
    await showServers(window);
    await row('Built-in tools', () => true);
    const early = new Set([ROOT, 'added-server', 'another']);
    assert.deepEqual(
      (await window.treeRows(VIEW)).filter(({ label }) => early.has(label)),
      [],
    );
    await window.grantTrust();
    await showServers(window);
    for (const name of ['added-server', 'another'])
      await row(name, ({ description }) => description.startsWith('from patchbay-test.tools · waiting'));
    assert.deepEqual(readLog(join(scratch, 'log')), []);
  });

  it('has tools that are off, are switched on by the keyboard, ask, and answer; its servers are reviewed', async () => {
    // The editor brings extensions with tools of their own.
    await row(ROOT, ({ description }) => /^0 of [2-9]$/.test(description));
    await window.expandRow(VIEW, ROOT);
    await row('Weather report', ({ ariaLabel }) => ariaLabel === 'Weather report, off, patchbay-test.tools');
    await window.toggleRow(VIEW, 'Weather report');
    await row('Weather report', ({ ariaLabel }) => ariaLabel === 'Weather report, on, patchbay-test.tools');
    await window.openRow(VIEW, 'Take a picture');
    await window.page.keyboard.press('Space');
    await row(ROOT, ({ description }) => description.startsWith('2 of '));

    const chat = await openChat(window);
    await chat.send('The weather?');
    const allow = chat.frame.getByRole('button', { name: 'Allow', exact: true });
    await allow.first().waitFor();
    await window.screenshot('other-extensions-approval');
    await chat.call('scripted_weather').getByText('patchbay-test.tools').first().waitFor();
    await allow.first().press('Enter');
    await poll('the second question alone', async () => (await allow.count()) === 1);
    await allow.press('Enter');
    await chat.idle();
    const read = JSON.stringify(endpoint.requests.at(-1)?.body.messages);
    assert.match(read, /Rain in Bern\./);
    assert.match(read, /data:image\/png;base64/);

    await window.screenshot('other-extensions');
    const asked = await notification(
      window,
      /other extensions ask to start the servers "added-server", "another"/,
    );
    await asked.choose('Review…');
    const dialog = await window.dialog('Allow the extension patchbay-test.tools to start 2 servers?');
    await window.screenshot('other-extensions-review');
    await dialog.choose('Allow All');
    for (const name of ['added-server', 'another'])
      await row(name, ({ description }) => /^\d+ tools · from patchbay-test\.tools$/.test(description));
    await window.screenshot('other-extensions-server');
    assert.deepEqual(window.consoleErrors(), []);
  });
});
