/** The chat's page in a real Chromium: streaming, 10,000 items, and typing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { openBrowser } from '../../scripts/host/browser.ts';
import type { Files } from '../../stories/pages/pageServer.ts';
import { bundles, snapshot, withPage } from '../chatPages.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { measureDiffs } from './chatDiffs.ts';
import { measureFrames, measureStreaming } from './chatStreaming.ts';
import { conversationOf } from './chatTexts.ts';
import { measureTyping } from './chatTyping.ts';

export async function measureChatPage(): Promise<Figure[]> {
  const profile = await mkdtemp(join(tmpdir(), 'patchbay-bench-page-'));
  const browser = await openBrowser(profile, { width: 420, height: 800 });
  try {
    const files = await bundles();
    return [
      ...(await measureStreaming(browser, files)),
      ...(await measureFrames(browser, files)),
      ...(await measureLong(browser, files)),
      ...(await measureTyping(browser, files)),
      ...(await measureDiffs(browser, files)),
    ];
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Opening 10,000 items at once, against 60, and what the page holds of them. */
async function measureLong(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const heaps: number[] = [];
  const openWith = (count: number): Promise<number> =>
    withPage(browser, files, async (page) => {
      const items = conversationOf(count);
      const session = await page.context().newCDPSession(page);
      const before = await heap(session);
      const ms = await page.evaluate<number>(`(async () => {
        const message = ${JSON.stringify(snapshot(items))};
        return new Promise((resolve) => {
          let start = 0;
          requestAnimationFrame(() => (start = performance.now()));
          window.feed(message);
          requestAnimationFrame(() => {
            void document.body.offsetHeight;
            resolve(performance.now() - start);
          });
        });
      })()`);
      await page.waitForTimeout(300);
      if (count === 10_000) heaps.push((await heap(session)) - before);
      return ms;
    });
  const sides = { many: () => openWith(10_000), few: () => openWith(60) };
  return measureInTurns(sides, { warmUp: 1, rounds: 5 }, (rounds) => [
    comparison(
      { name: 'chatPage.open', what: 'opening 10,000 items; other: 60 items', unit: 'ms' },
      rounds,
      'many',
      'few',
    ),
    single(
      {
        name: 'chatPage.openTotal',
        what: 'the same alone',
        unit: 'ms',
        aim: { kind: 'value', max: 150 },
      },
      rounds.map(({ many }) => many),
    ),
    single(
      {
        name: 'chatPage.heap',
        what: 'heap that the page holds for them',
        unit: 'bytes',
        aim: { kind: 'value', max: 60_000_000 },
      },
      heaps,
    ),
  ]);
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
