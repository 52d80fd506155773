/**
 * A window of VS Code in the hands of an end-to-end test: what the test can see in it and do to it.
 */
import { readdir, readFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleMessage, Frame, Locator, Page } from 'playwright-core';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { isHarmless } from '../../../scripts/host/noise.ts';
import { descendants, type ProcessInfo } from '../../../scripts/host/processes.ts';
import type { Host } from '../../../scripts/host/server.ts';
import { readSettings, type Settings, type Theme } from '../../../scripts/host/settings.ts';
import { activate } from './activate.ts';
import { commandTitle, focusServersTitle, type CommandName, type Language } from './commandTitles.ts';
import { Dialog } from './dialog.ts';
import { endWorkbench, flushState, replaceUserSettings, workbenchRestored } from './driver.ts';
import type { Place } from './place.ts';
import { poll } from './poll.ts';
import { QuickInput } from './quickInput.ts';
import { dragRow } from './dragRow.ts';
import { toggleRow } from './toggleRow.ts';
import { LIMIT_MS, waitLimit } from './waitLimit.ts';
import { exactLabel, treeRows, viewRows, webviewFrame, type TreeRow } from './workbench.ts';

/** What a window is made of; openWindow puts it together. */
export interface WindowParts {
  place: Place;
  host: Host;
  page: Page;
  /** That of Patchbay's texts. */
  language: Language;
}

/** The class by which the workbench shows that a theme is in force. */
const THEME_CLASSES: Record<Theme, string> = {
  'Dark Modern': 'vscode-theme-defaults-themes-dark_modern-json',
  'Light Modern': 'vscode-theme-defaults-themes-light_modern-json',
  'Default High Contrast': 'vscode-theme-defaults-themes-hc_black-json',
  'Default High Contrast Light': 'vscode-theme-defaults-themes-hc_light-json',
};

export class Window {
  readonly page: Page;
  readonly host: Host;
  /** The folder the window lives in; a window opened with it later is this one after a restart. */
  readonly home: string;
  /** VS Code's user data folder: User/settings.json, User/globalStorage, logs. */
  readonly dataDir: string;
  /** The command palette, picks and input boxes. */
  readonly quickInput: QuickInput;
  readonly #place: Place;
  readonly #language: Language;
  #orphans: Promise<ProcessInfo[]> | undefined;
  readonly #errors: string[] = [];
  #writtenSettings = 0;

