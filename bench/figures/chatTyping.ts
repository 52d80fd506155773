/**
 * Typing in the composer while an answer streams. Measured to the end of the input event: by then the page's own
 * listeners have run and the letter has its layout. A timer would add the wait for the next frame, up to 16.7 ms, as
 * Chromium defers timers after a key. That time is a second figure, compared with a page where nothing streams.
 */
import type { BrowserContext } from 'playwright-core';
import { feed } from '../../stories/pages/openPage.ts';
import type { Files } from '../../stories/pages/pageServer.ts';
import { open, percentile95, snapshot, withPage } from '../chatPages.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { conversationOf, pieces } from './chatTexts.ts';

const TEXT = 'What I would like to know next is how this works. '.repeat(3);
/** Ms between keys: faster than anybody types. */
const PAUSE = 15;
/** Ms between pieces of the answer. */
const PIECE = 10;

/** Both p95 over one page's keys, in ms. */
interface Delays {
  readonly laidOut: number;
  readonly frame: number;
}

/** Times from a key to the letter's layout and to its frame, with and without streaming. */
export async function measureTyping(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const laidOut: number[] = [];
  const streaming = async (): Promise<number> => {
    const delays = await typeIn(browser, files, true);
    laidOut.push(delays.laidOut);
    return delays.frame;
  };
  const idle = async (): Promise<number> => (await typeIn(browser, files, false)).frame;
  const typing = {
    name: 'chatPage.typing',
    what: 'a key while an answer streams, p95, from the press to the letter laid out',
    unit: 'ms',
    aim: { kind: 'value', max: 16 },
  } as const;
  const frame = {
    name: 'chatPage.typingFrame',
    what: 'the same until its frame is made; other: nothing streams',
    unit: 'ms',
  } as const;
  return measureInTurns({ streaming, idle }, { warmUp: 1, rounds: 3 }, (rounds) => [
    single(typing, laidOut.slice(1)),
    comparison(frame, rounds, 'streaming', 'idle'),
  ]);
}

function typeIn(browser: BrowserContext, files: Files, streams: boolean): Promise<Delays> {
  return withPage(browser, files, async (page) => {
    await feed(page, [snapshot([...conversationOf(200), open])]);
    await page.evaluate(`{
      window.laidOut = [];
      window.frames = [];
      const input = document.querySelector('textarea');
      let pressed = 0;
      input.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp));
      // The page's own listeners, and the microtasks in which they draw, come before this one.
      input.addEventListener('input', () => {
        void input.offsetHeight;
        window.laidOut.push(performance.now() - pressed);
        setTimeout(() => window.frames.push(performance.now() - pressed));
      });
      let seq = 0;
      const texts = ${JSON.stringify(streams ? pieces : [])};
      window.streaming = texts.length === 0 ? undefined : setInterval(() => {
        const text = texts[seq % texts.length];
        window.feed({ type: 'patch', conversation: 'c1', seq: ++seq, patches: [{ op: 'text', id: 'a', text }] });
      }, ${PIECE});
    }`);
    await page.locator('textarea').focus();
    for (const letter of TEXT) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await page.waitForTimeout(PAUSE);
    }
    const { laidOut, frames } = await page.evaluate<{ laidOut: number[]; frames: number[] }>(
      'clearInterval(window.streaming), { laidOut, frames }',
    );
    return { laidOut: percentile95(laidOut), frame: percentile95(frames) };
  });
}
