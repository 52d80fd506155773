/** Bundles the chat, or another page, and opens it in a browser page, without an editor and without a server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import esbuild from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import {
  bodyClass,
  chatPage,
  editorScript,
  pageHtml,
  themeStyles,
  type Look,
  type PageName,
  type ThemeName,
} from './page.ts';

const ORIGIN = 'http://patchbay.preview';
const root = join(import.meta.dirname, '../..');

/** File contents by path, as the page asks for them. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The chat as esbuild.mjs makes it, in memory. */
export function bundleChat(): Promise<Files> {
  return bundlePage(chatPage.files, 'src/webview/main.tsx');
}

/** A page as esbuild.mjs makes it, in memory. */
export async function bundlePage(name: string, entry: string): Promise<Files> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { [name]: entry, math: 'src/webview/math.ts' },
    outdir: 'dist',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/${path.split(/[\\/]/).at(-1)}`, contents]));
}

/** A page with the chat, or another one, in it. `onError` hears what the page complains of, such as a breach of its policy. */
export async function openChatPage(
  context: BrowserContext,
  files: Files,
  look: Look,
  onError: (text: string) => void,
  name: PageName = chatPage,
): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') onError(message.text());
  });
  page.on('pageerror', ({ message }) => onError(message));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: pageHtml(look, name) });
    if (pathname === '/theme.css')
      return route.fulfill({ contentType: 'text/css', body: themeStyles(look.theme, name.isTab) });
    if (pathname === '/editor.js')
      return route.fulfill({ contentType: 'text/javascript', body: editorScript });
    const body = files.get(pathname) ?? (await readFile(codicons));
    await route.fulfill({
      contentType: contentTypes[pathname.split('.').at(-1) ?? ''] ?? '',
      body: Buffer.from(body),
    });
  });
  await page.goto(`${ORIGIN}/`);
  return page;
}

const codicons = join(root, 'node_modules/@vscode/codicons/dist/codicon.ttf');
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
};

/** Gives the page messages as the host would. */
export async function feed(page: Page, messages: readonly object[]): Promise<void> {
  await page.evaluate((list) => {
    for (const message of list) (globalThis as unknown as { feed(data: unknown): void }).feed(message);
  }, messages);
}

/** Waits for as many frames as a change can take: to be applied, drawn, measured and scrolled to. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 6;
    const next = () => (frames-- === 0 ? resolve() : requestAnimationFrame(next));
    next();
  })`);
}

/** Changes the theme as the editor does, under a page that goes on. */
export async function changeTheme(page: Page, theme: ThemeName): Promise<void> {
  const look = { className: bodyClass(theme), styles: themeStyles(theme) };
  await page.evaluate(`(() => {
    const { className, styles } = ${JSON.stringify(look)};
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    // What the new theme does not name has no value there, as in the editor.
    document.querySelector('link[href="/theme.css"]').disabled = true;
    document.body.className = className;
    // Nothing but styles: they are there with the next frame.
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}
