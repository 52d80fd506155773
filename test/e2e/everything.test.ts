/** The reference server in the window, over each transport: what it offers is used, and what it asks is answered. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingCommand, startEverything, type RemoteEverything } from '../../scripts/demo/everything.ts';
import { callsReply, textReply, type Reply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { activate } from './support/activate.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

/** The tools that ask nobody anything: arguments, and what the model must read of the result. */
const plainTools: Readonly<Record<string, { args?: object; reads: RegExp }>> = {
  echo: { args: { message: 'Grüße "an" alle' }, reads: /Echo: Grüße \\"an\\" alle/ },
  'get-sum': { args: { a: 2, b: 40 }, reads: /sum of 2 and 40 is 42/ },
  'get-env': { reads: /PATH/ },
  'get-tiny-image': { reads: /The image above is the MCP logo/ },
  'get-annotated-message': { args: { messageType: 'error', includeImage: true }, reads: /Operation failed/ },
  'get-structured-content': { args: { location: 'Chicago' }, reads: /temperature/ },
  'get-resource-links': { args: { count: 3 }, reads: /demo:\/\/resource\/dynamic/ },
  'get-resource-reference': { args: { resourceType: 'Text', resourceId: 1 }, reads: /dynamic\/text\/1/ },
  'gzip-file-as-resource': {
    args: { name: 'a.gz', data: 'data:text/plain,abc', outputType: 'resource' },
    reads: /a\.gz/,
  },
  'trigger-long-running-operation': { args: { duration: 1, steps: 2 }, reads: /operation completed/ },
  'get-roots-list': { reads: /patchbay-everything-/ },
  'toggle-subscriber-updates': { reads: /Started simulated resource updated/ },
  'toggle-simulated-logging': { reads: /Started simulated, random-leveled logging/ },
};

