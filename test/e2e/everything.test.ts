/** The reference server in the window, over each transport: what it offers is used, and what it asks is answered. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingCommand, startEverything, type RemoteEverything } from '../../scripts/demo/everything.ts';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
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
  'get-roots-list': { reads: /patchbay-everything-/ },
  'toggle-subscriber-updates': { reads: /Started simulated resource updated/ },
  'toggle-simulated-logging': { reads: /Started simulated, random-leveled logging/ },
};

describe('server-everything in the window', () => {
  let folder: string;
  let remotes: RemoteEverything[] = [];
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  /** How many requests there were before the turn. */
  let seen = 0;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-everything-'));
    remotes = await Promise.all([startEverything('http'), startEverything('sse')]);
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Thank you.'));
    window = await openWindow({
      folder,
      size: { width: 1200, height: 1000 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': {
          stdio: everythingCommand,
          ...Object.fromEntries(remotes.map(({ definition }) => [definition.type, definition])),
        },
      },
    });
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    const connected = async () => {
      const rows = await window.treeRows('MCP Servers');
      return rows.filter(({ description }) => /^\d+ tools/.test(description)).length === 3;
    };
    await poll('three servers to connect', connected, {
      detail: async () =>
        JSON.stringify([await window.treeRows('MCP Servers'), await window.screenshot('everything-start')]),
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    const orphans = await window?.close();
    await Promise.all(remotes.map((remote) => remote.close()));
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(orphans, []);
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    await window.screenshot(`everything-failed-${this.currentTest.title.slice(0, 40).replace(/\W+/g, '-')}`);
  });

  const wireName = (server: string, tool: string): string => `mcp__${server}__${tool}`;

  /** Has the model call these tools in one step; resolves when the turn has ended, with what the model then read. */
  async function callAll(calls: readonly { name: string; args: object }[]): Promise<string[]> {
    await chat.startNew(window);
    next = [callsReply(calls.map(({ name, args }, index) => ({ id: `c${index}`, name, args: { ...args } })))];
    await chat.ask('Use them');
    const messages: { role: string; content: unknown }[] = endpoint.requests.at(-1)?.body.messages ?? [];
    return messages.flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []));
  }

  /** Has the model call one tool of a server; what it reads of it is given by `result`. */
  async function call(server: string, tool: string, args: object = {}, ...further: Reply[]): Promise<void> {
    await chat.startNew(window);
    seen = endpoint.requests.length;
    next = [callsReply([{ id: 'a', name: wireName(server, tool), args: { ...args } }]), ...further];
    await chat.send('Use it');
  }

  /** What the model reads of the call once the turn has ended. */
  async function result(): Promise<string> {
    const text = await poll('the result to reach the model', () => {
      const messages: { role: string; content: unknown }[] =
        endpoint.requests.slice(seen).at(-1)?.body.messages ?? [];
      const answer = messages.find(({ role }) => role === 'tool');
      return Promise.resolve(answer && JSON.stringify(answer.content));
    });
    await chat.idle();
    return text;
  }

  const button = (name: string) => chat.frame.getByRole('button', { name, exact: true });

  /** Runs a prompt by its slash command and looks for the words in what the model then reads. */
  async function prompt(server: string, name: string, args: object, words: RegExp): Promise<void> {
    await chat.startNew(window);
    seen = endpoint.requests.length;
    await chat.input.pressSequentially(`/${server}.${name}`);
    await poll('one prompt', async () => (await chat.frame.getByRole('option').count()) === 1);
    await chat.input.press('Enter');
    const fields = Object.entries(args);
    for (const [index, [label, value]] of fields.entries()) {
      const field = chat.frame.getByRole('combobox', { name: label, exact: false });
      await field.fill(String(value));
      if (index === fields.length - 1) await field.press('Enter');
    }
    await poll(`${name} to reach the model`, () => Promise.resolve(endpoint.requests.length > seen));
    assert.match(JSON.stringify(endpoint.requests.at(-1)?.body.messages), words);
    await chat.idle();
  }

  for (const server of ['stdio', 'http', 'sse']) {
    describe(`over ${server}`, () => {
      it('answers every tool that asks for nothing, in one step', async () => {
        const tools = Object.entries(plainTools);
        const read = await callAll(
          tools.map(([tool, { args }]) => ({ name: wireName(server, tool), args: args ?? {} })),
        );
        assert.equal(read.length, tools.length);
        for (const [index, [, { reads }]] of tools.entries()) assert.match(read[index] ?? '', reads);
        assert.equal(await chat.frame.locator('.call.success').count(), tools.length);
        await window.screenshot(`everything-${server}`);
      });

      it('shows the progress of a long operation while it runs', async () => {
        await chat.startNew(window);
        const name = wireName(server, 'trigger-long-running-operation');
        next = [callsReply([{ id: 'a', name, args: { duration: 2, steps: 4 } }])];
        await chat.send('Take your time');
        const bar = chat.call('trigger-long-running-operation').getByRole('progressbar');
        await bar.waitFor();
        await poll('half of it', async () => /50|2/.test((await bar.getAttribute('aria-valuenow')) ?? ''));
        await chat.idle();
        assert.match(JSON.stringify(endpoint.requests.at(-1)?.body.messages), /operation completed/);
      });

      it('answers its form and declines its page', async () => {
        await call(server, 'trigger-elicitation-request');
        await chat.frame.getByLabel('String', { exact: false }).first().fill('Ada Lovelace');
        await button('Submit').press('Enter');
        assert.match(await result(), /Ada Lovelace/);
        for (const errorPath of [false, true]) {
          await call(server, 'trigger-url-elicitation', { url: 'https://example.com/go', errorPath });
          await chat.frame.locator('.question').getByText('https://').first().waitFor();
          await button('Decline').press('Enter');
          assert.match(await result(), /declin/i);
        }
      });

      it('asks the model for it, once the user has allowed that', async () => {
        await call(server, 'trigger-sampling-request', { prompt: 'Which colour?' }, textReply('Blue.'));
        await button('Allow once').press('Enter');
        assert.match(await result(), /Blue\./);
      });

      it('runs its task, with a question in the middle', async () => {
        await call(server, 'simulate-research-query', { topic: 'python', ambiguous: true });
        await chat.frame.locator('.question select').last().selectOption({ label: 'Python snake species' });
        await button('Submit').press('Enter');
        assert.match(await result(), /Research Report: python \(snake\)/);
      });

      it('runs each of its prompts', async () => {
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
        seen = endpoint.requests.length;
        next = [callsReply([{ id: 'a', name: 'list_mcp_resources', args: { server } }])];
        await chat.send('What is there?');
        const listed = await result();
        const uris = [...listed.matchAll(/demo:\/\/resource\/static\/[\w/.-]+/g)].map(([uri]) => uri);
        assert.equal(new Set(uris).size, 7);
        assert.match(listed, /dynamic\/text\/\{resourceId\}/);
        assert.match(listed, /dynamic\/blob\/\{resourceId\}/);
        const all = [...new Set(uris), 'demo://resource/dynamic/text/1', 'demo://resource/dynamic/blob/1'];
        const read = await callAll(all.map((uri) => ({ name: 'read_mcp_resource', args: { server, uri } })));
        assert.equal(await chat.frame.locator('.call.success').count(), 9);
        assert.match(read[7] ?? '', /Resource 1: This is a plaintext resource/);
      });

      it('follows a resource that is open in an editor', async () => {
        await window.runCommand('Patchbay: Browse Resources…');
        const rows = window.page.locator('.quick-input-list .monaco-list-row');
        const input = window.page.locator('.quick-input-filter input');
        const template = `Dynamic Text Resource`;
        await input.fill(template);
        await rows.filter({ hasText: template }).nth(['stdio', 'http', 'sse'].indexOf(server)).click();
        const id = window.page.getByPlaceholder('resourceId');
        await id.fill(String(['stdio', 'http', 'sse'].indexOf(server) + 1));
        await rows.first().waitFor();
        await window.page.keyboard.press('Enter');
        const editor = window.page.locator('.editor-instance .view-lines').first();
        await poll('the document', async () => /Resource.\d:/.test(await editor.innerText()));
        const before = await editor.innerText();
        // The updates were switched on with the plain tools.
        await poll('the document to be refreshed', async () => (await editor.innerText()) !== before, {
          timeout: 20_000,
        });
        await window.runCommand('View: Close All Editors');
      });

      it('writes what the server logs to its channel', async () => {
        await poll('a message of the server', async () =>
          /[Ll]evel/.test(await window.output(`Patchbay ${server}`)),
        );
      });
    });
  }

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
