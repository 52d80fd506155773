/**
 * Mutation checks: plants defects in a copy of the tree, one at a time, and runs the tests that must notice. A defect
 * is found if each of its tests passes without it and fails with it. The last line counts, e.g. `60 passed, 0 failed`.
 *
 * - `npm run mutation -- --only ID` takes one defect (may be given several times).
 * - `--level unit` takes the defects that tests of this level find.
 * - `--changed [REF]` takes those whose file or tests differ from REF, `main` unless given.
 * - `--list` prints the defects with the files of their tests, and runs nothing.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { repoRoot } from '../../scripts/host/cache.ts';
import { checkTypes } from './checkTypes.ts';
import { readLevels, type Level } from './levels.ts';
import { resolveDefects, type Row } from './resolve.ts';
import { killRunning, runTests, type RunResult } from './runTests.ts';
import { copyTree, plantIn, removeTree } from './tree.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    level: { type: 'string' },
    changed: { type: 'boolean' },
    list: { type: 'boolean' },
  },
});
const startedAt = Date.now();
const levels = readLevels(repoRoot);
const rows = choose(resolveDefects(repoRoot, levels));
if (rows.length === 0) throw new Error('No defect is chosen.');
if (options.list) for (const row of rows) console.log(describeRow(row));
else await tryAll();

/** Those that the options name. A defect that cannot be tried is of every level, and has always changed. */
function choose(all: readonly Row[]): Row[] {
  const unknown = options.only?.find((id) => !all.some(({ defect }) => defect.id === id));
  if (unknown !== undefined) throw new Error(`No defect has the id "${unknown}".`);
  const changed = options.changed ? changedFiles(positionals[0] ?? 'main') : undefined;
  return all.filter(
    ({ defect, tests, problem }) =>
      (options.only?.includes(defect.id) ?? true) &&
      (problem !== undefined ||
        ((options.level === undefined || tests.some(({ level }) => level.name === options.level)) &&
          (changed === undefined ||
            [defect.file, ...tests.map(({ file }) => file)].some((file) => changed.has(file))))),
  );
}

/** Files that differ from the commit, committed or not. */
function changedFiles(ref: string): ReadonlySet<string> {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8' }).split('\0');
  return new Set([
    ...git('diff', '--name-only', '-z', '--merge-base', ref),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ]);
}

function describeRow({ defect, tests, problem }: Row): string {
  const places = tests.map(({ level, file, title }) => `${level.name.padEnd(11)} ${file}: ${title}`);
  return [`${defect.id} (${defect.file}): ${defect.harm}`, ...places, ...(problem ? [problem] : [])].join(
    '\n    ',
  );
}

async function tryAll(): Promise<void> {
  const copy = copyTree(repoRoot);
  const leave = (): never => {
    killRunning();
    removeTree(copy);
    process.exit(1);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const able = rows.filter(({ problem }) => problem === undefined);
    for (const { defect, problem } of checkTypes(
      copy,
      able.map((row) => row.defect),
    )) {
      const row = able.find((each) => each.defect === defect);
      if (row) row.problem = problem;
    }
    const healthy = await runHealthy(copy, able);
    for (const [index, row] of rows.entries()) {
      const from = Date.now();
      row.problem ??= healthyProblem(row, healthy) ?? (await tryOne(copy, row));
      const seconds = ((Date.now() - from) / 1_000).toFixed(1).padStart(5);
      const found = row.problem === undefined ? 'found    ' : 'NOT FOUND';
      console.log(`${String(index + 1).padStart(3)}/${rows.length} ${seconds} s  ${found}  ${row.defect.id}`);
    }
  } finally {
    removeTree(copy);
  }
  process.exitCode = printTable() ? 0 : 1;
}

/** Runs the tests of all defects without any, once for each level. */
async function runHealthy(copy: string, all: readonly Row[]): Promise<Map<Level, RunResult>> {
  const byLevel = Map.groupBy(
    all.filter(({ problem }) => problem === undefined).flatMap(({ tests }) => tests),
    ({ level }) => level,
  );
  const results = new Map<Level, RunResult>();
  for (const [level, tests] of byLevel) {
    const from = Date.now();
    results.set(level, await runTests(copy, level, tests, 3 * level.limit));
    console.log(`${level.name} tests without a defect: ${((Date.now() - from) / 1_000).toFixed(1)} s`);
  }
  return results;
}

/** Why a defect's tests say nothing: they did not run or failed without it. */
function healthyProblem({ tests }: Row, healthy: ReadonlyMap<Level, RunResult>): string | undefined {
  for (const { title, level } of tests) {
    const run = healthy.get(level);
    if (!run || 'problem' in run) return `Without the defect: ${run?.problem ?? 'nothing ran.'}`;
    const own = run.results.filter(({ fullTitle }) => fullTitle.includes(title));
    const failed = own.find(({ failure }) => failure !== undefined);
    if (failed) return `Without the defect, "${failed.fullTitle}" fails: ${failed.failure}`;
    if (own.length === 0) return `Without the defect, no test "${title}" ran.`;
  }
  return undefined;
}

/** Why the defect is not found, if so. */
async function tryOne(copy: string, { defect, tests }: Row): Promise<string | undefined> {
  const restore = plantIn(copy, [defect]);
  try {
    for (const [level, own] of Map.groupBy(tests, (test) => test.level)) {
      const run = await runTests(copy, level, own, level.limit);
      if ('problem' in run) return run.problem;
      for (const { title } of own) {
        const failures = run.results.filter(
          ({ fullTitle, failure }) => failure !== undefined && fullTitle.includes(title),
        );
        if (failures.length === 0) return `"${title}" passes with the defect.`;
        // What fails before a test says nothing of it.
        if (failures.every(({ fullTitle }) => /"before (all|each)" hook/.test(fullTitle)))
          return `"${failures[0]?.fullTitle}" fails: ${failures[0]?.failure}`;
      }
    }
    return undefined;
  } finally {
    restore();
  }
}

/** Whether all were found. */
function printTable(): boolean {
  console.log(`\n  level        defects  found`);
  for (const { name } of levels) {
    const own = rows.filter(({ tests }) => tests[0]?.level.name === name);
    const found = own.filter(({ problem }) => problem === undefined).length;
    if (own.length > 0)
      console.log(`  ${name.padEnd(11)}  ${String(own.length).padStart(7)}  ${String(found).padStart(5)}`);
  }
  const missed = rows.filter(({ problem }) => problem !== undefined);
  for (const { defect, problem = '' } of missed)
    console.log(
      `\n  ${defect.id} (${defect.file}): ${defect.harm}\n    ${problem.replaceAll('\n', '\n    ')}`,
    );
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(`\n${rows.length} defects, ${seconds} s`);
  console.log(`${rows.length - missed.length} passed, ${missed.length} failed`);
  return missed.length === 0;
}
