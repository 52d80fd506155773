/** The text in the composer as people write it: undone and redone, composed in another script, very long, and kept while it is changed. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { picturePng } from '../../stories/png.ts';
import type { ChatMessage, ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { giveFiles } from '../support/giveFiles.ts';
import { assertInProportion, workOf } from './support/work.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

describe('the text in the composer', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([]);
    await chat.tell({ type: 'focus' });
  });

  const field = () => page.getByLabel('Message', { exact: true });
  const draft = (): Promise<string> => field().inputValue();
  const write = (text: string): Promise<void> => page.keyboard.type(text);
  const sent = async (): Promise<ChatMessage[]> =>
    (await chat.posted()).filter((message) => message.type === 'send');
  /** Presses a key until the text does not change any more, and gives all texts on the way. */
  const through = async (key: 'Control+z' | 'Control+Shift+z'): Promise<string[]> => {
    const texts: string[] = [];
    for (let text = await draft(); text !== texts.at(-1); text = await draft()) {
      texts.push(text);
      await chat.press(key);
    }
    return texts;
  };

  it('is what it was after Undo, and again after Redo, when a completion was taken', async () => {
    await write('See 😀 #');
    const asked = (await chat.posted()).find((message) => message.type === 'suggest');
    assert.ok(asked);
    const attachment = { kind: 'file', uri: 'file:///w/b.ts', name: 'b.ts' } as const;
    await chat.tell({
      type: 'suggestions',
      request: asked.request,
      suggestions: [{ kind: 'attach', attachment }],
    });
    await chat.press('Enter');
    await write('too');
    const back = await through('Control+z');
    assert.deepEqual(back.slice(0, 3), ['See 😀 #b.ts too', 'See 😀 #b.ts ', 'See 😀 #']);
    assert.deepEqual(await through('Control+Shift+z'), back.toReversed());
  });

  it('comes back with Undo after another was called back, and what was sent can be had again', async () => {
    await write('first 😀');
    await chat.press('Enter');
    await write('second 😁');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'first 😀');
    assert.deepEqual(await through('Control+z'), ['first 😀', 'second 😁', '', 'first 😀', '']);
  });

  it('cannot be brought by Undo from one conversation into another', async () => {
    await write('of the first');
    await chat.tell({ type: 'snapshot', conversation: 'c2', seq: 0, items: [], earlier: 0, status });
    assert.equal(await draft(), '');
    await chat.press('Control+z', 'Control+Shift+z');
    assert.equal(await draft(), '');
    await write('of the second');
    assert.equal(await draft(), 'of the second');
    await chat.press('Control+z', 'Control+z');
    assert.equal(await draft(), '');
  });

  it('from the host stands in its own conversation, also before that is drawn, and leaves the draft that is there', async () => {
    await write('of the first');
    const snapshot = { type: 'snapshot', seq: 0, items: [], earlier: 0, status } as const;
    // One after the other, as the host posts them: the page draws a conversation with its next frame.
    await chat.tell(
      { ...snapshot, conversation: 'c2' },
      { type: 'compose', conversation: 'c2', text: 'went back to' },
    );
    assert.equal(await draft(), 'went back to');
    await chat.tell({ ...snapshot, conversation: 'c1' });
    assert.equal(await draft(), 'of the first');
  });

  it('is left alone by the keys of a text composition, which choose among its words', async () => {
    await write('sent');
    await chat.press('Enter');
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await chat.posted();
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter', 'Tab', 'Escape'])
      await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
    await chat.drawn();
    assert.equal(await draft(), 'にほん');
    assert.deepEqual(await chat.posted(), []);
    await keys.send('Input.insertText', { text: '日本' });
    await chat.press('Enter');
    assert.deepEqual(await sent(), [{ type: 'send', text: '日本' }]);
  });

  it('can be a megabyte, which is sent whole and does not make what follows slow', async () => {
    const long = 'lorem ipsum dolor sit amet\n'.repeat(40_000).trim();
    const paste = async (text: string): Promise<number> => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await chat.tell({ type: 'focus' });
      return workOf(page, () => chat.press('Control+v'));
    };
    const quarter = await paste(long.slice(0, long.length / 4));
    await chat.press('Control+z');
    assertInProportion(quarter, await paste(long));
    await chat.press('Enter');
    assert.deepEqual(await sent(), [{ type: 'send', text: long }]);
    await write('short');
    await chat.press('Enter');
    assert.equal(await draft(), '');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'short', 'What is kept with every letter is not that long.');
    await chat.press('ArrowUp');
    assert.equal(await draft(), 'short');
  });

  it('opens no list within an e-mail address, a path or a sentence', async () => {
    await write('Mail me@example.com about a/b, src/x.ts and C#, then /new');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await chat.press('Enter');
    assert.deepEqual(
      (await chat.posted()).map(({ type }) => type),
      ['send'],
    );
  });

  it('takes a file that was copied as a file, and text that was copied with a picture as text', async () => {
    const file = { name: 'plan.png', type: 'image/png', base64: picturePng(3, 2).toString('base64') };
    for (const text of ['plan.png', '/home/ada/plan.png', 'C:\\Users\\Ada\\plan.png']) {
      await giveFiles(page, 'paste', [file], { 'text/plain': text });
      await chat.next('hold');
    }
    await giveFiles(page, 'paste', [file], { 'text/plain': 'The plan.png of today' });
    await chat.drawn();
    assert.ok((await chat.posted()).every(({ type }) => type !== 'hold'));
  });

  it('has the keyboard after an example was asked, as the examples go', async () => {
    await page.locator('.example').first().focus();
    await chat.press('Enter');
    await chat.tell(chat.patch({ op: 'add', item: { kind: 'user', id: 'u', text: 'x' } }));
    assert.equal((await sent()).length, 1);
    await page.locator('.composer textarea:focus').waitFor();
  });

  it('says of a folder that is dropped what can be done instead', async () => {
    await page.evaluate(`FileReader.prototype.readAsDataURL = function () {
      this.dispatchEvent(new ProgressEvent('error'));
    }`);
    await giveFiles(page, 'drop', [{ name: 'src', type: '', base64: '' }]);
    await page
      .getByRole('alert')
      .getByText('"src" could not be read. To attach a folder of the workspace, type #.')
      .waitFor();
  });
});

