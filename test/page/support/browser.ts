/** The browser in which all test files of a worker look at pages, and the pages in it. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Context } from 'mocha';
import { chromium, type Browser, type Page } from 'playwright-core';
import { BROWSER_FLAGS, ensureBrowser, started } from '../../../scripts/host/browser.ts';
import { shortLivedScripts } from '../../fixtures/shortLivedPages.ts';
import { collectErrors, loadPage, readPages } from '../../../stories/pages/openPage.ts';
import type { Look, PageName } from '../../../stories/pages/page.ts';
import type { Files } from '../../../stories/pages/pageServer.ts';
import { pageTime } from './pageTime.ts';

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

let browser: Promise<Browser> | undefined;
let files: Promise<Files> | undefined;

/** What the pages ship, and axe, which the browser then keeps compiled. */
async function filesOfWorker(): Promise<Files> {
  files ??= readPages().then((shipped) => new Map([...shipped, ['/axe.js', Buffer.from(axe.source)]]));
  return files;
}

/** Starts it at the first call. It ends with the process of the worker. */
async function browserOfWorker(): Promise<Browser> {
  browser ??= ensureBrowser().then(({ executable }) =>
    started(() =>
      chromium.launch({
        executablePath: executable,
        args: [...BROWSER_FLAGS, shortLivedScripts],
      }),
    ),
  );
  return browser;
}

/** Where there are no workers nothing else would end the browser. */
export async function mochaGlobalTeardown(): Promise<void> {
  await (await browser)?.close();
}

/**
 * A page that one test after the other uses: to load another document is several times quicker than to open another
 * page. Nothing stays of the document before, nor of what was set for it.
 */
export class SharedPage {
  readonly #size: Size;
  #page: Page | undefined;
  #errors: string[] = [];

  constructor(size: Size) {
    this.#size = size;
  }

  /** One of Patchbay's pages, without any state. @throws when the one before has complained. */
  async load(look: Look, name?: PageName): Promise<Page> {
    this.assertNoErrors();
    if (this.#page) await this.#reset(this.#page);
    const page = (this.#page ??= await this.#open());
    await loadPage(page, await filesOfWorker(), look, name);
    return page;
  }

  /** Ends a test: one that failed leaves its page to nobody. @throws when the page has complained. */
  async end({ currentTest }: Context): Promise<void> {
    const page = this.#page;
    if (currentTest?.state === 'failed') {
      this.#page = undefined;
      await page?.close();
    }
    this.assertNoErrors();
  }

  assertNoErrors(): void {
    assert.deepEqual(this.#errors.splice(0), []);
  }

  async #open(): Promise<Page> {
    const context = await (
      await browserOfWorker()
    ).newContext({ viewport: this.#size, permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addInitScript(pageTime);
    const page = await context.newPage();
    collectErrors(page, (text) => this.#errors.push(text));
    return page;
  }

  async #reset(page: Page): Promise<void> {
    const { width, height } = page.viewportSize() ?? {};
    if (width !== this.#size.width || height !== this.#size.height) await page.setViewportSize(this.#size);
    await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null });
    await page.mouse.move(0, 0);
  }
}
