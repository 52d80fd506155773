/** The chat's page with 200 calls that wait, each with an inline diff: against the same calls without one. */
import type { BrowserContext } from 'playwright-core';
import type { Files } from '../../stories/pages/pageServer.ts';
import type { Item } from '../../src/protocol/index.ts';
import { open, snapshot, sum, withPage } from '../chatPages.ts';
import { comparison, type Figure } from '../figure.ts';
import { measureInTurns } from '../rounds.ts';
import { FAST, stream } from './chatStreaming.ts';

const COUNT = 200;
const LINES = 40;

function waitingCalls(withDiffs: boolean): Item[] {
  return Array.from({ length: COUNT }, (_, index): Item => {
    const file = `src/part${index}.ts`;
    const lines = Array.from(
      { length: LINES },
      (__, at) => `${['-', '+', ' '][at % 3]}  const value${at} = await read('${file}', ${at}); // ${index}`,
    );
    const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
    const diff = {
      added: count('+'),
      removed: count('-'),
      hunks: [{ oldStart: 10, newStart: 10, lines }],
    };
    return {
      kind: 'call',
      id: `c${index}`,
      step: 1,
      call: {
        source: { kind: 'native' },
        toolName: 'edit_file',
        wireName: 'edit_file',
        argsText: JSON.stringify({ path: file, oldText: 'old', newText: 'new' }),
        status: 'pending',
        startedAt: 0,
        approval: {
          changed: false,
          says: ['destructive'],
          coverages: [{ covers: 'tool' }],
          ...(withDiffs && { edit: { file, diff, shows: ['path', 'oldText', 'newText'] } }),
        },
      },
    };
  });
}

export async function measureDiffs(browser: BrowserContext, files: Files): Promise<Figure[]> {
  const asked: Item = { kind: 'user', id: 'u', text: 'Change them all.' };
  const opening = (withDiffs: boolean): Promise<number> =>
    withPage(browser, files, (page) =>
      page.evaluate<number>(`new Promise((resolve) => {
        const message = ${JSON.stringify(snapshot([asked, ...waitingCalls(withDiffs)]))};
        const start = performance.now();
        window.feed(message);
        requestAnimationFrame(() => {
          void document.body.offsetHeight;
          resolve(performance.now() - start);
        });
      })`),
    );
  const streaming = async (before: readonly Item[]): Promise<number> =>
    sum(await stream(browser, files, FAST, [asked, ...before, open]));
  const sides = {
    open: () => opening(true),
    openPlain: () => opening(false),
    stream: () => streaming(waitingCalls(true)),
    streamPlain: () => streaming(waitingCalls(false)),
    streamAlone: () => streaming([]),
  };
  return measureInTurns(sides, { warmUp: 1, rounds: 3 }, (rounds) => [
    comparison(
      {
        name: 'chatPage.diffsOpen',
        what: 'opening 200 calls that wait with diffs of 40 lines; other: without diffs',
        unit: 'ms',
        aim: { kind: 'ratio', max: 2 },
      },
      rounds,
      'open',
      'openPlain',
    ),
    comparison(
      {
        name: 'chatPage.diffsStream',
        what: 'the reply of chatPage.stream below them; other: below calls without diffs',
        unit: 'ms',
        aim: { kind: 'ratio', max: 1.1 },
      },
      rounds,
      'stream',
      'streamPlain',
    ),
    comparison(
      {
        name: 'chatPage.diffsStreamAlone',
        what: 'the same; other: the reply alone',
        unit: 'ms',
      },
      rounds,
      'stream',
      'streamAlone',
    ),
  ]);
}
