import type { CDPSession, Page } from 'playwright-core';
import type { ChatMessage, HostMessage } from '../../src/protocol/index.ts';
import { click, drawn, feed, until } from './openPage.ts';
import type { Story } from '../chat/story.ts';
import type { HistoryStory } from '../history.ts';
import type { RequestStory } from '../request.ts';
import { toolAnswers, type ServerStory } from '../server.ts';

/** Requests of the page that precede these messages. */
const questions: Readonly<Partial<Record<HostMessage['type'], ChatMessage['type']>>> = {
  found: 'find',
  completions: 'complete',
};

/** Those in view; the others wait. */
const diagramsAreDrawn = `![...document.querySelectorAll('.diagram-block:not(.drawn, .refused)')].some((block) => {
  const { top, bottom } = block.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
})`;

/** Sends the host's messages and does what the user does. */
export async function playStory(page: Page, story: Story): Promise<void> {
  const {
    messages,
    open = [],
    draft,
    answers = [],
    keys = [],
    scrollTo,
    press,
    thenKeys = [],
    choose,
    force,
    dragging,
    last,
  } = story;
  await forced.get(page)?.detach();
  forced.delete(page);
  await feed(page, messages);
  await drawn(page);
  if (draft !== undefined) await page.locator('textarea').fill(draft);
  await feed(page, answers);
  for (const id of open) {
    // `n2 detail` is the part `detail` of the item `n2`, as in the ids of disclosures.
    const [row = id, part] = id.split(' ');
    const folded = page.locator('.steps > [aria-expanded=false]');
    if ((await page.locator(`[data-id="${row}"]`).count()) === 0) await click(folded.first());
    const within = part === undefined ? '' : `[class*="${part}"] > `;
    await click(page.locator(`[data-id="${row}"] ${within}.disclosure-button`).first());
  }
  for (const key of keys) await page.keyboard.press(key);
  if (press !== undefined) await click(page.locator(press).first());
  for (const key of thenKeys) await page.keyboard.press(key);
  if (choose) await page.locator(choose.from).first().selectOption(choose.value);
  if (dragging) await page.evaluate(dragFile);
  if (scrollTo !== undefined)
    await page
      .locator('.transcript')
      .evaluate((element, share) => void (element.scrollTop = share * element.scrollHeight), scrollTo);
  // Formulas are drawn once their script is loaded.
  await until(page, `!document.querySelector('.math:not(.drawn)')`);
  await until(page, diagramsAreDrawn);
  await drawn(page);
  // An answer needs a request, which comes once typing rests.
  const question = last && questions[last.type];
  if (question) await until(page, `window.posted.some(({ type }) => type === '${question}')`);
  if (last) await feed(page, [last]);
  await page.mouse.move(0, 0);
  if (force) await forceState(page, force);
}

export async function playServerStory(page: Page, { messages, press }: ServerStory): Promise<void> {
  await feed(page, messages);
  for (const selector of press) {
    await page.locator(selector).first().click();
    await feed(page, toolAnswers);
  }
}

export async function playHistoryStory(page: Page, { messages, press, answer }: HistoryStory): Promise<void> {
  await feed(page, messages);
  if (press !== undefined) await page.locator(press).first().click();
  if (answer) await feed(page, [answer]);
  await page.mouse.move(0, 0);
}

export async function playRequestStory(page: Page, story: RequestStory): Promise<void> {
  const { messages, press = [], choose, answer } = story;
  await feed(page, messages);
  for (const selector of press) await page.locator(selector).first().click();
  if (choose) await page.locator(choose.from).selectOption(choose.value);
  if (answer) await feed(page, [answer]);
  await page.mouse.move(0, 0);
}

/** The session that forces states, by page. */
const forced = new WeakMap<Page, CDPSession>();

/** What can be hovered or focused, and what looks different when something within is. */
const CONTROLS = 'button, a[href], input, select, textarea, [tabindex="0"], [role=option]';
const AROUND = '.row, .composer-box';

/** Sets the state on all at once. It lasts until another story is played. */
async function forceState(page: Page, state: NonNullable<Story['force']>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  forced.set(page, session);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const set = async (selector: string, ...forcedPseudoClasses: string[]): Promise<void> => {
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds) await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  };
  if (state === 'hover') await set(`${CONTROLS}, ${AROUND}`, 'hover');
  else {
    await set(CONTROLS, 'focus', 'focus-visible');
    await set(AROUND, 'focus-within');
  }
  await drawn(page);
}

/** Drags a file over the page, by events. */
const dragFile = `{
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['one'], 'one.txt'));
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
}`;
