/** User settings of test windows: a quiet VS Code. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Settings = Record<string, unknown>;

/** Built-in colour themes of different kinds, by their newest names: VS Code rewrites the file for an old one. */
export type Theme = 'Dark Modern' | 'Light Modern' | 'Default High Contrast' | 'Default High Contrast Light';

/** No settings that VS Code migrates: it would rewrite the file during tests. */
const QUIET: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // A title request would take one of the scripted endpoint's answers.
  'patchbay.chat.modelTitles': false,
  // Tests of permissions ask for the default; others are about what follows.
  'patchbay.tools.approval': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.colorTheme': 'Dark Modern' satisfies Theme,
  'workbench.commandPalette.history': 0,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** `trust` false: Restricted Mode, without a prompt. */
export function quietSettings(trust: boolean): Settings {
  return { ...QUIET, 'security.workspace.trust.enabled': !trust };
}

/** Below a `--user-data-dir`, for server host and desktop alike. */
export function settingsFile(userDataDir: string): string {
  return join(userDataDir, 'User/settings.json');
}

/** Empty without a file. @throws Error if it is not plain JSON. */
export async function readSettings(userDataDir: string): Promise<Settings> {
  try {
    return JSON.parse(await readFile(settingsFile(userDataDir), 'utf8')) as Settings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Merges settings; undefined removes one. Only while VS Code is not running: the server host does not see changes of
 * the file.
 */
export async function writeSettings(userDataDir: string, patch: Settings): Promise<void> {
  const file = settingsFile(userDataDir);
  const settings = { ...(await readSettings(userDataDir)), ...patch };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}
