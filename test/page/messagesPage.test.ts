/** Messages and calls in the chat's page: code, formulas, tasks, pictures, thoughts, and what can be done with a call. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { click } from '../../stories/pages/openPage.ts';
import { picturePng } from '../../stories/png.ts';
import type { CallView, ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const answer = (id: string, text: string, streaming = false): Item => ({
  kind: 'assistant',
  id,
  text,
  streaming,
});
const long = 'x'.repeat(400);

function call(id: string, over: Partial<CallView> = {}): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'read',
    wireName: 'mcp__demo__read',
    argsText: '{"depth":2,"path":"src/a.ts"}',
    status: 'success',
    startedAt: 0,
    durationMs: 5,
    result: [{ type: 'text', text: 'done' }],
    ...over,
  };
  return { kind: 'call', id, step: 1, call: view };
}

/** The call as it is while it runs. */
function withoutResult(item: Item): Item {
  if (item.kind !== 'call') return item;
  const { result: _, durationMs: __, ...running } = item.call;
  return { ...item, call: running };
}

describe('messages and calls in the page', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));
  const press = (name: string | RegExp): Promise<void> => click(page.getByRole('button', { name }).first());
  const unfold = (id: string): Promise<void> =>
    click(page.locator(`[data-id="${id}"] .disclosure-button`).first());

  it('code goes to the clipboard, the cursor or the file that it is for', async () => {
    await chat.show([answer('a', '```ts src/a.ts\nlet a;\n```\n\n```\nlet b;\n```\n')]);
    await press('Copy code');
    await press('Insert at cursor');
    await press('Apply to src/a.ts…');
    await press('Apply to the open file…');
    assert.deepEqual(await chat.posted(), [
      { type: 'copy', text: 'let a;' },
      { type: 'insert', text: 'let a;\n' },
      { type: 'apply', text: 'let a;\n', file: 'src/a.ts' },
      { type: 'apply', text: 'let b;\n' },
    ]);
  });

  it('the buttons of a long block of code stay in sight, and move nothing', async () => {
    const code = (count: number): string =>
      `\n${Array.from({ length: count }, (_, index) => `let name${index};`).join('\n')}`;
    const bar = async () => {
      const [view, block, own] = await Promise.all(
        ['.transcript', '.code-block', '.code-bar'].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(view && block && own);
      return { below: own.y - view.y, into: own.y - block.y };
    };
    await chat.show([answer('a', `Before\n\n\`\`\`ts${code(5)}`, true)]);
    assert.ok((await bar()).into < 2);
    await chat.watchMoves();
    for (let count = 0; count < 12; count++)
      await chat.tell(chat.patch({ op: 'text', id: 'a', text: code(5) }));
    assert.equal(Math.round((await bar()).below), -1);
    assert.ok((await bar()).into > 400);
    assert.deepEqual(await chat.moved(), []);
    await chat.posted();
    await press('Copy code');
    const [copy] = await chat.posted();
    assert.ok(copy?.type === 'copy' && copy.text.startsWith('let name0;'));
  });

  it('an answer is copied by the host, which has all its parts', async () => {
    await chat.show([answer('a', 'First this.'), call('c'), answer('b', 'That was it.')]);
    assert.equal(await page.getByRole('button', { name: 'Copy answer' }).count(), 1);
    await press('Copy answer');
    assert.deepEqual(await chat.posted(), [{ type: 'copyAnswer', id: 'b' }]);
  });

  it('long lines of code are wrapped when the user wants it, also after a reload', async () => {
    const items = [answer('a', `\`\`\`\n${long}\n\`\`\``)];
    const overflows = (): Promise<boolean> =>
      page.locator('.code-block pre').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await chat.show(items);
    assert.equal(await overflows(), true);
    await press('Toggle word wrap');
    assert.equal(await overflows(), false);
    await page.reload();
    await chat.show(items);
    assert.equal(await overflows(), false);
    await press('Toggle word wrap');
    assert.equal(await overflows(), true);
  });

  it('formulas are drawn as MathML by a script that comes when the first one does', async () => {
    const scripts = (): Promise<string[]> =>
      page.evaluate(
        `[...document.scripts].map(({ src }) => src.split('/').at(-1)).filter((name) => /^(?:webview|math)/.test(name)).toSorted()`,
      );
    await chat.show([answer('a', 'No formula: $5 and $10.')]);
    assert.deepEqual(await scripts(), ['webview.js']);
    await chat.tell(chat.patch({ op: 'add', item: answer('b', 'So $x^2$ and\n\n$$\n\\frac{1}{2}\n', true) }));
    await page.locator('.math.drawn math msup').waitFor();
    assert.deepEqual(await scripts(), ['math.js', 'webview.js']);
    // Half a formula stays text.
    assert.equal(await page.locator('.formula-source').innerText(), '$$\n\\frac{1}{2}');
    await chat.tell(
      chat.patch({ op: 'text', id: 'b', text: '$$\n\n$\\oops{$ more' }, { op: 'settled', id: 'b' }),
    );
    await page.locator('math[display="block"] mfrac').waitFor();
    assert.match(await page.locator('.katex-error').innerText(), /oops/);
  });

  it('formulas bring no links, pictures, styles or scripts', async () => {
    const hostile = [
      '\\href{javascript:alert(1)}{x}',
      '\\href{https://e.com}{x}',
      '\\includegraphics{https://e.com/a.png}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlData{code=copy}{x}',
      '\\url{https://e.com}',
      '\\text{<img src=x onerror=alert(1)>}',
      '\\def\\a{\\a\\a}\\a',
      '\\rule{9999em}{9999em}',
    ];
    await chat.show([answer('a', hostile.map((tex) => `$${tex}$`).join('\n\n'))]);
    await page.locator('.math.drawn').first().waitFor();
    const found = await page
      .locator('.markdown')
      .evaluate(
        (element) =>
          element.querySelectorAll('a, img, script, [style], [onerror], [href], [data-code]').length,
      );
    assert.equal(found, 0);
    const wide = await page
      .locator('.transcript')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(wide, 0);
  });

  it('tasks have boxes that say how they stand', async () => {
    await chat.show([answer('a', '- [x] one\n- [ ] two\n')]);
    assert.equal(await page.getByRole('img', { name: 'Done' }).count(), 1);
    assert.equal(await page.getByRole('img', { name: 'To do' }).count(), 1);
  });

  it('thoughts are open while they go on, and then folded, with the time they took', async () => {
    await chat.show([{ kind: 'assistant', id: 'a', text: '', reasoning: 'Hm.', streaming: true }]);
    const thought = page.locator('.reasoning');
    assert.match(await thought.innerText(), /^Thinking…\s+Hm\.$/);
    await chat.tell(chat.patch({ op: 'reasoning', id: 'a', text: '\n\nWell.'.repeat(40) }));
    const rest = () =>
      page
        .getByRole('group', { name: 'Thinking…' })
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
    assert.ok((await rest()) <= 2);
    await thought.getByRole('button').click();
    assert.match(await thought.innerText(), /^Thinking…$/);
    await thought.getByRole('button').click();
    await chat.tell(
      chat.patch(
        { op: 'thought', id: 'a', ms: 4_200 },
        { op: 'text', id: 'a', text: 'So.' },
        { op: 'settled', id: 'a' },
      ),
    );
    assert.equal((await page.locator('.reasoning').innerText()).trim(), 'Thought for 4.2 s');
  });

  it('a picture opens with Enter, is zoomed by keys, and closes with Escape', async () => {
    const data = picturePng(360, 140).toString('base64');
    await chat.show([call('c', { result: [{ type: 'image', mimeType: 'image/png', data }] })]);
    await unfold('c');
    await page.locator('.picture').focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog');
    const width = (): Promise<number> =>
      viewer.locator('img').evaluate((image) => image.getBoundingClientRect().width);
    const before = await width();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    assert.ok((await width()) > before * 1.5);
    assert.match(await viewer.getByRole('status').innerText(), /^\d+%$/);
    await page.keyboard.press('0');
    assert.equal(await width(), before);
    await page.keyboard.press('Escape');
    assert.equal(await viewer.count(), 0);
    assert.equal(await page.evaluate('document.activeElement.className'), 'picture');
  });

  it('a call is run again and its server shown from its own place, but not while a turn runs', async () => {
    await chat.show([call('c')]);
    await unfold('c');
    await press('Run again');
    await press('Show server');
    assert.deepEqual(await chat.posted(), [
      { type: 'runAgain', id: 'c' },
      { type: 'showServer', server: 'demo' },
    ]);
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'running' } }));
    assert.equal(await page.getByRole('button', { name: 'Run again' }).isDisabled(), true);
  });

  it('a call of an imported conversation is not run again, and says why', async () => {
    await chat.show([{ ...call('c'), imported: true }]);
    await unfold('c');
    assert.equal(await page.getByRole('button', { name: 'Run again' }).count(), 0);
    assert.match(await page.locator('[data-id="c"]').innerText(), /from an imported conversation/);
  });

  it('a call is not offered again where it can only fail: it was refused, or its tool is gone', async () => {
    await chat.show([call('r', { status: 'error', isRefused: true }), call('c')]);
    await unfold('r');
    await unfold('c');
    const again = (id: string) =>
      page.locator(`[data-id="${id}"]`).getByRole('button', { name: 'Run again' });
    assert.deepEqual([await again('r').count(), await again('c').count()], [0, 1]);
    const offer = { prompts: [], hasResources: false };
    await chat.tell({ type: 'offer', offer: { ...offer, tools: ['["mcp","demo","other"]'] } });
    assert.equal(await again('c').count(), 0);
    await chat.tell({ type: 'offer', offer: { ...offer, tools: ['["mcp","demo","read"]'] } });
    assert.equal(await again('c').count(), 1);
  });

  it('a call that failed says what can be done', async () => {
    const timeout = call('t', { status: 'timeout', result: [{ type: 'text', text: 'Timed out.' }] });
    await chat.show([timeout, call('n', { source: { kind: 'unknown' }, status: 'error' })]);
    await unfold('t');
    await unfold('n');
    assert.match(
      await page.locator('[data-id="t"]').innerText(),
      /increase "timeout" in the server settings/,
    );
    assert.match(
      await page.locator('[data-id="n"]').innerText(),
      /a tool that does not exist or is not available now/,
    );
    assert.equal(await page.locator('[data-id="n"]').getByRole('button', { name: 'Run again' }).count(), 0);
    await press('Show log');
    assert.deepEqual(await chat.posted(), [{ type: 'action', action: 'showLog' }]);
  });

  it('what a call writes while it runs is shown as it comes, and keeps to its end while the user is there', async () => {
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `line ${from + at}\n`).join('');
    const wrote = (output: string) =>
      chat.tell(chat.patch({ op: 'progress', id: 'c', progress: { progress: 1 }, output }));
    const pre = page.getByRole('group', { name: 'Output while running' }).locator('pre');
    const distance = (): Promise<number> =>
      pre.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
    await chat.show([withoutResult(call('c', { status: 'running' }))]);
    await unfold('c');
    assert.match(await page.locator('.call').innerText(), /No result yet/);
    await wrote(lines(0, 40));
    await wrote(`${lines(40, 60)}<b>\u202E`);
    assert.equal(await pre.textContent(), `${lines(0, 60)}<b>\u202E`);
    assert.equal(await pre.locator('.hidden-character').count(), 1);
    assert.ok((await distance()) <= 2);
    await pre.hover();
    await page.mouse.wheel(0, -100);
    await chat.drawn();
    await page.evaluate(
      `getSelection().setBaseAndExtent(document.querySelectorAll('.call-text')[1].firstChild, 0, document.querySelectorAll('.call-text')[1].firstChild, 6)`,
    );
    const before = await distance();
    await wrote(`\n${lines(60, 80)}`);
    assert.ok((await distance()) > before + 100, 'It stays where the user reads.');
    assert.equal(await page.evaluate('getSelection().toString()'), 'line 0');
    await page.getByRole('button', { name: 'Copy output' }).click();
    assert.match(JSON.stringify(await chat.posted()), /"copy","text":"line 0.*line 79/);
    const result = [{ type: 'text', text: 'all of it' }] as const;
    await chat.tell(chat.patch({ op: 'call', id: 'c', change: { status: 'success', result, output: '' } }));
    assert.equal(await pre.count(), 0);
  });

  it('a result that grows when it is indented says how much of it is not shown, and opens all of it', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => ({ row: index }));
    const embedded = { type: 'resource', uri: 'file:///rows.json', text: JSON.stringify(rows) } as const;
    for (const part of [{ type: 'text', text: JSON.stringify(rows) } as const, embedded]) {
      await chat.show([call('c', { result: [part] })]);
      if ((await page.locator('.disclosure-body').count()) === 0) await unfold('c');
      assert.match(await page.locator('.call-cut').innerText(), /^… [\d.]+ KB more/);
      await press('Open all');
      assert.deepEqual(await chat.posted(), [{ type: 'openCall', id: 'c', what: 'result' }]);
    }
  });

  it('arguments that are being edited come back after a reload, and do not take the keyboard', async () => {
    const asked = {
      status: 'pending',
      approval: {
        changed: false,
        says: [],
        coverages: [{ covers: 'tool' }, { covers: 'source', tools: 12 }],
      },
    } as const;
    const field = page.getByRole('textbox', { name: 'Arguments as JSON' });
    await chat.show([call('c', asked), call('d', asked)]);
    await press('Edit arguments');
    const holdsKeyboard = (): Promise<boolean> => field.evaluate((element) => element.matches(':focus'));
    assert.equal(await holdsKeyboard(), true);
    await field.fill('{"path":"mine"}');
    await page.reload();
    await chat.show([call('c', asked), call('d', asked)]);
    assert.deepEqual([await field.count(), await field.inputValue()], [1, '{"path":"mine"}']);
    assert.equal(await holdsKeyboard(), false);
    await press('Allow');
    const [said] = await chat.posted();
    assert.ok(said?.type === 'decide' && said.decision.action === 'allow');
    assert.deepEqual([said.id, said.decision.argsText], ['c', '{"path":"mine"}']);
    await chat.tell(chat.patch({ op: 'call', id: 'c', change: { status: 'running' } }));
    await chat.tell(chat.patch({ op: 'call', id: 'c', change: asked }));
    assert.equal(await field.count(), 0, 'What was answered is forgotten.');
  });

  it('a message that is being edited comes back after a reload, until it is sent or left', async () => {
    const items: Item[] = [{ kind: 'user', id: 'u', text: 'Why?' }, answer('a', 'So.')];
    const field = page.getByRole('textbox', { name: 'Edited message' });
    await chat.show(items);
    await page.locator('.user-message').hover();
    await press('Edit message');
    assert.equal(await field.evaluate((element) => element.matches(':focus')), true);
    await field.fill('Why not?');
    await page.reload();
    await chat.show(items);
    assert.equal(await field.inputValue(), 'Why not?');
    assert.equal(await field.evaluate((element) => element.matches(':focus')), false);
    await field.press('Enter');
    assert.deepEqual(await chat.posted(), [{ type: 'resend', id: 'u', text: 'Why not?' }]);
    await page.reload();
    await chat.show(items);
    assert.equal(await field.count(), 0);
  });

  it('a selection over several messages is copied as they read, without what stands on buttons', async () => {
    const text =
      '# Title\n\nSome **bold** text.\n\n```ts src/a.ts\nlet a;\nlet b;\n```\n\n| x | y |\n|-|-|\n| 1 | 2 |';
    await chat.show([{ kind: 'user', id: 'u', text: 'Why?' }, answer('a', text)]);
    const copied = await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector('[role=list]')), getSelection().toString()`,
    );
    assert.deepEqual(String(copied).trim().split(/\n+/), [
      'Why?',
      'Title',
      'Some bold text.',
      'let a;',
      'let b;',
      'x\ty',
      '1\t2',
    ]);
  });

  it('Arabic and Hebrew are read from right to left, block by block, and code from left to right', async () => {
    const text = 'مرحبا `npm run` بك\n\n- أول\n- ثان\n\nEnglish.\n\n```js\n// שלום\n```\n\n> ציטוט';
    const result = [{ type: 'text', text: 'שלום' }] as const;
    await chat.show([{ kind: 'user', id: 'u', text: 'שלום' }, answer('a', text), call('c', { result })]);
    await unfold('c');
    const styles = (selector: string, name: string): Promise<string[]> =>
      page.evaluate(
        `[...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each).getPropertyValue('${name}'))`,
      );
    const directions = (selector: string): Promise<string[]> => styles(selector, 'direction');
    assert.deepEqual(await directions('.markdown-block'), ['rtl', 'rtl', 'ltr', 'ltr', 'rtl']);
    assert.deepEqual(await directions('.markdown :is(code, .code-block)'), ['ltr', 'ltr', 'ltr']);
    assert.deepEqual(await directions('.bubble, .call-text'), ['rtl', 'ltr', 'rtl']);
    // The marks of a list stand where it begins.
    assert.deepEqual(await styles('ul', 'padding-left'), ['0px']);
    assert.notDeepEqual(await styles('ul', 'padding-right'), ['0px']);
    await page.getByRole('textbox', { name: 'Message' }).fill('שלום');
    assert.deepEqual(await directions('.message-field'), ['rtl']);
    // Each line has its own.
    assert.deepEqual(await styles('.message-field', 'unicode-bidi'), ['plaintext']);
  });

  it('a call says what it is about in every width, however long its name is', async () => {
    await chat.show([
      call('c'),
      { kind: 'assistant', id: 'a', text: 'And:', streaming: false },
      call('long', { toolName: 'query_the_warehouse_'.repeat(8) }),
    ]);
    for (const width of [250, 420, 1000]) {
      await page.setViewportSize({ width, height: 600 });
      const said = (await page.locator('.call > .disclosure-button').first().innerText()).replaceAll(
        /\s+/g,
        ' ',
      );
      // The name of the file is a box of its own, which stays where the folders are cut.
      assert.match(said, /read demo .*src ?\/a\.ts/, `${width}: ${said}`);
      const about = page
        .locator('[data-id="long"]')
        .locator('.about-parts')
        .getByText('src/a.ts')
        .filter({ visible: true });
      const box = await about.boundingBox();
      // In a narrower window it goes first.
      assert.ok(width < 420 || (box && box.width > 30), `${width}: ${box?.width}`);
    }
    await page.setViewportSize({ width: 420, height: 600 });
  });

  it('can only be read while another window has the conversation open, and say how to go on', async () => {
    const items: Item[] = [
      { kind: 'user', id: 'u1', text: 'Read it' },
      call('c1'),
      answer('a1', 'Done.'),
      { kind: 'notice', id: 'n1', level: 'warning', text: 'Stopped.', actions: ['continue'] },
    ];
    const snapshot = (over: Partial<ChatStatus>) =>
      chat.tell({
        type: 'snapshot',
        conversation: 'c1',
        seq: 0,
        items,
        earlier: 0,
        status: { ...status, ...over },
      });
    await snapshot({ isReadOnly: true });
    await page.getByRole('note').getByText('Open in another window').waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    assert.equal(await page.evaluate('document.activeElement === document.body'), false);
    await page.locator('.call > .disclosure-button').first().click();
    for (const name of ['Continue', 'Restore checkpoint…', 'Run again', 'Send (Enter)'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await page.getByRole('button', { name: 'Duplicate and continue' }).click();
    await chat.next('duplicate');
    await snapshot({});
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    assert.equal(await page.getByRole('note').count(), 0);
    // Shown while another part of the window has the keyboard, and then given it.
    await page.evaluate('document.activeElement.blur(); document.hasFocus = () => false');
    await snapshot({ isReadOnly: true });
    await page.getByRole('note').waitFor();
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
    await chat.tell({ type: 'focus' });
    await chat.until('document.activeElement !== document.body');
  });

  it('draw a result that plainly is Markdown as such, safely, with its plain text one key away', async () => {
    const text =
      '# Heading\n\n| a | b |\n|---|---|\n| **bold** | ![x](https://example.com/x.png) |\n\n[run](command:x) <b onclick="x()">html</b>';
    const items = [call('c1', { result: [{ type: 'text', text }] })];
    await chat.show(items);
    await page.locator('.call > .disclosure-button').first().click();
    const drawn = page.getByRole('group', { name: 'Formatted text' });
    await drawn.getByRole('heading', { name: 'Heading' }).waitFor();
    assert.equal(await drawn.locator('img, b').count(), 0);
    assert.deepEqual(
      await drawn.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['https://example.com/x.png'],
    );
    const toggle = page.getByRole('button', { name: 'Show as plain text' });
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page.locator('.call-text', { hasText: '| **bold** |' }).waitFor();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    assert.equal(await drawn.count(), 0);
    // Closed and opened again, the row remembers it.
    await page.locator('.call > .disclosure-button').first().click();
    await page.locator('.call > .disclosure-button').first().click();
    await page.locator('.call-text', { hasText: '| **bold** |' }).waitFor();
  });
});
