/** The main job in one window, for the extension under development and for the packaged one alike. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { receivedMessages } from '../fixtures/servers/recorderLog.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow, type WindowOptions } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { rowSays, SERVERS_VIEW, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

const filesystem = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url),
);

/** The names of the tools that a request carried. */
function toolNames(request: SeenRequest | undefined): string[] {
  return (request?.body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name);
}

/** Defines the tests. `label` goes into the names of screenshots, `options` say which extension is used. */
export function describeJob(title: string, label: string, options: () => Promise<WindowOptions>): void {
  describe(title, () => {
    let scratch: string;
    let log: string;
    let endpoint: ScriptedEndpoint;
    let window: Window;
    let chat: ChatFrame;

    /** The model: does what the user's last words name. */
    function script({ body }: SeenRequest): Reply {
      // Images of results come as messages of the user too, but not as text.
      const asked = body.messages.findLastIndex(
        (each: { role: string; content: unknown }) =>
          each.role === 'user' && typeof each.content === 'string',
      );
      const answered = body.messages.slice(asked).some(({ role }: { role: string }) => role === 'tool');
      return answered
        ? textReply('That is what the tools said.')
        : firstStep(String(body.messages[asked].content));
    }

    function firstStep(asked: string): Reply {
      if (asked === 'sleep')
        return callsReply([{ id: 'a', name: 'mcp__recorder__sleep', args: { ms: 30_000 } }]);
      if (asked === 'many') {
        return callsReply(
          [
            { id: 'a', name: 'mcp__recorder__echo', args: { text: 'hello' } },
            { id: 'b', name: 'mcp__recorder__content', args: {} },
            { id: 'c', name: 'mcp__recorder__env', args: { name: 'NOBODY_SETS_THIS' } },
            { id: 'd', name: 'mcp__recorder__sleep', args: { ms: 300 } },
            { id: 'e', name: 'mcp__recorder__nothing', args: {} },
          ],
          { text: 'I will look.' },
        );
      }
      return textReply('Nothing to do.');
    }

    before(async function () {
      this.timeout(300_000);
      scratch = await mkdtemp(join(tmpdir(), 'patchbay-job-'));
      log = join(scratch, 'log');
      const folder = join(scratch, 'folder');
      await mkdir(folder);
      endpoint = await startEndpoint(script);
      window = await openWindow({
        ...(await options()),
        folder,
        size: { width: 1400, height: 900 },
        settings: {
          'patchbay.model.baseUrl': endpoint.baseURL,
          'patchbay.model.name': 'scripted',
          'patchbay.servers': {
            recorder: fixtureCommand('recorder', '--log', log),
            filesystem: { command: process.execPath, args: [filesystem] },
            mortal: fixtureCommand('misbehaving', 'die-in-call'),
          },
        },
      });
      await showServers(window);
      chat = await openChat(window);
    });
    after(async () => {
      await endpoint?.close();
      await window?.close();
      await rm(scratch, { recursive: true, force: true });
    });
    pictureFailures(label, () => window);

    const says = (name: string, words: RegExp) => rowSays(window, name, words);

    it('connects every server and shows its tools', async () => {
      for (const name of ['recorder', 'filesystem', 'mortal']) await says(name, /^\d+ tools$/);
    });

    it('runs the calls of a step in parallel and shows each with its state', async () => {
      await chat.ask('many');
      await chat.unfoldSteps();
      const states = {
        echo: 'success',
        content: 'success',
        env: 'error',
        sleep: 'success',
        nothing: 'error',
      };
      for (const [tool, state] of Object.entries(states))
        assert.equal(
          await chat.frame
            .locator(`.call.${state}`, { has: chat.frame.locator(`[title$="__${tool}"]`) })
            .count(),
          1,
          tool,
        );
      assert.match(await chat.transcript(), /That is what the tools said/);
      await window.screenshot(`${label}-turn`);
    });

    it('shows the same conversation in the editor area as in the side bar', async () => {
      await window.run('openChatInEditor');
      const frames = await poll('two chats', async () => {
        const found = [];
        for (const frame of window.page.frames())
          if (
            (await frame
              .locator('#patchbay-chat textarea')
              .count()
              .catch(() => 0)) > 0
          )
            found.push(frame);
        return found.length === 2 && found;
      });
      const texts = async () =>
        Promise.all(frames.map((frame) => frame.locator('.user-message').allInnerTexts()));
      await poll('both to show the same', async () => {
        const [one, two] = await texts();
        return one !== undefined && one.length > 0 && JSON.stringify(one) === JSON.stringify(two);
      });
      await chat.ask('hello');
      await poll(
        'both to show the new message',
        async () => (await texts()).every((all) => all.at(-1)?.includes('hello')) || undefined,
      );
      await window.screenshot(`${label}-chat-in-editor`);
      await window.runCommand('View: Close Editor');
    });

    it('takes an unchecked tool out of the next request', async () => {
      await window.expandRow(SERVERS_VIEW, 'recorder');
      await window.toggleRow(SERVERS_VIEW, 'echo');
      await says('recorder', /^7 of 8 tools/);
      await chat.ask('hello');
      const names = toolNames(endpoint.requests.at(-1));
      assert.equal(names.includes('mcp__recorder__echo'), false);
      assert.ok(names.includes('mcp__recorder__sleep'));
      await window.screenshot(`${label}-tree`);
    });

    it('keeps it unchecked over a reconnect', async () => {
      await window.run('reconnectAll');
      await poll(
        'the recorder to start again',
        async () => receivedMessages(log, 'initialize').length >= 2 || undefined,
      );
      await says('recorder', /^7 of 8 tools/);
    });

    it('ends the turn on Escape in the middle of a long call, and the server hears of it', async () => {
      const before = receivedMessages(log, 'notifications/cancelled').length;
      await chat.send('sleep');
      await chat.frame.getByRole('progressbar').waitFor();
      await window.screenshot(`${label}-running`);
      await chat.escape();
      await poll(
        'the cancellation to arrive',
        async () => receivedMessages(log, 'notifications/cancelled').length > before || undefined,
      );
      assert.equal(await chat.frame.locator('.call.cancelled').count(), 1);
    });

    it('shows a killed server as an error with the way it ended', async () => {
      const row = window.treeRow(SERVERS_VIEW, 'mortal');
      const ended = row.getByText(/^The server process was terminated by signal SIGKILL.* · reconnecting at/);
      const killed = new Set<number>();
      // It is started again after a second at most, which a busy page may miss. Each time it waits for longer.
      await poll('the row to say how it ended', async () => {
        for (const { pid, command } of await window.children()) {
          if (!command.includes('die-in-call') || killed.has(pid)) continue;
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        return ended.isVisible();
      });
      await window.screenshot(`${label}-killed-server`);
    });

    it('keeps the unchecked tool unchecked over a reload of the window', async () => {
      await window.reload();
      await showServers(window);
      await says('recorder', /^7 of 8 tools$/);
      chat = await openChat(window);
      await chat.ask('hello');
      assert.equal(toolNames(endpoint.requests.at(-1)).includes('mcp__recorder__echo'), false);
    });

    it('breaks no rule of the page: the console has no errors', () => {
      assert.deepEqual(window.consoleErrors(), []);
    });

    it('leaves no process behind when the window closes', async () => {
      assert.ok((await window.children()).some(({ command }) => command.includes('recorder')));
      assert.deepEqual(await window.close(), []);
    });
  });
}
