import type { Page } from 'playwright-core';

/** CSS pixels up to which pictures show the whole conversation. */
const MAX_HEIGHT = 2600;

/** As tall as the conversation, so that nothing scrolls, unless the story has a height. */
export async function fitChat(page: Page, width: number, height?: number): Promise<void> {
  if (height !== undefined) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
    return;
  }
  await page.setViewportSize({ width, height: 700 });
  const hidden = await page
    .locator('.transcript')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, 700 + hidden) });
  await page.waitForTimeout(100);
}