describe('server-everything in the window', () => {
  let folder: string;
  let remotes: RemoteEverything[] = [];
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-everything-'));
    remotes = await Promise.all([startEverything('http'), startEverything('sse')]);
    opened = await openChatWindow({
      folder,
      size: { width: 1200, height: 1000 },
      otherwise: 'Thank you.',
      servers: {
        stdio: everythingCommand,
        ...Object.fromEntries(remotes.map(({ definition }) => [definition.type, definition])),
      },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    const orphans = await opened?.close();
    await Promise.all(remotes.map((remote) => remote.close()));
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(orphans, []);
  });
  pictureFailures('everything', () => window);

  const wireName = (server: string, tool: string): string => `mcp__${server}__${tool}`;

  /** Has the model call these tools in one step; resolves when the turn has ended, with what the model then read. */
  async function callAll(calls: readonly { name: string; args: object }[]): Promise<string[]> {
    await chat.startNew(window);
    model.replyWith(
      callsReply(calls.map(({ name, args }, index) => ({ id: `c${index}`, name, args: { ...args } }))),
    );
    await chat.ask('Use them');
    return model.results;
  }

  /** Has the model call one tool of a server; what it reads of it is given by `result`. */
  async function call(server: string, tool: string, args: object = {}, ...further: Reply[]): Promise<void> {
    await chat.startNew(window);
    model.replyWith(callsReply([{ id: 'a', name: wireName(server, tool), args: { ...args } }]), ...further);
    await chat.send('Use it');
  }

  const button = (name: string) => chat.frame.getByRole('button', { name, exact: true });

  /** Runs a prompt by its slash command and looks for the words in what the model then reads. */
  async function prompt(server: string, name: string, args: object, words: RegExp): Promise<void> {
    await chat.startNew(window);
    model.replyWith();
    await chat.input.pressSequentially(`/${server}.${name}`);
    await poll('one prompt', async () => (await chat.frame.getByRole('option').count()) === 1);
    await chat.input.press('Enter');
    const fields = Object.entries(args);
    for (const [index, [label, value]] of fields.entries()) {
      const field = chat.frame.getByRole('combobox', { name: label, exact: false });
      await field.fill(String(value));
      if (index === fields.length - 1) await field.press('Enter');
    }
    await poll(`${name} to reach the model`, () => Promise.resolve(model.newRequests.length > 0));
    assert.match(model.read, words);
    await chat.idle();
  }

  // By day one will do: that the others carry the same is seen without a window, too (manager.test.ts, npm run conformance).
  for (const server of ['stdio', 'http', 'sse']) {
    describe(`over ${server}${server === 'stdio' ? '' : ' @nightly'}`, () => {
      it('answers every tool that asks for nothing, in one step', async () => {
        const tools = Object.entries(plainTools);
        const read = await callAll(
          tools.map(([tool, { args }]) => ({ name: wireName(server, tool), args: args ?? {} })),
        );
        assert.equal(read.length, tools.length);
        for (const [index, [, { reads }]] of tools.entries()) assert.match(read[index] ?? '', reads);
        await chat.unfoldSteps();
        assert.equal(await chat.frame.locator('.call.success').count(), tools.length);
        await window.screenshot(`everything-${server}`);
      });

      it('shows the progress of a long operation, until the user stops it', async () => {
        await chat.startNew(window);
        const name = wireName(server, 'trigger-long-running-operation');
        model.replyWith(callsReply([{ id: 'a', name, args: { duration: 60, steps: 120 } }]));
        await chat.send('Take your time');
        const bar = chat.call('trigger-long-running-operation').locator('[role=progressbar][aria-valuenow]');
        await bar.waitFor();
        await chat.escape();
        await chat.frame.locator('.call.cancelled').waitFor();
      });

      it('answers its form and declines its page', async () => {
        await call(server, 'trigger-elicitation-request');
        await chat.frame.getByLabel('String', { exact: false }).first().fill('Ada Lovelace');
        await button('Submit').press('Enter');
        assert.match(await model.result(chat), /Ada Lovelace/);
        for (const errorPath of [false, true]) {
          await call(server, 'trigger-url-elicitation', { url: 'https://example.com/go', errorPath });
          await chat.frame.locator('.question').getByText('https://').first().waitFor();
          await button('Deny').press('Enter');
          assert.match(await model.result(chat), /declin/i);
        }
      });

      it('asks the model for it, once the user has allowed that', async () => {
        await call(server, 'trigger-sampling-request', { prompt: 'Which colour?' }, textReply('Blue.'));
        await button('Allow').press('Enter');
        assert.match(await model.result(chat), /Blue\./);
      });

      it('runs its task, with a question in the middle @nightly', async () => {
        await call(server, 'simulate-research-query', { topic: 'python', ambiguous: true });
        await chat.frame.locator('.question select').last().selectOption({ label: 'Python snake species' });
        await button('Submit').press('Enter');
        assert.match(await model.result(chat), /Research Report: python \(snake\)/);
      });

      it('runs each of its prompts @nightly', async () => {
        await prompt(server, 'simple-prompt', {}, /simple prompt without arguments/);
        await prompt(server, 'args-prompt', { city: 'Oslo' }, /weather in Oslo/);
        await prompt(server, 'completable-prompt', { department: 'Sales', name: 'Eve' }, /promote Eve/);
        await prompt(
          server,
          'resource-prompt',
          { resourceType: 'Text', resourceId: '2' },
          /dynamic\/text\/2/,
        );
      });

      it('gives the model every resource, and those of both templates', async () => {
        await chat.startNew(window);
        model.replyWith(callsReply([{ id: 'a', name: 'list_mcp_resources', args: { server } }]));
        await chat.send('What is there?');
        const listed = await model.result(chat);
        const uris = [...listed.matchAll(/demo:\/\/resource\/static\/[\w/.-]+/g)].map(([uri]) => uri);
        assert.equal(new Set(uris).size, 7);
        assert.match(listed, /dynamic\/text\/\{resourceId\}/);
        assert.match(listed, /dynamic\/blob\/\{resourceId\}/);
        const all = [...new Set(uris), 'demo://resource/dynamic/text/1', 'demo://resource/dynamic/blob/1'];
        const read = await callAll(all.map((uri) => ({ name: 'read_mcp_resource', args: { server, uri } })));
        await chat.unfoldSteps();
        assert.equal(await chat.frame.locator('.call.success').count(), 9);
        assert.match(read[7] ?? '', /Resource 1: This is a plaintext resource/);
      });

      it('follows a resource that is open in an editor @nightly', async () => {
        await window.run('browseResources');
        const template = 'Dynamic Text Resource';
        const at = ['stdio', 'http', 'sse'].indexOf(server);
        await window.quickInput.type(template);
        await activate(window.quickInput.rows.filter({ hasText: template }).nth(at));
        await window.quickInput.widget.getByPlaceholder('resourceId').waitFor();
        await window.quickInput.type(String(at + 1));
        // What the server completes it to.
        await window.quickInput.chooseLabel(String(at + 1));
        const editor = window.page.locator('.editor-instance .view-lines').first();
        await poll('the document', async () => /Resource.\d:/.test(await editor.innerText()));
        const before = await editor.innerText();
        // The updates were switched on with the plain tools.
        await poll('the document to be refreshed', async () => (await editor.innerText()) !== before);
        await window.runCommand('View: Close All Editors');
      });

      it('writes what the server logs to its channel @nightly', async () => {
        await poll('a message of the server', async () =>
          /[Ll]evel/.test(await window.output(`Patchbay ${server}`)),
        );
      });
    });
  }

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
