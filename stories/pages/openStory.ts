import type { BrowserContext, Page } from 'playwright-core';
import { chatStories } from '../chat.ts';
import { historyStories } from '../history.ts';
import { requestStories } from '../request.ts';
import { serverStories } from '../server.ts';
import { openPage } from './openPage.ts';
import type { Files } from './pageServer.ts';
import { fitChat } from './fit.ts';
import { historyPage, requestPage, serverPage, type Look } from './page.ts';
import { playHistoryStory, playRequestStory, playServerStory, playStory } from './play.ts';

export const storyNames: readonly string[] = [
  ...chatStories,
  ...serverStories,
  ...historyStories,
  ...requestStories,
].map(({ name }) => name);

/**
 * `width`: CSS pixels. The chat is as tall as its conversation. `onError` gets the page's errors. @throws Error if
 * there is no such story.
 */
export async function openStory(
  browser: BrowserContext,
  files: Files,
  look: Look,
  name: string,
  width: number,
  onError: (text: string) => void,
): Promise<Page> {
  const chat = chatStories.find((story) => story.name === name);
  if (chat) {
    const page = await openPage(browser, files, look, onError);
    await playStory(page, chat);
    await fitChat(page, width, chat.height);
    await coloured(page);
    return page;
  }
  const page = await openOther(browser, files, look, name, onError);
  await page.setViewportSize({ width, height: 700 });
  return page;
}

/** Waits until the worker has sent the colours of the code blocks, if it has any for them. */
async function coloured(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 120;
    const look = () => {
      const isPlain = [...document.querySelectorAll('.code-block:has(code.complete:not(.coloured)) .code-language')]
        .some(({ textContent }) => !['', 'mermaid'].includes(textContent));
      if (isPlain && frames-- > 0) requestAnimationFrame(look);
      else resolve();
    };
    look();
  })`);
}

async function openOther(
  browser: BrowserContext,
  files: Files,
  look: Look,
  name: string,
  onError: (text: string) => void,
): Promise<Page> {
  const server = serverStories.find((story) => story.name === name);
  const history = historyStories.find((story) => story.name === name);
  const request = requestStories.find((story) => story.name === name);
  if (!server && !history && !request) throw new Error(`There is no story "${name}".`);
  const page = await openPage(
    browser,
    files,
    look,
    onError,
    server ? serverPage : history ? historyPage : requestPage,
  );
  if (server) await playServerStory(page, server);
  if (history) await playHistoryStory(page, history);
  if (request) await playRequestStory(page, request);
  return page;
}
