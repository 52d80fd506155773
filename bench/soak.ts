/**
 * `npm run soak`: uses Patchbay's engine for an hour with servers that die, hang, flood and change, and checks that
 * memory, handles, processes and listeners return to where they began. Exit code 1: something has grown. `--minutes N`
 * (60), or `--actions N`; `--seed N` repeats a run. Linux only (`/proc`). See docs/benchmarks.md, "Soak".
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { descendants, growth, measure, type Figures } from './soak/measure.ts';
import type { SoakAddresses } from './soak/plan.ts';
import { floatsOf } from './soak/random.ts';
import { Subject } from './soak/subject.ts';

/** The baseline is what is held after this many actions. */
const WARM_UP = { actions: 40, share: 0.05 } as const;
/** Unused connections close within this time (undici 4 s, Node's server 5 s). */
const REST_MS = 6_000;
/** Additional rests for what ends slowly on a busy machine; a leak stays. */
const MORE_RESTS = 3;
/** Concurrent actions. */
const AT_ONCE = 3;
const REPORTS = 12;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    actions: { type: 'string' },
    seed: { type: 'string' },
  },
});
const limitMs = Number(values.minutes) * 60_000;
const limitActions = values.actions === undefined ? Infinity : Number(values.actions);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);

const warnings: string[] = [];
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
});
process.on('unhandledRejection', (reason) => warnings.push(`Unhandled rejection: ${String(reason)}`));

async function main(): Promise<number> {
  console.log(`Soak test with seed ${seed}.`);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-soak-'));
  const peers = fork(fileURLToPath(new URL('children/soakPeers.ts', import.meta.url)), { execArgv: [] });
  const [addresses] = (await once(peers, 'message')) as [SoakAddresses];
  try {
    const empty = await measure(new AbortController().signal);
    const { counts, problems, found } = await useAndDispose(folder, addresses);
    const leftovers = await growthAtRest(withoutMemory(empty), async () => {
      await sleep(REST_MS);
      const left = await measure(new AbortController().signal);
      show('disposed', left);
      return withoutMemory(left);
    });
    const all = [...found, ...leftovers.map((what) => `After dispose: ${what}`), ...problems, ...warnings];
    console.log(`\nDone: ${JSON.stringify(counts)}`);
    for (const problem of all) console.log(`GROWN ${problem}`);
    if (all.length === 0) console.log('Nothing has grown.');
    return all.length === 0 ? 0 : 1;
  } finally {
    peers.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A function, so that no variable here holds what was disposed. */
async function useAndDispose(
  folder: string,
  addresses: SoakAddresses,
): Promise<Pick<Subject, 'counts' | 'problems'> & { readonly found: readonly string[] }> {
  const subject = new Subject(folder, addresses, floatsOf(seed));
  const found = await run(subject);
  await subject.dispose();
  return { counts: subject.counts, problems: subject.problems, found };
}

/** Warms up, measures, uses the engine, and measures again. Returns what has grown. */
async function run(subject: Subject): Promise<string[]> {
  const startedAt = performance.now();
  const share = (): number => Math.max((performance.now() - startedAt) / limitMs, done / limitActions);
  let done = 0;
  const use = async (until: () => boolean): Promise<void> => {
    const worker = async (): Promise<void> => {
      while (!until()) {
        done += 1;
        await subject.act();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  const look = async (name: string): Promise<Figures> => {
    await subject.rest();
    await sleep(REST_MS);
    const figures = await measure(subject.window.signal);
    show(`${name} (${Math.round((performance.now() - startedAt) / 1000)} s, ${done} actions)`, figures);
    return figures;
  };
  await use(() => done >= WARM_UP.actions && share() >= WARM_UP.share);
  const before = await look('warm');
  const interim = limitMs / REPORTS > 4 * REST_MS && limitActions === Infinity ? REPORTS : 1;
  for (let report = 1; report < interim; report++) {
    await use(() => share() >= report / interim);
    await look(`${report} of ${interim}`);
  }
  await use(() => share() >= 1);
  return growthAtRest(before, () => look('end'));
}

/** Rests again before something counts as grown. */
async function growthAtRest(before: Figures, look: () => Promise<Figures>): Promise<string[]> {
  let grown = growth(before, await look());
  for (let more = MORE_RESTS; more > 0 && grown.length > 0; more--) grown = growth(before, await look());
  return grown;
}

function withoutMemory(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => !name.endsWith('MB')));
}

function show(when: string, figures: Figures): void {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${new Date().toISOString()} ${when}: ${words.join(', ')}`);
}

if (process.platform === 'linux') process.exitCode = await main();
else console.log('The soak test needs /proc, which this system does not have. Nothing was measured.');
// Reported already, and must not keep the process.
if (descendants().length > 0) process.exit();
