import type { Page } from 'playwright-core';

/** CSS pixels up to which pictures show the whole conversation. */
const MAX_HEIGHT = 2600;

/** As tall as the conversation, so that nothing scrolls. */
export async function fitChat(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const hidden = await page
    .locator('.transcript')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, 700 + hidden) });
  await page.waitForTimeout(100);
}
