/** A server of the 2026-07-28 revision in the window, over stdio and HTTP (features.md, B11). */
import assert from 'node:assert/strict';
import { callsReply, textReply, type Reply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import type { RunningServer } from '../fixtures/servers/httpHost.ts';
import { startModernHttp } from '../fixtures/servers/modern.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { toolCounts } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('a server of the modern era in the window', () => {
  let remote: RunningServer;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    remote = await startModernHttp();
    opened = await openChatWindow({
      otherwise: 'Thank you.',
      servers: { stdio: fixtureCommand('modern'), http: { type: 'http', url: remote.url } },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    const orphans = await opened?.close();
    await remote?.close();
    assert.deepEqual(orphans, []);
  });
  pictureFailures('modern', () => window);

  async function start(server: string, tool: string, args: object = {}, ...further: Reply[]): Promise<void> {
    await chat.idle();
    model.replyWith(
      callsReply([{ id: 'a', name: `mcp__${server}__${tool}`, args: { ...args } }]),
      ...further,
    );
    await chat.startNew(window);
    await chat.send(`Use ${tool}`);
  }

  for (const [index, server] of ['stdio', 'http'].entries()) {
    describe(`over ${server}${server === 'stdio' ? '' : ' @nightly'}`, () => {
      it('answers a call', async () => {
        await start(server, 'add', { a: 40, b: 2 });
        assert.match(await model.result(chat), /42/);
      });

      it('shows its progress, and hears that the user has stopped it', async () => {
        await start(server, 'wait', { ms: 30_000 });
        await chat.call('wait').getByRole('progressbar').waitFor();
        await chat.escape();
        await start(server, 'cancelled');
        assert.match(await model.result(chat), /1/);
      });

      it('has its question answered by the user, and goes on with the answer', async () => {
        await start(server, 'ask');
        await chat.frame.locator('.question').waitFor();
        await chat.frame.getByLabel('name', { exact: false }).first().fill('Grace');
        await chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
        assert.match(await model.result(chat), /Hello Grace/);
      });

      it('has the questions of several calls kept apart, each with the way to its call', async () => {
        const ask = (id: string) => ({ id, name: `mcp__${server}__ask`, args: { question: `For ${id}?` } });
        await chat.idle();
        await chat.startNew(window);
        model.replyWith(callsReply([ask('one'), ask('two'), ask('three')]));
        await chat.send('Use ask thrice');
        const cards = chat.frame.locator('.question');
        for (const [at, id] of ['one', 'two', 'three'].entries()) {
          await cards
            .filter({ hasText: `For ${id}?` })
            .getByRole('button', { name: 'requested by ask' })
            .press('Enter');
          const line = chat.call('ask').nth(at).locator('.disclosure-button');
          // The line may have to be scrolled to first.
          await poll(`the call of ${id} to have the keyboard`, () =>
            line.evaluate((button) => button.matches(':focus') || undefined),
          );
        }
        const second = cards.filter({ hasText: 'For two?' });
        await second.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
        await second.waitFor({ state: 'detached' });
        const next = cards.filter({ hasText: 'For one?' }).locator('.question-form');
        await poll('the next question to have the keyboard', () =>
          next.evaluate((form) => form.matches(':focus') || undefined),
        );
        await chat.call('ask').nth(1).getByText('Waiting for you').waitFor({ state: 'detached' });
        await poll(
          'two calls to wait',
          async () => (await chat.call('ask').getByText('Waiting for you').count()) === 2,
        );
        await window.screenshot(`modern-several-questions-${server}`);
        for (const id of ['three', 'one'])
          await cards
            .filter({ hasText: `For ${id}?` })
            .getByRole('button', { name: 'Deny', exact: true })
            .press('Enter');
        assert.match(await model.result(chat), /No name: decline/);
      });

      it('is told of a refusal', async () => {
        await start(server, 'ask');
        await chat.frame.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
        assert.match(await model.result(chat), /No name: decline/);
      });

      it('has the model of the user answer within its call', async () => {
        await start(server, 'consult', {}, textReply('Paris, of course.'));
        const card = chat.frame.locator('.question');
        await card.getByRole('button', { name: 'requested by consult' }).waitFor();
        await chat.call('consult').getByText('Waiting for you').waitFor();
        await card.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
        assert.match(await model.result(chat), /The model says:.*Paris, of course/);
      });

      it('has a tool that it adds taken up', async () => {
        const before = (await toolCounts(window))[index] ?? 0;
        await start(server, 'grow');
        await model.result(chat);
        await poll('one more tool', async () => (await toolCounts(window))[index] === before + 1);
      });
    });
  }

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
