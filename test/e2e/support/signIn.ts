/** Signing in, as a user does it: between the window and the pages of an authorization server. */
import type { Locator, Page } from 'playwright-core';
import type { Window } from './window.ts';

/** Logs in, consents, and goes back to the window. */
export async function logIn(window: Window, page: Page): Promise<void> {
  const login = page.getByPlaceholder('Enter any login');
  const consent = page.getByRole('button', { name: 'Continue' });
  await login.or(consent).first().waitFor();
  if (await login.isVisible()) {
    await login.fill('ada');
    await page.getByPlaceholder('and password').fill('secret');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  }
  await leave(window, page, consent);
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
