/** Servers that are killed or restarted in the middle of a conversation: its next call works (features.md, A10, A11). */
import assert from 'node:assert/strict';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { isAlive } from '../fixtures/servers/alive.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { startLegacyHttp, type LegacyHttpServer } from '../fixtures/servers/http.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

/** A message as the endpoint reads it. */
interface ReadMessage {
  readonly role: string;
  readonly content: unknown;
}

describe('a server that goes away in the middle of a conversation', () => {
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  let remote: LegacyHttpServer;
  let remoteSse: LegacyHttpServer;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Done.'));
    [remote, remoteSse] = await Promise.all([
      startLegacyHttp({ kind: 'streamable' }),
      startLegacyHttp({ kind: 'sse' }),
    ]);
    window = await openWindow({
      size: { width: 1200, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': {
          local: fixtureCommand('recorder'),
          remote: { type: 'http', url: remote.url },
          stream: { type: 'sse', url: remoteSse.url },
        },
      },
    });
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    await poll('all servers to connect', async () => {
      const rows = await window.treeRows('MCP Servers');
      return rows.filter(({ description }) => /^\d+ tools/.test(description)).length === 3 || undefined;
    });
    chat = await openChat(window);
  });
  after(async () => {
    await window?.close();
    await Promise.all([endpoint?.close(), remote?.close(), remoteSse?.close()]);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.screenshot(`recovery-failed-${this.currentTest.title.slice(0, 20).replace(/\W+/g, '-')}`);
  });

  /** Has the model call the tool `echo` of the server, and gives what the model then read as its result. */
  const echo = async (server: string, text: string): Promise<string> => {
    const before = endpoint.requests.length;
    next = [callsReply([{ id: text, name: `mcp__${server}__echo`, args: { text } }])];
    await chat.ask(`Say ${text}.`);
    // One request that is answered with the call, and one with its result.
    await poll(`the result of ${text}`, () => Promise.resolve(endpoint.requests.length === before + 2));
    await chat.idle();
    const messages: readonly ReadMessage[] = endpoint.requests.at(-1)?.body.messages ?? [];
    return JSON.stringify(messages.findLast(({ role }) => role === 'tool')?.content);
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
