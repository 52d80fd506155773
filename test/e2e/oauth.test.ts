/** Signing in to a remote server in the window, with a real authorization server and a browser (A14). */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callsReply } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openGuardedWindow, type GuardedWindow } from './support/guardedWindow.ts';
import { openedPage } from './support/openedPage.ts';
import { poll } from './support/poll.ts';
import { notification } from './support/notifications.ts';
import { logIn } from './support/signIn.ts';
import type { Window } from './support/window.ts';

describe('a server that wants a sign-in', () => {
  let opened: GuardedWindow;
  let server: GuardedWindow['server'];
  let model: GuardedWindow['model'];
  let says: GuardedWindow['says'];
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openGuardedWindow();
    ({ server, model, says, window } = opened);
    // In the window, which has no token yet, and in all frames that come.
    await window.page.evaluate(recordMessages);
    await window.page.context().addInitScript(recordMessages);
  });
  after(() => opened?.close());
  pictureFailures('oauth', () => window);

  const connected = () => says(/^\d+ tools/);
  const call = async (): Promise<string> => {
    await chat.idle();
    model.replyWith(callsReply([{ id: 'a', name: 'mcp__guarded__add', args: { a: 20, b: 22 } }]));
    await chat.ask('Add');
    return model.lastRead;
  };

  it('says so at start-up, and opens no browser', async () => {
    await says(/^sign-in needed/);
    await window.screenshot('oauth-needed');
    assert.equal(window.page.context().pages().length, 1);
    const bell = window.page.locator('[id="status.notifications"]');
    await bell.waitFor();
    // The editor may have had something of its own to say for a moment.
    await bell.locator('.codicon-bell-dot').waitFor({ state: 'detached' });
    assert.equal(server.counts.registered, 0);
  });

  it('is connected after the sign-in, and its tools work', async () => {
    await logIn(window, await openedPage(window, signIn));
    await connected();
    await window.screenshot('oauth-signed-in');
    assert.equal(server.counts.exchanged, 1);
    chat = await openChat(window);
    assert.match(await call(), /42/);
  });

  it('refreshes an expired token without the user', async () => {
    server.expire();
    assert.match(await call(), /42/);
    assert.ok(server.counts.refreshed > 0);
    assert.equal(server.counts.exchanged, 1);
    assert.equal(window.page.context().pages().length, 1);
  });

  it('registers again when the authorization server has forgotten it', async () => {
    const { registered } = server.counts;
    server.forgetClients();
    await window.run('reconnect');
    await logIn(window, await openedPage(window, pick));
    await connected();
    assert.equal(server.counts.registered, registered + 1);
  });

  it('is signed out, its tokens revoked', async () => {
    assert.ok(server.tokens().refresh > 0);
    await window.run('signOut');
    await pick();
    await says(/^disconnected/);
    await poll('the tokens to be revoked', () => {
      const { access, refresh } = server.tokens();
      return Promise.resolve(access === 0 && refresh === 0);
    });
    await window.page.locator('[id="status.notifications"] .codicon-bell-dot').waitFor();
    await notification(window, /signed out of "guarded"/);
  });

  it('leaves no token anywhere but in the secret storage', async () => {
    const written = await everythingWritten(window);
    assert.ok(server.secrets.size > 4);
    for (const secret of server.secrets) {
      for (const [where, text] of written) assert.ok(!text.includes(secret), `a secret is in ${where}`);
    }
  });

  async function pick(): Promise<void> {
    await window.quickInput.choose('guarded');
  }

  async function signIn(): Promise<void> {
    await window.run('signIn');
    await pick();
  }
});

/** Runs in every frame: keeps what is posted to it. */
function recordMessages(): void {
  const page = globalThis as unknown as {
    received: string[];
    addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  };
  page.received = [];
  page.addEventListener('message', ({ data }) => {
    try {
      page.received.push(JSON.stringify(data));
    } catch {
      // What has no JSON is no text.
    }
  });
}

/** All texts that the window keeps or has shown, by where they are. */
async function everythingWritten(window: Window): Promise<[string, string][]> {
  const files = await readdir(window.dataDir, { recursive: true, withFileTypes: true });
  const onDisk = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file): Promise<[string, string]> => {
        const path = join(file.parentPath, file.name);
        return [path, await readFile(path, 'latin1')];
      }),
  );
  const inFrames = await Promise.all(
    window.page.frames().map(async (frame): Promise<[string, string]> => {
      const text = await frame
        .evaluate(`document.documentElement.outerHTML + (globalThis.received ?? []).join()`)
        .catch(() => '');
      return [frame.url(), String(text)];
    }),
  );
  const stored = await window.page.evaluate(
    `(async () => {
      const kept = Object.entries(localStorage).filter(([key]) => key !== 'secrets.provider').flat();
      for (const { name } of await indexedDB.databases()) {
        const db = await new Promise((done, fail) => {
          const open = indexedDB.open(name);
          open.onsuccess = () => done(open.result);
          open.onerror = () => fail(open.error);
        });
        for (const store of db.objectStoreNames) {
          const all = await new Promise((done) => {
            const read = db.transaction(store).objectStore(store).getAll();
            read.onsuccess = () => done(read.result);
          });
          kept.push(...all.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))));
        }
        db.close();
      }
      return kept.join('\\n');
    })()`,
  );
  return [...onDisk, ...inFrames, ['the storage of the browser', String(stored)]];
}
