/** Opens the page of the call history in a browser, with a few calls, without an editor. */
import type { BrowserContext, Page } from 'playwright-core';
import type { HistoryCall, HistoryHostMessage, StoredStatus } from '../../src/protocol/index.ts';
import { bundlePage, feed, openChatPage, type Files } from './chatPage.ts';
import type { Look } from './page.ts';

const at = Date.UTC(2026, 10, 21, 9, 30);
const statuses: readonly StoredStatus[] = [
  'pending',
  'success',
  'error',
  'timeout',
  'cancelled',
  'interrupted',
];

const calls: readonly HistoryCall[] = statuses.map((status, index) => ({
  seq: 6 - index,
  at: at - index * 61_000,
  source:
    index === 1
      ? { kind: 'native' }
      : index === 5
        ? { kind: 'unknown' }
        : { kind: 'mcp', server: 'everything' },
  tool: 'get_weather',
  summary: '{"city":"Ulm","days":3}',
  status,
  ...(status === 'pending' ? {} : { durationMs: 1_204 * (index + 1) }),
  conversation: 'c1',
  wireName: 'get_weather',
  argsText: '{"city":"Ulm","days":3}',
  ...(status === 'success' && { result: [{ type: 'text', text: '{"sky": "clear"}' }] }),
}));

/** The calls, what they can be filtered by, and their numbers. */
export const historyMessages: readonly HistoryHostMessage[] = [
  { type: 'facets', facets: { tools: [{ server: 'everything', tool: 'get_weather' }] } },
  { type: 'rows', id: 1, rows: calls, more: true },
];

/** What the host answers when the second call is opened, which is cut. */
export const historyDetails: readonly HistoryHostMessage[] = calls
  .slice(1, 2)
  .map((call) => ({ type: 'call', call, cut: ['result'] }));

export const historyStatistics: HistoryHostMessage = {
  type: 'statistics',
  tools: [
    { server: 'everything', tool: 'get_weather', calls: 5, errors: 2, p50: 1_204, p95: 6_020 },
    { server: 'native', tool: 'read_file', calls: 1, errors: 0 },
  ],
};

/** The page as esbuild.mjs makes it, in memory. */
export function bundleHistoryPage(): Promise<Files> {
  return bundlePage('history', 'src/webview/history/main.tsx');
}

/** The page with the calls in it. `onError` hears what it complains of. */
export async function openHistoryPage(
  browser: BrowserContext,
  files: Files,
  look: Look,
  onError: (text: string) => void,
): Promise<Page> {
  const page = await openChatPage(browser, files, look, onError, {
    files: 'history',
    root: 'patchbay-history',
  });
  await feed(page, historyMessages);
  return page;
}
