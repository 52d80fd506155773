/**
 * Runs everything that must hold: build, types, lint, format, unused code, and the unit, integration and
 * end-to-end tests, and the protocol's conformance suite. All of it runs even if something fails; the last
 * line counts, e.g. `312 passed, 0 failed`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cacheRoot } from './host/cache.ts';

interface Count {
  passed: number;
  failed: number;
}

/** A command to run. `counts`: whose way of saying how many tests there were its output has. */
interface Stage {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  readonly counts: keyof typeof countPatterns | 'none';
}

const countPatterns = {
  mocha: { passed: /^\s*(\d+) passing/gm, failed: /^\s*(\d+) failing/gm },
  conformance: { passed: /^(\d+) passed, \d+ failed$/gm, failed: /^\d+ passed, (\d+) failed$/gm },
};

/** No stage takes longer on a slow machine; one that does has hung, and the others still want to run. */
const STAGE_LIMIT_MS = 16 * 60_000;

const script = (name: string): readonly [string, ...string[]] => ['npm', 'run', '--silent', name];

const stages: readonly Stage[] = [
  { title: 'build', command: script('build'), counts: 'none' },
  { title: 'types', command: script('check:types'), counts: 'none' },
  { title: 'lint', command: script('check:lint'), counts: 'none' },
  { title: 'format', command: script('check:format'), counts: 'none' },
  { title: 'unused code', command: script('check:unused'), counts: 'none' },
  { title: 'translations', command: script('check:l10n'), counts: 'none' },
  { title: 'unit tests', command: script('test:unit'), counts: 'mocha' },
  { title: 'conformance', command: script('conformance'), counts: 'conformance' },
  { title: 'integration tests', command: script('test:integration'), counts: 'mocha' },
  { title: 'end-to-end tests', command: script('test:e2e'), counts: 'mocha' },
];

// The tests start hundreds of Node processes, and each would have the same TypeScript compiled anew.
process.env['NODE_COMPILE_CACHE'] ??= join(cacheRoot(), 'compiled');

const total: Count = { passed: 0, failed: 0 };
for (const stage of stages) {
  const startedAt = Date.now();
  console.log(`\n=== ${stage.title}`);
  const { passed, failed } = await run(stage);
  total.passed += passed;
  total.failed += failed;
  console.log(
    `--- ${stage.title}: ${passed} passed, ${failed} failed, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function run({ command: [program, ...args], counts }: Stage): Promise<Count> {
  // A group of its own, so that a stage that hangs ends with all its processes.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const limit = setTimeout(() => {
    console.log(`The stage hung: it was ended after ${STAGE_LIMIT_MS / 60_000} minutes.`);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }, STAGE_LIMIT_MS);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(limit);
  if (counts === 'none') return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const passed = sum(output, countPatterns[counts].passed);
  const failed = sum(output, countPatterns[counts].failed);
  // A suite that ran no test, or that broke outside its tests, has failed.
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((count, match) => count + Number(match[1]), 0);
}
