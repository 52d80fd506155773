/** Each cause for which a server does not come up: its text on the row, and the buttons that help (features.md, A17). */
import assert from 'node:assert/strict';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expired, key, valid } from '../fixtures/certificates.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { hangingServer, statusServer } from '../fixtures/servers/http.ts';
import { listenSecurely, type RunningServer } from '../fixtures/servers/httpHost.ts';
import { startProtected } from '../fixtures/servers/protected.ts';
import type { CommandName } from './support/commandTitles.ts';
import { openWindow } from './support/openWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import { rowSays, SERVERS_VIEW, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

/** As npm names the folder of `npx node@24`. */
const HALF = '387698761821791d';

/** A server by its name: what its row says, and its buttons in their order. */
const causes: readonly (readonly [name: string, says: RegExp, buttons: readonly string[]])[] = [
  ['missing', /"uvx" was not found in the only folder of PATH/, ['Install uv…', 'Edit Server…', 'Reconnect']],
  ['npx-gone', /"npx" was not found in/, ['Install Node.js…', 'Edit Server…', 'Reconnect']],
  ['docker-gone', /"docker" was not found in/, ['Install Docker…', 'Edit Server…', 'Reconnect']],
  ['dotnet-gone', /"dnx" was not found in/, ['Install the .NET SDK…', 'Edit Server…', 'Reconnect']],
  ['not-yet', /"my-runner" was not found/, ['Set PATH from Login Shell', 'Edit Server…', 'Reconnect']],
  ['no-file', /the file does not exist/, ['Edit Server…', 'Reconnect']],
  ['no-program', /is not executable/, ['Edit Server…', 'Reconnect']],
  ['no-folder', /The working directory .* does not exist/, ['Edit Server…', 'Reconnect']],
  ['no-variable', /\$\{env:NOT_SET_ANYWHERE\}.* is not set/, ['Edit Server…', 'Reconnect']],
  ['ends', /exit code 3 before it was ready/, ['Show Log', 'Edit Server…', 'Reconnect']],
  [
    'half-installed',
    /the npx cache is incomplete or damaged/,
    ['Clear Cache of npx…', 'Show Log', 'Edit Server…', 'Reconnect'],
  ],
  [
    'half-unpacked',
    /the uv cache is incomplete or damaged \(error: Failed to deserialize cache entry\)/,
    ['Clear Cache of uv…', 'Show Log', 'Edit Server…', 'Reconnect'],
  ],
  ['slow', /did not start within 1\.5 s/, ['Increase Time Limit to 6 s', 'Show Log', 'Reconnect']],
  [
    'no-mcp',
    /responded with a web page\. It is not an MCP endpoint/,
    ['Edit Server…', 'Show Log', 'Reconnect'],
  ],
  ['other-version', /uses version ".*" of MCP/, ['Edit Server…', 'Show Log', 'Reconnect']],
  ['refused', /the connection was refused \(ECONNREFUSED\)/, ['Reconnect', 'Edit Server…', 'Show Log']],
  ['forbidden', /responded with 403: the credentials were not accepted/, ['Edit Server…', 'Reconnect']],
  [
    'wrong-token',
    /responded with 403: the credentials were not accepted/,
    ['Enter Stored Values Again…', 'Edit Server…', 'Reconnect'],
  ],
  [
    'wrong-key',
    /responded with 401: the credentials were not accepted/,
    ['Enter Stored Values Again…', 'Edit Server…', 'Reconnect'],
  ],
  ['signed-out', /sign-in needed|requires you to sign in/, ['Sign In…']],
  ['expired', /its certificate has expired/, ['Edit Server…', 'Reconnect']],
  ['self-signed', /its certificate was issued by an unknown authority/, ['Edit Server…', 'Reconnect']],
  ['broken', /responded with 500/, ['Edit Server…', 'Reconnect']],
];

