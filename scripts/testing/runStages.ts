/** Runs stages in parallel where processors allow, and counts results. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedFiles, failuresOf, hasFailedElsewhere } from './failures.ts';
import type { FileTimes } from './reporter.ts';
import { slowestFiles } from './slowest.ts';
import { buildStage, type Counts, type Stage } from './stages.ts';

export interface Result {
  readonly stage: Stage;
  readonly passed: number;
  readonly failed: number;
  /** Seconds after the first stage began. */
  readonly began: number;
  readonly ended: number;
  readonly output: string;
  /** Times of its test files; undefined if it reported none. */
  readonly times: FileTimes | undefined;
  /** What failed, with the errors; also where it passed when it ran again. */
  readonly failures?: string | undefined;
  /** The tests that failed, and passed when their files ran again. */
  readonly failedFirst?: number | undefined;
}

/** More files than these have a common cause, and are not run again. */
const FILES_AGAIN = 3;

const patterns = {
  mocha: { passed: /^\s*(\d+) passing/gm, failed: /^\s*(\d+) failing/gm },
  line: { passed: /^(\d+) passed, \d+ failed$/gm, failed: /^\d+ passed, (\d+) failed$/gm },
} satisfies Record<Exclude<Counts, 'none'>, unknown>;

/**
 * Starts each stage, in order, once enough processors are free and what it needs is built; failures stop nothing. A stage's output is printed when
 * it ends. At the end, when nothing else runs, the few files that failed in stages that allow it run again. Results are in
 * the order of the stages.
 */
export async function runStages(stages: readonly Stage[]): Promise<readonly Result[]> {
  const free = new Processors(availableParallelism());
  const startedAt = performance.now();
  const results: Promise<Result>[] = [];
  let built: Promise<Result> | undefined;
  for (const stage of stages) {
    if (stage.isBuilt) await built;
    const giveBack = await free.take(stage.cores);
    console.log(`... ${stage.title}`);
    const result = run(stage, startedAt).then((ended) => {
      giveBack();
      print(ended);
      return ended;
    });
    if (stage.title === buildStage.title) built = result;
    results.push(result);
  }
  const ended = await Promise.all(results);
  const final: Result[] = [];
  for (const result of ended) final.push(await runAgain(result, startedAt));
  return final;
}

async function runAgain(first: Result, zero: number): Promise<Result> {
  if (first.failed === 0) return first;
  const failed = { ...first, failures: failuresOf(first.output) };
  const files = failedFiles(first.output);
  if (!first.stage.again || files.length === 0 || files.length > FILES_AGAIN) return failed;
  // Tests are missing then, which the files that are named do not make up for.
  if (hasFailedElsewhere(first.output)) return failed;
  const title = `${first.stage.title}, again`;
  console.log(`... ${title}: ${files.join(' ')}`);
  const second = await run({ ...first.stage, title, command: first.stage.again(files) }, zero);
  print(second);
  if (second.failed > 0) return failed;
  const passed = first.passed + first.failed;
  return { ...failed, passed, failed: 0, failedFirst: first.failed, ended: second.ended };
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

  /** Takes that many processors, at most all. Returns the function to release them. */
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
  const { counts } = stage;
  const [program, ...args] = stage.command;
  const seconds = (): number => (performance.now() - zero) / 1000;
  const began = seconds();
  const path = join(tmpdir(), `patchbay-times-${randomUUID()}.json`);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATCHBAY_TEST_TIMES: path },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
    child.on('error', ({ message }) => (output += `${message}\n`));
  });
  const text = await readFile(path, 'utf8').catch(() => undefined);
  await rm(path, { force: true });
  const times = text === undefined ? undefined : (JSON.parse(text) as FileTimes);
  return { stage, ...countTests(counts, output, code), output, times, began, ended: seconds() };
}

/** Counts by the output and the exit code. */
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

/** Prints what failed, the slowest files, the stages and the totals; sets the exit code. */
export function printTotals(results: readonly Result[]): void {
  for (const { stage, failures, failedFirst } of results) {
    if (failures === undefined) continue;
    const how =
      failedFirst === undefined ? 'failed' : 'failed at first, and passed when run again: find the cause';
    console.log(`\n=== ${stage.title}: ${how}\n${failures}`);
  }
  const right = (seconds: number): string => seconds.toFixed(1).padStart(7);
  const stages = results.map(({ times }) => times);
  const slowest = slowestFiles(stages, 20);
  if (slowest.length > 0) console.log('\n     s  slowest files');
  for (const { path, ms } of slowest) console.log(`${right(ms / 1000)}  ${path}`);
  console.log('\n  began  ended  stage');
  for (const { stage, began, ended, passed, failed, failedFirst } of results) {
    const counted = `${right(began)}${right(ended)}  ${stage.title}: ${passed} passed, ${failed} failed`;
    console.log(failedFirst === undefined ? counted : `${counted}, of which ${failedFirst} failed at first`);
  }
  const total = (kind: 'passed' | 'failed'): number => results.reduce((count, each) => count + each[kind], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') > 0 || results.length === 0 ? 1 : 0;
}