describe('a message that is being changed', () => {
  const chat = useChatPage(status);
  const edited = () => chat.page.getByRole('textbox', { name: 'Edited message' });
  const items: Item[] = Array.from({ length: 200 }, (_, index) => ({
    kind: 'user',
    id: `u${index}`,
    text: `Message ${index}`,
  }));
  const scrollTo = async (top: number): Promise<void> => {
    await chat.page.evaluate(`document.querySelector('.transcript').scrollTop = ${top}`);
    await chat.drawn();
  };
  beforeEach(async () => {
    await chat.show(items);
    const last = chat.page.locator('.user-message').last();
    await last.hover();
    await last.getByRole('button', { name: 'Edit message' }).click();
    await edited().fill('Better words');
  });

  it('stays what it has become when it is scrolled out of sight, and takes the keyboard from nobody', async () => {
    await chat.page.getByLabel('Message', { exact: true }).focus();
    await scrollTo(0);
    await edited().waitFor({ state: 'detached' });
    await scrollTo(1_000_000);
    assert.equal(await edited().inputValue(), 'Better words');
    await chat.page.locator('.composer textarea:focus').waitFor();
  });

  it('stays so when the page is made anew, and is given up with Escape', async () => {
    await chat.page.reload();
    await chat.show(items);
    assert.equal(await edited().inputValue(), 'Better words');
    await edited().press('Escape');
    assert.equal(await edited().count(), 0);
    await chat.page.locator('.composer textarea:focus').waitFor();
  });

  it('shows what goes along with it again', async () => {
    const attachments = [{ kind: 'file', uri: 'file:///w/a.ts', name: 'a.ts' }] as const;
    await chat.tell(chat.patch({ op: 'add', item: { kind: 'user', id: 'with', text: 'Read', attachments } }));
    await chat.page.locator('[data-id="with"]').getByRole('button', { name: 'Edit message' }).click();
    const along = chat.page.locator('[data-id="with"]').getByRole('list', { name: 'Attachments' });
    assert.deepEqual(await along.locator('.chip-name').allInnerTexts(), ['a.ts']);
  });

  it('cannot be sent while a turn runs, and its button says so', async () => {
    const send = chat.page.locator('.editing').getByRole('button', { name: 'Send' });
    assert.equal(await send.isDisabled(), false);
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'running' } }));
    assert.equal(await send.isDisabled(), true);
    await chat.tell(chat.patch({ op: 'status', status }));
    await send.click();
    assert.deepEqual(
      (await chat.posted()).filter(({ type }) => type === 'resend'),
      [{ type: 'resend', id: 'u199', text: 'Better words' }],
    );
  });
});
