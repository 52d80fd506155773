import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repoRoot } from '../host/cache.ts';
import { windowsPath, type Wine } from './wine.ts';

export interface FileResult {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly title: string; readonly message: string }[];
}

/** The used part of mocha's JSON report. */
interface Report {
  readonly stats: { readonly passes: number; readonly pending: number };
  readonly failures: readonly {
    readonly fullTitle: string;
    readonly err: { readonly message?: string; readonly stack?: string };
  }[];
}

/** Ms per test; four times the usual one, as starting a process takes wine a second. */
const TEST_LIMIT_MS = 60_000;
const MAX_MESSAGE = 1_500;

/** `limitMs` is for the whole file. Resolves whatever the tests do. */
export async function runFile(wine: Wine, file: string, limitMs: number): Promise<FileResult> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-windows-'));
  try {
    const report = join(folder, 'report.json');
    const args = [
      windowsPath(join(repoRoot, 'node_modules/mocha/bin/mocha.js')),
      '--no-config',
      '--require=test/unit/setup.ts',
      '--exit',
      `--timeout=${TEST_LIMIT_MS}`,
      '--reporter=json',
      `--reporter-option=output=${windowsPath(report)}`,
      windowsPath(resolve(repoRoot, file)),
    ];
    const { end, output } = await wine.runNode(args, limitMs);
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) {
      const message = output.slice(-MAX_MESSAGE);
      return { passed: 0, skipped: 0, failures: [{ title: `the file ${end} without a result`, message }] };
    }
    const { stats, failures } = JSON.parse(text) as Report;
    return {
      passed: stats.passes,
      skipped: stats.pending,
      failures: failures.map(({ fullTitle, err }) => ({
        title: fullTitle,
        message: (err.stack ?? err.message ?? '').slice(0, MAX_MESSAGE),
      })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
