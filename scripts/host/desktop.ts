/** Desktop VS Code for test runs: which version, and a display. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from './cache.ts';

/**
 * `oldest`: the lowest version that engines.vscode allows; `newest` (default): the newest stable one; `insiders` or a
 * number such as 1.120.0. @throws Error for anything else.
 */
export async function desktopVersion(wanted = 'newest'): Promise<string> {
  if (wanted === 'newest') return 'stable';
  if (wanted === 'insiders' || /^\d+\.\d+\.\d+$/.test(wanted)) return wanted;
  if (wanted !== 'oldest')
    throw new Error(`"${wanted}" is no version: give oldest, newest, insiders, or a number such as 1.120.0.`);
  const { engines } = JSON.parse(await readFile(join(repoRoot, 'package.json'), 'utf8')) as {
    engines: { vscode: string };
  };
  const [, oldest] = /^(?:\^|>=)(\d+\.\d+\.\d+)$/.exec(engines.vscode) ?? [];
  if (oldest === undefined) throw new Error(`engines.vscode is not of the form ^1.2.3: ${engines.vscode}`);
  return oldest;
}

/**
 * Runs this command again under a display where Linux has none. Returns its exit code, or undefined if there is a
 * display. @throws Error if `xvfb-run` is not installed.
 */
export function runUnderDisplay(): number | undefined {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return undefined;
  const { status, error } = spawnSync('xvfb-run', ['--auto-servernum', ...process.argv], {
    stdio: 'inherit',
  });
  if (error !== undefined)
    throw new Error('Desktop VS Code needs a display, and there is none. Install xvfb, or set DISPLAY.', {
      cause: error,
    });
  return status ?? 1;
}
