/**
 * Talks to the test driver that this VS Code puts on its page (`window.driver`, by --enable-smoke-test-driver).
 */
import type { Page } from 'playwright-core';
import type { Settings } from '../../../scripts/host/settings.ts';
import { LIMIT_MS } from './waitLimit.ts';

/** Waits until the workbench has restored its parts. Throws Playwright's TimeoutError if it does not come up. */
export async function workbenchRestored(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.driver !== undefined', undefined, { timeout: LIMIT_MS });
  await page.evaluate('globalThis.driver.whenWorkbenchRestored()');
}

/**
 * Has the window write down its state, globalState included. A browser does not wait for that when a page goes, as
 * the desktop does, and what was kept in the last tenth of a second would be lost.
 */
export async function flushState(page: Page): Promise<void> {
  await page.evaluate('globalThis.driver.lifecycleService.storageService.flush()');
}

/**
 * Ends the workbench, which writes down its state, and its extension hosts while its page stays. A page that goes
 * takes along what its sockets have not sent yet: on a busy machine one in ten extension hosts was never told to end,
 * and waited for its window to come back. What of the workbench is not done yet complains about that in the console.
 */
export async function endWorkbench(page: Page): Promise<void> {
  await page.evaluate('globalThis.driver.lifecycleService.shutdown()');
}

/** What the window keeps of an extension's workspaceState, as JSON; that of the extension host comes to it a moment later. */
export function workspaceState(page: Page, extension: string): Promise<string> {
  const workspaceScope = 1;
  return page.evaluate(
    `globalThis.driver.lifecycleService.storageService.get('${extension}', ${workspaceScope}, '{}')`,
  );
}

/**
 * What the window keeps of what the page of a view remembers (`setState`), as JSON; the page's own words come to it a
 * moment later.
 */
export async function viewState(page: Page, view: string): Promise<string> {
  const workspaceScope = 1;
  await flushState(page);
  return page.evaluate(
    `globalThis.driver.lifecycleService.storageService.get('memento/webviewView.${view}', ${workspaceScope}, '{}')`,
  );
}

/**
 * Writes the whole user settings file through the workbench's own file service. A running window of this host
 * does not see a change that somebody else makes to that file: its watcher reports another address for it.
 */
export async function replaceUserSettings(page: Page, settings: Settings): Promise<void> {
  const text = JSON.stringify(settings, null, 2);
  await page.evaluate(
    `(async (text) => {
      const { environmentService, fileService } = globalThis.driver;
      const folder = environmentService.userRoamingDataHome;
      const file = folder.with({ path: folder.path + '/settings.json' });
      // The class of file contents is not to be had by name.
      const contents = (await fileService.readFile(file)).value.constructor;
      await fileService.writeFile(file, contents.fromString(text));
    })(${JSON.stringify(text)})`,
  );
}
