/** Pictures of the chat, the tree and the history in a real window, in four themes and at two widths, for eyes to judge. */
import assert from 'node:assert/strict';
import {
  callsReply,
  errorReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { themes } from './support/themes.ts';
import type { Window } from './support/window.ts';

const answer = [
  '## What came out',
  '',
  'Some *emphasis*, some **weight**, `inline code` and a [link](https://example.com).',
  '',
  '| server | tools |',
  '| --- | ---: |',
  '| demo | 8 |',
  '',
  '1. first',
  '2. second',
  '   - nested',
  '',
  '> A quotation.',
  '',
  '```ts',
  'export const sum = (a: number, b: number): number => a + b; // adds',
  '```',
].join('\n');

describe('the looks @nightly', () => {
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    const replies = [
      callsReply(
        [
          { id: 'a', name: 'mcp__demo__echo', args: { text: 'hello' } },
          { id: 'b', name: 'mcp__demo__content', args: {} },
          { id: 'c', name: 'mcp__demo__env', args: { name: 'NOBODY_SETS_THIS' } },
          { id: 'd', name: 'mcp__short__slow', args: {} },
          { id: 'e', name: 'mcp__demo__big', args: { bytes: 90_000 } },
        ],
        { text: 'I will use several tools at once.' },
      ),
      textReply(answer),
    ];
    const refusal = { error: { message: 'Rate limit reached for scripted' } };
    // However often it is tried.
    endpoint = await startEndpoint(
      () => replies.shift() ?? errorReply(429, refusal, { 'retry-after': '600' }),
    );
    window = await openWindow({
      size: { width: 1200, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': {
          demo: fixtureCommand('recorder'),
          // A tool of it never answers: it waits for a cancellation, so that its time limit fires.
          short: { ...fixtureCommand('misbehaving', 'answer-after-cancel'), timeout: 150 },
          gone: { command: 'no-such-command' },
          off: { ...fixtureCommand('recorder'), enabled: false },
          wrong: { type: 'stdio' },
        },
      },
    });
    await window.focusServers();
    await poll('the servers to settle', async () => {
      const rows = await window.treeRows('MCP Servers');
      return (
        ['demo', 'short', 'gone', 'off', 'wrong', 'Built-in tools'].every((name) =>
          rows.some(({ label }) => label === name),
        ) && rows.every(({ description }) => !description.startsWith('connecting'))
      );
    });
    await window.treeRow('MCP Servers', 'demo').click();
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });

  async function pictures(state: string): Promise<void> {
    for (const [name, theme] of themes) {
      await window.setTheme(theme);
      await window.screenshot(`looks-${state}-${name}`);
    }
  }

  it('are good while nothing has been asked', () => pictures('empty'));

  it('are good after a turn with calls of every kind', async () => {
    await chat.ask('Show me what you can do, please.');
    await chat.unfoldSteps();
    assert.equal(await chat.frame.locator('.call.success').count(), 3);
    await pictures('turn');
    await chat.call('content').getByRole('button').first().click();
    await chat.call('env').getByRole('button').first().click();
    await pictures('opened');
  });

  it('are good in the list of conversations and in the call history', async () => {
    await window.run('showConversations');
    await window.page.getByText('Patchbay: Conversations').waitFor();
    await pictures('list');
    await window.quickInput.dismiss();
    await window.run('showHistory');
    const history = await window.webviewFrame('#patchbay-history .history-row');
    await history.locator('.history-row').first().click();
    await history.locator('.split-details').waitFor();
    await pictures('history');
    await window.runCommand('View: Close Editor');
  });

  it('are good with an error, and in the width of an editor', async () => {
    await chat.ask('Once more.');
    await pictures('error');
    await window.run('openChatInEditor');
    await window.runCommand('View: Hide Secondary Side Bar');
    await window.setSize(1600, 1000);
    await pictures('wide');
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
