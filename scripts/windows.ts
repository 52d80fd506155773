/**
 * `npm run test:windows`, or `-- FILE…`, by hand after changes of paths, files or processes: runs the unit tests under
 * wine with Node's node.exe; docs/platforms.md has its limits. The last line counts, e.g. `312 passed, 0 failed`. Not
 * part of `npm test`: it takes as long as all of that.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { repoRoot } from './host/cache.ts';
import { leftOut, shortcomings } from './windows/shortcomings.ts';
import { runFile, type FileResult } from './windows/testFile.ts';
import { withWine, type Wine } from './windows/wine.ts';

/** Ms; more than the slowest needs on a busy machine. */
const FILE_LIMIT_MS = 600_000;

const total = { passed: 0, failed: 0, skipped: 0 };
const shown = new Map<string, number>();

try {
  const wanted = process.argv.slice(2);
  const all = wanted.length > 0 ? wanted : globSync('test/unit/**/*.test.ts', { cwd: repoRoot }).toSorted();
  const files = all.filter((file) => !Object.hasOwn(leftOut, file));
  await withWine((wine) => runAll(wine, files));
  report(wanted.length === 0);
} catch (error) {
  total.failed += 1;
  console.error(`windows: ${(error as Error).message}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runAll(wine: Wine, files: readonly string[]): Promise<void> {
  const pending = [...files];
  const work = async (): Promise<void> => {
    for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
      const startedAt = Date.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const result = await runFile(wine, file, FILE_LIMIT_MS);
      count(file, result, Date.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
}

function count(file: string, { passed, skipped, failures }: FileResult, ms: number): void {
  const own = failures.filter(({ title }) => {
    const known = shortcomings.find((each) => each.file === file && each.tests.test(title));
    if (known) shown.set(known.reason, (shown.get(known.reason) ?? 0) + 1);
    return !known;
  });
  total.passed += passed;
  total.failed += own.length;
  total.skipped += skipped;
  const counts = `${passed} passed, ${own.length} failed, ${failures.length - own.length} of wine's own`;
  console.log(`${file}: ${counts}, ${(ms / 1000).toFixed(1)} s`);
  for (const { title, message } of own) console.log(`  ✗ ${title}\n${message.replaceAll(/^/gm, '    ')}`);
}

function report(isWhole: boolean): void {
  console.log('\nNot shown, by what wine lacks:');
  for (const [reason, tests] of shown) console.log(`- ${tests} tests: ${reason}`);
  if (shown.size === 0) console.log('- nothing');
  console.log(`- ${total.skipped} tests skip themselves on Windows`);
  if (!isWhole) return;
  console.log('Left out:');
  for (const [file, reason] of Object.entries(leftOut)) console.log(`- ${file}: ${reason}`);
}
