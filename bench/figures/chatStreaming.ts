/** Streaming in the chat's page: against rendering the whole answer for every piece, and the frames of a fast stream. */
import type { BrowserContext } from 'playwright-core';
import { feed, type Files } from '../../scripts/preview/chatPage.ts';
import { open, percentile95, repeat, snapshot, sum, withPage } from '../chatPages.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { pieces } from './chatTexts.ts';

const PER_SECOND = 500;

/** A reply of 24 kB in 522 pieces, each drawn and laid out before the next. */
export async function measureStreaming(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const costs: number[] = [];
  const ours = async (): Promise<number> =>
    withPage(browser, files, async (page) => {
      await feed(page, [snapshot([{ kind: 'user', id: 'u', text: 'Write.' }, open])]);
      const each = await page.evaluate<number[]>(`(async () => {
        const costs = [];
        let seq = 0;
        for (const text of ${JSON.stringify(pieces)}) {
          costs.push(await new Promise((resolve) => {
            let start = 0;
            requestAnimationFrame(() => (start = performance.now()));
            window.feed({ type: 'patch', conversation: 'c1', seq: ++seq, patches: [{ op: 'text', id: 'a', text }] });
            requestAnimationFrame(() => {
              void document.querySelector('.transcript').scrollHeight;
              resolve(performance.now() - start);
            });
          }));
        }
        return costs;
      })()`);
      costs.push(percentile95(each));
      return sum(each);
    });
  const wholeBy = (gate: 'whole' | 'wholeAtGate') => (): Promise<number> =>
    withPage(browser, files, async (page) => {
      await feed(page, [snapshot([{ kind: 'user', id: 'u', text: 'Write.' }])]);
      await page.evaluate(`new Promise((resolve) => {
        const script = document.createElement('script');
        script.nonce = 'preview';
        script.src = '/whole.js';
        script.onload = resolve;
        document.head.append(script);
      })`);
      const each = await page.evaluate<number[]>(`(async () => {
        const into = document.createElement('div');
        into.className = 'markdown';
        document.querySelector('.transcript-content').append(into);
        const scroller = document.querySelector('.transcript');
        const costs = [];
        for (const piece of ${JSON.stringify(pieces)}) {
          costs.push(await new Promise((resolve) => requestAnimationFrame(() => {
            const start = performance.now();
            window.renderWhole(into, piece, '${gate}');
            scroller.scrollTop = scroller.scrollHeight;
            resolve(performance.now() - start);
          })));
        }
        return costs;
      })()`);
      return sum(each);
    });
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
  const piece = {
    name: 'chatPage.piece',
    what: 'the same, p95 of a piece',
    unit: 'ms',
    aim: { kind: 'value', max: 4 },
  } as const;
  const sides = { ours, whole: wholeBy('whole'), wholeAtGate: wholeBy('wholeAtGate') };
  return measureInTurns(sides, { warmUp: 1, rounds: 3 }, (rounds) => [
    comparison(label, rounds, 'ours', 'whole'),
    comparison(atGate, rounds, 'ours', 'wholeAtGate'),
    single(
      total,
      rounds.map((round) => round.ours),
    ),
    single(piece, costs.slice(1)),
  ]);
}

/** The longest frame while 500 pieces come in a second. */
export async function measureFrames(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const longest = await repeat(5, () =>
    withPage(browser, files, async (page) => {
      await feed(page, [snapshot([{ kind: 'user', id: 'u', text: 'Write.' }, open])]);
      return page.evaluate<number>(`(async () => {
        const texts = ${JSON.stringify([...pieces, ...pieces, ...pieces, ...pieces])};
        let [seq, longest, running] = [0, 0, true];
        let before = performance.now();
        const frame = (now) => {
          longest = Math.max(longest, now - before);
          before = now;
          if (running) requestAnimationFrame(frame);
        };
        requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
        const start = performance.now();
        while (seq < texts.length) {
          const due = Math.min(texts.length, Math.ceil((performance.now() - start) * ${PER_SECOND / 1000}));
          while (seq < due) {
            const text = texts[seq];
            window.feed({ type: 'patch', conversation: 'c1', seq: ++seq, patches: [{ op: 'text', id: 'a', text }] });
          }
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        running = false;
        return longest;
      })()`);
    }),
  );
  return [
    single(
      {
        name: 'chatPage.frame',
        what: `longest frame at ${PER_SECOND} pieces a second`,
        unit: 'ms',
        aim: { kind: 'value', max: 50 },
      },
      longest,
    ),
  ];
}
