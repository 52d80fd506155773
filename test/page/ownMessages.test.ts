/** From one message of one's own to the next, by keys, in the chat's page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

/** Every tenth is a question, the others are answers of several lines. */
const items = Array.from({ length: 1000 }, (_, index): Item => {
  const id = `i${index}`;
  if (index % 10 === 0) return { kind: 'user', id, text: `Question ${index}` };
  return { kind: 'assistant', id, text: `Answer ${index}: ${'words '.repeat(40)}`, streaming: false };
});

describe("the keys from one's own message to the next", () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const press = async (key: 'ArrowUp' | 'ArrowDown'): Promise<void> => {
    await page.keyboard.press(`Control+Alt+${key}`);
    await chat.drawn();
  };
  /** The text that has the keyboard, and how far from the upper edge it stands. */
  const focused = (): Promise<{ text: string; top: number }> =>
    page.evaluate(`({
      text: document.activeElement.textContent,
      top: document.activeElement.getBoundingClientRect().top -
        document.querySelector('.transcript').getBoundingClientRect().top,
    })`);
  const isWriting = (): Promise<boolean> =>
    page.evaluate(`document.activeElement.matches('.composer textarea')`);
  const comesTo = async (text: string): Promise<void> => {
    const now = await focused();
    assert.equal(now.text, text);
    assert.ok(now.top >= 0 && now.top < 30, `${text} is ${now.top} px below the edge`);
  };

  it('bring each to the top with the keyboard, and after the last one lead to the end and the field', async () => {
    await chat.show(items);
    await page.locator('.composer textarea').focus();
    for (const index of [990, 980, 970, 960]) {
      await press('ArrowUp');
      await comesTo(`Question ${index}`);
    }
    await press('ArrowDown');
    await comesTo('Question 970');
    for (let count = 0; count < 3; count++) await press('ArrowDown');
    assert.equal(await isWriting(), true);
    assert.equal(await page.locator('.jump').count(), 0);
    assert.equal(await page.locator('[data-id="i999"]').isVisible(), true);
  });

  it('begin where the user reads', async () => {
    await chat.show(items);
    const scrollTo = async (share: number): Promise<number> => {
      await page
        .locator('.transcript')
        .evaluate((element, to) => void (element.scrollTop = to * element.scrollHeight), share);
      await chat.drawn();
      return page.evaluate(`(() => {
        const top = document.querySelector('.transcript').getBoundingClientRect().top;
        const rows = [...document.querySelectorAll('[data-id]')];
        return Number(rows.find((row) => row.getBoundingClientRect().bottom > top).dataset.id.slice(1));
      })()`);
    };
    const read = await scrollTo(0.5);
    await press('ArrowUp');
    await comesTo(`Question ${Math.floor(read / 10) * 10}`);
    // The row with the keyboard is out of sight now, and no place to begin from.
    const further = await scrollTo(0.2);
    await press('ArrowDown');
    await comesTo(`Question ${(Math.floor(further / 10) + 1) * 10}`);
  });

  it('have what stands before the items that are here fetched', async () => {
    await chat.show(items.slice(985), 985);
    await press('ArrowUp');
    await comesTo('Question 990');
    await press('ArrowUp');
    assert.deepEqual(await chat.posted(), [{ type: 'earlier', before: 'i985' }]);
    await comesTo('Question 990');
    // There is none among the first that come.
    await chat.tell({ type: 'earlier', conversation: 'c1', items: items.slice(981, 985), earlier: 981 });
    assert.deepEqual(await chat.posted(), [{ type: 'earlier', before: 'i981' }]);
    await chat.tell({ type: 'earlier', conversation: 'c1', items: items.slice(700, 981), earlier: 700 });
    await comesTo('Question 980');
  });

  it('stop at the first one, and leave the ones that are edited their field', async () => {
    await chat.show(items.slice(0, 20));
    await press('ArrowUp');
    // Past the button that restores the files.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await chat.drawn();
    await press('ArrowUp');
    await comesTo('Question 0');
    await press('ArrowUp');
    await comesTo('Question 0');
    await press('ArrowDown');
    assert.equal(await page.evaluate('document.activeElement.value'), 'Question 10');
  });

  it('go below the bar to find with', async () => {
    await chat.show(items);
    await page.keyboard.press('Control+f');
    await press('ArrowUp');
    const { text, top } = await focused();
    assert.equal(text, 'Question 990');
    assert.ok(top >= 0 && top < 40, `${top} px`);
    const [bar, view] = await Promise.all(
      ['.find-bar', '.transcript'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(bar && view && view.y >= bar.y + bar.height);
  });
});
