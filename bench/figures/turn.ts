/** turn50x8: 50 steps with 8 parallel calls, by Patchbay's loop and by one written by hand. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureCommand } from '../../test/fixtures/servers/command.ts';
import { comparison, type Figure } from '../figure.ts';
import { connectBare } from '../peers/bareClient.ts';
import { runHandLoop } from '../peers/handLoop.ts';
import { connectAll, createEngine, runTurn } from '../peers/patchbay.ts';
import { repoFile, runNode } from '../processes.ts';
import { measureInTurns, timed } from '../rounds.ts';
import { CALLS, PROMPT, STEPS } from '../script.ts';

const labels = {
  plain: {
    name: 'turn50x8',
    what: 'turn of 50 steps × 8 calls, all connected',
    unit: 'ms',
    aim: { kind: 'ratio', max: 1.1 },
  },
  history: {
    name: 'turn50x8.history',
    what: 'the same with the call history on',
    unit: 'ms',
    aim: { kind: 'ratio', max: 1.1 },
  },
  first: {
    name: 'turn50x8.first',
    what: 'the same as the first turn of a process',
    unit: 'ms',
    aim: { kind: 'ratio', max: 1.2 },
  },
} as const;

/** The turn with everything connected, and whole processes from start to end. */
export async function measureTurn(): Promise<Figure[]> {
  const endpoint = fork(repoFile('bench/children/endpoint.ts'));
  try {
    const [said] = (await Promise.race([once(endpoint, 'message'), once(endpoint, 'exit')])) as unknown[];
    if (typeof said !== 'string') throw new Error('The endpoint could not be started.');
    return [
      ...(await measureConnected(said)),
      ...(await measureFirst(said)),
      ...(await measureProcesses(said)),
    ];
  } finally {
    // The endpoint exits with its channel.
    if (endpoint.connected) endpoint.disconnect();
  }
}

async function measureConnected(baseURL: string): Promise<Figure[]> {
  const command = fixtureCommand('recorder');
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const engine = createEngine();
  const keeping = createEngine(undefined, folder);
  const [{ client, tools }] = await Promise.all([
    connectBare(command),
    connectAll(engine, { bench: command }),
    connectAll(keeping, { bench: command }),
  ]);
  const sides = {
    ours: () => timed(async () => check(await runTurn(engine, baseURL))),
    hand: () =>
      timed(async () =>
        check(await runHandLoop({ baseURL, client, tools, prompt: PROMPT, maxSteps: STEPS })),
      ),
    keeping: () => timed(async () => check(await runTurn(keeping, baseURL))),
  };
  try {
    return await measureInTurns(sides, { warmUp: 4, rounds: 20 }, (rounds) => [
      comparison(labels.plain, rounds, 'ours', 'hand'),
      comparison(labels.history, rounds, 'keeping', 'hand'),
    ]);
  } finally {
    await Promise.all([engine.dispose(), keeping.dispose(), client.close()]);
    await rm(folder, { recursive: true });
  }
}

function check(succeeded: number): void {
  if (succeeded !== CALLS) throw new Error(`${succeeded} of ${CALLS} calls succeeded.`);
}

/** The first turn pays once: code new to V8, and opening the history. */
async function measureFirst(baseURL: string): Promise<Figure[]> {
  const run = (...args: readonly string[]): Promise<number> =>
    runNode('bench/children/firstTurn.ts', ...args).then(Number);
  const sides = {
    hand: () => run('hand', baseURL),
    keeping: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
      const took = await run('ours', baseURL, folder);
      await rm(folder, { recursive: true });
      return took;
    },
  };
  return measureInTurns(sides, { warmUp: 1, rounds: 9 }, (rounds) => [
    comparison(labels.first, rounds, 'keeping', 'hand'),
  ]);
}

async function measureProcesses(baseURL: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const job = join(folder, 'job.json');
  const servers = { bench: fixtureCommand('recorder') };
  await writeFile(
    job,
    JSON.stringify({ baseURL, model: 'scripted', servers, prompt: PROMPT, maxIterations: STEPS }),
  );
  const sides = {
    ours: () => timed(() => runNode('dist/headless.cjs', job)),
    hand: () => timed(() => runNode('bench/children/handLoop.ts', baseURL)),
  };
  const label = {
    name: 'turn50x8.process',
    what: 'the same as whole processes, start to end',
    unit: 'ms',
  } as const;
  try {
    return await measureInTurns(sides, { warmUp: 1, rounds: 7 }, (rounds) => [
      comparison(label, rounds, 'ours', 'hand'),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
