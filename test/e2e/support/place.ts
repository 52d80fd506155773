/**
 * What a window runs in: a server host, a browser, and VS Code's user data. The windows of a worker have one in turn,
 * which is emptied between them; a window with a need that it cannot serve has one of its own.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/host/browser.ts';
import { shortLived } from './browserFlags.ts';
import { emptyHome, userEnvironment, userHome } from './user.ts';
import { ensureFewExtensions } from '../../../scripts/host/install.ts';
import { lastingPort } from '../../../scripts/host/lastingPort.ts';
import { takeMessagesAsBytes } from '../../../scripts/host/socketMessages.ts';
import { plantExtensions, type Planted } from '../../../scripts/host/plant.ts';
import type { ProcessInfo } from '../../../scripts/host/processes.ts';
import { installVsix, startHost, type Host } from '../../../scripts/host/server.ts';
import type { Language } from './commandTitles.ts';

const PORT_FILE = 'port';
const SIZE = { width: 1280, height: 800 };
/** Playwright's own. */
const STEP_LIMIT_MS = 30_000;

/** What of a window's options needs a place of its own. */
export interface PlaceOptions {
  /** Further extensions, which are installed before. */
  extensions?: readonly Planted[];
  /** A packaged extension, installed as a user would, in the place of the one under development. */
  vsix?: string;
  /**
   * The folder the window lives in: user data, installed extensions, browser profile and port. Opened again with
   * the same one it is the same VS Code after a restart, with its secrets.
   */
  home?: string;
  /** Variables for the server and the extension host; undefined removes one. */
  env?: NodeJS.ProcessEnv;
  /** The display language; English if absent. The editor's own texts are English in any. */
  language?: Language;
}

export interface Place {
  /** The folder it lives in. */
  readonly home: string;
  /** VS Code's user data folder: User/settings.json, User/globalStorage, logs. */
  readonly dataDir: string;
  /** Starts what does not run yet and gives the one page there is, which is empty. */
  enter(): Promise<{ readonly host: Host; readonly page: Page }>;
  /**
   * Leaves the place after its window has ended, and returns the orphans: processes that the extension left behind
   * and that did not end by themselves within 3 s.
   */
  leave(): Promise<ProcessInfo[]>;
}

/** The place of this worker's windows. */
let shared: SharedPlace | undefined;

/** Gives the place for a window: the shared one if it serves and is free. Leave it in any case. */
export async function placeFor(options: PlaceOptions): Promise<Place> {
  const { extensions, vsix, home, env, language } = options;
  if (extensions || vsix !== undefined || home !== undefined || env || language !== undefined)
    return OwnPlace.make(options);
  shared ??= new SharedPlace(await mkdtemp(join(tmpdir(), 'patchbay-windows-')));
  return shared.take() ? shared : OwnPlace.make(options);
}

/** Bytes of the half of a key that VS Code asks its server for. */
const KEY_BYTES = 32;

/**
 * VS Code in a browser keeps secrets in the browser's storage, sealed with a key of which the server has one half. This
 * host's server has none, so that VS Code forgets secrets with their window.
 */
async function keepSecrets(context: BrowserContext): Promise<void> {
  await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(KEY_BYTES, 1) }));
}

/** A place for one window. */
class OwnPlace implements Place {
  readonly home: string;
  readonly dataDir: string;
  readonly #options: PlaceOptions;
  #host: Host | undefined;
  #context: BrowserContext | undefined;

  private constructor(home: string, options: PlaceOptions) {
    this.home = home;
    this.dataDir = join(home, 'data');
    this.#options = options;
  }

  static async make(options: PlaceOptions): Promise<OwnPlace> {
    return new OwnPlace(options.home ?? (await mkdtemp(join(tmpdir(), 'patchbay-window-'))), options);
  }

