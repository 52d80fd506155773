/** Streaming in the chat's page: against rendering the whole answer for each piece, and the frames of a fast stream. */
import type { BrowserContext } from 'playwright-core';
import { feed } from '../../stories/pages/openPage.ts';
import type { Item } from '../../src/protocol/index.ts';
import type { Files } from '../../stories/pages/pageServer.ts';
import { open, percentile95, repeat, snapshot, sum, withPage } from '../chatPages.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { pieces, streamed } from './chatTexts.ts';

const PER_SECOND = 500;
/** Characters. */
const PIECE = 46;
const FRAME_ROUNDS = 5;
const FRAMES_AFTER = 30;

/** A piece per frame, or every third frame, so that each is drawn by itself (perFrame). */
export const FAST = 1;
const SLOW = 3;

/** A 24 kB reply in 522 pieces, drawn as it comes, against rendered as a whole for each piece. */
export async function measureStreaming(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const pieceCosts: number[] = [];
  const sides = {
    ours: async () => sum(await stream(browser, files, FAST)),
    each: async () => {
      const costs = await stream(browser, files, SLOW);
      pieceCosts.push(percentile95(costs));
      return sum(costs);
    },
    whole: () => renderWhole(browser, files, 'whole'),
    wholeAtGate: () => renderWhole(browser, files, 'wholeAtGate'),
  };
  const label = {
    name: 'chatPage.stream',
    what: '24 kB reply in 522 pieces, script and layout; other: whole re-rendering',
    unit: 'ms',
    aim: { kind: 'ratio', max: 0.066 },
  } as const;
  const atGate = {
    name: 'chatPage.streamAtGate',
    what: 'the same; other: whole re-rendering through our own gate',
    unit: 'ms',
  } as const;
  const total = {
    name: 'chatPage.streamTotal',
    what: 'the same alone',
    unit: 'ms',
    aim: { kind: 'value', max: 500 },
  } as const;
  const each = {
    name: 'chatPage.streamEach',
    what: 'the same, slowly: each piece is drawn by itself; other: whole re-rendering',
    unit: 'ms',
  } as const;
  const piece = {
    name: 'chatPage.piece',
    what: 'drawing one of these pieces, p95',
    unit: 'ms',
    aim: { kind: 'value', max: 4 },
  } as const;
  return measureInTurns(sides, { warmUp: 1, rounds: 3 }, (rounds) => [
    comparison(label, rounds, 'ours', 'whole'),
    comparison(atGate, rounds, 'ours', 'wholeAtGate'),
    single(
      total,
      rounds.map((round) => round.ours),
    ),
    comparison(each, rounds, 'each', 'whole'),
    single(piece, pieceCosts.slice(1)),
  ]);
}

/**
 * Streams the reply into a chat with these items, the last of them its own, a piece every `every` frames. Returns ms per piece: all work before the frames
 * until the next piece, and the layout of what was drawn.
 */
export function stream(
  browser: BrowserContext,
  files: Files,
  every: number,
  items: readonly Item[] = [{ kind: 'user', id: 'u', text: 'Write.' }, open],
): Promise<number[]> {
  return withPage(browser, files, async (page) => {
    await feed(page, [snapshot(items)]);
    return page.evaluate<number[]>(`new Promise((resolve) => {
      const texts = ${JSON.stringify(pieces)};
      const costs = texts.map(() => 0);
      let [start, frame, seq] = [0, 0, 0];
      // Requested at the start of the frame before, so nothing of the page runs earlier.
      const first = () => {
        start = performance.now();
        if (frame >= 0) requestAnimationFrame(first);
      };
      const last = () => {
        void document.querySelector('.transcript').scrollHeight;
        if (seq > 0) costs[seq - 1] += performance.now() - start;
        if (frame++ % ${every} === 0 && seq < texts.length)
          window.feed({ type: 'patch', conversation: 'c1', seq: seq + 1, patches: [{ op: 'text', id: 'a', text: texts[seq++] }] });
        // The rest is drawn within three frames after the last piece.
        if (frame < texts.length * ${every} + 3) return requestAnimationFrame(last);
        frame = -1;
        resolve(costs);
      };
      requestAnimationFrame(first);
      requestAnimationFrame(last);
    })`);
  });
}

/** Renders the whole reply for each piece. Returns ms. */
function renderWhole(browser: BrowserContext, files: Files, gate: 'whole' | 'wholeAtGate'): Promise<number> {
  return withPage(browser, files, async (page) => {
    await feed(page, [snapshot([{ kind: 'user', id: 'u', text: 'Write.' }])]);
    await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script');
      script.nonce = 'stories';
      script.src = '/whole.js';
      script.onload = resolve;
      document.head.append(script);
    })`);
    return page.evaluate<number>(`(async () => {
      const into = document.createElement('div');
      into.className = 'markdown';
      document.querySelector('.transcript-content').append(into);
      const scroller = document.querySelector('.transcript');
      let sum = 0;
      for (const piece of ${JSON.stringify(pieces)}) {
        await new Promise((resolve) => requestAnimationFrame(() => {
          const start = performance.now();
          window.renderWhole(into, piece, '${gate}');
          scroller.scrollTop = scroller.scrollHeight;
          sum += performance.now() - start;
          resolve();
        }));
      }
      return sum;
    })()`);
  });
}

/** The longest frame of an answer of 100 kB: mixed, and as one block. */
export async function measureFrames(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, what, text] of streamed) {
    const longest = await repeat(FRAME_ROUNDS, () => longestFrame(browser, files, text));
    const aim = { kind: 'value', max: 50 } as const;
    figures.push(single({ name, what: `longest frame, ${what}`, unit: 'ms', aim }, longest));
  }
  return figures;
}

/** Streams 500 pieces a second and ends the answer. Returns ms. */
function longestFrame(browser: BrowserContext, files: Files, text: string): Promise<number> {
  return withPage(browser, files, async (page) => {
    await feed(page, [snapshot([{ kind: 'user', id: 'u', text: 'Write.' }, open])]);
    return page.evaluate<number>(`(async () => {
      const text = ${JSON.stringify(text)};
      const count = Math.ceil(text.length / ${PIECE});
      let [seq, longest, after] = [0, 0, 0];
      let before = performance.now();
      const send = (patch) => window.feed({ type: 'patch', conversation: 'c1', seq: ++seq, patches: [patch] });
      const ended = new Promise((resolve) => {
        const frame = (now) => {
          longest = Math.max(longest, now - before);
          before = now;
          // What is left is drawn when the answer ends.
          if (seq <= count || after++ < ${FRAMES_AFTER}) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
      });
      const start = performance.now();
      while (seq < count) {
        const due = Math.min(count, Math.ceil((performance.now() - start) * ${PER_SECOND / 1000}));
        while (seq < due) send({ op: 'text', id: 'a', text: text.slice(seq * ${PIECE}, (seq + 1) * ${PIECE}) });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      send({ op: 'settled', id: 'a' });
      await ended;
      return longest;
    })()`);
  });
}
