/**
 * The chat's page in a real Chromium: streaming, a conversation of 10,000 items, and typing while an answer
 * streams.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { openBrowser } from '../../scripts/host/browser.ts';
import { feed, type Files } from '../../scripts/preview/chatPage.ts';
import { bundles, open, percentile95, repeat, snapshot, withPage } from '../chatPages.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { measureFrames, measureStreaming } from './chatStreaming.ts';
import { conversationOf, pieces } from './chatTexts.ts';

/** All figures of the page, in one browser. */
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

/** From a key to its letter laid out, while an answer streams; p95. */
async function measureTyping(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const delays = await repeat(3, () =>
    withPage(browser, files, async (page) => {
      await feed(page, [snapshot([...conversationOf(200), open])]);
      await page.evaluate(`{
        window.delays = [];
        const input = document.querySelector('textarea');
        let pressed = 0;
        input.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp));
        // After the page's own listeners and what they draw.
        input.addEventListener('input', () => setTimeout(() => {
          void input.offsetHeight;
          window.delays.push(performance.now() - pressed);
        }));
        let seq = 0;
        const texts = ${JSON.stringify(pieces)};
        window.streaming = setInterval(() => {
          const text = texts[seq % texts.length];
          window.feed({ type: 'patch', conversation: 'c1', seq: ++seq, patches: [{ op: 'text', id: 'a', text }] });
        }, 10);
      }`);
      await page.locator('textarea').focus();
      for (const letter of 'What I would like to know next is how this works. '.repeat(3)) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter);
        await page.waitForTimeout(15);
      }
      return percentile95(await page.evaluate<number[]>('clearInterval(window.streaming), window.delays'));
    }),
  );
  return [
    single(
      {
        name: 'chatPage.typing',
        what: 'a key while an answer streams, p95, from the press to the letter laid out',
        unit: 'ms',
        aim: { kind: 'value', max: 16 },
      },
      delays,
    ),
  ];
}
