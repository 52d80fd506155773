/**
 * `npm run test:quick`, by hand between changes: types, lint, and the unit tests of files that differ from where the
 * branch left `main` (from `HEAD` on `main`) or are new. Says which tests run and why. See docs/testing.md.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cacheRoot, repoRoot } from './host/cache.ts';
import { git, mergeBase } from './git.ts';
import { importGraph } from './testing/importGraph.ts';
import { packageBin } from './npm.ts';
import { printTotals, runStages } from './testing/runStages.ts';
import { CONTRIBUTES, selectTests, type Selection } from './testing/selectTests.ts';
import { checks, type Stage } from './testing/stages.ts';

process.env['NODE_COMPILE_CACHE'] ??= join(cacheRoot(), 'compiled');
const tests = globSync('test/unit/**/*.test.ts', { cwd: repoRoot })
  .map((file) => file.split(sep).join('/'))
  .toSorted();
const searching = tests.filter((file) =>
  /\b(?:glob|globSync|readdir|readdirSync)\b/.test(readFileSync(join(repoRoot, file), 'utf8')),
);
const base = mergeBase();
const changed = changedSince(base);
console.log(`${changed.length} files differ from ${base === 'HEAD' ? base : base.slice(0, 10)} or are new.`);
const selection = selectTests(changed, tests, searching, await importGraph(repoRoot, tests));
printTotals(
  await runStages([
    ...checks.filter(({ title }) => ['types', 'lint'].includes(title)),
    ...unitTests(selection),
  ]),
);

function changedSince(commit: string): string[] {
  const lists = [
    git('diff', '--name-only', '--no-renames', '-z', commit),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  const files = [...new Set(lists.flatMap((list) => list.split('\0')))].filter(Boolean).toSorted();
  return files.map((file) =>
    file === 'package.json' && changesContributesOnly(commit) ? CONTRIBUTES : file,
  );
}

function changesContributesOnly(commit: string): boolean {
  const [before, now] = [
    git('show', `${commit}:package.json`),
    readFileSync(join(repoRoot, 'package.json'), 'utf8'),
  ].map((text) => ({ ...(JSON.parse(text) as object), contributes: undefined }));
  return isDeepStrictEqual(before, now);
}

function unitTests({ tests: chosen, reason }: Selection): Stage[] {
  if (chosen === 'all') console.log(`All ${tests.length} unit test files: ${reason}.`);
  else for (const [file, why] of chosen) console.log(`${file}: ${why === file ? 'it changed' : why}`);
  const files = chosen === 'all' ? [] : [...chosen.keys()].filter((file) => existsSync(join(repoRoot, file)));
  if (chosen !== 'all' && files.length === 0) {
    console.log('No unit test needs what changed.');
    return [];
  }
  // Mocha would run the spec of .mocharc.json in addition to the files.
  const args =
    files.length === 0
      ? []
      : ['--no-config', '--require', 'test/unit/setup.ts', '--parallel', '--jobs', '3', '--timeout', '30000'];
  return [
    {
      title: 'unit tests',
      command: packageBin('mocha', 'mocha', [...args, '--grep', '@nightly', '--invert', ...files]),
      counts: 'mocha',
      cores: 2,
    },
  ];
}
