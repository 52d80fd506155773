/**
 * A day's work in one conversation (features.md, G2, G3, G5): a server runs in the background while tests are mended,
 * a long response is continued and steered, calls are stopped and answered, and a budget is reached.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply, textReply, type Reply } from '../fixtures/endpoint.ts';
import { isAlive } from '../fixtures/servers/alive.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import type { Window } from './support/window.ts';

const FILES = 60;
const STEPS = 25;
const nameOf = (index: number): string => `src/m${String(index).padStart(2, '0')}.js`;

/** Prints its process id, and lives until it is ended. */
const SERVER = "console.log('listening as ' + process.pid); setInterval(() => {}, 1000);\n";
const TESTS = `
const { readdirSync } = require('node:fs');
const wrong = readdirSync('src').filter((name, index) => require('./src/' + name).value !== index);
console.log(wrong.length === 0 ? 'all passed' : 'failed: ' + wrong.join(', '));
process.exitCode = wrong.length === 0 ? 0 : 1;
`;

describe('a working day', () => {
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;
  let server: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-day-'));
    await mkdir(join(folder, 'src'));
    await Promise.all([
      ...Array.from({ length: FILES }, (_, index) =>
        // The test finds one of them wrong.
        writeFile(join(folder, nameOf(index)), `exports.value = ${index === 7 ? 70 : index};\n`),
      ),
      writeFile(join(folder, 'server.js'), SERVER),
      writeFile(join(folder, 'test.js'), TESTS),
    ]);
    opened = await openChatWindow({
      folder,
      servers: {},
      settings: { 'patchbay.tools.approval': 'never', 'patchbay.maxIterations': 13 },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  skipAfterFailure();
  pictureFailures('working-day', () => window);

  const call = (id: string, name: string, args: object) => ({ id, name, args });
  const runs = (command: string, more: object = {}): Reply =>
    callsReply([call('c', 'run_command', { command, ...more })]);
  const edits = (path: string, oldText: string, newText: string): Reply =>
    callsReply([call('e', 'edit_file', { path, oldText, newText })]);
  const background = () => chat.frame.getByRole('group', { name: 'Commands in the background' });

  it('begins with a server that goes on in the background', async () => {
    model.replyWith(runs(`"${process.execPath}" server.js`, { background: true }), textReply('It listens.'));
    await chat.ask('Start the server');
    server = Number(/listening as (\d+)/.exec(model.read)?.[1]);
    assert.ok(isAlive(server), model.read);
    await background().getByText('listening as').waitFor();
    await window.screenshot('day-background');
  });

  it('has tests that fail mended in one response', async () => {
    const tests = `"${process.execPath}" test.js`;
    model.replyWith(
      runs(tests),
      edits(nameOf(7), 'exports.value = 70;', 'exports.value = 7;'),
      runs(tests),
      textReply('They pass.'),
    );
    await chat.ask('Mend the tests');
    assert.match(model.results.at(-3) ?? '', /failed: m07\.js/);
    assert.match(model.results.at(-1) ?? '', /all passed/);
  });

  it('has a long response continued once, and steered before its next step', async () => {
    const steps = Array.from({ length: STEPS }, (_, index) =>
      edits(nameOf(index), `exports.value = ${index};`, `exports.value = ${index}; // checked`),
    );
    model.replyWith(...steps, textReply('All are checked.'));
    await chat.send('Mark the first files as checked');
    const card = chat.frame.getByRole('group', { name: /limit of 13 steps/ });
    await card.getByText(/^So far: 13 steps · 13 calls/).waitFor();
    await chat.input.fill('Stay within src');
    await chat.input.press('Control+Enter');
    await chat.frame
      .getByRole('list', { name: 'Queued messages' })
      .getByText('next step', { exact: true })
      .waitFor();
    await window.screenshot('day-paused');
    await card.getByRole('button', { name: 'Continue', exact: true }).press('Enter');
    await chat.frame.getByText('All are checked.').waitFor();
    await chat.idle();
    const asked = model.newRequests.map(({ body }) => JSON.stringify(body).includes('Stay within src'));
    assert.deepEqual([asked.indexOf(true), asked.length], [13, STEPS + 1]);
    assert.ok(isAlive(server));
  });

  it('has one call of three stopped, and the others run', async () => {
    model.replyWith(
      callsReply([
        call('a', 'run_command', { command: 'sleep 600' }),
        call('b', 'run_command', { command: 'echo second' }),
        call('c', 'run_command', { command: 'echo third' }),
      ]),
      textReply('Two of three.'),
    );
    await chat.send('Run all three');
    await chat.frame.getByRole('button', { name: 'Stop This Call' }).first().press('Enter');
    await chat.frame.getByText('Two of three.').waitFor();
    await chat.idle();
    const [first, ...others] = model.results.slice(-3);
    assert.match(first ?? '', /Cancelled by the user/);
    assert.match(others.join(), /second.*third/);
  });

  it('has a command that asks answered by the user', async () => {
    model.replyWith(runs('printf "Name: "; read name; echo "Hello, $name."'), textReply('It was polite.'));
    await chat.send('Greet me');
    const field = chat.frame.getByRole('textbox', { name: 'Name:', exact: true });
    await field.fill('Ada');
    await window.screenshot('day-input');
    await field.press('Enter');
    await chat.frame.getByText('It was polite.').waitFor();
    assert.match(model.results.at(-1) ?? '', /Hello, Ada\./);
  });

  it('stops at a budget before the step that would pass it', async () => {
    await window.writeSettings({ 'patchbay.budget.tokensPerResponse': 1 });
    model.replyWith(runs('echo once'), runs('echo never'), textReply('Never said.'));
    await chat.send('Go on');
    const card = chat.frame.getByRole('group', { name: /budget of 1 token \(/ });
    await card.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await chat.idle();
    assert.equal(model.newRequests.length, 1);
  });

  it('leaves the files as they were meant, and no process when the extension host is killed', async () => {
    const texts = await Promise.all(
      Array.from({ length: FILES }, (_, index) => readFile(join(folder, nameOf(index)), 'utf8')),
    );
    assert.deepEqual(
      texts,
      texts.map((_, index) => `exports.value = ${index};${index < STEPS ? ' // checked' : ''}\n`),
    );
    assert.ok(isAlive(server));
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await poll('the server to be gone', () => Promise.resolve(!isAlive(server) || undefined));
  });
});
