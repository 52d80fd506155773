/** Find in a long chat of a real window: each match comes into view, inside tables and code, too; so does what is opened. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

const lines = 'Another paragraph.\n\n'.repeat(40);
const wide = 'unbroken'.repeat(12);
const table = `| ${wide} | ${wide} | a |\n|---|---|---|\n| ${wide} | ${wide} | needle |`;
const code = `\`\`\`ts\nlet a = '${'wide '.repeat(80)}needle${' wide'.repeat(80)}';\n\`\`\``;

/** `all`, or what hides the current match: the element that scrolls or the window. */
const currentMatch = `(() => {
  const [range] = CSS.highlights.get('find-current') ?? [];
  if (!range) return 'none';
  const box = range.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return 'window';
  for (let part = range.startContainer.parentElement; part; part = part.parentElement) {
    const view = part.getBoundingClientRect();
    const hides = box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom;
    if (hides && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX)) return part.className || part.tagName;
  }
  return 'all';
})()`;

describe('in a long chat of a window', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-find-'));
    endpoint = await startEndpoint(
      [
        textReply(`${lines}${table}\n\n${lines}`),
        textReply(`${lines}${code}\n\n${lines}`),
        callsReply([{ id: 'a', name: 'mcp__demo__big', args: { bytes: 20_000 } }]),
        textReply('Long.'),
      ],
      { models: ['scripted'] },
    );
    window = await openWindow({
      folder,
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { demo: fixtureCommand('recorder') },
      },
    });
    chat = await openChat(window);
    for (const text of ['A table', 'Code', 'A call']) await chat.ask(text);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('find brings each match into view, and the table and code that it is in to it', async () => {
    await chat.input.press('Control+f');
    const field = chat.frame.locator('.find-input');
    await field.fill('needle');
    const count = chat.frame.locator('.find-count');
    const seen = new Set<string>();
    for (let step = 0; step < 4; step++) {
      await poll(
        `match ${step + 1} to be in view`,
        async () => (await chat.frame.evaluate<string>(currentMatch)) === 'all' || undefined,
      );
      seen.add(await count.innerText());
      await field.press('Enter');
      await poll(
        'the next match',
        async () => !seen.has(await count.innerText()) || seen.size === 2 || undefined,
      );
    }
    assert.deepEqual([...seen].toSorted(), ['1 of 2', '2 of 2']);
    await window.screenshot('find-in-chat');
    await field.press('Escape');
  });

  it('what is opened at the end comes into view', async () => {
    await chat.unfoldSteps();
    const row = chat.call('big');
    await row.getByRole('button').first().click();
    await poll('its body to be in view', async () =>
      row
        .locator('.call-section')
        .first()
        .evaluate((section) => {
          const { top } = section.getBoundingClientRect();
          const view = section.closest('.transcript')?.getBoundingClientRect();
          return (view && top >= view.top && top + 60 <= view.bottom) || undefined;
        }),
    );
    await window.screenshot('opened-at-end');
  });
});
