/**
 * The first start on a machine where much is wrong: the folder for data cannot be used, nothing can be read or written
 * in the user's home, and the network is behind a proxy that only the environment names. The chat works, says what is
 * wrong, and has everything once that is mended.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { callsReply } from '../fixtures/endpoint.ts';
import { startProxy, type TestProxy } from '../fixtures/proxy.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('the first start', () => {
  let home: string;
  let storage: string;
  let model: ScriptedModel;
  let proxy: TestProxy;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-first-'));
    storage = join(home, 'data/User/globalStorage/patchbay.patchbay');
    await mkdir(dirname(storage), { recursive: true });
    // A folder that nobody may write into is no hindrance for root. A file in its place is one for everybody.
    await writeFile(storage, '');
    const noHome = join(home, 'no-home');
    await writeFile(noHome, '');
    model = await startModel();
    proxy = await startProxy({ 'model.test': model.settings['patchbay.model.baseUrl'] });
    window = await openWindow({
      home,
      env: {
        HOME: noHome,
        HTTP_PROXY: proxy.url,
        HTTPS_PROXY: proxy.url,
        NO_PROXY: undefined,
        http_proxy: undefined,
        https_proxy: undefined,
        no_proxy: undefined,
      },
      settings: {
        ...model.settings,
        'patchbay.model.baseUrl': 'http://model.test/v1',
        'patchbay.tools.approval': 'never',
        'patchbay.servers': { recorder: fixtureCommand('recorder') },
      },
    });
    await serversConnected(window);
    chat = await openChat(window);
  });
  after(async () => {
    await window?.close();
    await proxy?.close();
    await model?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  pictureFailures('first-start', () => window);

  let calls = 0;

  /** Has the model call a tool, and gives what it has read of the result. */
  async function use(words: string): Promise<string> {
    calls += 1;
    model.replyWith(
      callsReply([{ id: `call-${calls}`, name: 'mcp__recorder__echo', args: { text: words } }]),
    );
    await chat.ask(words);
    return model.read;
  }

  it('has the chat work through the proxy of the environment, and says once what cannot be saved, where and what to do', async () => {
    assert.match(await use('first-words'), /first-words/);
    assert.match(await chat.transcript(), /Done\./);
    assert.ok(proxy.seen.includes('CONNECT model.test:80'), proxy.seen.join());
    for (const [what, file] of [
      ['Conversations are', 'conversations.sqlite'],
      ['The call history is', 'history.sqlite'],
    ] as const)
      await notification(
        window,
        new RegExp(`${what} not saved\\..*${join(storage, file)}.*Make it and its folder writable`),
      );
    await use('second-words');
    const rows = window.page.locator('.notifications-center .monaco-list-row');
    assert.equal(await rows.filter({ hasText: 'not saved' }).count(), 2);
  });

  it('keeps the message when the network goes, and says what to check', async () => {
    await proxy.close();
    await chat.ask('precious-words');
    const notice = chat.frame.locator('.notice').last();
    assert.match(await notice.innerText(), /proxy .* model\.test cannot be reached .*Check the network/s);
    proxy = await startProxy(
      { 'model.test': model.settings['patchbay.model.baseUrl'] },
      Number(new URL(proxy.url).port),
    );
    await notice.getByRole('button', { name: 'Try again' }).press('Enter');
    await poll('the answer', () => Promise.resolve(model.read.includes('precious-words') || undefined));
    await chat.idle();
  });

  it('has lost nothing once the folder can be used @nightly', async () => {
    await rm(storage);
    await use('last-words');
    // After a failure nothing is tried for half a minute; then the next change brings all that is missing.
    const written = async () => {
      await chat.ask('more');
      return existsSync(join(storage, 'conversations.sqlite')) || undefined;
    };
    await poll('the conversation to be written', written);
    await window.run('showHistory');
    const history = await window.webviewFrame('.history .page-bar');
    const rows = history.locator('.history-row');
    await poll('all calls', async () => (await rows.count()) === calls || undefined, {
      timeout: 60_000,
      detail: async () => (await rows.allInnerTexts()).join('\n'),
    });
    await window.reload();
    chat = await openChat(window);
    await chat.ask('after the reload');
    for (const words of ['first-words', 'second-words', 'precious-words', 'last-words'])
      assert.ok(model.read.includes(words), words);
  });
});
