/** What the chat says when the endpoint fails, what it offers, and that the user's words stay (issue: bad input). */
import assert from 'node:assert/strict';
import {
  callsReply,
  chunk,
  errorReply,
  rawReply,
  startEndpoint,
  streamReply,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import type { Window } from './support/window.ts';

const failures: readonly {
  readonly what: string;
  readonly reply: Reply;
  readonly says: RegExp;
  readonly offers: string;
  /** The button that makes the next request, and the newest words in it. */
  readonly goesOn?: { readonly by: string; readonly with: string };
}[] = [
  {
    what: 'a key that is refused',
    reply: errorReply(401, { error: { message: 'Incorrect API key provided' } }),
    says: /key/i,
    offers: 'Set API key',
  },
  {
    what: 'a model that does not exist',
    reply: errorReply(404, { error: { message: 'The model does not exist', code: 'model_not_found' } }),
    says: /model/i,
    offers: 'Choose a model',
  },
  {
    what: 'too many requests',
    reply: errorReply(429, { error: { message: 'Rate limit reached' } }, { 'retry-after': '600' }),
    says: /10 minutes/,
    offers: 'Try again',
  },
  {
    what: 'a failure of the endpoint',
    // So long that it is not waited for.
    reply: errorReply(503, 'overloaded', { 'retry-after': '600' }),
    says: /503/,
    offers: 'Try again',
  },
  {
    what: 'a stream that breaks',
    reply: streamReply([chunk({ content: 'The answer is' })], { end: 'cut' }),
    says: /ended in the middle.*is kept/i,
    offers: 'Continue',
    goesOn: { by: 'Continue', with: 'Continue.' },
  },
  {
    what: 'an answer that is no stream',
    reply: rawReply(['<html>hello</html>'], { headers: { 'content-type': 'text/html' } }),
    says: /web page/,
    offers: 'Model settings',
  },
  {
    what: 'a redirect to another address',
    reply: rawReply([''], { status: 307, headers: { location: 'http://other.test/v1/chat/completions' } }),
    says: /nothing was sent there.*set the base URL to http:\/\/other\.test\/v1\./,
    offers: 'Model settings',
  },
  {
    what: 'an empty answer',
    reply: streamReply([chunk({ role: 'assistant', content: '' }, 'stop')]),
    says: /without text or a tool call/,
    offers: 'Choose a model',
  },
];

describe('the chat, when the endpoint fails', () => {
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => next.shift() ?? textReply('All is well.'));
    window = await openWindow({
      size: { width: 1000, height: 800 },
      settings: { 'patchbay.servers': { demo: fixtureCommand('recorder') } },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });

  const notice = (): ReturnType<ChatFrame['frame']['locator']> => chat.frame.locator('.notice:not(.past)');

  it('says that no model is set up before anything is sent', async () => {
    await chat.frame.getByRole('button', { name: 'Set up a model' }).first().waitFor();
    await window.screenshot('empty-no-model');
    await chat.ask('Are you there?');
    assert.match(await notice().innerText(), /^No model is set up yet\./);
    assert.ok(await notice().getByRole('button', { name: 'Set up a model' }).isVisible());
  });

  it('says that the endpoint cannot be reached, and where it was looked for', async () => {
    await window.writeSettings({
      'patchbay.model.name': 'scripted',
      'patchbay.model.baseUrl': 'http://127.0.0.1:9/v1',
    });
    await chat.frame.getByRole('button', { name: /scripted/ }).waitFor();
    await chat.ask('Are you there?');
    const text = await notice().innerText();
    assert.match(text, /127\.0\.0\.1:9/);
    assert.match(text, /Try again/);
  });

  it('goes on with the same words once the cause is mended', async () => {
    const { frame } = chat;
    await window.writeSettings({
      'patchbay.model.name': 'mended',
      'patchbay.model.baseUrl': endpoint.baseURL,
    });
    // The extension has the new settings when the composer names the model.
    await frame.getByRole('button', { name: /mended/ }).waitFor();
    await frame.getByRole('button', { name: 'Try again' }).click();
    await frame.getByText('All is well.').waitFor();
    await chat.idle();
    const { messages } = endpoint.requests.at(-1)?.body ?? {};
    assert.equal(messages.at(-1).content, 'Are you there?');
    assert.equal(await notice().count(), 0);
  });

  for (const { what, reply, says, offers, goesOn } of failures) {
    it(`explains ${what}, keeps the message, and tries again`, async () => {
      await chat.startNew(window);
      next = [reply];
      await chat.ask('My precious words');
      assert.match(await notice().innerText(), says);
      assert.match(await chat.frame.locator('.user-message').innerText(), /My precious words/);
      await chat.frame.getByRole('button', { name: offers }).first().waitFor();
      await window.screenshot(`failure-${what.replace(/\W+/g, '-')}`);
      await chat.frame.getByRole('button', { name: goesOn?.by ?? 'Try again' }).click();
      await chat.frame.getByText('All is well.').waitFor();
      await chat.idle();
      const { messages } = endpoint.requests.at(-1)?.body ?? {};
      assert.equal(messages.at(-1).content, goesOn?.with ?? 'My precious words');
      assert.match(JSON.stringify(messages), /My precious words/);
    });
  }

  const busy = (seconds: string): Reply =>
    errorReply(429, { error: { message: 'Rate limit reached' } }, { 'retry-after': seconds });

  it('says that it waits for a busy endpoint, until the user stops it', async () => {
    await chat.startNew(window);
    next = [busy('70')];
    await chat.send('Are you busy?');
    const waiting = /limits the rate of requests.*Trying again in ([1-6]?\d|7[01]) s \(attempt 1 of 4\)/;
    await chat.frame.locator('.waiting', { hasText: waiting }).waitFor();
    await window.screenshot('retrying');
    await chat.escape();
    await notice().filter({ hasText: 'Stopped.' }).waitFor();
  });

  it('is answered by an endpoint that was busy without asking again', async () => {
    await chat.startNew(window);
    next = [busy('1')];
    const before = endpoint.requests.length;
    await chat.ask('Are you busy?');
    await chat.frame.getByText('All is well.').waitFor();
    assert.equal(endpoint.requests.length, before + 2);
    assert.equal(await notice().count(), 0);
  });

  it('waits at the limit of steps with what was done, and goes on in the same response', async () => {
    await window.writeSettings({ 'patchbay.maxIterations': 1 });
    await chat.startNew(window);
    next = [callsReply([{ id: 'a', name: 'mcp__demo__echo', args: { text: 'x' } }])];
    await chat.send('Go');
    const card = chat.frame.getByRole('group', { name: /limit of 1 step/ });
    await card.getByText(/^So far: 1 step · 1 call · \d+ tokens/).waitFor();
    await window.screenshot('turn-paused');
    await card.getByRole('button', { name: 'Continue', exact: true }).press('Enter');
    await chat.frame.getByText('All is well.').waitFor();
    await chat.idle();
    assert.equal(await chat.frame.locator('.user-message').count(), 1);
  });
});