  async enter(): Promise<{ host: Host; page: Page }> {
    const { extensions = [], vsix, env = {}, language } = this.#options;
    const folders = { dataDir: this.dataDir, extensionsDir: join(this.home, 'extensions') };
    await plantExtensions(extensions, folders.extensionsDir);
    if (vsix !== undefined) await installVsix(vsix, folders);
    this.#host = await startHost({
      ...folders,
      env,
      port: await this.#port(),
      ...(language !== undefined && { language }),
      ...(vsix === undefined && { builtinExtensionsDir: await ensureFewExtensions() }),
    });
    this.#context = await openBrowser(join(this.home, 'browser'), SIZE, shortLived);
    await takeMessagesAsBytes(this.#context);
    if (this.#options.home !== undefined) await keepSecrets(this.#context);
    return { host: this.#host, page: await calmPage(this.#context) };
  }

  async leave(): Promise<ProcessInfo[]> {
    await this.#context?.close();
    const orphans = (await this.#host?.stop()) ?? [];
    if (this.#options.home === undefined)
      await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
    return orphans;
  }

  /** One for all windows of the home: what VS Code keeps in the browser belongs to the address. */
  async #port(): Promise<number> {
    const file = join(this.home, PORT_FILE);
    try {
      return Number(await readFile(file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const port = await lastingPort();
      await writeFile(file, String(port));
      return port;
    }
  }
}

/**
 * The place that a worker's windows have in turn. Host and browser run on, which spares each window half of its
 * start; all that VS Code, Patchbay or a test can keep in them goes: pages, the browser's storage, the user data.
 */
class SharedPlace implements Place {
  readonly home: string;
  readonly dataDir: string;
  #isTaken = false;
  #running: { readonly host: Host; readonly context: BrowserContext } | undefined;

  constructor(home: string) {
    this.home = home;
    this.dataDir = join(home, 'data');
  }

  /** Takes the place; false if another window has it. */
  take(): boolean {
    if (this.#isTaken) return false;
    this.#isTaken = true;
    return true;
  }

  async enter(): Promise<{ host: Host; page: Page }> {
    this.#running ??= await this.#start();
    const { host, context } = this.#running;
    const page = await calmPage(context);
    await page.setViewportSize(SIZE);
    return { host, page };
  }

  async leave(): Promise<ProcessInfo[]> {
    try {
      if (!this.#running) return [];
      const { host, context } = this.#running;
      const orphans = await host.settle();
      await emptyBrowser(context, host);
      await emptyData(this.dataDir);
      await emptyHome();
      return orphans;
    } catch (error) {
      // It cannot be given to another window.
      await this.#stop();
      throw error;
    } finally {
      this.#isTaken = false;
    }
  }

  async #start() {
    await mkdir(userHome, { recursive: true });
    const host = await startHost({
      dataDir: this.dataDir,
      extensionsDir: join(this.home, 'extensions'),
      builtinExtensionsDir: await ensureFewExtensions(),
      env: userEnvironment,
    });
    try {
      const context = await openBrowser(join(this.home, 'browser'), SIZE, shortLived);
      await takeMessagesAsBytes(context);
      // A worker ends without a word to its tests. Host and browser end themselves with it, and that comes first.
      process.once('exit', () => {
        for (const path of [this.home, userHome])
          rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      });
      return { host, context };
    } catch (error) {
      await host.stop();
      throw error;
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.context.close();
    await running?.host.stop();
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The one page, for which motion is off: drawing it takes a tenth of a window's processor time. */
async function calmPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

/**
 * Leaves one empty page and none of what pages have kept for the address, and takes back what a test has asked of
 * the browser. What it keeps of scripts, which are the same in each window, stays.
 * @throws Error when something is left.
 */
async function emptyBrowser(context: BrowserContext, host: Host): Promise<void> {
  await context.unrouteAll();
  context.setDefaultTimeout(STEP_LIMIT_MS);
  // What a test has added to its page, such as scripts at its start, ends with the page.
  const page = await nextPage(context, host);
  for (const each of context.pages()) if (each !== page) await each.close();
  await context.clearCookies();
  const browser = await context.newCDPSession(page);
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers';
  await browser.send('Storage.clearDataForOrigin', { origin: host.url, storageTypes });
  await browser.detach();
  await page.goto(host.emptyUrl);
  const left = await page.evaluate<string[]>(
    `indexedDB.databases().then((all) => [...all.map(({ name }) => name), ...Object.keys(localStorage)])`,
  );
  if (left.length > 0) throw new Error(`The browser has kept what the last window left: ${left.join(', ')}.`);
}

/** In the process of the last one if that is empty, which keeps some of what it has compiled for VS Code. */
async function nextPage(context: BrowserContext, { emptyUrl }: Host): Promise<Page> {
  const last = context.pages().find((page) => page.url() === emptyUrl);
  if (!last) return context.newPage();
  const [page] = await Promise.all([context.waitForEvent('page'), last.evaluate(`void open('${emptyUrl}')`)]);
  await page.waitForURL(emptyUrl);
  await page.evaluate(`opener = null; sessionStorage.clear()`);
  return page;
}

/** Removes user data and empties the logs, which the server goes on writing to. */
async function emptyData(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name !== 'logs') await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  const logs = join(dataDir, 'logs');
  for (const path of await readdir(logs, { recursive: true })) {
    const file = join(logs, path);
    if ((await stat(file)).isFile()) await truncate(file);
  }
}
