/** `npm start -- --check`: runs a whole turn of the demo in a real window and saves screenshots. */
import type { Frame } from 'playwright-core';
import { openWindow } from '../../test/e2e/support/openWindow.ts';
import { poll } from '../../test/e2e/support/poll.ts';

/** `servers`: a value for `patchbay.servers`. */
export interface CheckOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly servers: Readonly<Record<string, unknown>>;
  /** The light theme. */
  readonly light?: boolean;
}

/** The tool calls of the scripted model, by tool, and how each must end. */
const expected: Readonly<Record<string, string>> = {
  'get-sum': 'success',
  echo: 'success',
  list_directory: 'success',
  read_text_file: 'error',
  'trigger-long-running-operation': 'success',
  'get-tiny-image': 'success',
};

/**
 * Connects the servers, asks, and checks the calls and the answer. @throws Error that says what is wrong; screenshots
 * stay in artifacts/screenshots.
 */
export async function checkDemo({ folder, env, servers, light = false }: CheckOptions): Promise<void> {
  const window = await openWindow({
    folder,
    env,
    settings: { 'patchbay.servers': servers },
    theme: light ? 'Default Light Modern' : 'Default Dark Modern',
    size: { width: 1400, height: 900 },
  });
  try {
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    for (const name of Object.keys(servers)) {
      const connected = async () => {
        const rows = await window.treeRows('MCP Servers');
        return rows.some(({ label, description }) => label === name && /^\d+ tools/.test(description));
      };
      await poll(`${name} to connect`, connected, { timeout: 30_000 });
    }
    console.log(`connected: ${Object.keys(servers).join(', ')}`);
    await window.treeRow('MCP Servers', 'filesystem').click();
    await window.runCommand('Patchbay: Open Chat');
    const chat = await window.webviewFrame('#patchbay-chat textarea');
    await chat.getByRole('textbox', { name: 'Message' }).fill('What can your tools do? Try several at once.');
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByRole('progressbar').waitFor();
    report('while the calls run', await window.picture('check-running'));
    await chat.getByText('Here is what the tools said').waitFor();
    await chat.getByRole('button', { name: 'Send' }).waitFor();
    await verify(chat);
    report('the whole job', await window.picture('check-done'));
    await chat.getByRole('button', { name: /read_text_file|Read Text File/i }).click();
    await chat.getByRole('button', { name: /get-tiny-image|Tiny Image/i }).click();
    report('opened calls', await window.picture('check-opened-calls'));
    const errors = window.consoleErrors();
    if (errors.length > 0) throw new Error(`The window's console has errors:\n${errors.join('\n')}`);
  } catch (error) {
    await window.close();
    throw error;
  }
  const orphans = await window.close();
  if (orphans.length > 0) throw new Error(`Processes were left behind: ${JSON.stringify(orphans)}`);
  console.log('check passed');
}

async function verify(chat: Frame): Promise<void> {
  const calls = chat.locator('.call');
  const count = await calls.count();
  const wanted = Object.entries(expected);
  if (count !== wanted.length) throw new Error(`Expected ${wanted.length} calls, saw ${count}.`);
  for (const [tool, status] of wanted) {
    const call = chat.locator(`.call.${status}`, { has: chat.locator(`[title$="__${tool}"]`) });
    if ((await call.count()) !== 1) throw new Error(`The call of ${tool} did not end as ${status}.`);
  }
}

function report(what: string, path: string): void {
  console.log(`screenshot of ${what}: ${path}`);
}
