/** The work of a page, which other processes do not change. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Ms that the page's own thread works while `run` runs, by a clock that stands still while the machine does something else. */
export async function workOf(page: Page, run: () => Promise<unknown>): Promise<number> {
  return 1000 * (await growthOf(page, 'TaskDuration', run));
}

/** How often the page is laid out while `run` runs. */
export function layoutsOf(page: Page, run: () => Promise<unknown>): Promise<number> {
  return growthOf(page, 'LayoutCount', run);
}

async function growthOf(page: Page, metric: string, run: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const current = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === metric)?.value ?? NaN;
  };
  const before = await current();
  await run();
  const growth = (await current()) - before;
  await session.detach();
  return growth;
}

/**
 * @throws AssertionError if four times as much was so much more work that each piece must have been compared with each
 * other, which is sixteen times the work. Both in ms.
 */
export function assertInProportion(quarter: number, whole: number): void {
  assert.ok(whole < 10 * quarter + 100, `${Math.round(whole)} ms, and a quarter ${Math.round(quarter)} ms`);
}
