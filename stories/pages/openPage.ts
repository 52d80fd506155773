/** Opens one of Patchbay's pages in a browser, without an editor. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { bodyClass, chatPage, themeStyles, type Look, type PageName, type ThemeName } from './page.ts';
import { PageServer, type Files } from './pageServer.ts';

const root = join(import.meta.dirname, '../..');

/** What the pages ship, as `npm run build` has put it there. @throws Error when it has not. */
export async function readPages(): Promise<Files> {
  const names = [...pageNames.flatMap((name) => [`${name}.js`, `${name}.css`]), 'math.js', 'codicon.ttf'];
  return new Map(await Promise.all(names.map(async (name) => [`/${name}`, await readBuilt(name)] as const)));
}

const pageNames = ['webview', 'server', 'history'];

async function readBuilt(name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(root, 'dist', name));
  } catch (cause) {
    throw new Error(`dist/${name} cannot be read: run "npm run build" first.`, { cause });
  }
}

/** One of Patchbay's pages, the chat unless there is another name. `onError` hears what the page complains of, such as a breach of its policy. */
export async function openPage(
  context: BrowserContext,
  files: Files,
  look: Look,
  onError: (text: string) => void,
  name: PageName = chatPage,
): Promise<Page> {
  const page = await context.newPage();
  collectErrors(page, onError);
  await loadPage(page, files, look, name);
  return page;
}

/** From now on `onError` hears what the page complains of. */
export function collectErrors(page: Page, onError: (text: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') onError(message.text());
  });
  page.on('pageerror', ({ message }) => onError(message));
}

/** Loads one of Patchbay's pages, without any state, in place of what is there. */
export async function loadPage(page: Page, files: Files, look: Look, name = chatPage): Promise<void> {
  let server = servers.get(files);
  if (!server) servers.set(files, (server = PageServer.start(files)));
  await page.goto((await server).addressOf(look, name));
}

/** One for each set of files, as long as the process lives. */
const servers = new WeakMap<Files, Promise<PageServer>>();

/** Gives the page messages as the host would. */
export async function feed(page: Page, messages: readonly object[]): Promise<void> {
  await page.evaluate((list) => {
    for (const message of list) (globalThis as unknown as { feed(data: unknown): void }).feed(message);
  }, messages);
}

/** Waits for as many frames as a change can take, each with what is due after it: to be applied, drawn, measured and scrolled to. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 6;
    const next = () => (frames-- === 0 ? resolve() : requestAnimationFrame(() => setTimeout(next)));
    next();
  })`);
}

/** Waits until the expression is true in the page, whose policy forbids Playwright's own way. */
export async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${condition} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

/** Changes the theme as the editor does, under a page that goes on. */
export async function changeTheme(page: Page, theme: ThemeName, isTab = false): Promise<void> {
  const look = { className: bodyClass(theme), styles: themeStyles(theme, isTab) };
  await page.evaluate(`(() => {
    const { className, styles } = ${JSON.stringify(look)};
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    // What the new theme does not name has no value there, as in the editor.
    document.querySelector('link[rel=stylesheet]').disabled = true;
    document.body.className = className;
    // Nothing but styles: they are there with the next frame.
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}
