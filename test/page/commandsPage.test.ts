/** Commands that run: what is shown of them above the message and in their calls, and what can be done with them. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, CommandView, HostMessage } from '../../src/protocol/index.ts';
import {
  hostileCommands,
  hostileNames,
  namedCommands,
  runningCommands,
} from '../../stories/chat/commands.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = {
  turn: 'running',
  model: 'm',
  servers: { connected: 1, total: 1, tools: 3 },
  approvalMode: 'ask',
};
const command = (id: string, more: Partial<CommandView> = {}): CommandView => ({
  id,
  command: `npm run ${id}`,
  line: `${id} is ready`,
  startedAt: 0,
  isBackground: true,
  ...more,
});
const told = (...commands: readonly CommandView[]): HostMessage => ({
  type: 'commands',
  conversation: 'c1',
  commands,
});

describe('commands that run', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show(runningCommands);
  });
  const group = () => page.getByRole('group', { name: 'Commands in the background' });
  const announced = () => page.locator('.announcer').innerText();

  it('in the background have a row above the message with name, last line, time and buttons', async () => {
    await chat.tell(told(command('dev')));
    assert.match(await group().innerText(), /npm run dev\s+dev is ready\s+\S+/);
    await group().getByRole('button', { name: 'Show in Terminal: npm run dev' }).click();
    await group().getByRole('button', { name: 'Stop Command: npm run dev' }).press('Enter');
    assert.deepEqual(await chat.posted(), [
      { type: 'showCommand', id: 'dev' },
      { type: 'stopCommand', id: 'dev' },
    ]);
    await chat.tell(told());
    assert.equal(await group().count(), 0);
    const focused = await page.evaluate<string>('document.activeElement.className');
    assert.match(focused, /message-field/);
  });

  for (const width of [300, 420, 1_000])
    it(`have room for their last line, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await chat.tell(told(command('dev', { command: 'for i in 1 2 3 4; do echo "$i"; done; npm run dev' })));
      const box = await group().locator('.command-line').boundingBox();
      assert.ok(box && box.width > 150, JSON.stringify(box));
    });

  it('are several in a list that folds to one line', async () => {
    await chat.tell(told(command('dev'), command('test'), command('watch')));
    const head = group().getByRole('button', { name: '3 commands run in the background' });
    assert.equal(await group().getByRole('listitem').count(), 3);
    await head.click();
    assert.equal(await group().getByRole('listitem').count(), 0);
    const box = await group().boundingBox();
    assert.ok(box && box.height < 40, JSON.stringify(box));
  });

  for (const width of [300, 420, 1_000])
    it(`leave the transcript its room in a low window, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 508 });
      await chat.tell(told(...['a', 'b', 'c', 'd', 'e'].map((id) => command(id))));
      const box = await group().boundingBox();
      assert.ok(box && box.height < 70, JSON.stringify(box));
      const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      assert.equal(isWide, false);
    });

  it('show what they wrote as text', async () => {
    await chat.tell(told(command('dev', { line: '<img src=x onerror=alert(1)>' })));
    assert.match(await group().innerText(), /<img src=x/);
    assert.equal(await group().locator('img').count(), 0);
  });

  it('are announced when they go to the background, wait for input and have ended, and not as they write', async () => {
    await chat.tell(told(command('dev')));
    await page
      .locator('.announcer', { hasText: 'The command npm run dev runs in the background.' })
      .waitFor();
    await chat.tell(told(command('dev', { line: 'more' })));
    await chat.tell(told(command('dev', { wait: { prompt: 'Port?', isSecret: false } })));
    await page.locator('.announcer', { hasText: 'The command npm run dev waits for input. Port?' }).waitFor();
    await chat.tell(told());
    await page.locator('.announcer', { hasText: 'The command npm run dev has ended.' }).waitFor();
    assert.doesNotMatch(await announced(), /more/);
  });

  it('are not announced as complete when their call ends and they run on', async () => {
    const change = { status: 'success', commandEnd: { kind: 'background' } } as const;
    await chat.tell(chat.patch({ op: 'call', id: 'r1', change }));
    await chat.tell(chat.patch({ op: 'call', id: 'r2', change: { status: 'success' } }));
    await page.locator('.announcer', { hasText: 'Run command is complete.' }).waitFor();
    assert.doesNotMatch(await announced(), /2 calls/);
  });

  it('of another conversation are not announced', async () => {
    await chat.tell({ ...told(command('dev')), conversation: 'other' } as HostMessage);
    assert.doesNotMatch(await announced(), /npm run dev/);
  });

  it('can be stopped each by itself, and those of a call be sent to the background', async () => {
    await chat.tell(told(command('r1', { isBackground: false })));
    const row = (id: string) => page.locator('.call').nth(Number(id.slice(1)) - 1);
    assert.equal(await page.getByRole('button', { name: 'Stop This Call' }).count(), 3);
    assert.equal(await page.getByRole('button', { name: 'Keep Running in the Background' }).count(), 1);
    assert.equal(await group().count(), 0);
    await row('r1').getByRole('button', { name: 'Keep Running in the Background' }).click();
    await row('r3').getByRole('button', { name: 'Stop This Call' }).click();
    assert.deepEqual(await chat.posted(), [
      { type: 'keepCommand', id: 'r1', forInput: false },
      { type: 'stopCall', id: 'r3' },
    ]);
  });

  for (const width of [257, 300, 420, 1_000])
    it(`show without being pointed at how their calls are stopped or sent to the background, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await chat.tell(told(command('r1', { isBackground: false, command: 'npm init' })));
      const row = page.locator('.call').first();
      const buttons = row.getByRole('group', { name: 'Actions for npm init', exact: true });
      await buttons.getByRole('button', { name: 'Stop This Call' }).waitFor();
      const opacity = (at: number) =>
        page.evaluate<string>(`getComputedStyle(document.querySelectorAll('.call-actions')[${at}]).opacity`);
      assert.deepEqual([await opacity(0), await opacity(1)], ['1', '0']);
      const covering = await buttons.boundingBox();
      assert.ok(covering);
      for (const part of ['.call-name', '.call-about', '.call-state-icon']) {
        const box = await row.locator(part).first().boundingBox();
        assert.ok(box, part);
        const isApart =
          box.x + box.width <= covering.x + 1 ||
          covering.x + covering.width <= box.x + 1 ||
          box.y + box.height <= covering.y + 1 ||
          covering.y + covering.height <= box.y + 1 ||
          part === '.call-name';
        assert.ok(isApart, `${part}: ${JSON.stringify([box, covering])}`);
      }
      await row.getByRole('button').first().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.deepEqual(await chat.posted(), [
        { type: 'keepCommand', id: 'r1', forInput: false },
        { type: 'stopCall', id: 'r1' },
      ]);
    });

  it('take what is typed into the call that asks, or leave it to the model', async () => {
    await chat.tell(told(command('r1', { isBackground: false, wait: { prompt: 'Name:', isSecret: false } })));
    const field = page.getByRole('textbox', { name: 'Name:' });
    await field.fill('Ada');
    await field.press('Enter');
    assert.equal(await field.inputValue(), '');
    await page.getByRole('button', { name: 'Let the Model Answer' }).click();
    assert.deepEqual(await chat.posted(), [
      { type: 'typeIntoCommand', id: 'r1', line: 'Ada', isSecret: false },
      { type: 'keepCommand', id: 'r1', forInput: true },
    ]);
  });

  it('ask beside the command that asks', async () => {
    await chat.tell(
      told(command('r1', { isBackground: false, wait: { prompt: 'Password:', isSecret: true } })),
    );
    const row = page.locator('.call').first();
    await row.locator('input[type=password]').waitFor();
    assert.equal(await row.locator('.call-message').count(), 0);
    assert.ok(await row.locator('.call-about').isVisible());
    assert.equal(await row.getByRole('progressbar').count(), 0);
  });

  it('hide a password, which goes to the command alone', async () => {
    await chat.tell(
      told(command('r2', { isBackground: false, wait: { prompt: 'Password:', isSecret: true } })),
    );
    const field = page.locator('.command-input input[type=password]');
    assert.equal(await page.getByRole('button', { name: 'Let the Model Answer' }).count(), 0);
    await field.fill('hunter2');
    await chat.tell(
      told(command('r2', { isBackground: false, wait: { prompt: 'Password:', isSecret: true } })),
    );
    assert.equal(await field.inputValue(), 'hunter2');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const posted = await chat.posted();
    assert.deepEqual(posted, [{ type: 'typeIntoCommand', id: 'r2', line: 'hunter2', isSecret: true }]);
  });

  it('have a call that is not marked as done while they run in the background', async () => {
    await chat.tell(told(command('r4')));
    const row = page.locator('.call').nth(3);
    assert.match((await row.getByRole('button').first().ariaSnapshot()) ?? '', /Runs in the background/);
    assert.equal(await row.locator('.codicon-check').count(), 0);
    await chat.tell(told());
    await row.locator('.codicon-check').waitFor();
  });

  it('look like a terminal that goes on once they are in the background', async () => {
    const row = page.locator('.call').nth(3);
    await row.getByRole('button').first().click();
    assert.deepEqual((await row.locator('.terminal').innerText()).split(/\n+/), [
      '$ npm run dev',
      'ready in 412 ms',
      'Runs in the background',
    ]);
  });
});

describe('a call that names a command by its id', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));
  const card = () => page.getByRole('group', { name: /Send input to command .* is waiting/ });

  it('asks with the command line and what is typed', async () => {
    await chat.show(namedCommands);
    await card().getByText('Input for the command: ./deploy.sh --to production').waitFor();
    await card().getByText('input: y').waitFor();
  });

  it('asks with the command line that the host has, while the call that started it is not on the page', async () => {
    await chat.show(namedCommands.slice(3));
    assert.equal(await card().getByText('Input for the command').count(), 0);
    await chat.tell(told(command('b1')));
    await card().getByText('Input for the command: npm run b1').waitFor();
  });

  it('names no command for an id that is unknown, of another tool, or edited away', async () => {
    await chat.show(namedCommands);
    await card().getByRole('button', { name: 'Edit arguments' }).click();
    await card().getByRole('textbox').fill('{"call_id":"n1","input":"y"}');
    assert.equal(await card().getByText('Input for the command').count(), 0);
  });

  it('has a row with the command line', async () => {
    await chat.show(namedCommands);
    await page.getByRole('button', { name: /^Ran \.\/deploy/ }).click();
    for (const name of [/Read command output/, /Stop command/]) {
      const row = page.locator('.call', { hasText: name });
      const words = (await row.locator('.about-parts').innerText()).replaceAll(/\s+/g, ' ');
      assert.match(words, /^command: \.\/deploy\.sh --to production/);
    }
    assert.match(await page.locator('.call', { hasText: 'Read' }).innerText(), /lastLines: 20/);
  });

  it('and the list of commands show hostile text as text, marked, and bounded where it only names', async () => {
    await chat.show(hostileNames);
    await chat.tell(hostileCommands);
    const target = card().locator('.approval-target');
    const shown = await target.innerText();
    assert.match(
      shown,
      /<img src=x onerror=alert\(1\)> \*\*bold\*\* \[link\]\(https:\/\/evil\.example\) rm -rf/,
    );
    assert.ok(shown.length < 500 && shown.trimEnd().endsWith('…'), String(shown.length));
    const list = page.getByRole('group', { name: 'Commands in the background' });
    await list.getByRole('button', { name: /^2 commands/ }).click();
    const name = await list.locator('.command-name').first().innerText();
    assert.match(name, /<img src=x/);
    const raw = /(?![\t\n])\p{Cc}|[\u200b\u202a-\u202e\u2066-\u2069]/u;
    const unmarked = await page.evaluate<string>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let all = '';
      while (texts.nextNode()) if (!texts.currentNode.parentElement.closest('.hidden-character')) all += texts.currentNode.data;
      return all;
    })()`);
    assert.doesNotMatch(unmarked, raw);
    assert.ok((await target.locator('.hidden-character').count()) >= 5);
    const attributes = await page.evaluate<string>(
      `[...document.querySelectorAll('[title], [aria-label]')].flatMap((each) => [each.title, each.ariaLabel ?? '']).join(' ')`,
    );
    assert.doesNotMatch(attributes, raw);
    for (const box of [card(), list]) assert.equal(await box.locator('img, script, strong, a').count(), 0);
    const width = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    assert.equal(width, false);
    // Nobody can allow what is not shown whole.
    assert.equal(await card().getByRole('button', { name: 'Allow', exact: true }).count(), 0);
    await card().getByRole('button', { name: 'Show all' }).waitFor();
  });
});
