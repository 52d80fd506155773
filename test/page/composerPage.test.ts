/** Writing a message on the chat's page: what is attached, called back, queued, pasted, all by keyboard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { picturePng } from '../../stories/png.ts';
import type { ChatStatus, Item, Suggestion } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { giveFiles } from '../support/giveFiles.ts';

const counts = { connected: 2, total: 3, tools: 12, allTools: 40 };
const status: ChatStatus = {
  turn: 'idle',
  model: 'm',
  endpoint: 'openrouter.ai',
  servers: counts,
  context: { used: 1_000, window: 4_000 },
  usage: { inputTokens: 5_000, outputTokens: 70 },
};
const file = (name: string) => ({ kind: 'file', uri: `file:///w/src/${name}`, name }) as const;
const suggestions = (...names: readonly string[]): readonly Suggestion[] =>
  names.map((name) => ({ kind: 'attach', attachment: file(name), detail: `src/${name}` }));
const said: Item = { kind: 'user', id: 'u', text: 'x' };

type DropFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

describe('the composer on the page of the chat', () => {
  const chat = useChatPage(status);
  const { tell, posted } = { tell: chat.tell.bind(chat), posted: chat.posted.bind(chat) };
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([]);
    await tell({ type: 'focus' });
  });

  const field = () => page.getByLabel('Message', { exact: true });
  const draft = () => field().inputValue();
  const chips = () => page.getByRole('list', { name: 'Attachments' }).locator('.chip-name').allInnerTexts();
  /** Answers the question for suggestions for what is written, once it is asked. */
  async function suggest(written: string, ...names: readonly string[]): Promise<void> {
    const question = await chat.next('suggest', ({ trigger, query }) => `${trigger}${query}` === written);
    await tell({ type: 'suggestions', request: question.request, suggestions: suggestions(...names) });
  }

  it('opens a list at #, whose choice becomes a chip and a word in the text', async () => {
    await page.keyboard.type('See #');
    await suggest('#', 'a.ts', 'b.ts');
    const message = page.getByRole('textbox', { name: 'Message' });
    assert.equal(await message.getAttribute('aria-controls'), 'context-list');
    await chat.press('ArrowDown');
    const active = (await message.getAttribute('aria-activedescendant')) ?? '';
    assert.match(await page.locator(`#${active}`).innerText(), /b\.ts/);
    await chat.press('Enter');
    assert.deepEqual([await draft(), await chips()], ['See #b.ts ', ['b.ts']]);
    assert.equal(await message.getAttribute('aria-controls'), null);
    await page.keyboard.type('please');
    await chat.press('Enter');
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send'),
      [{ type: 'send', text: 'See #b.ts please', attachments: [file('b.ts')] }],
    );
    assert.deepEqual(await chips(), []);
  });

  it('says of an image that the model will not see it, where that is known, and of nothing else', async () => {
    const hint = page.getByText('The model does not support images and only receives their names.');
    const blind = (seesImages?: false) =>
      tell(chat.patch({ op: 'status', status: { ...status, ...(seesImages === false && { seesImages }) } }));
    const attach = (name: string) =>
      tell({ type: 'compose', conversation: 'c1', text: '', attachments: [file(name)] });
    await blind(false);
    await attach('a.ts');
    await chat.drawn();
    assert.equal(await hint.count(), 0);
    await attach('Plan.PNG');
    await hint.waitFor();
    await blind();
    await hint.waitFor({ state: 'detached' });
    await blind(false);
    await page.getByRole('button', { name: 'Remove Plan.PNG' }).click();
    await hint.waitFor({ state: 'detached' });
  });

  it('closes the list with Escape for the word, without stopping the turn, and sends what only looks like one', async () => {
    await tell(chat.patch({ op: 'status', status: { ...status, turn: 'running' } }));
    await page.keyboard.type('#1');
    await suggest('#1', 'a1.ts');
    await chat.press('Escape');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await page.keyboard.type('2');
    await chat.press('Enter');
    const sent = (await posted()).filter(({ type }) => type === 'send' || type === 'stop');
    assert.deepEqual(sent, [{ type: 'send', text: '#12' }]);
    await page.keyboard.type('#nothing');
    await suggest('#nothing');
    await page.getByText('No matches in the workspace or on the servers.').waitFor();
    await chat.press('Enter');
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send'),
      [{ type: 'send', text: '#nothing' }],
    );
  });

  it('asks the host for what no list holds', async () => {
    await page.keyboard.type('#');
    const { request } = await chat.next('suggest');
    await tell({
      type: 'suggestions',
      request,
      suggestions: [{ kind: 'ask', what: 'file', label: 'File…' }],
    });
    await chat.press('Enter');
    assert.deepEqual([await posted(), await draft()], [[{ type: 'attach', what: 'file' }], '']);
  });

  it('has the host ask what to attach at the paperclip, and leaves the draft as it is', async () => {
    await page.keyboard.type('Read');
    await page.getByRole('button', { name: 'Attach files…' }).press('Enter');
    assert.deepEqual([await posted(), await draft()], [[{ type: 'pickAttachment' }], 'Read']);
  });

  it('offers what the editor shows, which one key or click attaches, once', async () => {
    const offer = (attachment?: ReturnType<typeof file>) =>
      tell({ type: 'editorContext', ...(attachment && { attachment }) });
    const offered = page.locator('.chip-offered');
    assert.equal(await offered.count(), 0);
    await offer(file('a.ts'));
    assert.equal(await page.getByRole('list', { name: 'Attachments' }).count(), 0);
    await page.keyboard.type('Explain');
    await chat.press('Alt+Enter', 'Alt+Enter');
    assert.deepEqual([await chips(), await offered.count(), await draft()], [['a.ts'], 0, 'Explain']);
    await page.getByText('a.ts was attached to the message.').waitFor({ state: 'attached' });
    await offer(file('b.ts'));
    await page.getByRole('button', { name: 'Attach the file b.ts (Alt+Enter)' }).click();
    await page.locator('textarea:focus').waitFor();
    assert.deepEqual(await chips(), ['a.ts', 'b.ts']);
    await page.getByRole('button', { name: 'Remove b.ts' }).press('Enter');
    await offered.waitFor();
    await offer();
    assert.equal(await offered.count(), 0);
    await chat.press('Alt+Enter', 'Enter');
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send'),
      [{ type: 'send', text: 'Explain', attachments: [file('a.ts')] }],
    );
  });

  it('calls back what was sent with the arrow keys, and keeps the draft', async () => {
    for (const text of ['first', 'second\nwith a line']) {
      await field().fill(text);
      await chat.press('Enter');
    }
    await page.keyboard.type('half a thought');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'second\nwith a line');
    await chat.press('ArrowUp', 'ArrowUp');
    assert.equal(await draft(), 'first');
    await chat.press('ArrowUp', 'ArrowDown', 'ArrowDown');
    assert.equal(await draft(), 'half a thought');
    await field().fill('one\ntwo');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'one\ntwo', 'Within the text the keys move the caret.');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'second\nwith a line');
    await page.reload();
    await chat.show([]);
    await tell({ type: 'focus' });
    await field().fill('');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'second\nwith a line');
  });

  it('grows with its text up to a share of the view', async () => {
    const height = async () => (await field().boundingBox())?.height ?? 0;
    const one = await height();
    await field().fill('a\nb\nc');
    assert.ok((await height()) > one + 30);
    await field().fill('x\n'.repeat(200));
    const { height: view = 0 } = page.viewportSize() ?? {};
    assert.ok((await height()) <= view * 0.41, String(await height()));
  });

  it('shows messages that wait, to be edited, removed, and asked', async () => {
    await tell(
      chat.patch({ op: 'add', item: said }, { op: 'status', status: { ...status, turn: 'running' } }),
    );
    await page.keyboard.type('next');
    await page.getByRole('button', { name: 'Queue (Enter)' }).press('Enter');
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send'),
      [{ type: 'send', text: 'next' }],
    );
    const message = { id: 'q1', text: 'next', attachments: [file('a.ts')], state: 'queued' } as const;
    await tell({ type: 'queue', messages: [message] });
    const queue = page.getByRole('list', { name: 'Queued messages' });
    assert.match(await queue.innerText(), /Queued:\s*next\s\+ 1 attachment/);
    assert.equal(await queue.getByRole('button', { name: 'Send now' }).count(), 0);
    await queue.getByRole('button', { name: 'Send before the next step' }).press('Enter');
    await queue.getByRole('button', { name: 'Edit' }).press('Enter');
    await queue.getByRole('button', { name: 'Remove' }).press('Enter');
    await tell({ type: 'queue', messages: [{ ...message, state: 'held' }] });
    await tell(chat.patch({ op: 'status', status }));
    await queue.getByRole('button', { name: 'Send now' }).press('Enter');
    assert.deepEqual(
      (await posted()).map((each) => (each.type === 'unqueue' ? each.how : each.type)),
      ['ask', 'edit', 'remove', 'ask'],
    );
    await tell({ type: 'queue', messages: [] });
    assert.equal(await queue.count(), 0);
    await page.locator('textarea:focus').waitFor();
  });

  it('sends with Ctrl+Enter before the next step of a running turn, and shows that it waits for that', async () => {
    await tell(
      chat.patch({ op: 'add', item: said }, { op: 'status', status: { ...status, turn: 'running' } }),
    );
    await page.keyboard.type('rather this');
    await page.keyboard.press('Control+Enter');
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send'),
      [{ type: 'send', text: 'rather this', now: true }],
    );
    const message = { id: 'q1', text: 'rather this', attachments: [], state: 'next' } as const;
    await tell({ type: 'queue', messages: [message] });
    const queue = page.getByRole('list', { name: 'Queued messages' });
    assert.match(await queue.innerText(), /Before the next step:\s*rather this\s+next step/);
    assert.equal(await queue.getByRole('button', { name: 'Send before the next step' }).count(), 0);
  });

  it('says with a queued message how the next one goes before the next step', async () => {
    const message = { id: 'q1', text: 'later', attachments: [], state: 'queued' } as const;
    const hint = page.getByText('Enter queues, Ctrl+Enter sends before the next step.');
    await tell({ type: 'queue', messages: [message] });
    assert.equal(await hint.count(), 0);
    await tell(
      chat.patch({ op: 'add', item: said }, { op: 'status', status: { ...status, turn: 'running' } }),
    );
    await hint.waitFor();
    await tell({ type: 'queue', messages: [{ ...message, state: 'next' }] });
    assert.equal(await hint.count(), 0);
  });

  it('leaves the text of a message that goes next its room in a narrow chat', async () => {
    await page.setViewportSize({ width: 257, height: 700 });
    const text = 'Use the names of the old module.';
    await tell({ type: 'queue', messages: [{ id: 'q1', text, attachments: [], state: 'next' }] });
    const box = await page.locator('.queued-text').boundingBox();
    assert.ok(box && box.width > 110, JSON.stringify(box));
  });

  const give = (...given: DropFirst<Parameters<typeof giveFiles>>): Promise<void> =>
    giveFiles(page, ...given);
  const held = () => chat.next('hold');

  it('gives pasted and dropped files to the host, images with a thumbnail', async () => {
    const base64 = picturePng(300, 200).toString('base64');
    await give('paste', [{ name: 'image.png', type: 'image/png', base64 }]);
    const { name, data, thumbnail } = await held();
    assert.deepEqual([name, data], ['image.png', base64]);
    assert.match(thumbnail ?? '', /^data:image\/png;base64,/);
    assert.ok((thumbnail ?? '').length < 20_000);
    await give('drop', [{ name: 'notes.txt', type: 'text/plain', base64: btoa('hello') }]);
    const text = await held();
    assert.deepEqual(text, { type: 'hold', name: 'notes.txt', data: btoa('hello') });
    await tell({
      type: 'compose',
      conversation: 'c1',
      text: '',
      attachments: [{ kind: 'data', id: 'i', name: 'image.png', thumbnail: thumbnail ?? '' }],
    });
    assert.ok(
      await page
        .locator('.chip-picture')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
    );
  });

  it('turns images into a kind that models take, leaves other files alone, and refuses what is too large', async () => {
    const bmp = Buffer.alloc(58);
    bmp.write('BM');
    [
      [58, 2],
      [54, 10],
      [40, 14],
      [1, 18],
      [1, 22],
      [1 + (24 << 16), 26],
    ].forEach(([value = 0, at]) => bmp.writeUInt32LE(value, at));
    await give('paste', [{ name: 'a.bmp', type: 'image/bmp', base64: bmp.toString('base64') }]);
    const picture = await held();
    assert.match(picture.data, /^\/9j\//, 'A JPEG begins so.');
    assert.ok(picture.thumbnail);
    const svg = btoa(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    await give('paste', [{ name: 'a.svg', type: 'image/svg+xml', base64: svg }]);
    const text = await held();
    assert.equal(text.data, svg, 'An SVG is a text.');
    await give('paste', [{ name: 'big.bin', type: '', base64: 'A'.repeat(7_000_000) }]);
    await page
      .getByRole('alert')
      .getByText('"big.bin" is too large (5.3 MB). Up to 5 MB can be attached.')
      .waitFor();
  });

  it('gives the host the addresses of what is dragged from the editor, and leaves text alone', async () => {
    await give('drop', [], { 'text/uri-list': 'file:///w/a.ts\r\nfile:///w/src' });
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'drop'),
      [{ type: 'drop', uris: ['file:///w/a.ts', 'file:///w/src'] }],
    );
    const base64 = picturePng(3, 2).toString('base64');
    await give('paste', [{ name: 'image.png', type: 'image/png', base64 }], { 'text/plain': 'words' });
    await chat.drawn();
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'hold'),
      [],
    );
  });

  it('shows model, endpoint, tools and context, and has each chosen or explained', async () => {
    const model = page.locator('.status-model');
    assert.equal(await model.getAttribute('title'), 'Model: m at openrouter.ai. Choose another');
    await model.press('Enter');
    await page.getByRole('button', { name: '12 of 40 tools' }).press('Enter');
    assert.deepEqual(await posted(), [
      { type: 'action', action: 'selectModel' },
      { type: 'action', action: 'selectTools' },
    ]);
    const context = page.getByRole('button', { name: /tokens of context/ });
    for (const width of [300, 1_000]) {
      await page.setViewportSize({ width, height: 600 });
      // Where a narrow page shows no figure, the name does not begin with the stop behind it.
      assert.equal(await page.getByRole('button', { name: /^\s*\./ }).count(), 0);
    }
    await context.press('Enter');
    await page
      .getByRole('region', { name: 'Context' })
      .getByText('About 1,000 of 4,000 tokens (25%)')
      .waitFor();
    await page.getByText('5,000 tokens were sent and 70 received').waitFor();
    await chat.press('Escape');
    assert.equal(await page.getByRole('region', { name: 'Context' }).count(), 0);
    assert.deepEqual(await posted(), []);
  });

  it('says how many tools were sent where the others are found by search, and what that saves', async () => {
    const servers = { connected: 30, total: 30, tools: 1_500, allTools: 1_510 };
    const show = async (sent: {
      readonly count: number;
      readonly savedTokens?: number;
    }): Promise<string | null> => {
      await tell(chat.patch({ op: 'status', status: { ...status, servers: { ...servers, sent } } }));
      const button = page.getByRole('button', { name: /^42 of 1,500/ });
      await button.waitFor();
      assert.equal(await button.locator('.status-text.status-long').textContent(), '42 of 1,500 tools sent');
      return button.getAttribute('title');
    };
    assert.match(
      (await show({ count: 42, savedTokens: 180_000 })) ?? '',
      /saves about 180,000 tokens in each request/,
    );
    assert.equal(await show({ count: 42 }), 'The model finds the other tools by search. Select tools');
  });

  it('narrows the conversation to a tool set that is chosen behind @, which leaves no word in the text', async () => {
    await page.keyboard.type('Look @rev');
    const question = await chat.next('suggest', ({ query }) => query === 'rev');
    await tell({
      type: 'suggestions',
      request: question.request,
      suggestions: [{ kind: 'toolSet', name: 'Review', detail: 'Only its tools' }],
    });
    await page.getByRole('option', { name: /Review.*Only its tools/s }).waitFor();
    await chat.press('Enter');
    assert.deepEqual([await draft(), await chips()], ['Look ', []]);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'useToolSet'),
      [{ type: 'useToolSet', name: 'Review' }],
    );
  });

  it('says nothing of servers and tools until they are known', async () => {
    await tell(chat.patch({ op: 'status', status: { ...status, servers: undefined } }));
    await page.locator('.status-servers').waitFor({ state: 'detached' });
    assert.doesNotMatch(await page.locator('.status-line').innerText(), /servers|tools/i);
    await tell(chat.patch({ op: 'status', status }));
    await page.locator('.status-servers').waitFor();
  });

  it('says which tool set is used, opens the list of them, and says that one is gone', async () => {
    const show = (toolSet: NonNullable<NonNullable<ChatStatus['servers']>['toolSet']>): Promise<void> =>
      tell(chat.patch({ op: 'status', status: { ...status, servers: { ...counts, toolSet } } }));
    await show({ name: 'Review' });
    const button = page.getByRole('button', { name: /^Review/ });
    assert.equal(
      await button.getAttribute('title'),
      'Tool set: only its tools are sent to the model. Choose another one, or all tools',
    );
    await button.click();
    assert.deepEqual(await posted(), [{ type: 'action', action: 'useToolSet' }]);
    await show({ name: 'Review', away: 'jira, cloud' });
    assert.match((await button.getAttribute('title')) ?? '', / Not connected: jira, cloud\. /);
    assert.equal(await button.locator('.codicon-layers').count(), 1);
    await show({ name: 'Review', isMissing: true });
    assert.match((await button.getAttribute('title')) ?? '', /"Review" does not exist/);
    assert.equal(await button.locator('.codicon-warning').count(), 1);
    await button.focus();
    await chat.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'action', action: 'useToolSet' }]);
  });

  it('leaves space for the name of the tool set where the chat is narrow', async () => {
    const servers = {
      connected: 30,
      total: 30,
      tools: 1_500,
      allTools: 1_510,
      sent: { count: 42 },
      toolSet: { name: 'Deployment of services' },
    };
    const full = { ...status, model: 'gpt-5.1-large', approvalMode: 'free', effort: '', servers } as const;
    await tell(chat.patch({ op: 'status', status: full }));
    for (const width of [270, 300, 420, 1_000]) {
      await page.setViewportSize({ width, height: 600 });
      const { name, overflow } = await page.evaluate<{ name: number; overflow: number }>(
        `(({ line, names }) => ({
          overflow: line.scrollWidth - line.clientWidth,
          name: Math.max(...names.map(({ clientWidth }) => clientWidth)),
        }))({
          line: document.querySelector('.status-line'),
          names: [...document.querySelectorAll('.status-set .status-text')],
        })`,
      );
      assert.ok(overflow <= 0, `${width}: ${overflow} too wide`);
      assert.ok(name >= 40, `${width}: ${name} for the name`);
    }
  });

  it('has commands of its own after a slash, each of which does what it says', async () => {
    for (const command of ['clear', 'new', 'model', 'tools', 'file', 'problems']) {
      await page.keyboard.type(`/${command}`);
      await chat.press('Enter');
    }
    assert.deepEqual(await posted(), [
      { type: 'newChat' },
      { type: 'newChat' },
      { type: 'action', action: 'selectModel' },
      { type: 'action', action: 'selectTools' },
      { type: 'attach', what: 'file' },
      { type: 'attach', what: 'problems' },
    ]);
    assert.equal(await draft(), '');
  });

  it('has the reasoning effort beside the model, where it can be changed', async () => {
    await chat.show([]);
    for (const [effort, label, shown] of [
      ['', 'Default', ''],
      ['low', 'Low', 'Low'],
      ['xhigh', 'Very high', 'Very high'],
    ] as const) {
      await chat.tell(chat.patch({ op: 'status', status: { ...status, approvalMode: 'ask', effort } }));
      const button = page.getByRole('button', { name: `Reasoning effort: ${label}. Choose another` });
      assert.equal(await button.innerText(), shown);
      await button.focus();
      await page.keyboard.press('Enter');
      // The page opens the choice, and has no say in it.
      assert.deepEqual(await chat.posted(), [{ type: 'pickEffort' }]);
      for (const width of [300, 420, 1_000]) {
        await page.setViewportSize({ width, height: 600 });
        assert.ok(await button.isVisible(), `${effort} ${width}`);
        const { scrollWidth, clientWidth } = await page.evaluate<{
          scrollWidth: number;
          clientWidth: number;
        }>(
          `(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.querySelector('.status-line'))`,
        );
        assert.ok(scrollWidth <= clientWidth, `${effort} ${width}: ${scrollWidth} in ${clientWidth}`);
      }
    }
    await chat.tell(chat.patch({ op: 'status', status: { ...status, effort: undefined } }));
    assert.equal(await page.locator('.status-effort').count(), 0);
  });

  it('runs a command of its own that is the whole message, however it is sent, and no other text', async () => {
    await chat.show([said]);
    for (const text of ['/compact ', '/compact now', 'a /compact']) {
      await field().fill(text);
      await chat.press('Escape');
      await page.getByRole('button', { name: 'Send (Enter)' }).click();
      await chat.drawn();
    }
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === 'send' || type === 'compact'),
      [{ type: 'compact' }, { type: 'send', text: '/compact now' }, { type: 'send', text: 'a /compact' }],
    );
  });

  it('says why nothing can be summarized now, and lists commands, signs and keys at any time', async () => {
    await page.keyboard.type('/comp');
    await page.getByRole('option', { name: 'There are no messages to summarize yet.' }).waitFor();
    await chat.press('Enter');
    await page.getByRole('alert').getByText('There are no messages to summarize yet.').waitFor();
    await tell(
      chat.patch({ op: 'add', item: said }, { op: 'status', status: { ...status, turn: 'running' } }),
    );
    await page.keyboard.type('/compact');
    await chat.press('Enter');
    await page.getByRole('alert').getByText('The model is still answering. Stop it, or wait').waitFor();
    assert.deepEqual([await posted(), await draft()], [[], '']);
    await page.keyboard.type('/help');
    await chat.press('Enter');
    const help = page.getByRole('dialog', { name: 'Commands and Keyboard Shortcuts' });
    for (const key of ['/clear', '/compact', '/help', '#', '@', 'Alt+Enter'])
      assert.equal(await help.locator('kbd').getByText(key, { exact: true }).count(), 1, key);
    await chat.press('Escape');
    assert.equal(await help.count(), 0);
  });
});
