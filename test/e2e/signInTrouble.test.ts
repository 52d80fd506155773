/** Sign-ins that do not go straight, as the user sees them in the window (A14). */
import assert from 'node:assert/strict';
import { callsReply } from '../fixtures/endpoint.ts';
import { openChat } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openGuardedWindow, type GuardedWindow } from './support/guardedWindow.ts';
import { openedPage } from './support/openedPage.ts';
import { SERVERS_VIEW, showServers } from './support/servers.ts';
import { deny, logIn, notification } from './support/signIn.ts';
import type { Window } from './support/window.ts';

describe('a sign-in that does not go straight', () => {
  let opened: GuardedWindow;
  let server: GuardedWindow['server'];
  let model: GuardedWindow['model'];
  let says: GuardedWindow['says'];
  let window: Window;

  before(async () => {
    opened = await openGuardedWindow();
    ({ server, model, says, window } = opened);
  });
  after(() => opened?.close());
  pictureFailures('sign-in', () => window);

  const clickRow = () => window.treeRow(SERVERS_VIEW, 'guarded').click();
  const told = (text: RegExp) => notification(window, text);

  it('opens the browser by a click on the row, and says that the user denied it there', async () => {
    await deny(window, await openedPage(window, clickRow));
    await told(/access_denied.*\. Sign in again/);
    await says(/^sign-in needed/);
    await window.screenshot('sign-in-denied');
    assert.equal(server.counts.exchanged, 0);
  });

  it('is tried again from there, and can be cancelled while the browser has it', async () => {
    const again = (await told(/access_denied/)).getByRole('button', { name: 'Sign In' });
    const page = await openedPage(window, () => again.click());
    await page.close();
    await window.page.bringToFront();
    const waiting = await told(/signing in to "guarded"/);
    await window.screenshot('sign-in-waiting');
    await waiting.hover();
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await told(/you cancelled it/);
    await says(/^sign-in needed/);
  });

  it('asks in the middle of a conversation when the tokens were revoked, and goes on', async () => {
    await logIn(window, await openedPage(window, clickRow));
    await says(/^\d+ tools/);
    const chat = await openChat(window);
    server.expire({ andRefresh: true });
    model.replyWith(callsReply([{ id: 'a', name: 'mcp__guarded__add', args: { a: 20, b: 22 } }]));
    await chat.send('Add');
    const question = await told(/A tool call waits/);
    await window.screenshot('sign-in-for-a-call');
    await logIn(
      window,
      await openedPage(window, () => question.getByRole('button', { name: 'Sign In' }).click()),
    );
    await chat.idle();
    assert.match(model.lastRead, /42/);
  });

  it('keeps no tokens where the secret storage is in memory: after a reload it says so', async () => {
    await window.reload();
    await showServers(window);
    await says(/^sign-in needed/);
    await logIn(window, await openedPage(window, clickRow));
    await says(/^\d+ tools/);
  });

  it('tells the model what to do when the user does not want to sign in for its call', async () => {
    const chat = await openChat(window);
    server.expire({ andRefresh: true });
    model.replyWith(callsReply([{ id: 'b', name: 'mcp__guarded__add', args: { a: 1, b: 2 } }]));
    await chat.send('Add once more');
    const question = await told(/A tool call waits/);
    await question.hover();
    await question.locator('.codicon-notifications-clear').click();
    await chat.idle();
    assert.match(model.lastRead, /wants you to sign in\..*Sign In…/);
    await says(/^sign-in needed/);
  });
});
