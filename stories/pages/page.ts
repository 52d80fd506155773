/**
 * A page like VS Code's webview: theme variables, default styles, the real CSP, and a stand-in for the editor's end of
 * the channel.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageDocument } from '../../src/editor/common/pageDocument.ts';
import type { Language } from './language.ts';

/** VS Code's own themes. */
export const themeNames = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
export type ThemeName = (typeof themeNames)[number];

interface ThemeValues {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The variables that the chat uses, read from webviews of VS Code 1.139 with its four default themes. */
const themes = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8')) as Record<
  ThemeName,
  ThemeValues
>;

/** The parts of VS Code's default webview styles that affect the chat. */
const defaultStyles = `
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight);
    font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  a:hover { color: var(--vscode-textLink-activeForeground); }
  a:focus, input:focus, select:focus, textarea:focus { outline: -webkit-focus-ring-color solid 1px; outline-offset: -1px; }
  code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background);
    padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
  blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
}`;

/** As VS Code sets them, plus the background behind the webview: the side bar's or a tab's. */
export function themeStyles(theme: ThemeName, isTab = false): string {
  const variables = Object.entries(themes[theme].variables).map(([name, value]) => `${name}: ${value};`);
  const values = `:root { ${variables.join(' ')} background: var(--vscode-${isTab ? 'editor' : 'sideBar'}-background); }`;
  return `${values}\n${defaultStyles}`;
}

/** The classes by which styles know the kind of theme. */
export function bodyClass(theme: ThemeName): string {
  return themes[theme].bodyClass;
}

/** The name of its files, its root's id, and whether it is a tab of the editor. */
export interface PageName {
  readonly files: string;
  readonly root: string;
  readonly isTab?: boolean;
}

export const chatPage: PageName = { files: 'webview', root: 'patchbay-chat' };
export const serverPage: PageName = { files: 'server', root: 'patchbay-server', isTab: true };
export const requestPage: PageName = { files: 'request', root: 'patchbay-request', isTab: true };
export const historyPage: PageName = { files: 'history', root: 'patchbay-history', isTab: true };

/** English unless another language is given. */
export interface Look {
  readonly theme: ThemeName;
  readonly language?: Language | undefined;
}

const english: Language = { tag: 'en' };

/** The theme, then a stand-in for the editor's end of the channel. */
export function pageHtml(
  { theme, language = english }: Look,
  { files, root, isTab = false }: PageName,
): string {
  return pageDocument({
    title: 'Patchbay',
    language,
    root,
    styles: [`/${theme}${isTab ? '-tab' : ''}.css`, `/${files}.css`],
    scripts: ['/editor.js', `/${files}.js`],
    source: `'self'`,
    nonce: 'stories',
    bodyClass: bodyClass(theme),
  });
}

/** `/editor.js`: `window.posted` is what the page posted; `window.feed(message)` sends it a message. */
export const editorScript = `
window.posted = [];
window.feed = (data) => window.dispatchEvent(new MessageEvent('message', { data }));
window.acquireVsCodeApi = () => ({
  postMessage: (message) => {
    // Sent by the page after every action; no story needs it.
    if (message.type === 'saveState') return;
    // As JSON, in which a field that is undefined is none.
    window.posted.push(JSON.parse(JSON.stringify(message)));
    if (message.type === 'send') window.feed({ type: 'received' });
  },
  getState: () => JSON.parse(sessionStorage.getItem(location.pathname) ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem(location.pathname, JSON.stringify(state)),
});
`;
