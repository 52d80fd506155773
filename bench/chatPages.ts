import { readFile } from 'node:fs/promises';
import esbuild from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { markdownBundle } from '../scripts/markdownBundle.ts';
import { openPage } from '../stories/pages/openPage.ts';
import type { Files } from '../stories/pages/pageServer.ts';
import type { HostMessage, Item } from '../src/protocol/index.ts';
import { repoFile } from './processes.ts';

const status = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } } as const;

/** The streaming answer. */
export const open: Item = { kind: 'assistant', id: 'a', text: '', streaming: true };

/**
 * The baselines, in the browser: the whole answer is rendered anew for each piece. `whole` cleans it as DOMPurify's
 * documentation says, `wholeAtGate` as the chat does, which skips what is clean.
 */
const wholeRendering = `
  import DOMPurify from 'dompurify';
  import { createParser } from './markdown/parser.ts';
  import { sanitise } from './markdown/sanitise.ts';
  const parser = createParser();
  const gates = {
    whole: (html) => DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true }),
    wholeAtGate: sanitise,
  };
  let text = '';
  globalThis.renderWhole = (into, piece, gate) => {
    text += piece;
    into.replaceChildren(gates[gate](parser.render(text)));
  };
`;

/** The shipped pages and the baselines. */
export async function bundles(): Promise<Files> {
  const names = ['webview.js', 'webview.css', 'highlighter.js', 'math.js', 'mermaid.js', 'codicon.ttf'];
  const shipped = await Promise.all(names.map((name) => readFile(repoFile(`dist/${name}`))));
  const { outputFiles } = await esbuild.build({
    stdin: { contents: wholeRendering, resolveDir: repoFile('src/webview') },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    plugins: [markdownBundle],
  });
  return new Map([
    ...shipped.map((contents, index) => [`/${names[index]}`, new Uint8Array(contents)] as const),
    ['/whole.js', outputFiles[0]?.contents ?? new Uint8Array()],
  ]);
}

/** @throws Error if the page reports one. */
export async function withPage<T>(
  browser: BrowserContext,
  files: Files,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await openPage(browser, files, { theme: 'dark' }, (text) => {
    throw new Error(`The page complains: ${text}`);
  });
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

/** The host's first message: these items, in a running turn. */
export function snapshot(items: readonly Item[]): HostMessage {
  return { type: 'snapshot', conversation: 'c1', seq: 0, items, earlier: 0, status };
}

export async function repeat(times: number, run: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let time = 0; time < times; time++) samples.push(await run());
  return samples;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
}
