/** A real server asks the user in the middle of a call: a form and a page, by keyboard (features.md, B6). */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openedPage } from './support/openedPage.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

describe('a server that asks the user', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({ otherwise: 'Thank you.', servers: { everything: everythingCommand } });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('elicitation', () => window);

  const card = () => chat.frame.locator('.question');
  const answered = (words: RegExp) =>
    poll(`the model to read ${String(words)}`, async () => words.test(model.read) || undefined);

  async function call(tool: string, args: Record<string, unknown> = {}): Promise<void> {
    await chat.idle();
    model.replyWith(callsReply([{ id: 'a', name: `mcp__everything__${tool}`, args }]));
    await chat.send('Ask me');
    await card().last().waitFor();
  }

  it('gets the values of its form', async () => {
    await call('trigger-elicitation-request');
    assert.match(await card().last().innerText(), /everything/);
    const line = chat.call('trigger-elicitation-request').last().locator('.disclosure-button');
    await line.getByText('Waiting for you').waitFor();
    await chat.frame.getByRole('button', { name: /^requested by Trigger Elicitation/ }).press('Enter');
    await chat.call('trigger-elicitation-request').last().locator('.disclosure-button:focus').waitFor();
    await window.screenshot('elicitation-form');
    await chat.frame.getByLabel('String', { exact: false }).first().fill('Ada Lovelace');
    await chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    await chat.idle();
    await answered(/Ada Lovelace/);
    await window.screenshot('elicitation-answered');
  });

  it('is told of a refusal, which is not the same as a cancellation', async () => {
    await call('trigger-elicitation-request');
    await chat.frame.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
    await chat.idle();
    await answered(/declined/);
    await call('trigger-elicitation-request');
    await chat.frame.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
    await chat.idle();
    await answered(/cancelled/);
  });

  it('has its question withdrawn when the turn is stopped', async () => {
    await call('trigger-elicitation-request');
    await window.run('stop');
    await chat.idle();
    assert.equal(await chat.frame.getByRole('button', { name: 'Submit', exact: true }).count(), 0);
  });

  it('opens no page before the user has agreed, who sees where it leads', async () => {
    await call('trigger-url-elicitation', { url: 'https://example.com/sign-in?state=1' });
    assert.match(await card().last().innerText(), /https:\/\/example\.com\/sign-in\?state=1/);
    await window.screenshot('elicitation-url');
    await chat.frame.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
    await chat.idle();
    await answered(/declin/i);
  });

  it('refuses its call until the user has visited a page, and has it made again or not', async () => {
    await call('trigger-url-elicitation', { url: 'https://example.com/needs-a-page', errorPath: true });
    assert.match(await card().last().innerText(), /https:\/\/modelcontextprotocol\.io\//);
    await chat.frame.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
    await chat.idle();
    await answered(/needs the user to visit a page first, and the user declined/);
  });

  describe('that needs a page', () => {
    /** This machine; what leads to the usual 127.0.0.1 the editor in the browser sends through its own proxy. */
    const SITE = '127.0.0.2';
    let site: Server;
    const visited: (string | undefined)[] = [];
    before(async () => {
      site = createServer(({ url }, response) => {
        visited.push(url);
        response.setHeader('content-type', 'text/html').end('<title>Paid</title>Thank you.');
      });
      await new Promise<void>((resolve) => site.listen(0, SITE, resolve));
      // The page that the server wants first is one of the world outside, which tests do not go to.
      await window.page
        .context()
        .route('https://modelcontextprotocol.io/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>First</title>Sign here.' }),
        );
    });
    after(() => site.close());

    it('has its call made again when the user has been there, and the result is the call’s', async () => {
      const url = `http://${SITE}:${(site.address() as AddressInfo).port}/pay?amount=1`;
      await call('trigger-url-elicitation', { url, errorPath: true });
      const button = (name: string) => card().last().getByRole('button', { name, exact: true });
      const first = await openedPage(window, () => button('Open in browser').press('Enter'));
      assert.equal(first.url(), 'https://modelcontextprotocol.io/');
      await first.close();
      await window.page.bringToFront();
      await chat.call('trigger-url-elicitation').last().getByText('Waiting for you').waitFor();
      await window.screenshot('elicitation-page-opened');
      await button('Continue').press('Enter');
      // The call that is made again asks for the page it was given.
      await card().getByText('/pay?amount=1').waitFor();
      const second = await openedPage(window, () => button('Open in browser').press('Enter'));
      await second.getByText('Thank you.').waitFor();
      await second.close();
      await window.page.bringToFront();
      await chat.idle();
      await answered(/User completed the URL elicitation|completed/);
      assert.ok(visited.includes('/pay?amount=1'));
      await window.screenshot('elicitation-page-finished');
    });
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
