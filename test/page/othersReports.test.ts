/**
 * What users of other chats report: texts that are drawn as something else, and keys that do something else. Each row is
 * tried on the real page.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const user: Item = { kind: 'user', id: 'u', text: 'x' };
const answer = (text: string, streaming = false): Item => ({ kind: 'assistant', id: 'a', text, streaming });

/** A text of a model, and what of it is to be read; as it is written if that is absent. */
const texts: readonly (readonly [string, string?])[] = [
  ['Price: $10K flat, Phase 2 at $8K and $155 spent, $34 left'],
  ['**$750 is a lot** and **$800**', '$750 is a lot and $800'],
  ['R$ 12,29/metro, R$ 15,83/metro'],
  ['$100M-$200M, and $1,000-$2,000'],
  ['jQuery: $(".a").click(), $(this).hide()'],
  ['PHP: $foo = $bar; $this->x = $y'],
  ['awk {print $1, $2} and $3'],
  ['$(CC) $(CFLAGS) -o $@ $<'],
  ['${A:-$B}, $((1+2)), $PATH:$HOME/bin'],
  ['echo $$; kill $$'],
  ['\\[0\\] of an array, an \\(optional\\) part', '[0] of an array, an (optional) part'],
  ['C:\\Users\\me\\.ssh and \\\\server\\share\\_x_'],
  ['src/__tests__/__init__.py, snake_case_name'],
  ['2*3*4, 2**8 + 3**2, 5 * 3 * 2'],
  ['**/*.ts, src/**/*.js and packages/*/src'],
  ['char **argv, int *p, f(*args, **kwargs)'],
  ['Array<string>, Map<K, V>, #include <stdio.h>'],
  ['C# and F#, #1 of 2, std::vector, :smile:'],
  ['~10 to ~20 minutes, a ~5% change'],
  ['cat a.txt | grep x | wc -l'],
  ['[x] done [ ] to do, [INFO]: server started'],
  ['emoji 👩‍👩‍👧‍👦 🇩🇪 and e\u0301'],
  ['<kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O', 'Ctrl+C, H2O'],
  ['Is that all?\n---', 'Is that all?'],
];

