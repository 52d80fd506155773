/**
 * `npm run soak`: uses Patchbay's engine for an hour with servers that die, hang, flood and change, and looks
 * whether memory, handles, processes and listeners end where they began. Exit code 1 says what has grown.
 *
 * `--minutes N` (60), or `--actions N` for a run that is as long as that takes; `--seed N` repeats a run.
 * Needs Linux, for `/proc`. See docs/benchmarks.md, "Soak".
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

/** What stands still after so many actions is taken for what the window needs. */
const WARM_UP = { actions: 40, share: 0.05 } as const;
/** Connections that nobody uses are closed by then (undici keeps them 4 s, Node's server 5 s). */
const REST_MS = 6_000;
/** What is still on its way out on a busy machine may need so many rests more; what has leaked stays. */
const MORE_RESTS = 3;
/** How many things happen at once. */
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

/** In a function of its own, so that nothing here holds on to what was disposed. */
async function useAndDispose(
  folder: string,
  addresses: SoakAddresses,
): Promise<Pick<Subject, 'counts' | 'problems'> & { readonly found: readonly string[] }> {
  const subject = new Subject(folder, addresses, floatsOf(seed));
  const found = await run(subject);
  await subject.dispose();
  return { counts: subject.counts, problems: subject.problems, found };
}

/** Warms up, measures, uses it until the time is over, and measures again. Says what has grown. */
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

/** What has grown, when it is looked at again after more rests, too. */
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
// What is left must not keep the process; it was reported.
if (descendants().length > 0) process.exit();
