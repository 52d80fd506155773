/** Why a server does not come up, where the user looks first: on its row, and in the hover (features.md, A17). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { hangingServer } from '../fixtures/servers/http.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { SERVERS_VIEW, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('a server that does not come up, in the window @nightly', () => {
  let window: Window;
  let scratch: string;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-'));
    const folders = Array.from({ length: 30 }, (_, index) => join(scratch, `tools-of-project-${index}/bin`));
    const remote = await hangingServer();
    await remote.close();
    window = await openWindow({
      size: { width: 1000, height: 700 },
      settings: {
        'patchbay.servers': {
          missing: { command: 'uvx', args: ['mcp-server-git'], env: { PATH: folders.join(delimiter) } },
          refused: { url: remote.url },
          ends: fixtureCommand('misbehaving', 'exit-at-once'),
          partly: fixtureCommand('misbehaving', 'bad-schema'),
        },
      },
    });
    await showServers(window);
    await poll('every server to be up or down', async () => {
      const rows = await window.treeRows(SERVERS_VIEW);
      return rows.filter(({ description }) => /^(error|\d+ tools)/.test(description)).length === 4;
    });
  });
  after(async () => {
    await window?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Holds the mouse over a row and gives what the hover says. */
  const hover = async (row: string): Promise<string> =>
    (await window.hoverRow(SERVERS_VIEW, row)).innerText();

  for (const [row, cause, next, buttons] of [
    [
      'missing',
      /"uvx" was not found in the 30 folders of PATH/,
      /The command comes with uv/,
      ['Install uv…', 'Edit Server…'],
    ],
    [
      'refused',
      /the connection was refused \(ECONNREFUSED\)/,
      /Start the server, or correct the host and port/,
      ['Reconnect'],
    ],
    [
      'ends',
      /exit code 3 before it was ready/,
      /Run the command in a terminal/,
      ['Show Log', 'Edit Server…'],
    ],
    ['partly', /Tool "bad-input" was skipped/, /MCP 2025-11-25/, ['Show Log']],
  ] as const) {
    it(`says cause and next step in the hover: ${row}`, async () => {
      const said = await hover(row);
      assert.match(said, cause);
      assert.match(said, next);
      for (const button of buttons)
        await window.page.locator('.monaco-hover:visible').getByRole('link', { name: button }).waitFor();
      await window.screenshot(`causes-${row}`);
    });
  }

  it('can be read in a light theme too', async () => {
    await window.setTheme('Light Modern');
    assert.match(await hover('missing'), /Searched in:/);
    await window.screenshot('causes-missing-light');
  });
});
