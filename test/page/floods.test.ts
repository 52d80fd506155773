/** Texts that take a highlighter, a parser or a drawer of formulas very long: the page answers meanwhile. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallView, ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { assertInProportion, layoutsOf, workOf } from './support/work.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

const answer = (id: string, text: string): Item => ({ kind: 'assistant', id, text, streaming: false });
const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;
const lines = (line: string, length: number): string => `${line}\n`.repeat(length / (line.length + 1));

/** What keeps the highlighter busy for up to minutes. */
const brackets = block('markdown', lines('[]('.repeat(1_600), 12_000));
const slow: readonly (readonly [string, string])[] = [
  ['12 kB of brackets in Markdown', brackets],
  ['four blocks of Java', block('java', lines('a'.repeat(4_900), 45_000)).repeat(4)],
  ['ini', block('ini', lines('_'.repeat(4_900), 24_000))],
  ['C#', block('csharp', lines('a', 24_000))],
  ['PHP', block('php', lines('a<'.repeat(2_400), 24_000))],
];

describe('a flood in an answer', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  /** The page draws, and does what the user asks for, while a worker is busy or not. */
  async function assertAnswers(text: string): Promise<void> {
    await page.locator('textarea').fill(text);
    await chat.drawn();
    assert.equal(await page.locator('textarea').inputValue(), text);
  }

  const colours = 'document.querySelectorAll(".coloured").length';

  for (const [what, text] of slow)
    it(`holds up nothing while it is highlighted, and what follows is coloured: ${what}`, async () => {
      await chat.show([]);
      const work = await workOf(page, async () => {
        await chat.tell(chat.patch({ op: 'add', item: answer('a', text) }));
        await assertAnswers(what);
      });
      // As much plain text, in the same boxes.
      const plain = await workOf(page, () =>
        chat.tell(chat.patch({ op: 'add', item: answer('b', text.replaceAll(/```[a-z]+/g, '```nosuch')) })),
      );
      assertInProportion(plain, work);
      await chat.tell(chat.patch({ op: 'add', item: answer('c', block('ts', 'const last = 1;')) }));
      await page.locator('.coloured .hljs-keyword').getByText('const').waitFor();
      const shown = await page.locator('.code-block code').first().textContent();
      assert.ok(shown !== null && text.includes(shown));
    });

  for (const focus of ['nowhere', 'in the composer'])
    it(`of code is coloured without a layout for each piece, with the focus ${focus}`, async () => {
      const count = 90;
      const items = Array.from(
        { length: count },
        (_, at) => `- Code:\n\n  \`\`\`ts\n  const a = ${at};\n  \`\`\`\n`,
      );
      const text = items.join('\n');
      await chat.show([answer('a', text)]);
      // The colours are known from here on, so that all come at once.
      await chat.until(`${colours} === ${count}`);
      await chat.tell(
        chat.patch({
          op: 'add',
          item: { kind: 'assistant', id: 'b', text: '- First:\n\n', streaming: true },
        }),
      );
      if (focus === 'nowhere') await page.evaluate('getSelection().removeAllRanges()');
      else await page.locator('textarea').focus();
      const layouts = await layoutsOf(page, async () => {
        await chat.tell(chat.patch({ op: 'text', id: 'b', text }));
        await chat.until(`${colours} === ${2 * count}`);
      });
      assert.ok(layouts < count / 2, `${layouts}`);
    });

  it('ends the worker that takes too long, and shows the code plain, once and for all', async () => {
    await page.evaluate(`{
      window.workers = [0, 0];
      const { Worker: Real } = window;
      window.Worker = class extends Real {
        constructor(address) { super(address); window.workers[0] += 1; }
        terminate() { super.terminate(); window.workers[1] += 1; }
      };
      null;
    }`);
    await chat.show([answer('a', brackets), answer('b', block('ts', 'const b = 1;'))]);
    await chat.until('window.workers[0] === 1');
    await page.evaluate(`{
      const look = () => (window.workers[1] === 1 ? undefined : (advance(2_500), setTimeout(look, 0)));
      look();
      null;
    }`);
    await chat.until(`window.workers[1] === 1 && ${colours} === 1`);
    await chat.show([answer('c', brackets), answer('d', block('ts', 'const d = 1;'))]);
    await chat.until(`${colours} === 1`);
    assert.deepEqual(await page.evaluate('window.workers'), [2, 1]);
  });

  it('of templates in templates in a change draws each line with few elements', async () => {
    const added = Array.from({ length: 300 }, () => '+`${');
    const edit = {
      file: 'a.ts',
      diff: { added: added.length, removed: 0, hunks: [{ oldStart: 1, newStart: 1, lines: added }] },
      shows: ['path'],
    };
    const call: CallView = {
      source: { kind: 'native' },
      toolName: 'edit_file',
      wireName: 'edit_file',
      argsText: '{"path":"a.ts"}',
      status: 'success',
      startedAt: 0,
      durationMs: 5,
      result: [],
      edit,
    };
    await chat.show([{ kind: 'call', id: 'c', step: 1, call }]);
    await page.locator('.call > .disclosure-button').click();
    await page.getByRole('button', { name: /^Show .* more lines/ }).click();
    await page.locator('.diff-line .hljs-string').last().waitFor();
    const elements = await page.locator('.inline-diff *').count();
    assert.ok(elements < 8_000, `${elements}`);
    await assertAnswers('still here');
  });

  it('of openers of formulas is as much work as other text', async () => {
    await chat.show([]);
    const add = (length: number, opener: string) =>
      workOf(page, () =>
        chat.tell(
          chat.patch({
            op: 'add',
            item: answer(`${opener} ${length}`, opener.repeat(length / opener.length)),
          }),
        ),
      );
    for (const opener of ['\\(', '\\[', '\\(a ', '$$a '])
      assertInProportion(await add(50_000, opener), await add(200_000, opener));
    await assertAnswers('still here');
  });

  it('of formulas in paragraphs of their own is drawn in turns', async () => {
    await chat.show([]);
    await page.evaluate('{ let now = 0; performance.now = () => (now += 20); null; }');
    await chat.tell(chat.patch({ op: 'add', item: answer('a', '$\\frac{a}{b}$\n\n'.repeat(2_000)) }));
    await page.locator('.math.drawn').first().waitFor();
    const drawn = await page.evaluate<number>('document.querySelectorAll(".math.drawn").length');
    assert.ok(drawn < 1_000, `${drawn} at once`);
    await chat.until('document.querySelectorAll(".math:not(.drawn)").length === 0');
  });

  for (const [what, tex] of [
    ['doubles itself', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
    ['repeats a long macro', `\\def\\a{${'x'.repeat(2_000)}}${'\\a'.repeat(200)}`],
    ['has many places for an argument', `\\def\\a#1{${'#1'.repeat(1_000)}}\\a{${'x'.repeat(2_000)}}`],
    ['is nested without end', '{'.repeat(2_400) + '}'.repeat(2_400)],
  ] as const)
    it(`is no formula that ${what}: little of it is drawn`, async () => {
      await chat.show([answer('a', `Before $x$\n\n$$\n${tex}\n$$\n\nAfter`)]);
      await page.locator('.math.drawn').nth(1).waitFor();
      const size = await page
        .locator('.math.drawn')
        .nth(1)
        .evaluate((each) => each.innerHTML.length);
      assert.ok(size < 300_000, `${size}`);
      await page.getByText('After').waitFor();
      await assertAnswers('still here');
    });
});
