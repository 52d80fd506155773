/**
 * Writes the user settings a test window starts with: a quiet VS Code in which only the extension speaks.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Settings = Record<string, unknown>;

/** The colour themes that come with VS Code and differ in kind, by the names that old and new versions know. */
export type Theme =
  | 'Default Dark Modern'
  | 'Default Light Modern'
  | 'Default High Contrast'
  | 'Default High Contrast Light';

/** Nothing here may be a setting that VS Code migrates: it would rewrite the file behind the tests' back. */
const QUIET: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // A scripted endpoint answers the requests of turns, and a request for a title would take one of the answers.
  'patchbay.chat.modelTitles': false,
  // Tests of permissions ask for the default; the others are about what happens after the user has allowed it.
  'patchbay.tools.approval': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.colorTheme': 'Default Dark Modern' satisfies Theme,
  'workbench.commandPalette.history': 0,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** The settings of a quiet window; `trust` false opens folders in Restricted Mode, without a prompt. */
export function quietSettings(trust: boolean): Settings {
  return { ...QUIET, 'security.workspace.trust.enabled': !trust };
}

/** The user settings file below a `--user-data-dir`, the same for the server host and the desktop. */
export function settingsFile(userDataDir: string): string {
  return join(userDataDir, 'User/settings.json');
}

/** Reads the user settings; none if there is no file. Throws if it is not plain JSON. */
export async function readSettings(userDataDir: string): Promise<Settings> {
  try {
    return JSON.parse(await readFile(settingsFile(userDataDir), 'utf8')) as Settings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes settings over those that are there; undefined removes one. For a VS Code that is not running: the server
 * host does not see changes of this file from outside.
 */
export async function writeSettings(userDataDir: string, patch: Settings): Promise<void> {
  const file = settingsFile(userDataDir);
  const settings = { ...(await readSettings(userDataDir)), ...patch };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}
