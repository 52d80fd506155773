/**
 * The adversarial suite: every attack is carried out against the source as it is, where it must be stopped, and against
 * the source without its defence, where it must succeed. An attack that nothing stops and one that could not succeed
 * anyway both fail. The last line counts, e.g. `150 passed, 0 failed`.
 *
 * `npm run adversarial -- links secrets` takes only the files with these words in their names. With `--quick` attacks
 * are carried out against the source as it is only.
 */
import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cacheRoot } from '../../scripts/host/cache.ts';
import type { Attack, AttackClass, Defence, Outcome } from './attack.ts';
import { startBrowser } from './browser.ts';
import type { Order, Report, Round } from './child.ts';
import { removeDefences, textsWithout } from './removeDefences.ts';

interface Known extends Attack {
  readonly file: string;
  readonly className: string;
  /** Without them it is carried out a second time. */
  readonly key: string;
}

interface KnownRound {
  readonly defences: readonly Defence[];
  readonly attacks: readonly Known[];
}

/** Processes at once. */
const AT_ONCE = 2;
/** A process that reports nothing for so long, in ms, has hung. */
const SILENCE_LIMIT_MS = 90_000;
/** Removals in one process: modules that are loaded anew are never freed. */
const MOST_ROUNDS = 40;

// Hundreds of processes would each have the same TypeScript compiled anew.
process.env['NODE_COMPILE_CACHE'] ??= join(cacheRoot(), 'compiled');
// To read the attacks, their modules and thus the source are loaded here, too.
removeDefences([]);
const { values, positionals: words } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const known = await readAttacks(words);
checkTitles(known);
const found = defencesThere(known);
const browser = known.some((attack) => attack.browser) ? await startBrowser() : undefined;
const startedAt = performance.now();
const [guarded, open] = [new Map<string, Outcome>(), new Map<string, Outcome>()];
await inTurns(
  groups(known, ({ file }) => file).flatMap((attacks) => [
    () => carryOut([{ defences: [], attacks }]),
    ...(values.quick ? [] : removals(attacks)),
  ]),
);
await browser?.close();
process.exitCode = printTable(known) ? 0 : 1;

/** Carries attacks of one file out without their defences, many in one process. */
function removals(attacks: readonly Known[]): (() => Promise<void>)[] {
  const removable = attacks.filter(({ key }) => found.get(key) === undefined);
  const rounds = groups(removable, ({ key }) => key).map((list): KnownRound => ({
    defences: list[0]?.defences ?? [],
    attacks: list,
  }));
  return Array.from({ length: Math.ceil(rounds.length / MOST_ROUNDS) }, (_, index) => async () => {
    const some = rounds.slice(index * MOST_ROUNDS, (index + 1) * MOST_ROUNDS);
    await carryOut(some);
    // What an attack before has left behind in the process is no reason to fail.
    for (const round of some)
      if (round.attacks.some(({ title }) => open.get(title) !== 'succeeded')) await carryOut([round]);
  });
}

async function inTurns(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const task of queue) await task();
    }),
  );
}

function groups(attacks: readonly Known[], by: (attack: Known) => string): Known[][] {
  return [...Map.groupBy(attacks, by).values()];
}

async function readAttacks(wanted: readonly string[]): Promise<Known[]> {
  const files = globSync(join(import.meta.dirname, 'attacks/*.ts')).toSorted();
  const chosen = files.filter(
    (file) => wanted.length === 0 || wanted.some((word) => basename(file).includes(word)),
  );
  const lists = await Promise.all(
    chosen.map(async (path): Promise<Known[]> => {
      const file = pathToFileURL(path).href;
      const { attacks } = (await import(file)) as { attacks: AttackClass };
      return attacks.attacks.map((attack) => ({
        ...attack,
        file,
        className: attacks.title,
        key: JSON.stringify(attack.defences),
      }));
    }),
  );
  return lists.flat();
}

