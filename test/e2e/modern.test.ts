/** A server of the 2026-07-28 revision in the window, over stdio and HTTP (features.md, B11). */
import assert from 'node:assert/strict';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import type { RunningServer } from '../fixtures/servers/httpHost.ts';
import { startModernHttp } from '../fixtures/servers/modern.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

describe('a server of the modern era in the window', () => {
  let remote: RunningServer;
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  /** How many requests there were before the turn. */
  let seen = 0;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    remote = await startModernHttp();
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Thank you.'));
    window = await openWindow({
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { stdio: fixtureCommand('modern'), http: { type: 'http', url: remote.url } },
      },
    });
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    await poll('both to connect', async () => (await toolCounts()).filter(Boolean).length === 2, {
      timeout: 30_000,
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    const orphans = await window?.close();
    await remote?.close();
    assert.deepEqual(orphans, []);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.screenshot(`modern-failed-${this.currentTest.title.slice(0, 20).replace(/\W+/g, '-')}`);
  });

  /** The tool counts that the tree shows, in the order of the setting. */
  async function toolCounts(): Promise<number[]> {
    const rows = await window.treeRows('MCP Servers');
    return rows.map(({ description }) => Number(/^(\d+) tools/.exec(description)?.[1] ?? 0));
  }

  async function start(server: string, tool: string, args: object = {}): Promise<void> {
    await chat.idle();
    seen = endpoint.requests.length;
    next = [callsReply([{ id: 'a', name: `mcp__${server}__${tool}`, args: { ...args } }])];
    await chat.startNew(window);
    await chat.send(`Use ${tool}`);
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

  for (const [index, server] of ['stdio', 'http'].entries()) {
    describe(`over ${server}`, () => {
      it('answers a call', async () => {
        await start(server, 'add', { a: 40, b: 2 });
        assert.match(await result(), /42/);
      });

      it('shows its progress, and hears that the user has stopped it', async () => {
        await start(server, 'wait', { ms: 30_000 });
        await chat.call('wait').getByRole('progressbar').waitFor();
        await chat.escape();
        await chat.idle();
        await start(server, 'cancelled');
        assert.match(await result(), /1/);
      });

      it('has its question answered by the user, and goes on with the answer', async () => {
        await start(server, 'ask');
        await chat.frame.locator('.question').waitFor();
        await chat.frame.getByLabel('name', { exact: false }).first().fill('Grace');
        await chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
        assert.match(await result(), /Hello Grace/);
      });

      it('has the questions of several calls kept apart, each with the way to its call', async () => {
        const ask = (id: string) => ({ id, name: `mcp__${server}__ask`, args: { question: `For ${id}?` } });
        await chat.idle();
        seen = endpoint.requests.length;
        next = [callsReply([ask('one'), ask('two'), ask('three')])];
        await chat.startNew(window);
        await chat.send('Use ask thrice');
        const cards = chat.frame.locator('.question');
        for (const [at, id] of ['one', 'two', 'three'].entries()) {
          await cards
            .filter({ hasText: `For ${id}?` })
            .getByRole('button', { name: 'asked by ask' })
            .press('Enter');
          const line = chat.call('ask').nth(at).locator('.disclosure-button');
          assert.ok(await line.evaluate((button) => button.matches(':focus')), id);
        }
        const second = cards.filter({ hasText: 'For two?' });
        await second.getByRole('button', { name: 'Decline', exact: true }).press('Enter');
        await second.waitFor({ state: 'detached' });
        const field = cards.filter({ hasText: 'For one?' }).locator('input');
        assert.ok(
          await field.evaluate((input) => input.matches(':focus')),
          'the next field has the keyboard',
        );
        await chat.call('ask').nth(1).getByText('Waiting for you').waitFor({ state: 'detached' });
        assert.equal(await chat.call('ask').getByText('Waiting for you').count(), 2);
        await window.screenshot(`modern-several-questions-${server}`);
        for (const id of ['three', 'one'])
          await cards
            .filter({ hasText: `For ${id}?` })
            .getByRole('button', { name: 'Decline', exact: true })
            .press('Enter');
        assert.match(await result(), /No name: decline/);
      });

      it('is told of a refusal', async () => {
        await start(server, 'ask');
        await chat.frame.getByRole('button', { name: 'Decline', exact: true }).press('Enter');
        assert.match(await result(), /No name: decline/);
      });

      it('has the model of the user answer within its call', async () => {
        await start(server, 'consult');
        next.push(textReply('Paris, of course.'));
        const card = chat.frame.locator('.question');
        await card.getByRole('button', { name: 'asked by consult' }).waitFor();
        await chat.call('consult').getByText('Waiting for you').waitFor();
        await card.getByRole('button', { name: 'Allow once', exact: true }).press('Enter');
        assert.match(await result(), /The model says:.*Paris, of course/);
      });

      it('has a tool that it adds taken up', async () => {
        const before = (await toolCounts())[index] ?? 0;
        await start(server, 'grow');
        await result();
        await poll('one more tool', async () => (await toolCounts())[index] === before + 1);
      });
    });
  }

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
