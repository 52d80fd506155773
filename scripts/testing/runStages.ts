/** Runs stages in parallel where processors allow, and counts results. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileResults } from './reporter.ts';
import { slowestFiles } from './slowest.ts';
import type { Counts, Stage } from './stages.ts';

export interface Result {
  readonly stage: Stage;
  readonly passed: number;
  readonly failed: number;
  /** What passed only in the second attempt: titles of tests, or of the stage. */
  readonly passedLater: readonly string[];
  /** Seconds after the first stage began. */
  readonly began: number;
  readonly ended: number;
  readonly output: string;
  /** What the first attempt wrote of its test files; undefined if it wrote nothing. */
  readonly files: FileResults | undefined;
}

const patterns = {
  mocha: { passed: /^\s*(\d+) passing/gm, failed: /^\s*(\d+) failing/gm },
  line: { passed: /^(\d+) passed, \d+ failed$/gm, failed: /^\d+ passed, (\d+) failed$/gm },
} satisfies Record<Exclude<Counts, 'none'>, unknown>;

/**
 * Starts each stage, in order, once enough processors are free; failures stop nothing. A stage's output is printed when
 * it ends. Results are in the order of the stages.
 */
export async function runStages(stages: readonly Stage[]): Promise<readonly Result[]> {
  const free = new Processors(availableParallelism());
  const startedAt = performance.now();
  const results: Promise<Result>[] = [];
  for (const stage of stages) {
    const giveBack = await free.take(stage.cores);
    console.log(`... ${stage.title}`);
    results.push(
      run(stage, startedAt).then((result) => {
        giveBack();
        print(result);
        return result;
      }),
    );
  }
  return Promise.all(results);
}

/** Given in the order of requests. */
class Processors {
  readonly #all: number;
  #free: number;
  #changed = Promise.withResolvers<void>();

  constructor(all: number) {
    this.#all = all;
    this.#free = all;
  }

  /** At most all of them. Returns the function to release them. */
  async take(wanted: number): Promise<() => void> {
    const count = Math.min(wanted, this.#all);
    while (this.#free < count) await this.#changed.promise;
    this.#free -= count;
    return () => {
      this.#free += count;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    };
  }
}

async function run(stage: Stage, zero: number): Promise<Result> {
  const seconds = (): number => (performance.now() - zero) / 1000;
  const began = seconds();
  const first = await attempt(stage, stage.command);
  const second = first.failed > 0 ? await secondAttempt(stage, first) : undefined;
  return { stage, passedLater: [], ...first, ...second, began, ended: seconds() };
}

type Attempt = Pick<Result, 'passed' | 'failed' | 'output' | 'files'>;

async function attempt({ counts }: Stage, [program, ...args]: Stage['command']): Promise<Attempt> {
  const results = join(tmpdir(), `patchbay-results-${randomUUID()}.json`);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATCHBAY_TEST_RESULTS: results },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
    child.on('error', ({ message }) => (output += `${message}\n`));
  });
  const text = await readFile(results, 'utf8').catch(() => undefined);
  await rm(results, { force: true });
  const files = text === undefined ? undefined : (JSON.parse(text) as FileResults);
  return { ...countTests(counts, output, code), output, files };
}

/** Only by day is there a second attempt. */
const byDay = ['--grep', '@nightly', '--invert'];

/** Runs failed files alone. Undefined if the stage has no second attempt. */
async function secondAttempt(stage: Stage, first: Attempt): Promise<Combined | undefined> {
  if (stage.secondAttempt === undefined) return undefined;
  const files = stage.secondAttempt === 'failed files' ? failedFiles(first) : [];
  const command: Stage['command'] =
    files.length > 0 ? ['node', 'scripts/testOne.ts', ...byDay, ...files] : stage.command;
  const second = await attempt(stage, command);
  const output = `${first.output.trimEnd()}\n\n=== second attempt: ${command.join(' ')}\n${second.output}`;
  return { ...combineAttempts(stage.title, first, second, files), output };
}

type Combined = Pick<Result, 'passed' | 'failed' | 'passedLater' | 'output'>;

/** Empty if a failure belongs to no file. */
function failedFiles({ files = {} }: Attempt): readonly string[] {
  const failed = Object.entries(files).flatMap(([path, file]) => (file.failed.length > 0 ? [path] : []));
  return failed.includes('') ? [] : failed;
}

/** `files`: those of the second attempt; without, it was a whole one. */
export function combineAttempts(
  title: string,
  first: Omit<Attempt, 'output'>,
  second: Omit<Attempt, 'output'>,
  again: readonly string[],
): Omit<Combined, 'output'> {
  const { passed, failed } = second;
  if (again.length === 0) return { passed, failed, passedLater: failed === 0 ? [title] : [] };
  // It broke before it ran them.
  if (second.files === undefined) return { passed: first.passed, failed: first.failed, passedLater: [] };
  const failedAgain = new Set(Object.values(second.files).flatMap((file) => file.failed));
  const files = Object.entries(first.files ?? {});
  return {
    passed: files.reduce((total, [path, file]) => total + (again.includes(path) ? 0 : file.passed), passed),
    failed,
    passedLater: files.flatMap(([, file]) => file.failed).filter((each) => !failedAgain.has(each)),
  };
}

/** From the output and the exit code. */
export function countTests(
  counts: Counts,
  output: string,
  code: number | null,
): { readonly passed: number; readonly failed: number } {
  if (counts === 'none') return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const passed = sum(output, patterns[counts].passed);
  const failed = sum(output, patterns[counts].failed);
  // A suite without tests, or broken outside of them, has failed.
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((count, match) => count + Number(match[1]), 0);
}

function print({ stage, passed, failed, began, ended, output }: Result): void {
  console.log(`\n=== ${stage.title}\n${output.trimEnd()}`);
  console.log(`--- ${stage.title}: ${passed} passed, ${failed} failed, ${(ended - began).toFixed(1)} s`);
}

/** Prints the slowest files, the stages and the totals; sets the exit code. */
export function printTotals(results: readonly Result[]): void {
  const right = (seconds: number): string => seconds.toFixed(1).padStart(7);
  const stages = results.map(({ files }) => files);
  const slowest = slowestFiles(stages, 20);
  if (slowest.length > 0) console.log('\n     s  slowest files');
  for (const { path, ms } of slowest) console.log(`${right(ms / 1000)}  ${path}`);
  console.log('\n  began  ended  stage');
  for (const { stage, began, ended, passed, failed } of results)
    console.log(`${right(began)}${right(ended)}  ${stage.title}: ${passed} passed, ${failed} failed`);
  const passedLater = results.flatMap((result) => result.passedLater);
  if (passedLater.length > 0) console.log('\nPassed only at the second attempt, which is a fault of each:');
  for (const title of passedLater) console.log(`- ${title}`);
  const total = (kind: 'passed' | 'failed'): number => results.reduce((count, each) => count + each[kind], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') > 0 || results.length === 0 ? 1 : 0;
}