function checkTitles(attacks: readonly Known[]): void {
  const twice = attacks.filter(
    ({ title }, index) => attacks.findIndex((each) => each.title === title) < index,
  );
  if (twice.length > 0) throw new Error(`Two attacks are called "${twice[0]?.title}".`);
}

/** For each set of defences: why it is not in the source, if so. */
function defencesThere(attacks: readonly Known[]): Map<string, string | undefined> {
  const sets = new Map<string, readonly Defence[]>(attacks.map(({ key, defences }) => [key, defences]));
  return new Map(
    [...sets].map(([key, defences]) => {
      try {
        textsWithout(defences);
        return [key, undefined];
      } catch (error) {
        return [key, (error as Error).message];
      }
    }),
  );
}

/** Has a process carry attacks of one file out, round by round. What it did not come to report has failed. */
async function carryOut(rounds: readonly KnownRound[]): Promise<void> {
  const child = fork(join(import.meta.dirname, 'child.ts'), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2_000)));
  const outcomes = rounds.map(() => new Map<string, Outcome>());
  const limit = setTimeout(() => child.kill('SIGKILL'), SILENCE_LIMIT_MS);
  child.on('message', ({ round, title, outcome }: Report) => {
    outcomes[round]?.set(title, outcome);
    limit.refresh();
  });
  child.send({
    file: rounds[0]?.attacks[0]?.file ?? '',
    rounds: rounds.map(({ defences, attacks }): Round => ({
      defences,
      titles: attacks.map(({ title }) => title),
    })),
  } satisfies Order);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(limit);
  const lost: Outcome = { error: `Its process ended with ${String(code)} before.\n${output}` };
  for (const [index, { defences, attacks }] of rounds.entries())
    for (const { title } of attacks)
      (defences.length === 0 ? guarded : open).set(title, outcomes[index]?.get(title) ?? lost);
}

/** Whether all is as it must be. */
function printTable(attacks: readonly Known[]): boolean {
  const failures = attacks.flatMap((attack) => {
    const problem = problemOf(attack);
    return problem === undefined ? [] : [{ attack, problem }];
  });
  const rows = Map.groupBy(attacks, ({ className }) => className);
  const width = Math.max(...[...rows.keys()].map(({ length }) => length));
  const third = values.quick ? '' : '  succeed without the defence';
  console.log(`\n  ${'class'.padEnd(width)}  attacks  stopped${third}`);
  for (const [name, list] of rows) {
    const stopped = list.filter(({ title }) => guarded.get(title) === 'stopped').length;
    const succeeded = list.filter(({ title }) => open.get(title) === 'succeeded').length;
    const cells = [list.length, stopped, ...(values.quick ? [] : [succeeded])]
      .map((count) => String(count).padStart(7))
      .join('  ');
    console.log(`  ${name.padEnd(width)}  ${cells}`);
  }
  for (const { attack, problem } of failures)
    console.log(`\n  ${attack.className}: ${attack.title}\n    ${problem.replaceAll('\n', '\n    ')}`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const removed = values.quick ? 'No defence was removed' : `${found.size} defences were removed`;
  console.log(`\n  ${removed}, in ${seconds} s.`);
  console.log(`\n${attacks.length - failures.length} passed, ${failures.length} failed`);
  return failures.length === 0 && attacks.length > 0;
}

/** What is wrong, if anything: it was not stopped, or it would not have succeeded anyway. */
function problemOf({ title, key, defences }: Known): string | undefined {
  const [stopped, succeeded] = [guarded.get(title), open.get(title)];
  if (stopped === 'succeeded') return 'It succeeds.';
  if (stopped !== 'stopped') return `It could not be carried out: ${stopped?.error}`;
  const missing = found.get(key);
  if (missing !== undefined) return missing;
  if (values.quick) return undefined;
  const names = defences.map((defence) => defence.title).join(' and ');
  if (succeeded === 'stopped')
    return `It does not succeed without ${names}: something else stops it, or nothing has to.`;
  if (succeeded !== 'succeeded') return `It could not be carried out without ${names}: ${succeeded?.error}`;
  return undefined;
}
