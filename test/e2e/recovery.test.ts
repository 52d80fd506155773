/** Servers that are killed or restarted in the middle of a conversation: its next call works (features.md, A10, A11). */
import assert from 'node:assert/strict';
import { callsReply } from '../fixtures/endpoint.ts';
import { isAlive } from '../fixtures/servers/alive.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { startLegacyHttp, type LegacyHttpServer } from '../fixtures/servers/http.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

describe('a server that goes away in the middle of a conversation', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let remote: LegacyHttpServer;
  let remoteSse: LegacyHttpServer;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    [remote, remoteSse] = await Promise.all([
      startLegacyHttp({ kind: 'streamable' }),
      startLegacyHttp({ kind: 'sse' }),
    ]);
    opened = await openChatWindow({
      servers: {
        local: fixtureCommand('recorder'),
        remote: { type: 'http', url: remote.url },
        stream: { type: 'sse', url: remoteSse.url },
      },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await Promise.all([remote?.close(), remoteSse?.close()]);
  });
  pictureFailures('recovery', () => window);

  /** Has the model call the tool `echo` of the server, and gives what the model then read as its result. */
  const echo = async (server: string, text: string): Promise<string> => {
    model.replyWith(callsReply([{ id: text, name: `mcp__${server}__echo`, args: { text } }]));
    await chat.ask(`Say ${text}.`);
    // One request that is answered with the call, and one with its result.
    await poll(`the result of ${text}`, () => Promise.resolve(model.newRequests.length === 2));
    await chat.idle();
    return model.results.at(-1) ?? '';
  };

  it('is started again for the next call after it was killed', async () => {
    assert.match(await echo('local', 'one'), /one/);
    const server = (await window.children()).find(({ command }) => command.includes('recorder'));
    assert.ok(server, 'its process is found');
    process.kill(server.pid, 'SIGKILL');
    await poll('it to be gone', () => Promise.resolve(!isAlive(server.pid) || undefined));
    assert.match(await echo('local', 'two'), /two/);
    const again = (await window.children()).filter(({ command }) => command.includes('recorder'));
    assert.deepEqual([again.length, again[0]?.pid === server.pid], [1, false]);
  });

  it('is connected anew for the next call after it was restarted over HTTP', async () => {
    assert.match(await echo('remote', 'three'), /three/);
    await remote.close();
    remote = await startLegacyHttp({ kind: 'streamable', port: Number(new URL(remote.url).port) });
    assert.match(await echo('remote', 'four'), /four/);
  });

  it('is connected anew for the next call after it was restarted over SSE', async () => {
    assert.match(await echo('stream', 'five'), /five/);
    await remoteSse.close();
    remoteSse = await startLegacyHttp({ kind: 'sse', port: Number(new URL(remoteSse.url).port) });
    assert.match(await echo('stream', 'six'), /six/);
    await window.screenshot('recovery');
  });
});
