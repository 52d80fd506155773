/** What a model or a server may send to harm: in the chat's page it does nothing, and holds nothing up. */
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import type { CallView, ChatStatus, Item } from '../../src/protocol/index.ts';
import { feed } from '../../stories/pages/openPage.ts';
import { useChatPage } from './support/chatPage.ts';
import { assertInProportion, workOf } from './support/work.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

const html = [
  '<script>window.harmed = 1</script>',
  '<img src=x onerror="window.harmed = 1">',
  '<svg onload="window.harmed = 1"><animate onbegin="window.harmed = 1"/></svg>',
  '<iframe srcdoc="<script>parent.harmed = 1</script>"></iframe>',
  '<form action="https://evil.example"><input name=q><button>Send</button></form>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror="window.harmed = 1">',
  '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/a.css">',
  '<style>* { display: none }</style><div style="position:fixed;inset:0">cover</div>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<button data-code="apply">x</button><a href="javascript:window.harmed=1">x</a>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
].join('\n\n');

const markdown = [
  '[a](javascript:window.harmed=1)',
  '[b](JaVaScRiPt&colon;window.harmed=1)',
  '[c](command:workbench.action.terminal.new)',
  '[d](vscode://evil.ext/run)',
  '[e](data:text/html,<script>parent.harmed=1</script>)',
  '[f](file:///etc/passwd)',
  '<javascript:window.harmed=1>',
  '![i](https://evil.example/pixel.png)',
  '![j](data:image/svg+xml,<svg onload=parent.harmed=1>)',
  '[k]: javascript:window.harmed=1\n\n[k]',
  '```"><img src=x onerror=window.harmed=1>\n"><img src=x onerror=window.harmed=1>\n```',
  '| <img src=x onerror=window.harmed=1> |\n|---|\n| <b onclick=window.harmed=1>x</b> |',
].join('\n\n');

function call(over: Partial<CallView>): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: '<b>demo</b>' },
    toolName: 'read"><img src=x onerror=window.harmed=1>',
    title: '<script>window.harmed=1</script>',
    wireName: 'mcp__demo__read',
    argsText: `{"path":"<img src=x onerror=window.harmed=1>"}`,
    status: 'success',
    startedAt: 0,
    durationMs: 5,
    ...over,
  };
  return { kind: 'call', id: 'c', step: 1, call: view };
}

