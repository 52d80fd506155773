/** Opens the page of a server in a browser and plays a scene on it, without an editor. */
import type { BrowserContext, Page } from 'playwright-core';
import { bundlePage, feed, openChatPage, type Files } from './chatPage.ts';
import type { Look } from './page.ts';
import { toolAnswers, type ServerScene } from './serverScenes.ts';

/** The page as esbuild.mjs makes it, in memory. */
export function bundleServerPage(): Promise<Files> {
  return bundlePage('server', 'src/webview/server/main.tsx');
}

/** The page with the scene on it. `onError` hears what it complains of. */
export async function openServerPage(
  browser: BrowserContext,
  files: Files,
  look: Look,
  { messages, press }: ServerScene,
  onError: (text: string) => void,
): Promise<Page> {
  const name = { files: 'server', root: 'patchbay-server', isTab: true };
  const page = await openChatPage(browser, files, look, onError, name);
  await feed(page, messages);
  for (const selector of press) {
    await page.locator(selector).first().click();
    await feed(page, toolAnswers);
  }
  return page;
}
