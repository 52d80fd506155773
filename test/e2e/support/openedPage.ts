/** The browser beside the editor. */
import type { Page } from 'playwright-core';
import type { Window } from './window.ts';

/**
 * Does what makes a page open outside of the editor, and gives the page once it is loaded. The editor asks before
 * it opens a host that the user has not trusted, depending on the host; the answer is yes.
 */
export async function openedPage(window: Window, act: () => Promise<unknown>): Promise<Page> {
  const opened = window.page.context().waitForEvent('page', { timeout: 15_000 });
  await act();
  const open = window.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true });
  await Promise.race([opened, open.click({ timeout: 15_000 }).catch(() => undefined)]);
  const page = await opened;
  await page.waitForURL((url) => url.protocol.startsWith('http'));
  await page.waitForLoadState();
  return page;
}
