/** A call that waits for approval hides nothing: not by its length, not behind padding, not in characters nobody sees. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lineDiff } from '../../src/base/common/lineDiff.ts';
import type { CallView, ChatStatus, Item, LineDiff, ProposedEdit } from '../../src/protocol/index.ts';
import { click } from '../../stories/pages/openPage.ts';
import { themeNames } from '../../stories/pages/page.ts';
import { violations } from './support/axe.ts';
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

  it('prints its arguments once, also unfolded', async () => {
    await chat.show([asked({ path: 'the-only-path.ts' })]);
    const line = page.locator('.call > .disclosure-button');
    await line.press('Enter');
    assert.equal(await line.getAttribute('aria-expanded'), 'true');
    const words = await page.locator('.call').innerText();
    assert.equal(words.split('the-only-path.ts').length - 1, 1, words);
    assert.match(words, /mcp__demo__write_file/);
  });

  it('gives the keyboard to the next call that waits once it is answered, and then to the message', async () => {
    await chat.show([asked({}), { ...asked({}), id: 'd' }]);
    for (const id of ['c', 'd']) {
      const card = page.locator(`[data-id="${id}"] .approval`);
      if (id === 'c') await card.focus();
      // Its Allow has not the focus: a key that is pressed too often allows nothing.
      assert.equal(await card.evaluate((each) => each.matches(':focus')), true, id);
      await page.keyboard.press('Enter');
      assert.deepEqual(await chat.posted(), []);
      await page.keyboard.press(id === 'c' ? 'Control+Enter' : 'Control+Backspace');
      const [sent] = await chat.posted();
      assert.ok(sent?.type === 'decide' && sent.id === id);
      assert.equal(sent.decision.action, id === 'c' ? 'allow' : 'deny');
      await chat.tell(chat.patch({ op: 'call', id, change: { status: 'running' } }));
    }
    assert.match(await focused(), /message-field/);
  });

  const many = (count: number, over: (index: number) => Partial<CallView> = () => ({})): Item[] =>
    Array.from({ length: count }, (_, index) => ({
      ...asked({ path: `src/${index}.ts` }, over(index)),
      id: `w${index}`,
    }));
  const group = () => page.getByRole('group', { name: 'Calls that need approval' });
  const decided = async () =>
    (await chat.posted()).flatMap((sent) =>
      sent.type === 'decide' ? [`${sent.decision.action} ${sent.id}`] : [],
    );

  it('is one of a group with the others, which is allowed or denied with one press', async () => {
    await chat.show(many(7));
    assert.match(await group().innerText(), /7 calls need approval/);
    await page.getByRole('button', { name: 'Allow All (7)' }).click();
    assert.deepEqual(
      await decided(),
      many(7).map(({ id }) => `allow ${id}`),
    );
    await page.getByRole('button', { name: 'Deny All' }).click();
    assert.equal((await decided()).length, 7);
    await chat.show(many(1));
    assert.equal(await group().count(), 0);
  });

  it('takes two presses for seven edits that are long, of which all has been shown, and one for short ones', async () => {
    const edits = (lines: number): Item[] =>
      many(7, (index) => ({
        approval: {
          changed: false,
          says: ['destructive'],
          coverages: [{ covers: 'tool' }],
          edit: {
            file: `src/${index}.ts`,
            diff: {
              added: lines,
              removed: 1,
              hunks: [
                {
                  oldStart: 1,
                  newStart: 1,
                  lines: ['-old', ...Array.from({ length: lines }, (_, at) => `+line ${at} of ${index}`)],
                },
              ],
            },
            shows: ['path'],
          },
        },
      }));
    for (const [lines, most] of [
      [120, 2],
      [3, 1],
    ] as const) {
      await chat.show(edits(lines));
      let presses = 0;
      const buttons = group().getByRole('button', { name: /^(Allow|Show) All/ });
      for (let left = 7; left > 0; presses += 1) {
        await buttons.press('Enter');
        left -= (await decided()).length;
        assert.ok(presses < most, `more than ${most} presses`);
      }
      assert.equal(presses, most);
      // What the last press allowed had been on the page, each to its last line.
      const texts = await page.locator('.approval').allInnerTexts();
      assert.deepEqual(
        texts.map((text, index) => text.includes(`line ${lines - 1} of ${index}`)),
        Array(7).fill(true),
      );
    }
  });

  it('is not allowed with the others before all of each is shown, and not where it asks for a reason of its own', async () => {
    const reasons = [{ kind: 'textCall' }] as const;
    await chat.show(
      many(7, (index) =>
        index === 2
          ? { argsText: JSON.stringify({ text: 'line\n'.repeat(80) }) }
          : index < 2
            ? { approval: { changed: index === 0, says: [], coverages: [], ...(index === 1 && { reasons }) } }
            : {},
      ),
    );
    assert.match(await group().innerText(), /7 calls need approval\s+\(2 only one at a time\)/);
    await page.getByRole('button', { name: 'Show All (1)' }).click();
    assert.deepEqual(await decided(), []);
    await page.getByRole('button', { name: 'Allow All (5)' }).click();
    assert.deepEqual(await decided(), ['allow w2', 'allow w3', 'allow w4', 'allow w5', 'allow w6']);
  });

  it('is not decided by a key that is held, which has decided about the call before it', async () => {
    const long = JSON.stringify({ text: 'line\n'.repeat(80) });
    for (const [key, decision] of [
      ['Enter', 'allow'],
      ['Backspace', 'deny'],
    ] as const) {
      await chat.show(many(3, (index) => (index === 1 ? { argsText: long } : {})));
      await page.locator('[data-id="w0"] .approval').focus();
      await page.keyboard.down('Control');
      await page.keyboard.down(key);
      assert.deepEqual(await decided(), [`${decision} w0`]);
      await chat.tell(chat.patch({ op: 'call', id: 'w0', change: { status: 'running' } }));
      assert.equal(
        await page.locator('[data-id="w1"] .approval').evaluate((each) => each.matches(':focus')),
        true,
      );
      for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down(key);
      await page.keyboard.up(key);
      await page.keyboard.up('Control');
      assert.deepEqual(await decided(), []);
      assert.equal(await page.locator('[data-id="w1"] .approval-rest').count(), 1);
    }
  });

  it('is shown, and not allowed with the others, by a double click, a key that is held and one pressed twice', async () => {
    const long = JSON.stringify({ text: 'line\n'.repeat(80) });
    const showAll = page.getByRole('button', { name: 'Show All (7)' });
    for (const twice of [
      () => showAll.dblclick(),
      async () => {
        await showAll.focus();
        await page.keyboard.down('Enter');
        await page.keyboard.down('Enter');
        await page.keyboard.up('Enter');
      },
      async () => {
        await showAll.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
      },
    ]) {
      await chat.load({ theme: 'dark' });
      ({ page } = chat);
      await chat.show(many(7, () => ({ argsText: long })));
      await twice();
      await page.getByRole('button', { name: 'Allow All (7)' }).waitFor();
      assert.deepEqual(await decided(), []);
      // What is shown now is what the keyboard is at.
      await chat.until("document.activeElement.matches('[data-id=w0] .approval')");
    }
    await page.getByRole('button', { name: 'Allow All (7)' }).click();
    assert.equal((await decided()).length, 7);
  });

  it('is not allowed by the second click of a double click on the call before it', async () => {
    await chat.show(many(2));
    const allow = (id: string) => page.locator(`[data-id="${id}"] .approval .text-button.primary`);
    await allow('w0').click({ clickCount: 1 });
    await chat.tell(chat.patch({ op: 'call', id: 'w0', change: { status: 'running' } }));
    assert.deepEqual(await decided(), ['allow w0']);
    const place = await allow('w1').boundingBox();
    assert.ok(place);
    await page.mouse.move(place.x + 5, place.y + 5);
    for (const clickCount of [2, 1]) {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
      assert.deepEqual(await decided(), clickCount === 2 ? [] : ['allow w1']);
    }
  });

  it('is gone to where it is the first of many that do not fit', async () => {
    await chat.show(
      many(12, () => ({ status: 'running', approval: undefined }) as unknown as Partial<CallView>),
    );
    const { approval } = (asked({}) as Extract<Item, { kind: 'call' }>).call;
    assert.ok(approval);
    for (const { id } of many(12))
      await chat.tell(chat.patch({ op: 'call', id, change: { status: 'pending', approval } }));
    await chat.drawn();
    const top = await page.locator('[data-id="w0"]').evaluate((each) => each.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 300, String(top));
  });

  it('keeps Allow and Deny in their places, for however long it is allowed', async () => {
    await chat.show([asked({}, { approval: { changed: false, says: [], coverages: [{ covers: 'tool' }] } })]);
    const places = () =>
      page
        .locator('.approval .actions .text-button')
        .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
    for (const width of [300, 420, 1_000]) {
      await page.setViewportSize({ width, height: 600 });
      await page.getByLabel('Duration').selectOption('once');
      const before = await places();
      await page.getByLabel('Duration').selectOption('always');
      assert.deepEqual(await places(), before, String(width));
    }
    await primary().click();
    const [sent] = await chat.posted();
    assert.ok(
      sent?.type === 'decide' && sent.decision.action === 'allow' && sent.decision.scope === 'always',
    );
  });

  it('can be read in every theme, what a permission would cover included', async () => {
    const waiting: Partial<CallView> = {
      approval: {
        changed: false,
        says: [],
        coverages: [{ covers: 'command', command: 'npm test', cwd: '/home/me/project' }],
      },
    };
    for (const theme of themeNames) {
      await chat.load({ theme });
      await chat.show([asked({ command: 'npm test' }, waiting)]);
      await page.getByLabel('Duration').selectOption('workspace');
      await page.locator('.approval-command').first().waitFor();
      assert.deepEqual(await violations(page, true), [], theme);
    }
  });

  it('shows a command whole, with its own lines, and wrapped', async () => {
    const command = `cd src && ${'very-long-word-'.repeat(40)}\n${Array.from({ length: 50 }, (_, at) => `step ${at}`).join('\n')}`;
    await chat.show([
      asked({ command, cwd: 'src' }, { source: { kind: 'native' }, toolName: 'run_command' }),
    ]);
    const block = page.getByRole('group', { name: 'Command', exact: true });
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
    const block = page.getByRole('group', { name: 'Command', exact: true });
    assert.deepEqual(await block.locator('.padding-mark').allInnerTexts(), ['500 spaces', '200 line breaks']);
    const box = await block.boundingBox();
    assert.ok((box?.height ?? 999) < 140, String(box?.height));
    await chat.show([asked({ text: command })]);
    assert.deepEqual(await page.locator('.padding-mark').allInnerTexts(), ['500 spaces', '200 line breaks']);
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
    await page.getByRole('group', { name: 'Changes to src/a.ts, lines added: 1, removed: 1' }).waitFor();
    assert.deepEqual(await diffLines(), ['1|Removed:|const a = 1;', '1|Added:|const a = 2;', '2||let b;']);
    await page.locator('.diff-line .hljs-keyword').first().waitFor();
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
    await click(page.getByRole('button', { name: 'Show 37 more lines' }));
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
    assert.deepEqual(await page.locator('.diff-line .padding-mark').allInnerTexts(), ['300 spaces']);
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

  it('is asked for as the line below the message says, where it can be changed', async () => {
    await chat.show([]);
    for (const [approvalMode, words] of [
      ['ask', 'Ask. Tools need your approval before they run'],
      ['changes', 'Read-only allowed. Tools that the server marks as read-only run without approval'],
      ['free', 'Allow all tools. All tools run without approval, except calls that always need it'],
    ] as const) {
      await chat.tell(chat.patch({ op: 'status', status: { ...status, approvalMode } }));
      const button = page.getByRole('button', { name: new RegExp(`^${words}`) });
      await button.focus();
      await page.keyboard.press('Enter');
      // The page opens the choice, and has no say in it.
      assert.deepEqual(await chat.posted(), [{ type: 'pickApprovalMode' }]);
      for (const width of [300, 420, 1_000]) {
        await page.setViewportSize({ width, height: 600 });
        assert.ok(await button.isVisible(), `${approvalMode} ${width}`);
      }
    }
  });
});