describe('what users of others report', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([user]);
    await chat.tell({ type: 'focus' });
  });

  const field = () => page.getByLabel('Message', { exact: true });
  const draft = () => field().inputValue();
  const sent = async () =>
    (await chat.posted()).flatMap((message) => (message.type === 'send' ? [message.text] : []));
  const caret = () =>
    page.evaluate<readonly number[]>(
      '[document.activeElement.selectionStart, document.activeElement.selectionEnd]',
    );
  const paste = (text: string) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      const isLeftToBrowser = document.activeElement.dispatchEvent(event);
      if (isLeftToBrowser) document.execCommand('insertText', false, ${JSON.stringify(text)});
      null;
    }`);
  const key = (init: string) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ${init} }))`,
    );

  it('is not so for texts with marks of markdown in them: each is read as it is meant', async () => {
    await chat.show(
      texts.map(([text], index): Item => ({ kind: 'assistant', id: `a${index}`, text, streaming: false })),
    );
    const read = await page.locator('.markdown').allInnerTexts();
    assert.deepEqual(
      read.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      texts.map(([text, meant = text]) => meant),
    );
    assert.equal(await page.locator('.markdown :is(.math, em, s, h1, h2)').count(), 0);
  });

  it('is not so for code in tables and notes of GitHub', async () => {
    await chat.show([
      user,
      answer('| a | b | c |\n|--|--|--|\n| x | `string|null` | the last |\n\n> [!WARNING]\n> Careful.'),
    ]);
    assert.deepEqual(await page.locator('.markdown td').allInnerTexts(), ['x', 'string|null', 'the last']);
    assert.deepEqual((await page.locator('.markdown .alert').innerText()).trim().split(/\s+/), [
      'Warning',
      'Careful.',
    ]);
  });

  it('is not so for a character that comes in two halves', async () => {
    await chat.show([user, answer('\ud83d', true)]);
    await chat.tell(chat.patch({ op: 'text', id: 'a', text: '\ude00 ok' }));
    await chat.advance(500);
    assert.equal(await page.locator('.markdown').innerText(), '😀 ok');
  });

  it('is not so for code in lists and quotes, which is copied without what is around it', async () => {
    await chat.show([user, answer('1. x\n\n   ```py\n   if a:\n       b\n   ```\n\n> ```sh\n> ls\n> ```')]);
    const buttons = page.getByRole('button', { name: 'Copy code' });
    await buttons.nth(0).click();
    assert.equal((await chat.next('copy')).text.trimEnd(), 'if a:\n    b');
    await buttons.nth(1).click();
    assert.equal((await chat.next('copy')).text.trimEnd(), 'ls');
  });

  it('is not so for long words, wide tables, code and formulas: nothing is to be scrolled sideways but they', async () => {
    const cells = 'value | '.repeat(20);
    await chat.show([
      { ...user, text: 'x'.repeat(3_000) },
      answer(
        `${'y'.repeat(3_000)}\n\n| ${cells}\n|${'--|'.repeat(20)}\n| ${cells}\n\n\`\`\`js\n${'a'.repeat(500)}\n\`\`\`\n\n$$\n${'a+'.repeat(200)}b\n$$`,
      ),
    ]);
    const widths = (selector: string) =>
      page.evaluate<readonly number[]>(
        `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('${selector}'))`,
      );
    for (const selector of ['html', '.transcript', '.bubble']) {
      const [all = 0, seen = 0] = await widths(selector);
      assert.ok(all <= seen, `${selector}: ${all} of ${seen}`);
    }
    const [table = 0, seen = 0] = await widths('.markdown .table');
    assert.ok(table > seen);
  });

  it('is not so for an Enter that belongs to an input method', async () => {
    await page.keyboard.type('ni');
    await key(`key: 'Enter', isComposing: true`);
    // Some browsers end the composition before its last key, which has this code then.
    await key(`key: 'Enter', keyCode: 229`);
    await chat.drawn();
    assert.deepEqual([await draft(), await sent()], ['ni', []]);
  });

  it('is not so for pasted lines: they are not sent, stay where the caret was, and one undo takes them away', async () => {
    await page.keyboard.type('ab');
    await page.keyboard.press('ArrowLeft');
    await paste('one\ntwo\n');
    await chat.drawn();
    assert.deepEqual([await draft(), await caret(), await sent()], ['aone\ntwo\nb', [9, 9], []]);
    await page.keyboard.press('Control+Z');
    assert.equal(await draft(), 'ab');
  });

  it('is not so for the caret and a selection while an answer comes', async () => {
    await page.keyboard.type('hello world');
    await page.keyboard.press('Control+ArrowLeft');
    await chat.show([user, answer('It comes', true)]);
    await page.keyboard.type('Q');
    await chat.tell(chat.patch({ op: 'text', id: 'a', text: ' on' }));
    assert.deepEqual([await draft(), await caret()], ['hello Qworld', [7, 7]]);
    await page.keyboard.press('Shift+ArrowLeft');
    await chat.tell(chat.patch({ op: 'settled', id: 'a' }));
    assert.deepEqual(await caret(), [6, 7]);
  });

  for (const text of ['/home/me/x.ts fails', '# Title', 'fix #123', 'in C#', 'me@example.com'])
    it(`is not so for the message "${text}", which one Enter sends as it is`, async () => {
      await page.keyboard.type(text);
      await chat.drawn();
      await page.keyboard.press('Enter');
      await chat.drawn();
      assert.deepEqual([await sent(), await draft()], [[text], '']);
    });

  it('is not so for blanks alone, which are not sent, and Escape, which leaves a draft', async () => {
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sent(), []);
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    assert.equal((await draft()).trim(), 'x');
  });

  it('is not so for a message that was sent by mistake: undo brings its text back', async () => {
    await page.keyboard.type('hello there');
    await page.keyboard.press('Enter');
    await chat.drawn();
    assert.equal(await draft(), '');
    await page.keyboard.press('Control+Z');
    assert.equal(await draft(), 'hello there');
  });

  it('is not so for links: a click, the middle button, Control and Enter open them in the browser once', async () => {
    await chat.show([user, answer('[x](https://example.com/a)')]);
    const link = page.locator('.markdown a');
    for (const open of [
      () => link.click(),
      () => link.click({ button: 'middle' }),
      () => link.click({ modifiers: ['Control'] }),
      () => link.press('Enter'),
    ]) {
      await open();
      await chat.drawn();
      const opened = (await chat.posted()).filter(({ type }) => type === 'openLink');
      assert.deepEqual(opened, [{ type: 'openLink', href: 'https://example.com/a' }]);
    }
  });
});
