/** Brings a page of the chat into the state of a scene. */
import type { Page } from 'playwright-core';
import { drawn, feed } from './chatPage.ts';
import type { Scene } from './scene.ts';

/** Says what the host says and does what the user does. */
export async function playScene(page: Page, scene: Scene): Promise<void> {
  const {
    messages,
    open = [],
    draft,
    answers = [],
    keys = [],
    scrollTo,
    press,
    choose,
    dragging,
    last,
  } = scene;
  await feed(page, messages);
  await drawn(page);
  if (draft !== undefined) await page.locator('textarea').fill(draft);
  await feed(page, answers);
  for (const id of open) {
    // `n2 detail` is the part `detail` of the item `n2`, as in the ids of disclosures.
    const [row = id, part] = id.split(' ');
    const within = part === undefined ? '' : `[class*="${part}"] > `;
    await page.locator(`[data-id="${row}"] ${within}.disclosure-button`).first().click();
  }
  for (const key of keys) await page.keyboard.press(key);
  if (press !== undefined) await page.locator(press).first().click();
  if (choose) await page.locator(choose.from).first().selectOption(choose.value);
  if (dragging) await page.evaluate(dragFile);
  if (scrollTo !== undefined)
    await page
      .locator('.transcript')
      .evaluate((element, share) => void (element.scrollTop = share * element.scrollHeight), scrollTo);
  // Formulas come when their script has.
  await until(page, `!document.querySelector('.math:not(.drawn)')`);
  await drawn(page);
  // An answer to a search comes when there was one: the page waits for the end of the word.
  if (last?.type === 'found') await until(page, `window.posted.some(({ type }) => type === 'find')`);
  if (last) await feed(page, [last]);
  await page.mouse.move(0, 0);
}

/** Waits for what must come true in the page; its policy forbids Playwright's own way. */
async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${condition} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

/** Holds a file over the page, in the page's own words. */
const dragFile = `{
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['one'], 'one.txt'));
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
}`;