describe('hostile content', () => {
  const chat = useChatPage(status);
  let page: Page;
  let requests: string[];
  const note = (request: Request): void => void requests.push(request.url());
  beforeEach(() => {
    ({ page } = chat);
    requests = [];
    page.on('request', note);
  });
  afterEach(() => void page.off('request', note));

  const answer = (text: string, streaming = false): Item => ({ kind: 'assistant', id: 'a', text, streaming });

  /** From now on the page believes that whatever it does takes 20 ms: it rests in between. */
  const haveAllTakeLong = (): Promise<void> =>
    page.evaluate('{ let now = 0; performance.now = () => (now += 20); }');

  async function assertUnharmed(): Promise<void> {
    const found = await page.evaluate(`(() => {
      const inside = document.querySelector('.transcript-content');
      return {
        harmed: window.harmed,
        elements: [...inside.querySelectorAll('script, iframe, form, style, link, meta, base, object, embed, svg, input')].map(({ outerHTML }) => outerHTML),
        handlers: [...inside.querySelectorAll('*')].filter((each) => [...each.attributes].some(({ name }) => name.startsWith('on'))).length,
        links: [...inside.querySelectorAll('[href], [src]')].map((each) => each.getAttribute('href') ?? each.getAttribute('src')).filter((to) => !/^https:\\/\\/evil\\.example/.test(to)),
      };
    })()`);
    assert.deepEqual(found, {
      elements: [],
      handlers: 0,
      links: [],
      harmed: undefined,
    });
    assert.deepEqual(
      requests.filter((url) => new URL(url).origin !== new URL(page.url()).origin),
      [],
    );
  }

  it('in an answer is text: scripts, handlers, frames, forms, styles', async () => {
    await chat.show([answer(`${html}\n\n${markdown}`)]);
    await chat.drawn();
    await assertUnharmed();
    for (const dead of await page.locator('.dead-link').all()) await dead.click();
    assert.deepEqual(await chat.posted(), []);
  });

  it('in an answer that streams is text at every step', async () => {
    await chat.show([answer('', true)]);
    for (const [piece] of `${html}\n\n${markdown}`.matchAll(/.{1,60}/gs))
      await chat.tell(chat.patch({ op: 'text', id: 'a', text: piece }));
    await assertUnharmed();
  });

  it('in the names, arguments and result of a call is text, and its links lead nowhere', async () => {
    await chat.show([
      call({
        result: [
          { type: 'text', text: html },
          { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2ZyBvbmxvYWQ9IndpbmRvdy5oYXJtZWQ9MSI+' },
          { type: 'image', mimeType: 'image/png"onerror="window.harmed=1', data: 'AAAA' },
          { type: 'image', mimeType: 'image/png', data: '"><img src=x onerror=window.harmed=1>' },
          { type: 'link', uri: 'javascript:window.harmed=1', name: '<b>x</b>' },
          { type: 'link', uri: 'https://evil.example/pixel.png', name: 'y' },
          { type: 'resource', uri: 'command:x', mimeType: 'text/html', text: html },
        ],
      }),
    ]);
    await page.locator('.call > .disclosure-button').click();
    await chat.drawn();
    await assertUnharmed();
  });

  it('cannot turn text around outside of itself, and is seen in code and arguments', async () => {
    const turned = '\u202Etxt.exe';
    await chat.show([
      call({ title: `report${turned}`, argsText: JSON.stringify({ path: `a${turned}` }) }),
      answer(`\`\`\`js\nif (isAdmin\u202E \u2066// check\u2069 \u2066) {\n\`\`\``),
    ]);
    await page.locator('.call > .disclosure-button').click();
    // The server stands after the tool, or below it, whatever the tool is called.
    for (const [width, side] of [
      [420, 'top'],
      [1000, 'left'],
    ] as const) {
      await page.setViewportSize({ width, height: 600 });
      const [name, source] = await Promise.all(
        ['.call-name', '.call-source'].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(name && source && (side === 'top' ? name.y < source.y : name.x < source.x), `${width} px`);
    }
    const seen = await page
      .locator('.hidden-character')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    // In the call: its name, what it is about, its arguments.
    const inCall = ['U+202E', 'U+202E', 'U+202E'];
    assert.deepEqual(seen, [...inCall, 'U+202E', 'U+2066', 'U+2069', 'U+2066']);
    await page.getByRole('button', { name: 'Copy code' }).click();
    const [copied] = await chat.posted();
    assert.deepEqual(copied, { type: 'copy', text: 'if (isAdmin\u202E \u2066// check\u2069 \u2066) {' });
  });

  it('is marked where it would turn text around in what is said, in names of files and in titles', async () => {
    const turned = 'a\u202Egpj.exe';
    await chat.setAppearance({ title: `T ${turned}` });
    await chat.show([
      {
        kind: 'user',
        id: 'u',
        text: turned,
        attachments: [{ kind: 'file', uri: 'file:///a', name: turned }],
      },
      answer(`Open ${turned} or **[${turned}](https://e.com)**.\n\n| ${turned} |\n|---|\n`),
      { kind: 'notice', id: 'n', level: 'error', text: turned, actions: [] },
      {
        kind: 'changes',
        id: 'd',
        turn: 't',
        files: [turned],
        state: { status: 'made' },
        views: [{ label: turned, change: 'edited', standing: 'made', by: [] }],
      },
      call({ result: [{ type: 'link', uri: 'https://e.com', name: turned }] }),
    ]);
    for (const button of await page
      .locator('.changes > .disclosure-button, .call > .disclosure-button')
      .all())
      await button.click();
    const places = [
      ['.chat-title', 1],
      ['.bubble', 2],
      ['.markdown', 3],
      ['.notice-text', 1],
      ['.changed-name', 1],
      ['.card-title', 1],
    ] as const;
    for (const [place, count] of places)
      assert.equal(await page.locator(`${place} .hidden-character[title="U+202E"]`).count(), count, place);
    assert.match((await page.locator('.chat-title').getAttribute('title')) ?? '', /^T a<U\+202E>gpj\.exe$/);
    assert.equal(await page.locator('.notice-text').textContent(), turned);
    // The text in Hebrew that follows runs as before.
    await chat.show([{ kind: 'user', id: 'u', text: 'שלום \u200Fעולם' }]);
    assert.equal(await page.locator('.bubble .hidden-character').count(), 0);
  });

  // Each as it is, and a quarter of it.
  for (const [what, make] of [
    ['a line of a megabyte', (part) => 'x'.repeat(1_000_000 * part)],
    ['a word list of a megabyte in one line', (part) => 'word '.repeat(200_000 * part)],
    ['a megabyte of code in one line', (part) => `\`\`\`js\n${'a("b");'.repeat(150_000 * part)}\n\`\`\`\n`],
    [
      'a table of a million rows',
      (part) => `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(1_000_000 * part)}`,
    ],
    ['a hundred thousand nested quotes', (part) => '>'.repeat(100_000 * part)],
    [
      'a thousand nested lists',
      (part) => Array.from({ length: 1_000 * part }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n'),
    ],
    ['a hundred thousand brackets', (part) => '['.repeat(100_000 * part)],
    ['a hundred thousand emphases', (part) => '*a _b '.repeat(50_000 * part)],
    ['five thousand formulas', (part) => '$\\frac{a}{b}$ '.repeat(5_000 * part)],
    ['a hundred thousand dollars', (part) => '$a '.repeat(50_000 * part)],
    ['a hundred thousand backticks', (part) => '`a``b'.repeat(30_000 * part)],
  ] satisfies [string, (part: number) => string][])
    it(`takes work that grows no faster than the text, and leaves the page to the user: ${what}`, async () => {
      await chat.show([]);
      await haveAllTakeLong();
      const add = (part: number) =>
        workOf(page, () =>
          chat.tell(chat.patch({ op: 'add', item: { ...answer(make(part)), id: `part ${part}` } })),
        );
      const [quarter, whole] = [await add(0.25), await add(1)];
      assertInProportion(quarter, whole);
      await page.locator('textarea').fill('still here');
      assert.equal(await page.locator('textarea').inputValue(), 'still here');
      const wide = await page
        .locator('.transcript')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(wide, 0);
    });

  for (const [what, start, piece] of [
    ['an endless table', '| a | b |\n|---|---|\n', '| 1 | 2 |\n'.repeat(10)],
    ['an endless line', 'x', 'x'.repeat(200)],
  ] as const)
    it(`is drawn less often than it comes while it streams, where that takes long: ${what}`, async () => {
      await chat.show([answer(start, true)]);
      await haveAllTakeLong();
      await page.evaluate(`{
        window.draws = 0;
        new MutationObserver(() => (window.draws += 1)).observe(document.querySelector('.markdown'), {
          subtree: true, childList: true, characterData: true,
        });
      }`);
      for (let count = 0; count < 60; count++)
        await chat.tell(chat.patch({ op: 'text', id: 'a', text: piece }));
      const draws = await page.evaluate<number>('window.draws');
      assert.ok(draws > 0 && draws < 30, `it was drawn ${draws} times`);
    });

  it('has formulas drawn a few at a time, so that the page can do something else in between', async () => {
    await chat.show([]);
    await haveAllTakeLong();
    await feed(page, [chat.patch({ op: 'add', item: answer('$\\frac{a}{b}$ '.repeat(2_000)) })]);
    const first = await page.evaluate<number>(`new Promise((resolve) => {
      const look = () => {
        const { length } = document.querySelectorAll('.math.drawn');
        if (length > 0) resolve(length);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    assert.ok(first < 1_000, `${first} at once`);
  });

  it('a table says how many rows it leaves out, a text how much', async () => {
    await chat.show([answer(`| a |\n|---|\n${'| 1 |\n'.repeat(1_000)}`)]);
    assert.equal(await page.locator('.markdown tr').count(), 300);
    assert.match(await page.locator('.cut').innerText(), /701 more rows/);
    await chat.show([answer('words '.repeat(50_000))]);
    assert.match(
      await page.locator('.cut').innerText(),
      /100k more characters\. "Copy answer" includes them/,
    );
  });
});
