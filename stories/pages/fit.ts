/** The height of a picture of the chat. */
import type { Page } from 'playwright-core';

/** Pictures show all of the conversation up to this height, in CSS pixels. */
const MAX_HEIGHT = 2600;

/** Makes the page so wide, and as tall as the conversation is, so that nothing has to be scrolled to. */
export async function fitChat(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const hidden = await page
    .locator('.transcript')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, 700 + hidden) });
  await page.waitForTimeout(100);
}
