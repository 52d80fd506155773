/** The work of a page, which other processes do not change. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Ms that the page's own thread works while `run` runs, by a clock that stands still while the machine does something else. */
export async function workOf(page: Page, run: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await worked();
  await run();
  const work = (await worked()) - before;
  await session.detach();
  return work;
}

/**
 * @throws AssertionError if four times as much was so much more work that each piece must have been compared with each
 * other, which is sixteen times the work. Both in ms.
 */
export function assertInProportion(quarter: number, whole: number): void {
  assert.ok(whole < 10 * quarter + 100, `${Math.round(whole)} ms, and a quarter ${Math.round(quarter)} ms`);
}
