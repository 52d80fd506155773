/** The pages of servers, of the call history and of requests, which are tabs of the editor, with stories on them. */
import type { Page } from 'playwright-core';
import { historyStories, type HistoryStory } from '../../../stories/history.ts';
import { requestStories, type RequestStory } from '../../../stories/request.ts';
import { historyPage, requestPage, serverPage, type Look } from '../../../stories/pages/page.ts';
import { playHistoryStory, playRequestStory, playServerStory } from '../../../stories/pages/play.ts';
import { serverStories, type ServerStory } from '../../../stories/server.ts';
import { SharedPage, type Size } from './browser.ts';

const SIZE: Size = { width: 1000, height: 760 };
const shared = new SharedPage(SIZE);

/** Pages for the tests of a `describe`, one at a time. A test fails if one of them has complained. */
export function useTabPages(): TabPages {
  afterEach(async function () {
    await shared.end(this);
  });
  return new TabPages();
}

export class TabPages {
  /** The page of a server. */
  async server(story: ServerStory, look: Look): Promise<Page> {
    const page = await shared.load(look, serverPage);
    await playServerStory(page, story);
    return page;
  }

  /** The page of the call history. */
  async history(story: HistoryStory, look: Look): Promise<Page> {
    const page = await shared.load(look, historyPage);
    await playHistoryStory(page, story);
    return page;
  }

  /** What the model gets. */
  async request(story: RequestStory, look: Look): Promise<Page> {
    const page = await shared.load(look, requestPage);
    await playRequestStory(page, story);
    return page;
  }

  /** Runs `check` on every story of these pages, one after the other. */
  async each(look: Look, check: (page: Page, story: string) => Promise<void>): Promise<void> {
    for (const story of serverStories) await check(await this.server(story, look), story.name);
    for (const story of historyStories) await check(await this.history(story, look), story.name);
    for (const story of requestStories) await check(await this.request(story, look), story.name);
  }

  /** Makes it so many CSS pixels wide. */
  async resize(page: Page, width: number): Promise<void> {
    await page.setViewportSize({ width, height: SIZE.height });
  }
}
