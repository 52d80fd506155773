/** Opens Patchbay's pages in a browser, without an editor. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { bodyClass, chatPage, themeStyles, type Look, type PageName, type ThemeName } from './page.ts';
import { PageServer, type Files } from './pageServer.ts';

const root = join(import.meta.dirname, '../..');

/** Built by `npm run build`. @throws Error if they are not. */
export async function readPages(): Promise<Files> {
  const names = [
    ...pageNames.flatMap((name) => [`${name}.js`, `${name}.css`]),
    'highlighter.js',
    'math.js',
    'mermaid.js',
    'codicon.ttf',
  ];
  return new Map(await Promise.all(names.map(async (name) => [`/${name}`, await readBuilt(name)] as const)));
}

const pageNames = ['webview', 'server', 'history', 'request'];

async function readBuilt(name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(root, 'dist', name));
  } catch (cause) {
    throw new Error(`dist/${name} cannot be read: run "npm run build" first.`, { cause });
  }
}

/** The chat unless another name is given. `onError` gets the page's errors, such as CSP violations. */
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

export function collectErrors(page: Page, onError: (text: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') onError(message.text());
  });
  page.on('pageerror', ({ message }) => onError(message));
}

/** Replaces the page, without state. */
export async function loadPage(page: Page, files: Files, look: Look, name = chatPage): Promise<void> {
  let server = servers.get(files);
  if (!server) servers.set(files, (server = PageServer.start(files)));
  await page.goto((await server).addressOf(look, name));
}

/** Per set of files, for the life of the process. */
const servers = new WeakMap<Files, Promise<PageServer>>();

/** Sends messages as the host would. */
export async function feed(page: Page, messages: readonly object[]): Promise<void> {
  await page.evaluate((list) => {
    for (const message of list) (globalThis as unknown as { feed(data: unknown): void }).feed(message);
  }, messages);
}

/** Waits for as many frames as a change can take to be applied, drawn, measured and scrolled to. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 6;
    const next = () => (frames-- === 0 ? resolve() : requestAnimationFrame(() => setTimeout(next)));
    next();
  })`);
}

/**
 * Scrolls to it, lets what that changes be drawn, and clicks: at the end the button "Jump to latest" goes and all moves
 * down, and what moves between press and release gets no click.
 */
export async function click(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await drawn(target.page());
  await target.click();
}

/** Waits until the expression is true; Playwright's own way violates the CSP. */
export async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${condition} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

/** As the editor does, without a reload. */
export async function changeTheme(page: Page, theme: ThemeName, isTab = false): Promise<void> {
  const look = { className: bodyClass(theme), styles: themeStyles(theme, isTab) };
  await page.evaluate(`(() => {
    const { className, styles } = ${JSON.stringify(look)};
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    // As in the editor, variables that the new theme lacks have no value.
    document.querySelector('link[rel=stylesheet]').disabled = true;
    document.body.className = className;
    // Only styles change: they are there with the next frame.
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}
