/** Signing in, as a user does it: between the window and the pages of an authorization server. */
import type { Locator, Page } from 'playwright-core';
import { poll } from './poll.ts';
import type { Window } from './window.ts';

/** Logs in, consents, and goes back to the window. */
export async function logIn(window: Window, page: Page): Promise<void> {
  const login = page.getByPlaceholder('Enter any login');
  if (await login.isVisible()) {
    await login.fill('ada');
    await page.getByPlaceholder('and password').fill('secret');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  }
  await leave(window, page, page.getByRole('button', { name: 'Continue' }));
}

/** Says no, and goes back to the window. */
export function deny(window: Window, page: Page): Promise<void> {
  return leave(window, page, page.getByRole('link', { name: 'Cancel' }));
}

async function leave(window: Window, page: Page, by: Locator): Promise<void> {
  await by.click();
  await page.waitForURL((url) => url.pathname.endsWith('/callback') || url.pathname === '/oauth');
  await page.close();
  await window.page.bringToFront();
}

/**
 * The newest notification with this text; waits for it. It is looked for in the list that the bell opens: this
 * host, made for tests, puts all there and pops nothing up.
 */
export async function notification(window: Window, text: RegExp): Promise<Locator> {
  const list = window.page.locator('.notifications-center');
  const found = list.locator('.monaco-list-row').filter({ hasText: text }).first();
  await poll(
    `a notification with ${String(text)}`,
    async () => {
      if (!(await list.isVisible())) await window.page.locator('[id="status.notifications"]').click();
      return (await found.isVisible()) || undefined;
    },
    { timeout: 15_000, detail: () => 'see the picture' },
  );
  return found;
}
