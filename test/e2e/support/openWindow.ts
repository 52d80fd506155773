/**
 * Opens a window of the server host with the extension in it, for end-to-end tests.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../../../scripts/host/browser.ts';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { plantExtensions, type Planted } from '../../../scripts/host/plant.ts';
import { installVsix, startHost, type WindowTarget } from '../../../scripts/host/server.ts';
import {
  quietSettings,
  readSettings,
  writeSettings,
  type Settings,
  type Theme,
} from '../../../scripts/host/settings.ts';
import { workbenchRestored } from './driver.ts';
import { Window } from './window.ts';

const PORT_FILE = 'port';

export interface WindowOptions {
  /** The folder or the .code-workspace file to open, absolute; an empty window if both are absent. */
  folder?: string;
  workspace?: string;
  /** The extension under development; this repository if absent. */
  extensionDevelopmentPath?: string;
  /** Further extensions, which are installed before. */
  extensions?: readonly Planted[];
  /** A packaged extension, installed as a user would, in the place of the one under development. */
  vsix?: string;
  /**
   * The folder the window lives in: user data, installed extensions, browser profile and port. Opened again with
   * the same one it is the same VS Code after a restart. A temporary one, removed at close, if absent.
   */
  home?: string;
  /** False opens the folder in Restricted Mode. */
  trust?: boolean;
  /** User settings over the quiet ones and over those that a kept home has. */
  settings?: Settings;
  theme?: Theme;
  /** The viewport in CSS pixels; 1280 by 800 if absent. */
  size?: { width: number; height: number };
  /** Variables for the server and the extension host; undefined removes one. */
  env?: NodeJS.ProcessEnv;
  /** The display language as a tag (`de`); English if absent. The editor's own texts are English in any. */
  language?: string;
}

/**
 * Starts a host and a browser and opens a window; returns when the workbench is there (about 4 s), which may be
 * before the extension is active. Close the window in any case: it holds processes. Throws what installing and
 * starting host and browser throw, and Playwright's TimeoutError if the workbench does not come up.
 */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'patchbay-window-')));
  const undo: (() => Promise<unknown>)[] = [];
  if (!options.home) undo.push(() => rm(home, { recursive: true, force: true }));
  try {
    const folders = { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
    await writeSettings(folders.dataDir, await startSettings(folders.dataDir, options));
    await plantExtensions(options.extensions ?? [], folders.extensionsDir);
    if (options.vsix) await installVsix(options.vsix, folders);
    const { env = {}, language } = options;
    const host = await startHost({
      ...folders,
      ...(await portOf(home)),
      env,
      ...(language !== undefined && { language }),
    });
    undo.unshift(() => host.stop());
    await writeFile(join(home, PORT_FILE), String(host.port));
    const context = await openBrowser(join(home, 'browser'), options.size ?? { width: 1280, height: 800 });
    undo.unshift(() => context.close());
    const page = context.pages()[0] ?? (await context.newPage());
    const window = new Window({ host, context, page, ...folders, home, temporary: !options.home });
    await page.goto(host.windowUrl(target(options)));
    await workbenchRestored(page);
    return window;
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

/** The quiet settings, under those the home has, under those asked for. */
async function startSettings(dataDir: string, options: WindowOptions): Promise<Settings> {
  const { trust, theme, settings } = options;
  return {
    ...quietSettings(trust ?? true),
    ...(await readSettings(dataDir)),
    ...(trust !== undefined && { 'security.workspace.trust.enabled': !trust }),
    ...(theme && { 'workbench.colorTheme': theme }),
    ...settings,
  };
}

function target(options: WindowOptions): WindowTarget {
  const { folder, workspace, vsix, extensionDevelopmentPath = repoRoot } = options;
  return {
    ...(folder && { folder }),
    ...(workspace && { workspace }),
    ...(!vsix && { extensionDevelopmentPath }),
  };
}

/** The port of the home's last window: what VS Code keeps in the browser belongs to the address. */
async function portOf(home: string): Promise<{ port?: number }> {
  try {
    return { port: Number(await readFile(join(home, PORT_FILE), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
