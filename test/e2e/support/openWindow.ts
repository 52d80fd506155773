/**
 * Opens a window of the server host with the extension in it, for end-to-end tests.
 */
import { repoRoot } from '../../../scripts/host/cache.ts';
import type { WindowTarget } from '../../../scripts/host/server.ts';
import {
  quietSettings,
  readSettings,
  writeSettings,
  type Settings,
  type Theme,
} from '../../../scripts/host/settings.ts';
import { workbenchRestored } from './driver.ts';
import { placeFor, type PlaceOptions } from './place.ts';
import { Window } from './window.ts';

/** A window with one of `PlaceOptions` has a host and a browser of its own, which takes longer. */
export interface WindowOptions extends PlaceOptions {
  /** The folder or the .code-workspace file to open, absolute; an empty window if both are absent. */
  folder?: string;
  workspace?: string;
  /** The extension under development; this repository if absent. */
  extensionDevelopmentPath?: string;
  /** False opens the folder in Restricted Mode. */
  trust?: boolean;
  /** User settings over the quiet ones and over those that a kept home has. */
  settings?: Settings;
  theme?: Theme;
  /** The viewport in CSS pixels; 1280 by 800 if absent. */
  size?: { width: number; height: number };
}

/**
 * Opens a window, and starts host and browser for it if they do not run; returns when the workbench is there, which may
 * be before the extension is active. Close the window in any case: it holds processes. Throws what installing and
 * starting host and browser throw, and Playwright's TimeoutError if the workbench does not come up.
 */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const place = await placeFor(options);
  let window: Window | undefined;
  try {
    await writeSettings(place.dataDir, await startSettings(place.dataDir, options));
    const { host, page } = await place.enter();
    if (options.size) await page.setViewportSize(options.size);
    window = new Window({ place, host, page, language: options.language ?? 'en' });
    await page.goto(host.windowUrl(target(options)));
    await workbenchRestored(page);
    return window;
  } catch (error) {
    await (window ?? { close: () => place.leave() }).close();
    throw error;
  }
}

/** The quiet settings, under those the home has, under those asked for. */
async function startSettings(dataDir: string, options: WindowOptions): Promise<Settings> {
  const { trust, theme, settings } = options;
  return {
    ...quietSettings(trust ?? true),
    // By default a turn goes on without a server that needs longer than 2 s, as one does on a busy machine.
    'patchbay.serverGrace': 60_000,
    // A page or an editor takes the keyboard when it appears, at any time on a busy machine, which would close a list.
    'workbench.quickOpen.closeOnFocusLost': false,
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
