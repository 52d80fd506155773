/** What is selected or scrolled in an answer stays while the answer is drawn anew around it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

describe('a selection in an answer that streams', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const show = (text: string): Promise<void> =>
    chat.show([{ kind: 'assistant', id: 'a', text, streaming: true }]);
  const add = (text: string): Promise<void> => chat.tell(chat.patch({ op: 'text', id: 'a', text }));

  /** Selects from the first word to the second in the answer, or backwards. */
  async function select(first: string, last: string, backwards = false): Promise<void> {
    await page.evaluate(`{
      const place = (word, atEnd) => {
        const texts = document.createTreeWalker(document.querySelector('.markdown'), NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.data.indexOf(word);
          if (at >= 0) return [node, at + (atEnd ? word.length : 0)];
        }
      };
      const [from, to] = [place('${first}', false), place('${last}', true)];
      getSelection().setBaseAndExtent(...(${backwards} ? [...to, ...from] : [...from, ...to]));
    }`);
  }

  const selected = (): Promise<string> => page.evaluate('getSelection().toString()');
  const isBackwards = (): Promise<boolean> =>
    page.evaluate(`(() => {
      const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection();
      const range = new Range();
      range.setStart(anchorNode, anchorOffset);
      return range.comparePoint(focusNode, focusOffset) < 0;
    })()`);

  async function closeFence(backwards: boolean): Promise<void> {
    await show('Look:\n\n```ts\nconst first = 1;\nconst second = 2;\n');
    await select('first', 'second', backwards);
    const before = await selected();
    await add('const third = 3;\n');
    assert.equal(await selected(), before);
    await add('```\n');
    assert.equal(await selected(), before);
    await page.locator('code.coloured .hljs-keyword').first().waitFor();
    assert.equal(await selected(), before);
    await add('\nMore text.\n\nAnd more.');
    await chat.tell(chat.patch({ op: 'settled', id: 'a' }));
    assert.deepEqual([await selected(), await isBackwards()], [before, backwards]);
  }

  it('keeps a selection in code when the fence closes and when colours come', () => closeFence(false));

  it('keeps a backward selection in code', () => closeFence(true));

  for (const [what, text, more] of [
    [
      'a paragraph',
      'Some words before and **bold** words',
      ['.\nA second line with `co', 'de` and **mo', 're**.\n\nEnd.\n'],
    ],
    ['a paragraph that becomes a heading', 'Some words before and bold words', ['\n', '===\n\n', 'Text.']],
    [
      'a list',
      '- Some words before\n- bold words',
      ['\n  - deeper *an', 'd* deeper\n\n- loose\n', '\nEnd.\n\nEnd.'],
    ],
    [
      'a numbered list in a quote',
      '> 1. Some words before\n> 2. bold words',
      ['\n> 3. mo', 're\n\nEnd.\n\nMore.'],
    ],
    [
      'a table',
      '| a | b |\n|---|---|\n| Some words before | bold words',
      [' | ', '\n| 1 ', '| a much longer text than before |\n', '\nEnd.\n\nEnd.'],
    ],
    [
      'code in a list',
      '- one\n  ```js\n  // Some words before\n  let bold; // words',
      ['\n  let b;', '\n  ```\n', '- two\n\nEnd.\n\nEnd.'],
    ],
  ] as const)
    it(`keeps a selection in ${what}`, async () => {
      await show(text);
      await select('words before', 'bold');
      const before = await selected();
      assert.match(before, /^words before/);
      for (const each of more) {
        await add(each);
        await chat.drawn();
        assert.deepEqual(
          (await selected()).trim().split(/\s+/),
          before.trim().split(/\s+/),
          JSON.stringify(each),
        );
      }
    });

  it('keeps a selection in long code, which gets its colours bit by bit', async () => {
    const code = Array.from({ length: 900 }, (_, index) => `const value${index} = 'text'; // ${index}`).join(
      '\n',
    );
    await show(`\`\`\`ts\n${code}\n`);
    await select('value700', 'value702');
    const before = await selected();
    await page.evaluate(`{
      window.added = [];
      new MutationObserver((changes) => window.added.push(changes.flatMap(({ addedNodes }) => [...addedNodes]).length))
        .observe(document.querySelector('code'), { childList: true });
    }`);
    await add('```\n\nEnd.');
    await chat.until(`document.querySelector('code').lastElementChild?.textContent === '// 899'`);
    const added: number[] = await page.evaluate('window.added');
    const sum = added.reduce((all, each) => all + each, 0);
    assert.ok(Math.max(...added) < sum / 3, JSON.stringify(added));
    assert.equal(await page.locator('code').textContent(), `${code}\n`);
    assert.equal(await selected(), before);
  });

  it('leaves a block of code and a table scrolled where they are', async () => {
    const wide = 'wide '.repeat(60);
    await show(`\`\`\`ts\nconst text = '${wide}';\n`);
    const at = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.scrollLeft);
    const scroll = (selector: string): Promise<void> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => void (element.scrollLeft = 120));
    await scroll('pre');
    await page.locator('pre').focus();
    await add('let a;\n```\n');
    await page.locator('code.coloured .hljs-keyword').first().waitFor();
    assert.equal(await at('pre'), 120);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'PRE');
    const cells = `| ${'unbroken'.repeat(8)} `.repeat(4);
    await add(`\n${cells}|\n${'|---'.repeat(4)}|\n${cells}|\n`);
    await scroll('.table');
    await add(`${cells}|\n| short | and a text that is much longer than before it was | c`);
    await add(' | d |\n\nEnd.\n\nEnd.');
    assert.equal(await at('.table'), 120);
  });
});
