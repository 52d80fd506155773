/** Runs some tests of one level in a copy of the tree. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../../scripts/host/cache.ts';
import { readConfig, type Found, type Level } from './levels.ts';

/** What became of a test. */
export interface TestResult {
  /** With the titles of its `describe`s. A hook has one, too. */
  readonly fullTitle: string;
  /** The failure's message; none: it passed. */
  readonly failure?: string;
}

/** The tests that ran, or why the run says nothing. */
export type RunResult = { readonly results: readonly TestResult[] } | { readonly problem: string };

interface Report {
  readonly passes: readonly { readonly fullTitle: string }[];
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}

/** Runs these tests, which are all of the level, within `limit` ms. */
export async function runTests(
  copy: string,
  level: Level,
  tests: readonly Found[],
  limit: number,
): Promise<RunResult> {
  const report = join(copy, 'mutation-report.json');
  rmSync(report, { force: true });
  if (level.isBuilt) {
    const built = await runNode(copy, ['esbuild.mjs'], 60_000);
    if (built.problem !== undefined) return { problem: `The build: ${built.problem}` };
  }
  const pattern = [...new Set(tests.map(({ title }) => escaped(title)))].join('|');
  const run =
    level.config === undefined
      ? await runNode(copy, ['scripts/integration.ts'], limit, {
          PATCHBAY_TEST_GREP: pattern,
          PATCHBAY_TEST_REPORT: report,
        })
      : await runNode(
          copy,
          mochaArguments(copy, level.config, level.testLimit, pattern, tests, report),
          limit,
        );
  try {
    const { passes, failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return {
      results: [
        ...passes.map(({ fullTitle }) => ({ fullTitle })),
        ...failures.map(({ fullTitle, err }) => ({ fullTitle, failure: err.message ?? '' })),
      ],
    };
  } catch {
    return { problem: `${run.problem ?? 'There is no report.'}\n${run.output}` };
  }
}

/** Mocha's arguments. The level's configuration holds, except for what is about a whole run. */
function mochaArguments(
  copy: string,
  config: string,
  timeout: number,
  pattern: string,
  tests: readonly Found[],
  report: string,
): string[] {
  const ours = join(copy, '.mocharc.mutation.json');
  const settings = { ...readConfig(copy, config), timeout, spec: undefined, parallel: false, retries: 0 };
  writeFileSync(ours, JSON.stringify(settings));
  const files = new Set(tests.map(({ file }) => file));
  return [
    join(copy, 'node_modules/mocha/bin/mocha.js'),
    '--config',
    ours,
    '--exit',
    '--grep',
    pattern,
    '--reporter',
    'json',
    '--reporter-option',
    `output=${report}`,
    ...files,
  ];
}

/** Runs Node in the copy. It and all that it started are killed after `limit` ms. */
async function runNode(
  copy: string,
  args: readonly string[],
  limit: number,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly problem?: string; readonly output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Downloads and compiled TypeScript are shared with the working tree.
      PATCHBAY_HOST_CACHE: cacheRoot(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(cacheRoot(), 'compiled'),
      ...env,
    },
  });
  running = child.pid;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killRunning();
  }, limit);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  // What tests have left behind.
  killRunning();
  if (isLate) return { problem: `It took longer than ${limit / 1_000} s.`, output };
  return code === 0 ? { output } : { problem: `It ended with code ${String(code)}.`, output };
}

/** The process that runs, which leads a group. */
let running: number | undefined;

/** Kills the tests that run, with all that they have started. */
export function killRunning(): void {
  try {
    if (running !== undefined) process.kill(-running, 'SIGKILL');
  } catch {
    // All have ended.
  }
  running = undefined;
}

/** The text as a regular expression that finds it. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
