/** `npm start -- --check`: runs a whole turn of the demo in a real window and saves screenshots. */
import { openChat, type ChatFrame } from '../../test/e2e/support/chat.ts';
import { openWindow } from '../../test/e2e/support/openWindow.ts';
import { poll } from '../../test/e2e/support/poll.ts';
import { demoModelSettings } from './model.ts';

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
    settings: { ...demoModelSettings, 'patchbay.servers': servers },
    theme: light ? 'Light Modern' : 'Dark Modern',
    size: { width: 1400, height: 900 },
  });
  try {
    await window.focusServers();
    for (const name of Object.keys(servers)) {
      const connected = async () => {
        const rows = await window.treeRows('MCP Servers');
        return rows.some(({ label, description }) => label === name && /^\d+ tools/.test(description));
      };
      await poll(`${name} to connect`, connected, { timeout: 30_000 });
    }
    console.log(`connected: ${Object.keys(servers).join(', ')}`);
    await window.treeRow('MCP Servers', 'filesystem').click();
    const chat = await openChat(window);
    await chat.send('What can your tools do? Try several at once.');
    await chat.frame.getByRole('progressbar').waitFor();
    report('while the calls run', await window.picture('check-running'));
    await chat.frame.getByText('Here is what the tools said').waitFor();
    await chat.idle();
    report('the whole job', await window.picture('check-done'));
    await chat.unfoldSteps();
    await verify(chat);
    for (const tool of ['read_text_file', 'get-tiny-image'])
      await chat.call(tool).locator('.disclosure-button').first().click();
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

async function verify(chat: ChatFrame): Promise<void> {
  const count = await chat.frame.locator('.call').count();
  const wanted = Object.entries(expected);
  if (count !== wanted.length) throw new Error(`Expected ${wanted.length} calls, saw ${count}.`);
  for (const [tool, status] of wanted)
    if (
      (await chat
        .call(tool)
        .and(chat.frame.locator(`.${status}`))
        .count()) !== 1
    )
      throw new Error(`The call of ${tool} did not end as ${status}.`);
}

function report(what: string, path: string): void {
  console.log(`screenshot of ${what}: ${path}`);
}
