/** Sign-ins that do not go straight, as the user sees them in the window (A14). */
import assert from 'node:assert/strict';
import { callsReply } from '../fixtures/endpoint.ts';
import { openChat } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openGuardedWindow, type GuardedWindow } from './support/guardedWindow.ts';
import { openedPage } from './support/openedPage.ts';
import { SERVERS_VIEW, showServers } from './support/servers.ts';
import { notification } from './support/notifications.ts';
import { deny, logIn } from './support/signIn.ts';
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

  const clickRow = () => window.openRow(SERVERS_VIEW, 'guarded');
  const told = (text: RegExp) => notification(window, text);

  it('opens the browser by a click on the row, and says that the user denied it there', async () => {
    await deny(window, await openedPage(window, clickRow));
    await told(/access_denied.*\. Sign in again/);
    await says(/^sign-in needed/);
    await window.screenshot('sign-in-denied');
    assert.equal(server.counts.exchanged, 0);
  });

  it('shows what the authorization server says of the error as text: no link in it', async () => {
    const request = window.page
      .context()
      .waitForEvent('request', (each) => new URL(each.url()).searchParams.has('redirect_uri'));
    const page = await openedPage(window, clickRow);
    const { origin, searchParams: asked } = new URL((await request).url());
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', '[Sign in here](command:workbench.action.closeWindow)');
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('iss', origin);
    await page.goto(back.href);
    await page.close();
    await window.page.bringToFront();
    const { row } = await told(/Sign in here/);
    assert.equal(await row.locator('.notification-list-item-message a').count(), 0);
    assert.match(await row.innerText(), /\[Sign in here\] \(command:workbench\.action\.closeWindow\)/);
    await window.screenshot('sign-in-hostile-description');
  });

  it('is tried again from there, and can be cancelled while the browser has it', async () => {
    const denied = await told(/access_denied/);
    const page = await openedPage(window, () => denied.choose('Sign In'));
    await page.close();
    await window.page.bringToFront();
    const waiting = await told(/Signing In to "guarded"/);
    await window.screenshot('sign-in-waiting');
    await waiting.choose('Cancel');
    await told(/you cancelled the sign-in/);
    await says(/^sign-in needed/);
  });

  it('asks in the middle of a conversation when the tokens were revoked, and goes on', async () => {
    await logIn(window, await openedPage(window, clickRow));
    await says(/^\d+ tools/);
    const chat = await openChat(window);
    server.expire({ andRefresh: true });
    model.replyWith(callsReply([{ id: 'a', name: 'mcp__guarded__add', args: { a: 20, b: 22 } }]));
    await chat.send('Add');
    const question = await told(/A tool call is waiting/);
    await window.screenshot('sign-in-for-a-call');
    await logIn(window, await openedPage(window, () => question.choose('Sign In')));
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
    const question = await told(/A tool call is waiting/);
    await question.dismiss();
    await chat.idle();
    assert.match(model.lastRead, /requires you to sign in\..*Sign In…/);
    await says(/^sign-in needed/);
  });
});
