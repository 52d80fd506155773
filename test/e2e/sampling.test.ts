/** A real server asks the user's model in the middle of a call, with the user in between (features.md, B7). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply, textReply, type Reply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { SERVERS_VIEW } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('a server that asks the model', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({
      otherwise: 'Thank you.',
      servers: { everything: everythingCommand },
      settings: { 'patchbay.sampling.reviewResult': true },
    });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('sampling', () => window);

  const button = (name: string) => chat.frame.getByRole('button', { name, exact: true });
  const allowAlways = async (): Promise<void> => {
    await chat.frame.getByLabel('Duration').selectOption('always');
    await button('Allow').press('Enter');
  };
  /** Has the model call the tool that asks the model; what it answers to that is the reply after. */
  async function trigger(prompt: string, answer: Reply = textReply('Blue, of course.')): Promise<void> {
    await chat.idle();
    const args = { prompt, maxTokens: 77 };
    model.replyWith(
      callsReply([{ id: 'a', name: 'mcp__everything__trigger-sampling-request', args }]),
      answer,
    );
    await chat.send('Let it ask');
  }
  const sampled = () => model.requests.filter(({ body }) => body.max_tokens === 77);
  /** What the model reads in the end: the result of the tool. */
  const readsAtLast = () => model.lastRead;

  it('gets no answer that the user refuses, and the model sees nothing of it', async () => {
    await trigger('Which colour?');
    await button('Deny…').press('Enter');
    await window.page.keyboard.type('not about colours');
    await window.page.keyboard.press('Enter');
    await chat.idle();
    assert.equal(sampled().length, 0);
    assert.match(readsAtLast(), /User rejected sampling request: not about colours/);
    model.replyWith();
  });

  it('gets what the user has made of the answer to what the user has made of the prompt', async () => {
    await trigger('Which colour?');
    const prompts = chat.frame.locator('.question textarea');
    await prompts.last().waitFor();
    assert.deepEqual(
      await prompts.evaluateAll((boxes) => boxes.map((box) => (box as never as { value: string }).value)),
      ['You are a helpful test server.', 'Resource trigger-sampling-request context: Which colour?'],
    );
    await window.screenshot('sampling-asked');
    await prompts.last().fill('Which colour has the sky?');
    await button('Allow').press('Enter');
    const answer = chat.frame.getByLabel('Answer of scripted');
    await answer.waitFor();
    assert.equal(await answer.inputValue(), 'Blue, of course.');
    await window.screenshot('sampling-review');
    await answer.fill('Green.');
    await button('Send to server').press('Enter');
    await chat.idle();
    const { body } = sampled()[0] ?? assert.fail();
    assert.deepEqual(body.messages, [
      { role: 'system', content: 'You are a helpful test server.' },
      { role: 'user', content: 'Which colour has the sky?' },
    ]);
    assert.equal(body.temperature, 0.7);
    assert.equal(body.tools, undefined);
    assert.match(readsAtLast(), /scripted.*Green\./);
    await chat.frame.getByRole('button', { name: 'The model answered everything' }).press('Enter');
    assert.match(
      await chat.frame.locator('.answered .given').last().innerText(),
      /Sent after your changes.*the sky.*10 in, \d out/s,
    );
    await window.screenshot('sampling-answered');
  });

  it('asks no more once it may always, but its answers are still reviewed', async () => {
    await trigger('First');
    await allowAlways();
    await button('Send to server').press('Enter');
    await trigger('Second');
    await button('Send to server').press('Enter');
    await chat.idle();
    assert.match(readsAtLast(), /Blue, of course/);
  });

  it('is refused when it asks too often, and the chat says why', async () => {
    // None at all, as a number would be one within a minute of a clock on the wall.
    await window.writeSettings({ 'patchbay.sampling.maxPerMinute': 0 });
    const refused = chat.frame.getByRole('button', { name: 'The model did not answer' });
    const before = sampled().length;
    await trigger('Fourth');
    await refused.waitFor();
    await chat.idle();
    assert.equal(sampled().length, before);
    assert.match(readsAtLast(), /too many requests/);
    model.replyWith();
  });

  it('asks again when its definition has changed, and when the permission was taken back', async () => {
    const description = async () => (await window.treeRows(SERVERS_VIEW))[0]?.description;
    const tools = await description();
    const launches = async () => (await window.output('Patchbay everything')).split('Connecting (').length;
    const before = await launches();
    await window.writeSettings({
      'patchbay.sampling.maxPerMinute': 100,
      'patchbay.sampling.reviewResult': false,
      'patchbay.servers': {
        everything: { ...everythingCommand, env: { CHANGED: 'yes' } },
      },
    });
    await poll('the new definition to be launched', async () => (await launches()) > before);
    // Some of its tools come after the connection is up.
    await poll('all of its tools', async () => (await description()) === tools);
    await trigger('Fifth');
    await allowAlways();
    await chat.idle();
    const sampledTwice = sampled().length + 1;
    await trigger('Sixth');
    await poll('the model to be asked without a card', () =>
      Promise.resolve(sampled().length === sampledTwice),
    );
    await chat.idle();
    await window.run('forgetSampling');
    await window.quickInput.toggleLabel('everything');
    await window.quickInput.press('OK');
    await window.quickInput.gone();
    await trigger('Seventh');
    await button('Deny…').press('Enter');
    await button('Deny').press('Enter');
    await chat.idle();
    assert.match(readsAtLast(), /User rejected sampling request/);
    assert.equal(sampled().length, sampledTwice);
    model.replyWith();
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