  constructor(parts: WindowParts) {
    this.page = parts.page;
    this.host = parts.host;
    this.home = parts.place.home;
    this.dataDir = parts.place.dataDir;
    this.quickInput = new QuickInput(parts.page);
    this.#place = parts.place;
    this.#language = parts.language;
    waitLimit.follow(this.page);
    this.page.setDefaultNavigationTimeout(LIMIT_MS);
    this.page.on('console', (message) => {
      const error = message.type() === 'error' ? errorText(message) : undefined;
      if (error !== undefined && !isHarmless(error)) this.#errors.push(error);
    });
    this.page.on('pageerror', (error) => this.#errors.push(String(error.stack ?? error)));
  }

  /**
   * The errors in the browser's console so far, webviews included (a breach of the content security policy is
   * one), without those known to be VS Code's own.
   */
  consoleErrors(): readonly string[] {
    return this.#errors;
  }

  /** Trusts the opened folder, in the editor that VS Code has for it, as a user would, and leaves that editor. */
  async grantTrust(): Promise<void> {
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.trustInEditor();
  }

  /** Does so once that editor is open. */
  async trustInEditor(): Promise<void> {
    const editor = this.page.locator('.workspace-trust-editor');
    await activate(editor.getByRole('button', { name: 'Trust', exact: true }));
    await editor.getByText('You trust this').first().waitFor();
    // Escape closes it only while the keyboard is in it.
    await activate(this.page.locator('.monaco-modal-editor-block .action-label.codicon-close').first());
    await editor.waitFor({ state: 'detached' });
  }

  /** The modal dialog with this text, once it takes keys. */
  dialog(text: string | RegExp): Promise<Dialog> {
    return Dialog.saying(this.page, text);
  }

  /** Runs a command of Patchbay in the palette, by the title that it has there now. */
  run(name: CommandName): Promise<void> {
    return this.runCommand(commandTitle(name, this.#language));
  }

  /** Gives the view of servers the keyboard. */
  focusServers(): Promise<void> {
    return this.runCommand(focusServersTitle(this.#language));
  }

  /** Runs a command of the editor or of another extension by its exact title in the palette: 'File: Save'. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /** The webview frame, other than `besides`, that holds an element for the selector; waits for it. */
  webviewFrame(selector: string, besides?: Frame): Promise<Frame> {
    return webviewFrame(this.page, selector, besides);
  }

  /** Reads the rows of the view with this title that are on the screen; none if it is not open. */
  treeRows(view: string): Promise<TreeRow[]> {
    return treeRows(this.page, view);
  }

  /** The row with this label in the view with this title. */
  treeRow(view: string, label: string): Locator {
    return viewRows(this.page, view).filter({ has: exactLabel(this.page, label) });
  }

  /** Clicks the row with this label in the view with this title. */
  openRow(view: string, label: string): Promise<void> {
    return activate(this.treeRow(view, label).first());
  }

  /**
   * Expands the row with this label in the view with this title, and waits for what is below it. VS Code collapses it
   * again where it reads the rows anew just then.
   */
  async expandRow(view: string, label: string): Promise<void> {
    const rowAndNext = async (): Promise<readonly TreeRow[]> => {
      const rows = await this.treeRows(view);
      const at = rows.findIndex((row) => row.label === label);
      return at === -1 ? [] : rows.slice(at, at + 2);
    };
    const isExpanded = ([row, next]: readonly TreeRow[]) => row && next && next.level > row.level;
    await poll(`${label} to be expanded`, async () => {
      const seen = await rowAndNext();
      if (isExpanded(seen)) return true;
      if (seen[0]?.expanded === false) await this.openRow(view, label);
      const comes = poll('what is below it', async () => isExpanded(await rowAndNext()), { timeout: 1_000 });
      return comes.catch(() => false);
    });
  }

  /** Switches the checkbox of the tool's row with this label in the view with this title, and waits until it is. */
  async toggleRow(view: string, label: string): Promise<void> {
    await poll(`${label} to be switched`, toggleRow(this.page, view, label));
  }

  /** Drags the row with the first label onto that with the second one, in the view with this title. */
  async dragRow(view: string, from: string, onto: string): Promise<void> {
    await poll(`${from} to be dragged onto ${onto}`, () => dragRow(this.page, { view, from, onto }));
  }

  /** Holds the mouse over the row with this label in the view with this title, and gives the hover that names it. */
  async hoverRow(view: string, label: string): Promise<Locator> {
    const hovers = this.page.locator('.monaco-hover:visible');
    const hover = hovers.filter({ hasText: label });
    const comes = () =>
      hover.waitFor({ timeout: 5_000 }).then(
        () => hover,
        () => undefined,
      );
    return poll(`the hover of ${label}`, async () => {
      // One that is shown moves without a new delay, so it has to go first.
      await this.page.mouse.move(900, 600);
      await hovers.first().waitFor({ state: 'detached' });
      await this.treeRow(view, label).first().hover();
      // None comes for a row that is drawn anew under the mouse.
      return comes();
    });
  }

  /** Opens a file of the folder by its name; its editor has the keyboard then. */
  async openFile(name: string): Promise<void> {
    await this.runCommand('Go to File...');
    await this.quickInput.type(name);
    await this.quickInput.choose(name);
    await this.tab(name).waitFor();
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
  }

  /** Opens the context menu of the row with this label in the view with this title. */
  async openMenu(view: string, label: string): Promise<void> {
    await this.treeRow(view, label).first().click({ button: 'right' });
    await this.page.locator('.context-view .action-label').first().waitFor();
  }

  /** Chooses an entry of the menu that is open: with the keyboard, as one that has just opened takes no click. */
  async chooseInMenu(entry: string): Promise<void> {
    const focused = this.page.locator('.context-view .action-item.focused', { hasText: entry });
    // It goes round, so that a key which came before the menu had the keyboard is made up for.
    await poll(`${entry} in the menu`, async () => {
      if (await focused.isVisible()) return true;
      await this.page.keyboard.press('ArrowDown');
      return focused.isVisible();
    });
    await focused.press('Enter');
  }

  /** The tab of the editor whose name has this text. */
  tab(text: string | RegExp): Locator {
    return this.page.locator('.tab', { hasText: text });
  }

  /** Closes the tab whose name has this text. */
  async closeTab(text: string | RegExp): Promise<void> {
    await activate(this.tab(text).getByRole('button', { name: /Close/ }));
  }

  /** What the extension wrote to the output channel of this name so far; empty if there is none. */
  async output(channel: string): Promise<string> {
    const logs = join(this.dataDir, 'logs');
    const files = (await readdir(logs, { recursive: true }).catch(() => []))
      .filter((path) => path.endsWith(`/${channel}.log`) || path.endsWith(`-${channel}.log`))
      .toSorted();
    const texts = await Promise.all(files.map((path) => readFile(join(logs, path), 'utf8')));
    return texts.join('');
  }

  /** Takes a picture of the window, to be looked at, where that is wanted: at night, and with PATCHBAY_PICTURES=1. */
  async screenshot(name: string): Promise<void> {
    if (process.env['PATCHBAY_PICTURES'] || process.env['PATCHBAY_NIGHTLY']) await this.picture(name);
  }

  /** Takes a picture of the window into artifacts/screenshots and returns its path. */
  async picture(name: string): Promise<string> {
    const path = join(repoRoot, 'artifacts/screenshots', `${name}.png`);
    await mkdir(join(path, '..'), { recursive: true });
    await this.page.screenshot({ path, animations: 'disabled' });
    return path;
  }

  /** Changes the colour theme in the user settings and waits until the workbench shows it. */
  async setTheme(theme: Theme): Promise<void> {
    await this.writeSettings({ 'workbench.colorTheme': theme });
    await this.page.locator(`.monaco-workbench.${THEME_CLASSES[theme]}`).waitFor();
  }

  /** Sets the size of the window in CSS pixels. */
  async setSize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** The user settings as they are on disk. */
  readSettings(): Promise<Settings> {
    // The editor writes in place: for a moment the file is empty.
    return poll('the user settings to be whole', () =>
      readSettings(this.dataDir).catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }),
    );
  }

  /**
   * Writes user settings over those that are there; undefined removes one. They have been sent to the extension host
   * when this returns, so that what the test does next is heard after them: the workbench draws a title that stands
   * beside them in the file for a moment after it has told its listeners.
   */
  async writeSettings(patch: Settings): Promise<void> {
    const settings = { ...(await this.readSettings()), ...patch };
    const title = `settings ${++this.#writtenSettings}`;
    await replaceUserSettings(this.page, { ...settings, 'window.title': title });
    await this.page.waitForFunction(`document.title.includes('${title}')`);
    await replaceUserSettings(this.page, settings);
  }

  /** Reloads the window, which starts a new extension host, and waits until the workbench is there again. */
  async reload(): Promise<void> {
    // Those below the extension host that goes now are found later only if they are known.
    await this.host.processes();
    await flushState(this.page);
    await this.page.reload();
    await workbenchRestored(this.page);
  }

  /**
   * The process id of the extension host; waits until there is exactly one: that of a window before its reload can
   * take ten seconds to notice that its page has gone. Throws an Error after 60 s.
   */
  async extensionHostPid(): Promise<number> {
    const single = async () => {
      const hosts = await this.#extensionHosts();
      return hosts.length === 1 ? hosts[0]?.pid : undefined;
    };
    return poll('exactly one extension host', single);
  }

  /** All processes below the extension host, among them VS Code's own language servers. */
  async children(): Promise<ProcessInfo[]> {
    await this.host.processes();
    return descendants(await this.extensionHostPid());
  }

  /**
   * Closes the window as a user would, so that the extension is deactivated, and leaves its place, in which nothing of
   * it runs or is kept any more. It returns the orphans: processes that the extension left behind and that did not
   * end by themselves within 3 s. Can be called again.
   */
  close(): Promise<ProcessInfo[]> {
    this.#orphans ??= this.#close();
    return this.#orphans;
  }

  async #close(): Promise<ProcessInfo[]> {
    let orphans: ProcessInfo[] = [];
    waitLimit.unfollow(this.page);
    try {
      await this.host.processes();
      if (!this.page.isClosed()) {
        if (this.page.url().startsWith(this.host.url)) await endWorkbench(this.page);
        await this.page.goto(this.host.emptyUrl);
        const gone = async () => (await this.#extensionHosts()).length === 0;
        await poll('the extension host to end with its window', gone, {
          timeout: LIMIT_MS,
          detail: () => this.#lastWordsOfHost(),
        });
      }
    } finally {
      orphans = await this.#place.leave();
    }
    return orphans;
  }

  /** What the editor's server and the extension host have said last: whether the one heard of the end, and the other began it. */
  async #lastWordsOfHost(): Promise<string> {
    const said = await Promise.all(['remoteagent', 'remoteexthost'].map((channel) => this.output(channel)));
    return said.map((text) => text.trim().split('\n').slice(-5).join('\n')).join('\n');
  }

  async #extensionHosts(): Promise<ProcessInfo[]> {
    const all = await this.host.processes();
    return all.filter((info) => info.command.includes('--type=extensionHost'));
  }
}

/** The text of an error in the browser's console; undefined for one that says again what another said. */
function errorText(message: ConsoleMessage): string | undefined {
  const text = message.text();
  if (text.startsWith('%c[Extension Host] %c')) return undefined;
  // A failed request is known by its address only.
  if (text.startsWith('Failed to load resource')) return `${text} ${message.location().url}`;
  // The workbench's logger puts a coloured level in front.
  return text.replace(/^%c\s*ERR color: #\w+ /, '');
}
