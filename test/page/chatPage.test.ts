/** The chat's page in a browser, without an editor: scrolling, keyboard, links, and what streaming touches. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type {
  Approval,
  CallView,
  ChatMessage,
  ChatStatus,
  HostMessage,
  Item,
  Patch,
} from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const running: Patch = { op: 'status', status: { ...status, turn: 'running' } };
const user = (id: string, text: string): Item => ({ kind: 'user', id, text });
const answer = (id: string, text: string, streaming = false): Item => ({
  kind: 'assistant',
  id,
  text,
  streaming,
});
const paragraphs = (prefix: string, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => answer(`${prefix}${index}`, `Paragraph ${index}. `.repeat(20)));

function call(id: string): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'read',
    wireName: 'mcp__demo__read',
    argsText: '{"path":"a"}',
    status: 'success',
    startedAt: 0,
    durationMs: 5,
    result: [{ type: 'text', text: 'line\n'.repeat(100) }],
  };
  return { kind: 'call', id, step: 1, call: view };
}

describe('the page of the chat', () => {
  const chat = useChatPage(status);
  const show = chat.show.bind(chat);
  const tell = chat.tell.bind(chat);
  const patch = chat.patch.bind(chat);
  const posted = chat.posted.bind(chat);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const draft = (): Promise<string> => page.locator('textarea').inputValue();
  const topOf = (id: string): Promise<number> =>
    page.locator(`[data-id="${id}"]`).evaluate((row) => row.getBoundingClientRect().top);
  const scrollTo = (top: number): Promise<void> =>
    page.locator('.transcript').evaluate((element, to) => void (element.scrollTop = to), top);
  const toEnd = (): Promise<number> =>
    page
      .locator('.transcript')
      .evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
  const unfold = (id: string): Promise<void> =>
    page.locator(`[data-id="${id}"] .disclosure-button`).first().click();

  it('sends with Enter, breaks the line with Shift+Enter, and leaves text compositions alone', async () => {
    await show([]);
    await tell({ type: 'focus' });
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    const composing = { key: 'Enter', isComposing: true, bubbles: true };
    await page.locator('textarea').dispatchEvent('keydown', composing);
    await page.keyboard.press('Escape');
    assert.deepEqual(await posted(), []);
    await page.keyboard.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'send', text: 'one\ntwo' }]);
    assert.equal(await draft(), '');
  });

  it('sends what was written before the host had answered, as soon as it does', async () => {
    await page.locator('textarea').fill('early');
    await page.locator('textarea').press('Enter');
    const before = await posted();
    assert.deepEqual([before.filter(({ type }) => type === 'send'), await draft()], [[], 'early']);
    await tell({ type: 'snapshot', conversation: 'c1', seq: 0, items: [], earlier: 0, status });
    assert.deepEqual([await posted(), await draft()], [[{ type: 'send', text: 'early' }], '']);
  });

  it('sends the next message into the queue while a turn runs, and stops it with Escape from anywhere', async () => {
    await show([user('u', 'x'), call('c')]);
    await tell(patch(running));
    await page.locator('textarea').fill('next');
    await page.locator('textarea').press('Enter');
    assert.deepEqual([await posted(), await draft()], [[{ type: 'send', text: 'next' }], '']);
    await page
      .locator('textarea')
      .dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
    assert.deepEqual(await posted(), []);
    for (const place of ['textarea', '[data-id="c"] .disclosure-button']) {
      await page.locator(place).press('Escape');
      assert.deepEqual(await posted(), [{ type: 'stop' }], place);
    }
    await page.getByRole('button', { name: /Stop/ }).click();
    assert.deepEqual(await posted(), [{ type: 'stop' }]);
  });

  it('takes back a message before the draft, and has both after a reload', async () => {
    await show([]);
    await page.locator('textarea').fill('draft');
    await tell({ type: 'compose', conversation: 'c1', text: 'given back' });
    assert.equal(await draft(), 'given back\n\ndraft');
    await page.reload();
    await show([]);
    assert.equal(await draft(), 'given back\n\ndraft');
  });

  it('follows the newest text until the user scrolls up, however little', async () => {
    const more = (): HostMessage => patch({ op: 'text', id: 's', text: 'words and more words '.repeat(9) });
    await show([...paragraphs('x', 20), answer('s', '', true)]);
    for (let count = 0; count < 5; count++) await tell(more());
    assert.ok((await toEnd()) < 2);
    await chat.wheel(-30);
    const [before, distance] = [await topOf('x19'), await toEnd()];
    for (let count = 0; count < 5; count++) await tell(more());
    assert.equal(await topOf('x19'), before);
    assert.ok((await toEnd()) > distance);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await tell(more());
    assert.ok((await toEnd()) < 2);
    assert.equal(await page.locator('.jump').count(), 0);
  });

  for (const top of [0, 300])
    it(`fetches earlier items near the start, scrolled to ${top}, and does not move what the user reads`, async () => {
      await show(paragraphs('x', 40), 3);
      assert.deepEqual(await posted(), []);
      await scrollTo(top);
      await chat.drawn();
      assert.deepEqual(await posted(), [{ type: 'earlier', before: 'x0' }]);
      const before = await topOf('x4');
      // The button goes with the last of the earlier items.
      await tell({ type: 'earlier', conversation: 'c1', items: paragraphs('e', 3), earlier: 0 });
      assert.ok(Math.abs((await topOf('x4')) - before) < 2);
      assert.equal(await page.locator('.earlier').count(), 0);
    });

  /** Whether all of the element is in sight in the transcript, as far as it fits. */
  const isInSight = (selector: string): Promise<boolean> =>
    page.evaluate(`(() => {
      const [view, part] = ['.transcript', '${selector}'].map((each) => document.querySelector(each).getBoundingClientRect());
      return part.top >= view.top && (part.bottom <= view.bottom + 1 || part.top <= view.top + 10);
    })()`);

  for (const how of ['click', 'key'] as const)
    it(`shows what the user unfolds at the end with a ${how}, does not run away from it, and follows again when it is folded`, async () => {
      await show([...paragraphs('x', 10), call('c')]);
      const toggle = (): Promise<void> =>
        how === 'click'
          ? unfold('c')
          : page.locator('[data-id="c"] .disclosure-button').first().press('Enter');
      await toggle();
      await chat.drawn();
      assert.ok(await isInSight('[data-id="c"] .call'));
      const before = await topOf('c');
      await tell(patch({ op: 'add', item: answer('more', 'words '.repeat(900)) }));
      assert.ok(Math.abs((await topOf('c')) - before) < 1);
      await tell(patch({ op: 'remove', id: 'more' }));
      await toggle();
      // That its end is in sight again is known once it is drawn.
      await chat.drawn();
      await tell(patch({ op: 'add', item: answer('new', 'words '.repeat(900)) }));
      assert.equal(Math.round(await toEnd()), 0);
    });

  it('shows the files of a turn when they are unfolded at the end, and the output of a call that goes on', async () => {
    const files = Array.from({ length: 6 }, (_, index) => `src/file${index}.ts`);
    const views = files.map((label) => ({ label, change: 'edited', standing: 'made', by: [] }) as const);
    const changes: Item = { kind: 'changes', id: 'f', turn: 't', files, state: { status: 'made' }, views };
    await show([...paragraphs('x', 10), changes]);
    await unfold('f');
    await chat.drawn();
    assert.ok(await isInSight('.changed-file:last-child'));
    await tell(patch({ op: 'add', item: answer('y', 'One.') }));
    const { call: done } = call('r') as Extract<Item, { kind: 'call' }>;
    const going = { ...done, status: 'running', result: undefined, output: 'line\n' } as const;
    await show([...paragraphs('x', 10), { kind: 'call', id: 'r', step: 1, call: going }]);
    await unfold('r');
    await chat.drawn();
    assert.ok(await isInSight('[data-id="r"] .disclosure-body'));
    for (let count = 0; count < 12; count++)
      await tell(patch({ op: 'progress', id: 'r', progress: { progress: 1 }, output: 'line\n' }));
    assert.ok(await isInSight('[data-id="r"] .disclosure-body'));
    assert.ok(await isInSight('[data-id="r"] .disclosure-button'));
  });

  it('moves nothing when something is unfolded away from the end', async () => {
    await show([...paragraphs('x', 10), call('c'), ...paragraphs('y', 10)]);
    await page.locator('[data-id="c"]').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    await chat.drawn();
    const before = await topOf('c');
    await unfold('c');
    await chat.drawn();
    assert.ok(Math.abs((await topOf('c')) - before) < 1);
  });

  it('follows again when what was unfolded is folded after more text came, unless the end is far by then', async () => {
    const more = (): HostMessage => patch({ op: 'text', id: 's', text: 'words and more words '.repeat(5) });
    await show([...paragraphs('x', 10), call('c'), answer('s', 'So: ', true)]);
    await unfold('c');
    await chat.drawn();
    const before = await topOf('c');
    await tell(more());
    assert.equal(await topOf('c'), before);
    await unfold('c');
    await chat.drawn();
    for (let count = 0; count < 3; count++) await tell(more());
    assert.equal(Math.round(await toEnd()), 0);
    await unfold('c');
    for (let count = 0; count < 25; count++) await tell(more());
    const reading = await topOf('c');
    await unfold('c');
    await chat.drawn();
    assert.equal(await topOf('c'), reading);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  });

  it('comes back to where the user was reading, with the same calls open', async () => {
    const items = [...paragraphs('x', 10), call('c'), ...paragraphs('y', 10)];
    await show(items);
    await unfold('c');
    await page.locator('[data-id="x5"]').evaluate((row) => row.scrollIntoView());
    await chat.advance(400);
    const before = await topOf('x5');
    await page.reload();
    await show(items);
    assert.ok(Math.abs((await topOf('x5')) - before) < 3);
    assert.equal(await page.locator('[data-id="c"] .disclosure-body').count(), 1);
  });

  it('hands links and code to the host, and goes nowhere itself', async () => {
    const text = '[x](https://e.com/?a=1&b=2) [y](javascript:alert(1))\n\n```ts\nlet a = "<b>";\n```\n';
    await show([answer('a', text)]);
    const link: ChatMessage = { type: 'openLink', href: 'https://e.com/?a=1&b=2' };
    await page.locator('a').click();
    await page.locator('a').click({ button: 'middle' });
    await page.locator('a').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await posted(), [link, link, link]);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Insert at cursor' }).click();
    const code = 'let a = "<b>";\n';
    assert.deepEqual(await posted(), [
      { type: 'copy', text: code.trimEnd() },
      { type: 'insert', text: code },
    ]);
    assert.equal(
      page
        .context()
        .pages()
        .filter((other) => other.url().includes('e.com')).length,
      0,
    );
  });

  it('touches nothing but the last block while text streams, once a frame', async () => {
    await chat.leaveNothingOut();
    await show([answer('old', 'old **text**'), answer('s', '# T\n\nfirst\n\nsecond\n\nthird', true)]);
    await page.evaluate(`{
      window.touched = [];
      const blockOf = (node) => (node.closest ? node : node.parentElement).closest('.markdown-block');
      new MutationObserver((records) => {
        for (const { target } of records) window.touched.push(blockOf(target)?.textContent.slice(0, 5) ?? 'page');
      }).observe(document.getElementById('patchbay-chat'), { subtree: true, childList: true, characterData: true, attributes: true });
    }`);
    for (let count = 0; count < 10; count++)
      await tell(patch({ op: 'text', id: 's', text: ' w' }), patch({ op: 'text', id: 's', text: 'ord' }));
    assert.deepEqual(
      await page.evaluate('window.touched'),
      Array.from({ length: 10 }, () => 'third'),
    );
  });

  it('looks at every step of a stream as it would if all so far had come at once', async () => {
    const text =
      'Some words that go on, with `code that goes on`, **bold that goes on** & more <b>.\n' +
      'A line\n\n> A quote\n> of two lines\n\n- one `a` two\n- [ ] a task\n  - inner words\n\n  and words\n- last\n\n' +
      '| a | b |\n|---|:-:|\n| one two | `x` y |\n| three | four five |\n\nSee https://example.com/path and on.\n\n' +
      '```js\nlet a = "<b>";\n\nlet b;\n```\n\nمرحبا words مرحبا\n\nA word, שלום, and on\n\n1. $x$ and on\n2. [link](https://a.b) and on\n\n' +
      '    code that\n    is indented\n\n# A heading *that* goes on\n\n***\n\nThe end &amp; the end';
    const pieces = text.match(/.{1,3}/gs) ?? [];
    await chat.leaveNothingOut();
    await show([answer('s', '', true)]);
    const messages = pieces.map((piece, index) =>
      patch(
        ...(index > 0 ? [{ op: 'remove', id: `w${index - 1}` } as const] : []),
        { op: 'text', id: 's', text: piece },
        { op: 'add', item: answer(`w${index}`, pieces.slice(0, index + 1).join(''), true) },
      ),
    );
    const steps = await page.evaluate<string[][]>(`(async () => {
      const steps = [];
      for (const message of ${JSON.stringify(messages)}) {
        window.feed(message);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        steps.push([...document.querySelectorAll('.markdown')].map((each) => each.innerHTML));
      }
      return steps;
    })()`);
    for (const [index, [streamed = 'nothing', atOnce]] of steps.entries())
      assert.equal(
        streamed,
        atOnce,
        `at ${JSON.stringify(
          pieces
            .slice(0, index + 1)
            .join('')
            .slice(-30),
        )}`,
      );
  });

  it('moves nothing that is there while code, a list and the last column of a table grow below it', async () => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await show([user('u', 'Compare them.'), answer('s', '', true)]);
    await chat.watchMoves();
    const text =
      '# Both\n\nThe **first**:\n\n- is `quick`\n- is small\n\n```ts\nconst a = 1;\n```\n\n' +
      '| Name | What it does |\n| - | - |\n| one | reads, and says what it has read to whoever asks |\n\nThat is all.';
    for (const piece of text.match(/.{1,5}/gs) ?? []) await tell(patch({ op: 'text', id: 's', text: piece }));
    await tell(patch({ op: 'settled', id: 's' }));
    assert.deepEqual(await chat.moved(), []);
  });

  it('keeps a selection in text that grows', async () => {
    await show([answer('s', 'some words here', true)]);
    await page.evaluate(`{
      const text = document.querySelector('.markdown p').firstChild;
      getSelection().setBaseAndExtent(text, 0, text, 10);
    }`);
    await tell(patch({ op: 'text', id: 's', text: ' and **bold** more\n\nnext' }));
    assert.equal(await page.evaluate('getSelection().toString()'), 'some words');
  });

  it('adds code that streams to the code that is there, as text, and colours it at its end', async () => {
    await show([answer('s', '# T\n\n```ts\nconst a', true)]);
    const look = `(({ textContent: text }, { length: texts }) => ({
      text, texts, kept: window.kept === document.querySelector('.code-block button'),
    }))(document.querySelector('code'), document.querySelector('code').childNodes)`;
    await page.evaluate(`window.kept = document.querySelector('.code-block button'), null`);
    await tell(patch({ op: 'text', id: 's', text: ' = "<b>&amp;";\n' }));
    const grown = await page.evaluate(look);
    assert.deepEqual(grown, { text: 'const a = "<b>&amp;";\n', texts: 1, kept: true });
    await tell(patch({ op: 'text', id: 's', text: 'x\u202ey' }));
    assert.equal(await page.locator('code .hidden-character').getAttribute('title'), 'U+202E');
    await tell(patch({ op: 'text', id: 's', text: 'z\n```\n' }));
    assert.equal(await page.locator('code').textContent(), 'const a = "<b>&amp;";\nx\u202eyz\n');
    await page.locator('code [class^="hljs-"]').nth(1).waitFor();
    assert.equal(await page.locator('code').textContent(), 'const a = "<b>&amp;";\nx\u202eyz\n');
  });

  it('names the server of a call that asks in every width, however long the names are', async () => {
    const asking = call('c') as Extract<Item, { kind: 'call' }>;
    const source = { kind: 'mcp', server: 'a-server-with-a-name-that-is-long.example' } as const;
    const approval: Approval = {
      changed: false,
      says: [],
      coverages: [{ covers: 'tool' }, { covers: 'source', tools: 12 }],
    };
    const toolName = 'query_the_whole_warehouse_by_region_and_quarter_with_forecast';
    await show([{ ...asking, call: { ...asking.call, status: 'pending', source, toolName, approval } }]);
    // Its arguments are below, and not said twice.
    assert.equal(await page.locator('.call-about').count(), 0);
    for (const width of [250, 420, 1000]) {
      await page.setViewportSize({ width, height: 600 });
      const line = await page.locator('.call > .disclosure-button').boundingBox();
      const server = await page.locator('.call-source').boundingBox();
      assert.ok(line && server && server.width > 60, `${width}: ${server?.width}`);
      assert.ok(server.y + server.height <= line.y + line.height, `${width}: it is out of sight`);
    }
    await page.setViewportSize({ width: 420, height: 600 });
  });

  it('says what the model no longer gets where that begins, to a screen reader too, and leads to the request', async () => {
    await show([user('u1', 'hi')]);
    const shortened = {
      kind: 'shortened',
      id: 'x1',
      removed: 12,
      cut: 1,
      images: 0,
      tokens: 34_210,
      isRefused: true,
    } as const;
    await tell(patch({ op: 'add', item: shortened }));
    const text =
      'The endpoint refused the request because it was too long. A shorter request was sent. From here on, the model does not get: 12 results, a part of 1 result (about 34,210 tokens).';
    assert.equal((await page.locator('[data-id="x1"]').innerText()).trim(), `${text} Show model request`);
    assert.equal(await page.getByRole('status').last().innerText(), text);
    await posted();
    await page.getByRole('button', { name: 'Show model request' }).click();
    assert.deepEqual(await posted(), [{ type: 'showRequest', id: 'x1' }]);
  });

  it('says where the conversation was summarised, and unfolds the summary', async () => {
    const summary = page.locator('[data-id="s1"]');
    await show([user('u1', 'hi'), { kind: 'summary', id: 's1', state: { status: 'running' } }]);
    assert.match(await summary.innerText(), /Summarizing earlier messages…/);
    await tell(patch({ op: 'summary', id: 's1', state: { status: 'done', text: 'The user said **hi**.' } }));
    assert.equal((await summary.innerText()).trim(), 'Earlier messages summarized');
    await summary.getByRole('button').click();
    assert.equal(await summary.locator('strong').innerText(), 'hi');
  });

  it('shows how full the context of the model is', async () => {
    await show([user('u1', 'hi')]);
    assert.equal(await page.locator('.status-context').count(), 0);
    await tell(patch({ op: 'status', status: { ...status, context: { used: 28_000, window: 32_000 } } }));
    const context = page.locator('.status-context.full');
    assert.match(await context.innerText(), /88%/);
    assert.match((await context.getAttribute('title')) ?? '', /28,000 of the model's 32,000 tokens/);
    assert.doesNotMatch((await context.getAttribute('title')) ?? '', /assumed/);
  });

  it('says of a context window that nobody has named that its size is assumed', async () => {
    await show([user('u1', 'hi')]);
    const context = { used: 28_000, window: 128_000, isAssumed: true } as const;
    await tell(patch({ op: 'status', status: { ...status, context } }));
    const button = page.locator('.status-context');
    assert.match(
      (await button.getAttribute('title')) ?? '',
      /128,000 tokens of context[^]* 128,000 is assumed\./,
    );
    await button.click();
    assert.match(await page.locator('.context-detail').innerText(), /The context window is not set/);
  });
});
