/** Runs a tests file in a real extension host: the server host, or with PATCHBAY_DESKTOP=1 desktop VS Code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cacheRoot, repoRoot } from './cache.ts';
import { plantExtensions, type Planted } from './plant.ts';
import { quietSettings, writeSettings, type Settings } from './settings.ts';

export interface RunOptions {
  /** Absolute; the file exports `run(): Promise<void>`. */
  extensionTestsPath: string;
  /** The repository if absent. */
  extensionDevelopmentPath?: string;
  /** Installed before the run. */
  extensions?: readonly Planted[];
  /** A folder or .code-workspace file; an empty window if absent. */
  folder?: string;
  /** Merged over the quiet ones. */
  settings?: Settings;
  /** False opens the folder in Restricted Mode; server host only. */
  trust?: boolean;
  /** Variables for the extension host. */
  env?: Record<string, string>;
  /** Limit of the whole run in the server host; 300 if absent. */
  timeoutSeconds?: number;
}

/**
 * Uses a fresh user data folder. @throws Error if a test failed, the extension host died, the time was up, or the host
 * could not be installed; details are on stdout and stderr.
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
  // Short: desktop VS Code puts sockets below it, whose paths are limited to about 100 characters.
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
