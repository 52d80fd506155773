/** The page of a server for everybody: axe over each of its parts, in every theme, and in a narrow tab. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../../scripts/host/browser.ts';
import type { Files } from '../../scripts/preview/chatPage.ts';
import { themeNames } from '../../scripts/preview/page.ts';
import { bundleServerPage, openServerPage } from '../../scripts/preview/serverPage.ts';
import { serverScenes } from '../../scripts/preview/serverScenes.ts';
import { violations } from './support/axe.ts';

describe('for everybody, the page of a server', () => {
  let profile: string;
  let browser: BrowserContext;
  let files: Files;
  before(async () => {
    files = await bundleServerPage();
    profile = await mkdtemp(join(tmpdir(), 'patchbay-server-page-'));
    browser = await openBrowser(profile, { width: 1000, height: 760 });
  });
  after(async () => {
    await browser?.close();
    await rm(profile, { recursive: true, force: true });
  });

  for (const theme of themeNames)
    it(`breaks no rule of axe and fits a narrow tab in any part, in ${theme}`, async function () {
      this.timeout(60_000);
      const problems: string[] = [];
      for (const scene of serverScenes) {
        const say = (text: string) => void problems.push(`${scene.name}: ${text}`);
        const page = await openServerPage(browser, files, { theme }, scene, say);
        (await violations(page)).forEach(say);
        await page.setViewportSize({ width: 250, height: 760 });
        const wide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (wide > 0) say(`is ${wide} px too wide`);
        await page.close();
      }
      assert.deepEqual(problems, []);
    });
});
