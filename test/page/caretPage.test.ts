/** The caret stays where it is, lists take only the keys that are theirs, and what is written stays, in the composer and in a sent message that is edited. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { picturePng } from '../../stories/png.ts';
import type { ChatStatus, HostMessage, Item, Suggestion } from '../../src/protocol/index.ts';
import { giveFiles } from '../support/giveFiles.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const file = (name: string) => ({ kind: 'file', uri: `file:///w/${name}`, name }) as const;
const pasted = { kind: 'data', id: 'p', name: 'image.png' } as const;
const picture = { name: 'image.png', type: 'image/png', base64: picturePng(3, 2).toString('base64') };
const snapshot = (conversation: string, items: readonly Item[] = []): HostMessage => ({
  type: 'snapshot',
  conversation,
  seq: 0,
  items,
  earlier: 0,
  status,
});

describe('the caret in the composer', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([]);
    await chat.tell({ type: 'focus' });
  });

  const field = () => page.getByLabel('Message', { exact: true });
  const draft = (): Promise<string> => field().inputValue();
  /** The text with `[` and `]` around what is selected, or `|` at the caret; only if the field has the keyboard. */
  const shown = (): Promise<string> =>
    page.evaluate(`(({ value, selectionStart: start, selectionEnd: end }) => {
      const selected = start === end ? '|' : '[' + value.slice(start, end) + ']';
      return value.slice(0, start) + selected + value.slice(end);
    })(document.activeElement)`);
  const sent = async (): Promise<string[]> =>
    (await chat.posted()).flatMap((each) => (each.type === 'send' ? each.text : []));
  const select = (start: number, end: number): Promise<void> =>
    page.evaluate(`document.querySelector('.composer-box textarea').setSelectionRange(${start}, ${end})`);
  async function suggest(query: string, ...names: readonly string[]): Promise<void> {
    const { request } = await chat.next('suggest', (asked) => asked.query === query);
    const suggestions = names.map((name): Suggestion => ({ kind: 'attach', attachment: file(name) }));
    await chat.tell({ type: 'suggestions', request, suggestions });
  }

  it('takes what is typed while the conversation has the focus, but no Space and no letter with Ctrl', async () => {
    await chat.show([{ kind: 'user', id: 'u', text: 'A question' }]);
    await field().fill('ab');
    await select(1, 1);
    for (const focused of ['.transcript', '.bubble', '[title^=Restore]']) {
      await page.locator(focused).focus();
      await chat.press(' ', 'Control+b');
      assert.equal(await draft(), 'ab', `A key was written from ${focused}.`);
    }
    await page.locator('.bubble').focus();
    await page.keyboard.type('x/a');
    assert.equal(await shown(), 'ax/a|b');
    await page.keyboard.press('Control+z');
    assert.notEqual(await draft(), 'ax/ab');
  });

  it('stands behind a completion in the middle of a text, where the next Enter sends', async () => {
    await page.keyboard.type('Fix  in it');
    await select(4, 4);
    await page.keyboard.type('#needl');
    await suggest('needl', 'needle.ts');
    await chat.press('Enter');
    assert.equal(await shown(), 'Fix #needle.ts |in it');
    await chat.press('ArrowLeft', 'ArrowLeft');
    assert.equal(await page.getByRole('listbox').count(), 0, 'A caret that moves opens no list.');
    await chat.press('Enter');
    assert.deepEqual(await sent(), ['Fix #needle.ts in it']);
  });

  it('opens no list when a text with a sign is pasted, undone or called back', async () => {
    await page.evaluate("navigator.clipboard.writeText('See #12')");
    const said = async (): Promise<string[]> => (await chat.posted()).map(({ type }) => type);
    await chat.press('Control+v', 'Enter');
    assert.deepEqual(await said(), ['send'], 'Pasted');
    await chat.press('ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter');
    assert.deepEqual(await said(), ['send'], 'Called back');
    await chat.press('Control+z', 'Enter');
    assert.deepEqual(await said(), ['send'], 'Undone');
  });

  it('gets every key while a list is empty, old, still loading or closed', async () => {
    await page.keyboard.type('#zz');
    await chat.press('Enter');
    assert.deepEqual(await sent(), ['#zz'], 'Loading');
    await page.keyboard.type('#zz');
    await suggest('zz');
    await chat.press('ArrowLeft');
    assert.equal(await shown(), '#z|z', 'Empty');
    await chat.press('End', 'Enter');
    assert.deepEqual(await sent(), ['#zz'], 'Empty');
    await page.keyboard.type('#');
    await suggest('', 'a.ts');
    await page.keyboard.type('b');
    assert.equal(await page.locator('[role=option][aria-selected=true]').count(), 0);
    assert.equal(await field().getAttribute('aria-activedescendant'), null);
    await chat.press('Enter');
    assert.deepEqual(await sent(), ['#b'], 'Old');
    await page.keyboard.type('#b');
    await suggest('b', 'b.ts');
    await chat.press('Escape', 'Enter');
    assert.deepEqual(await sent(), ['#b'], 'Closed');
  });

  it('takes from the list before the answer what matches what is written, and keeps what is chosen when more comes', async () => {
    await page.keyboard.type('#');
    await suggest('', 'a.ts', 'needle.ts', 'noodle.ts');
    await page.keyboard.type('n');
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['needle.ts', 'noodle.ts']);
    await chat.press('ArrowDown');
    await suggest('n', 'new.ts', 'needle.ts', 'noodle.ts');
    await chat.press('Enter');
    assert.equal(await draft(), '#noodle.ts ');
  });

  it('and what is selected stay when a file is pasted or removed, the chat is opened or the theme changes', async () => {
    await page.keyboard.type('one two three');
    await select(4, 7);
    await giveFiles(page, 'paste', [picture]);
    await chat.next('hold');
    await chat.tell({ type: 'compose', conversation: 'c1', text: '', attachments: [pasted] });
    assert.equal(await shown(), 'one [two] three', 'Pasted');
    await page.getByRole('button', { name: 'Remove image.png' }).click();
    assert.equal(await shown(), 'one [two] three', 'Removed');
    await page.locator('.transcript').focus();
    await chat.tell({ type: 'focus' });
    assert.equal(await shown(), 'one [two] three', 'Opened');
    await page.evaluate("document.body.className = 'vscode-light'");
    await chat.setAppearance({ font: { size: 15 } });
    assert.equal(await shown(), 'one [two] three', 'Theme');
    await chat.tell({ type: 'compose', conversation: 'c1', text: 'From the host' });
    assert.equal(await shown(), 'From the host\n\none [two] three', 'Composed');
    await chat.press('Control+z');
    assert.equal(await draft(), 'one two three');
  });

  it('is where it was when the conversation is shown again, and when the page is made anew', async () => {
    await page.keyboard.type('one two three');
    await select(4, 7);
    await chat.drawn();
    await chat.tell(snapshot('c2'));
    assert.equal(await shown(), '|');
    await page.keyboard.type('other');
    await chat.tell(snapshot('c1'));
    assert.equal(await shown(), 'one [two] three');
    await chat.advance(1_000);
    await page.reload();
    await chat.tell(snapshot('c1'), { type: 'focus' });
    assert.equal(await shown(), 'one [two] three');
  });

  it('moves through the lines of a message that was called back, and leaves it at its first and last line', async () => {
    for (const text of ['oldest', 'one\ntwo\nthree']) {
      await field().fill(text);
      await chat.press('Enter');
    }
    await chat.press('ArrowUp');
    assert.equal(await shown(), 'one\ntwo\nthree|');
    await chat.press('ArrowUp', 'ArrowUp');
    assert.equal(await draft(), 'one\ntwo\nthree');
    await chat.press('ArrowDown');
    assert.equal(await draft(), 'one\ntwo\nthree');
    await chat.press('ArrowUp', 'ArrowUp');
    assert.equal(await draft(), 'oldest');
    await chat.press('ArrowDown');
    assert.equal(await draft(), 'one\ntwo\nthree');
    await chat.press('ArrowDown');
    assert.equal(await draft(), '');
  });

  it('moves through the lines that the field wraps, too', async () => {
    await field().fill('oldest');
    await chat.press('Enter');
    const long = 'words '.repeat(40).trim();
    await field().fill(long);
    await chat.press('ArrowUp');
    assert.equal(await draft(), long);
    const before = await shown();
    await chat.press('ArrowDown');
    assert.notEqual(await shown(), before);
    for (let count = 0; count < 12 && (await draft()) === long; count++) await chat.press('ArrowUp');
    assert.equal(await draft(), 'oldest');
    await chat.press('ArrowDown');
    assert.equal(await draft(), long);
  });

  it('can have back with Undo what a prompt, a command or Send took away', async () => {
    const prompt = { server: 's', name: 'review', arguments: [{ name: 'path', required: true }] };
    await chat.tell({ type: 'offer', offer: { prompts: [prompt], hasResources: false } });
    await page.keyboard.type('/s.rev');
    await chat.press('Enter');
    await page.getByRole('form', { name: 'Prompt s.review' }).waitFor();
    await chat.press('Escape', 'Control+z');
    assert.equal(await draft(), '/s.rev');
    await field().fill('');
    await page.keyboard.type('/model');
    await chat.press('Escape');
    await page.getByRole('button', { name: 'Send (Enter)' }).click();
    await chat.drawn();
    await chat.press('Control+z');
    assert.equal(await draft(), '/model');
  });

  it('goes on to the next message when a command of one word was called back', async () => {
    const skills = [{ name: 'review', description: 'Reviews' }];
    await chat.tell({ type: 'offer', offer: { prompts: [], hasResources: false, skills } });
    await field().fill('oldest');
    await chat.press('Enter');
    await page.keyboard.type('/review ');
    await chat.press('Enter', 'ArrowUp');
    assert.deepEqual([await draft(), await page.getByRole('listbox').count()], ['/review', 0]);
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'oldest');
  });
});

