/**
 * `npm run test:one -- FILES… [mocha options] [--headed]`, by hand while one works on them: runs test files of one folder
 * as their level does. `--headed` shows the window or page in the machine's own Chrome or Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

/** Runs in the editor's extension host, by a script of its own. */
const INTEGRATION = 'integration';

/** Mocha's configuration by folder in test/, and whether dist/ must be built. */
const levels: Readonly<Record<string, { readonly config: string; readonly built: boolean }>> = {
  unit: { config: '.mocharc.json', built: false },
  page: { config: '.mocharc.page.json', built: true },
  e2e: { config: '.mocharc.e2e.json', built: true },
};

const args = process.argv.slice(2);
const headed = args.includes('--headed');
const files = args.filter((argument) => argument.endsWith('.test.ts') && existsSync(argument));
const options = args.filter((argument) => argument !== '--headed' && !files.includes(argument));
const folders = new Set(files.map((file) => /^test[\\/](\w+)[\\/]/.exec(file)?.[1] ?? ''));
const [folder = ''] = folders;
const level = levels[folder];

if (folders.size === 1 && folder === INTEGRATION) {
  if (run(['esbuild.mjs']) !== 0) process.exit(1);
  const names = files.map((file) => basename(file, '.test.ts')).join(',');
  process.exitCode = run(['scripts/integration.ts', '--files', names, ...options]);
} else if (level === undefined || folders.size > 1) {
  console.error(
    `Name test files of one of these folders: ${[...Object.keys(levels), INTEGRATION]
      .map((name) => `test/${name}`)
      .join(', ')}. For example: npm run test:one -- test/unit/docs.test.ts`,
  );
  process.exitCode = 1;
} else {
  if (headed) process.env['PATCHBAY_HEADED'] = '1';
  if (level.built && run(['esbuild.mjs']) !== 0) process.exit(1);
  const { require, reporter, timeout } = JSON.parse(await readFile(level.config, 'utf8')) as {
    require?: string | readonly string[];
    reporter: string;
    timeout: number;
  };
  const mocha = resolve('node_modules/mocha/bin/mocha.js');
  // The config itself is not given, because Mocha would run its files, too. Tests run in workers, because Mocha itself
  // cannot load a file with a top-level await.
  const settings = ['--no-config', '--parallel', '--timeout', String(timeout), '--reporter', reporter];
  for (const file of [require ?? []].flat()) settings.push('--require', file);
  process.exitCode = run([mocha, ...settings, ...options, ...files]);
}

/** Returns the exit code. */
function run(programArgs: readonly string[]): number {
  return spawnSync(process.execPath, programArgs, { stdio: 'inherit' }).status ?? 1;
}