describe('the troubleshooting of servers, in the window', () => {
  const servers: RunningServer[] = [];
  let scratch: string;
  let half: string;
  let window: Window;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-'));
    const script = async (name: string, text: string, mode = 0o755): Promise<string> => {
      const path = join(scratch, name);
      await writeFile(path, text);
      await chmod(path, mode);
      return path;
    };
    // A login shell whose profile adds the folder.
    const shell = await script(
      'login-sh',
      `#!/bin/sh\nfor last; do :; done\nPATH=${scratch}:/usr/bin:/bin exec /bin/sh -c "$last"\n`,
    );
    const plain = await script('plain', 'hello', 0o644);
    const open = async (server: Promise<RunningServer>): Promise<RunningServer> => {
      servers.push(await server);
      return server;
    };
    const gone = await hangingServer();
    await gone.close();
    const forbidden = await open(statusServer(403));
    const unauthorized = await open(statusServer(401));
    const protectedServer = await open(startProtected());
    const website = await open(statusServer(200, { body: '<!doctype html><title>Hello</title>' }));
    const broken = await open(statusServer(500, { body: 'Out of order' }));
    const outdated = await open(listenSecurely({ key, cert: expired }, () => undefined));
    const unknown = await open(listenSecurely({ key, cert: valid }, () => undefined));
    const recorder = fixtureCommand('recorder');
    half = join(scratch, 'cache/_npx', HALF);
    await mkdir(half, { recursive: true });
    // Does what npx does with a folder that is half there.
    const npx = await script(
      'npx',
      `#!/bin/sh\nif [ -d ${half} ]; then echo 'npm error code ENOTEMPTY' >&2; exit 1; fi\nexec ${process.execPath} ${recorder.args.join(' ')}\n`,
    );
    // What uv does with an entry that is half there, and where it removes one.
    const cleaned = join(scratch, 'cleaned');
    const uvx = await script(
      'uvx',
      `#!/bin/sh\nif [ ! -f ${cleaned} ]; then echo 'error: Failed to deserialize cache entry' >&2; exit 2; fi\nexec ${process.execPath} ${recorder.args.join(' ')}\n`,
    );
    await script('uv', `#!/bin/sh\necho "$@" > ${cleaned}\n`);
    window = await openWindow({
      // All rows of the tree have room, and so are drawn.
      size: { width: 1100, height: 4500 },
      env: { SHELL: shell, PAGE_TOKEN: 'old-token-4711' },
      settings: {
        'patchbay.servers': {
          missing: { command: 'uvx', env: { PATH: '/nowhere' } },
          'npx-gone': { command: 'npx', args: ['-y', 'x'], env: { PATH: '/nowhere' } },
          'docker-gone': { command: 'docker', args: ['run', 'x'], env: { PATH: '/nowhere' } },
          'dotnet-gone': { command: 'dnx', args: ['x'], env: { PATH: '/nowhere' } },
          'not-yet': { command: 'my-runner', args: recorder.args },
          'no-file': { command: join(scratch, 'gone') },
          'no-program': { command: plain },
          'no-folder': { ...recorder, cwd: join(scratch, 'gone') },
          'no-variable': { ...recorder, env: { KEY: '${env:NOT_SET_ANYWHERE}' } },
          ends: fixtureCommand('misbehaving', 'exit-at-once'),
          'half-installed': {
            command: npx,
            args: ['-y', 'node@24'],
            env: { npm_config_cache: join(scratch, 'cache') },
          },
          'half-unpacked': { command: uvx, args: ['mcp-server-time'] },
          slow: {
            command: process.execPath,
            args: ['-e', `setTimeout(() => import(${JSON.stringify(recorder.args[0])}), 1600)`],
            setupTimeout: 1_500,
          },
          'no-mcp': { url: website.url },
          'other-version': fixtureCommand('misbehaving', 'unknown-version'),
          refused: { url: gone.url },
          forbidden: { url: forbidden.url },
          'wrong-token': { url: forbidden.url, headers: { Authorization: 'Bearer ${env:PAGE_TOKEN}' } },
          'wrong-key': { url: unauthorized.url, headers: { Authorization: 'Bearer ${env:PAGE_TOKEN}' } },
          'signed-out': { url: protectedServer.url },
          expired: { url: outdated.url },
          'self-signed': { url: unknown.url },
          broken: { url: broken.url },
        },
      },
    });
    await showServers(window);
    await poll('every server to be down', async () => {
      return (await rowsOf('@error')).length >= causes.length;
    });
  });
  after(async () => {
    await window?.close();
    await Promise.all(servers.map((server) => server.close()));
    await rm(scratch, { recursive: true, force: true });
  });
  pictureFailures('trouble', () => window);

  /** Filters the tree, as a user does, and gives the rows that are left. */
  async function rowsOf(filter: string) {
    await window.run('filterServers');
    await window.quickInput.answer(filter, 'Filter Servers');
    await window.quickInput.gone();
    return window.treeRows(SERVERS_VIEW);
  }
  const press = (label: string) => window.openRow(SERVERS_VIEW, label);

  for (const [name, says, buttons] of causes) {
    it(`says the cause and offers what helps: ${name}`, async () => {
      const shown = await poll(
        'the row with its buttons',
        async () => {
          const rows = await window.treeRows(SERVERS_VIEW);
          const at = rows.findIndex(({ label, level }) => level === 1 && label === name);
          const next = rows.findIndex(({ level }, index) => level === 1 && index > at);
          const [row, ...below] = at < 0 ? [] : rows.slice(at, next < 0 ? rows.length : next);
          // The whole cause comes first, in as many rows as its lines need.
          const own = below.filter(({ label, ariaLabel }) => ariaLabel === `${label}, for ${name}`);
          return row && own.length === buttons.length
            ? { row, cause: below[0]?.ariaLabel ?? '', own }
            : undefined;
        },
        { detail: async () => JSON.stringify(await window.treeRows(SERVERS_VIEW)) },
      );
      assert.match(shown.row.description, says);
      assert.match(shown.cause, says);
      assert.deepEqual(
        shown.own.map(({ label }) => label),
        buttons,
      );
    });
  }

  it('says in the tree that it is filtered, and how to see everything again', async () => {
    await window.setSize(1100, 800);
    await rowsOf('refused');
    await window.page.locator('.message', { hasText: 'Filter "refused": 1 of 23 servers' }).waitFor();
    await window.screenshot('tree-filtered');
    await window.run('clearFilter');
    await poll('more rows', async () => (await window.treeRows(SERVERS_VIEW)).length > 10);
    await window.page.locator('.message', { hasText: 'Filter' }).waitFor({ state: 'hidden' });
    await window.screenshot('tree-errors');
  });

  it('gives a slow server more time, which is kept in the settings', async () => {
    await rowsOf('slow');
    await press('Increase Time Limit to 6 s');
    await poll('the server to connect', async () =>
      (await window.treeRows(SERVERS_VIEW)).some(({ description }) => description.startsWith('8 tools')),
    );
    const written = (await window.readSettings())['patchbay.servers'] as Record<
      string,
      { setupTimeout?: number }
    >;
    assert.equal(written['slow']?.setupTimeout, 6_000);
  });

  it('finds a command by the login shell’s PATH that was installed meanwhile', async () => {
    const runner = join(scratch, 'my-runner');
    await writeFile(runner, `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    await chmod(runner, 0o755);
    await rowsOf('not-yet');
    await press('Set PATH from Login Shell');
    await poll('the server to connect', async () =>
      (await window.treeRows(SERVERS_VIEW)).some(({ description }) => description.startsWith('8 tools')),
    );
  });

  it('deletes what npx has installed after it has named the folder, and connects again', async () => {
    await rowsOf('half-installed');
    await press('Clear Cache of npx…');
    await (await window.dialog(half)).choose('Cancel');
    await access(half);
    await press('Clear Cache of npx…');
    const dialog = await window.dialog('Clear the npx cache for node@24?');
    await window.screenshot('trouble-clear-cache');
    await dialog.choose('Clear and Reconnect');
    await rowSays(window, 'half-installed', /^8 tools/);
    assert.deepEqual(await readdir(join(scratch, 'cache/_npx')), []);
  });

  it('has uv remove what is broken after it has shown the command, and connects again', async () => {
    await rowsOf('half-unpacked');
    await press('Clear Cache of uv…');
    const dialog = await window.dialog('Clear the uv cache for mcp-server-time?');
    await dialog.says(`${join(scratch, 'uv')} cache clean mcp-server-time`);
    await window.screenshot('trouble-clear-uv-cache');
    await dialog.choose('Clear and Reconnect');
    await rowSays(window, 'half-unpacked', /^8 tools/);
    assert.equal(await readFile(join(scratch, 'cleaned'), 'utf8'), 'cache clean mcp-server-time\n');
  });

  it('says before it leaves the editor where the way to install goes', async () => {
    await rowsOf('missing');
    await press('Install uv…');
    await (await window.dialog('docs.astral.sh')).choose('Cancel');
  });

  it('shows the log and the settings where the server is written', async () => {
    await rowsOf('ends');
    await press('Show Log');
    await window.page.locator('.part.panel', { hasText: 'exit code 3' }).waitFor();
    await press('Edit Server…');
    await window.page
      .locator('.tab', { hasText: 'settings.json' })
      .or(window.page.locator('.quick-input-title', { hasText: 'ends' }))
      .first()
      .waitFor();
    await window.page.keyboard.press('Escape');
  });

  it('has the same in the hover, in the palette, and on the page of the server', async () => {
    await rowsOf('missing');
    const hover = await window.hoverRow(SERVERS_VIEW, 'missing');
    await hover.getByRole('link', { name: 'Install uv…' }).waitFor();
    await window.screenshot('trouble-hover');
    const pick = async (command: CommandName): Promise<void> => {
      await window.run(command);
      await window.quickInput.type('missing');
      await window.quickInput.chooseLabel('missing');
    };
    await pick('troubleshoot');
    await window.quickInput.row('Install uv…').waitFor();
    await window.screenshot('trouble-palette');
    await window.quickInput.dismiss();
    await pick('showServer');
    const page = await window.webviewFrame('.server-card');
    await page.getByText('The command comes with uv').waitFor();
    const wanted = ['Install uv…', 'Edit Server…', 'Reconnect'];
    await poll(
      'its buttons',
      async () => (await page.locator('.server-card button').allInnerTexts()).join() === wanted.join(),
    );
    await window.screenshot('trouble-page');
    await page.getByRole('button', { name: 'Edit Server…' }).click();
    await window.quickInput.titled(/missing/);
    await window.quickInput.dismiss();
    await window.setTheme('Default High Contrast Light');
    await window.screenshot('trouble-page-hc-light');
  });
});