describe('a sent message that is edited', () => {
  const chat = useChatPage(status);
  const items: readonly Item[] = [{ kind: 'user', id: 'u', text: 'Words', attachments: [file('a.ts')] }];
  const edited = () => chat.page.getByRole('textbox', { name: 'Edited message' });
  const chips = () => chat.page.locator('.editing .chip-name').allInnerTexts();
  beforeEach(async () => {
    await chat.show(items);
    await chat.page.locator('.user-message').hover();
    await chat.page.getByRole('button', { name: 'Edit message' }).click();
    await chat.page.keyboard.type(' and more');
  });
  const paste = async (): Promise<void> => {
    await giveFiles(chat.page, 'paste', [picture]);
    const { edit } = await chat.next('hold');
    assert.equal(edit, 'u');
    await chat.tell({ type: 'compose', conversation: 'c1', text: '', attachments: [pasted], edit });
  };

  it('gets the image that is pasted into it, which can be removed, and goes along', async () => {
    await chat.page.evaluate('document.activeElement.setSelectionRange(2, 2)');
    await paste();
    assert.deepEqual(await chips(), ['a.ts', 'image.png']);
    assert.equal(await chat.page.locator('.composer .chip').count(), 0);
    assert.equal(
      await chat.page.evaluate("document.querySelector('.editing textarea:focus').selectionStart"),
      2,
    );
    assert.equal(await chat.page.getByRole('button', { name: 'Remove a.ts' }).count(), 0);
    await chat.page.getByRole('button', { name: 'Remove image.png' }).press('Enter');
    await chat.drawn();
    assert.deepEqual(await chips(), ['a.ts']);
    await paste();
    await chat.page.keyboard.press('Enter');
    assert.deepEqual(
      (await chat.posted()).filter(({ type }) => type === 'resend'),
      [{ type: 'resend', id: 'u', text: 'Words and more', attachments: [pasted] }],
    );
  });

  it('is as it was when another conversation was shown, and when the page was made anew', async () => {
    await paste();
    await chat.tell(snapshot('c2', [{ kind: 'user', id: 'u', text: 'Another' }]));
    assert.equal(await edited().count(), 0);
    await chat.tell(snapshot('c1', items));
    assert.deepEqual([await edited().inputValue(), await chips()], ['Words and more', ['a.ts', 'image.png']]);
    await chat.page.reload();
    await chat.tell(snapshot('c1', items));
    assert.deepEqual([await edited().inputValue(), await chips()], ['Words and more', ['a.ts', 'image.png']]);
  });

  it('keeps the keyboard when the chat is opened', async () => {
    await chat.tell({ type: 'focus' });
    await chat.page.keyboard.type('!');
    assert.equal(await edited().inputValue(), 'Words and more!');
  });

  it('is sent once, also while Enter is held', async () => {
    await chat.page.keyboard.down('Enter');
    await chat.page.keyboard.down('Enter');
    await chat.page.keyboard.up('Enter');
    await chat.drawn();
    assert.deepEqual(
      (await chat.posted()).map(({ type }) => type).filter((type) => type === 'resend' || type === 'send'),
      ['resend'],
    );
  });
});
