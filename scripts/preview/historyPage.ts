/** Opens the page of the call history in a browser and plays a scene on it, without an editor. */
import type { BrowserContext, Page } from 'playwright-core';
import { bundlePage, feed, openChatPage, type Files } from './chatPage.ts';
import type { HistoryScene } from './historyScenes.ts';
import type { Look } from './page.ts';

/** The page as esbuild.mjs makes it, in memory. */
export function bundleHistoryPage(): Promise<Files> {
  return bundlePage('history', 'src/webview/history/main.tsx');
}

/** The page with the scene on it. `onError` hears what it complains of. */
export async function openHistoryPage(
  browser: BrowserContext,
  files: Files,
  look: Look,
  { messages, press, answer }: HistoryScene,
  onError: (text: string) => void,
): Promise<Page> {
  const name = { files: 'history', root: 'patchbay-history', isTab: true };
  const page = await openChatPage(browser, files, look, onError, name);
  await feed(page, messages);
  if (press !== undefined) await page.locator(press).first().click();
  if (answer) await feed(page, [answer]);
  await page.mouse.move(0, 0);
  return page;
}
