/** Commands that run on over several turns: seen, answered, stopped one by one, and gone with the window. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../fixtures/servers/alive.ts';
import { callsReply, textReply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

describe('commands that run on', function () {
  let folder = '';
  let opened: ChatWindow | undefined;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async function () {
    // The commands below are written for a POSIX shell.
    if (process.platform === 'win32') this.skip();
    folder = await mkdtemp(join(tmpdir(), 'patchbay-commands-'));
    opened = await openChatWindow({
      folder,
      servers: {},
      settings: { 'patchbay.tools.approval': 'never' },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('commands', () => window);

  const command = (id: string, text: string, more: Readonly<Record<string, unknown>> = {}) => ({
    id,
    name: 'run_command',
    args: { command: text, ...more },
  });
  const group = () => chat.frame.getByRole('group', { name: 'Commands in the background' });
  const sleeping = async (seconds: number) =>
    (await window.children()).filter(({ command: line }) => line.startsWith(`sleep ${seconds}`));

  it('are listed above the message in later turns, and the model is told when one was stopped', async () => {
    model.replyWith(
      callsReply([command('a', 'echo "ready on 5173"; exec sleep 7001', { background: true })]),
      textReply('It runs.'),
    );
    await chat.send('Start the server');
    await chat.idle();
    await group().waitFor();
    assert.match(await group().innerText(), /ready on 5173/);
    await chat.ask('Does it run?');
    assert.match(await group().innerText(), /ready on 5173/);
    await window.screenshot('command-in-background');
    await group()
      .getByRole('button', { name: /^Stop Command/ })
      .click();
    await group().waitFor({ state: 'detached' });
    assert.deepEqual(await sleeping(7001), []);
    await chat.ask('And now?');
    assert.match(
      model.lastRead,
      /Note from Patchbay, not from the user: the background command .* has ended/,
    );
  });

  it('are answered in their call, of which a password does not reach the model', async () => {
    model.replyWith(
      callsReply([
        command('a', 'printf "Password: "; read word; echo "${#word} characters: $word"'),
        command('b', 'printf "Name: "; read name; echo "Hello $name"'),
      ]),
      textReply('Set up.'),
    );
    await chat.send('Set it up');
    await chat.frame.locator('.command-input input[type=password]').fill('hunter2-hunter2');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).click();
    const name = chat.frame.getByRole('textbox', { name: 'Name:' });
    await name.fill('Ada');
    await name.press('Enter');
    await chat.idle();
    assert.match(model.read, /15 characters: •••/);
    assert.match(model.read, /Hello Ada/);
    assert.doesNotMatch(model.read, /hunter2/);
  });

  it('are stopped or sent to the background one by one, while the turn goes on', async () => {
    model.replyWith(
      callsReply([command('a', 'echo one; exec sleep 7002'), command('b', 'echo two; exec sleep 7003')]),
      textReply('Both are done with.'),
    );
    await chat.send('Run both');
    const stop = chat.frame.locator('.call.running').first().getByRole('button', { name: 'Stop This Call' });
    await stop.click();
    await chat.frame
      .locator('.call.running')
      .last()
      .getByRole('button', { name: 'Keep Running in the Background' })
      .click();
    await chat.idle();
    assert.match(model.read, /Cancelled by the user/);
    assert.match(model.read, /the user sent it to the background/);
    await group().waitFor();
    await poll('the stopped one to be gone', async () => (await sleeping(7002)).length === 0 || undefined);
    const [kept] = await sleeping(7003);
    assert.ok(kept);
    await group()
      .getByRole('button', { name: /^Show in Terminal/ })
      .click();
    await window.page.locator('.terminal-outer-container, .terminal-tabs-entry').first().waitFor();
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await poll('it to be gone', () => Promise.resolve(!isAlive(kept.pid) || undefined));
  });
});
