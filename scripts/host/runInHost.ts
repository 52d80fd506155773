/**
 * Runs a tests file inside a real extension host: the server host from npm everywhere, or desktop VS Code with
 * PATCHBAY_DESKTOP=1 where its download can be reached.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cacheRoot, repoRoot } from './cache.ts';
import { plantExtensions, type Planted } from './plant.ts';
import { quietSettings, writeSettings, type Settings } from './settings.ts';

export interface RunOptions {
  /** The absolute path of a JavaScript file that exports `run(): Promise<void>`. */
  extensionTestsPath: string;
  /** The extension under test; this repository if absent. */
  extensionDevelopmentPath?: string;
  /** Further extensions, which are installed before. */
  extensions?: readonly Planted[];
  /** The folder or .code-workspace file to open; an empty window if absent. */
  folder?: string;
  /** User settings over the quiet ones. */
  settings?: Settings;
  /** False opens the folder in Restricted Mode, which only the server host can do in a test run. */
  trust?: boolean;
  /** Variables for the extension host. */
  env?: Record<string, string>;
  /** The time limit of the whole run in seconds, in the server host; 300 if absent. */
  timeoutSeconds?: number;
}

/**
 * Runs the tests with a fresh user data folder. Throws an Error if a test failed, if the extension host died,
 * if the time was up, or if the host could not be installed; what happened is on stdout and stderr by then.
 */
export async function runInHost(options: RunOptions): Promise<void> {
  const desktop = process.env['PATCHBAY_DESKTOP'] === '1';
  const trust = options.trust ?? true;
  if (desktop && !trust) {
    throw new Error(
      'Desktop test runs always trust the folder: run the Restricted Mode suite without PATCHBAY_DESKTOP.',
    );
  }
  const vscodeExecutablePath = desktop ? await desktopExecutable() : serverLauncher();
  // Short, because desktop VS Code puts sockets below it, whose paths may have about 100 characters.
  const home = await mkdtemp(join(tmpdir(), 'patchbay-'));
  const userDataDir = join(home, 'data');
  const extensionsDir = join(home, 'extensions');
  try {
    await plantExtensions(options.extensions ?? [], extensionsDir);
    await writeSettings(userDataDir, { ...quietSettings(trust), ...options.settings });
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: options.extensionDevelopmentPath ?? repoRoot,
      extensionTestsPath: options.extensionTestsPath,
      launchArgs: [
        ...(options.folder === undefined ? [] : [options.folder]),
        `--user-data-dir=${userDataDir}`,
        `--extensions-dir=${extensionsDir}`,
      ],
      extensionTestsEnv: {
        ...options.env,
        ...(!trust && { PATCHBAY_HOST_RESTRICTED: '1' }),
        ...(options.timeoutSeconds && { PATCHBAY_HOST_TIMEOUT: String(options.timeoutSeconds) }),
      },
    });
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function serverLauncher(): string {
  if (process.platform !== 'win32') return join(import.meta.dirname, 'launcher.sh');
  throw new Error('The server host runs on Linux and macOS; on Windows set PATCHBAY_DESKTOP=1.');
}

async function desktopExecutable(): Promise<string> {
  const version = process.env['PATCHBAY_DESKTOP_VERSION'] || 'stable';
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: cacheRoot() });
  } catch (cause) {
    throw new Error(
      `Desktop VS Code (${version}) could not be downloaded: its update service is not reachable from here. ` +
        'Unset PATCHBAY_DESKTOP to run the same tests in the server host from npm.',
      { cause },
    );
  }
}
