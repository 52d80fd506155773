/** The browser beside the editor. */
import type { Page } from 'playwright-core';
import { poll } from './poll.ts';
import type { Window } from './window.ts';

/**
 * Does what makes a page open outside of the editor, and gives the page once it is loaded. The editor asks before
 * it opens a host that the user has not trusted, depending on the host; the answer is yes.
 */
export async function openedPage(window: Window, act: () => Promise<unknown>): Promise<Page> {
  const context = window.page.context();
  const before = new Set(context.pages());
  await act();
  const question = window.page.locator('.monaco-dialog-box', { hasText: 'open the external website' });
  const page = await poll('a page to open, or a question before that', async () => {
    // A page is given back when it is there: what waits for a question that does not come would answer the next one.
    if (await question.isVisible()) await (await window.dialog('open the external website')).choose('Open');
    return context.pages().find((each) => !before.has(each));
  });
  await page.waitForURL((url) => url.protocol.startsWith('http'));
  await page.waitForLoadState();
  return page;
}
