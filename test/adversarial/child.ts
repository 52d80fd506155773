/** Carries out attacks of some files, with or without their defences, in a process of its own (main.ts starts it). */
import type { Attack, AttackClass, Defence, Outcome } from './attack.ts';
import { removeDefences } from './removeDefences.ts';

/** Attacks of one file that are carried out with the same defences removed. */
export interface Round {
  readonly defences: readonly Defence[];
  readonly titles: readonly string[];
}

/** What the child is told to do. */
export interface Order {
  /** The URL of the attacks' file. */
  readonly file: string;
  readonly rounds: readonly Round[];
}

/** What the child says after each attack. */
export interface Report {
  /** Index of the round. */
  readonly round: number;
  readonly title: string;
  readonly outcome: Outcome;
}

/** Time in ms for one attack. */
const ATTACK_LIMIT_MS = 60_000;

process.once('message', (order: Order) => {
  void carryOut(order).then(() => process.exit());
});

async function carryOut({ file, rounds }: Order): Promise<void> {
  for (const [round, { defences, titles }] of rounds.entries()) {
    removeDefences(defences, [file]);
    const all = await load(file);
    for (const title of titles) {
      const attack = all instanceof Error ? all : all.find((each) => each.title === title);
      const outcome =
        attack === undefined || attack instanceof Error
          ? { error: attack?.stack ?? 'The attack is gone.' }
          : await outcomeOf(attack);
      await new Promise((resolve) => process.send?.({ round, title, outcome } satisfies Report, resolve));
    }
  }
}

async function load(file: string): Promise<readonly Attack[] | Error> {
  try {
    return ((await import(file)) as { attacks: AttackClass }).attacks.attacks;
  } catch (error) {
    return error as Error;
  }
}

async function outcomeOf(attack: Attack): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${ATTACK_LIMIT_MS} ms.`)), ATTACK_LIMIT_MS);
  });
  try {
    const succeeded = await Promise.race([Promise.resolve().then(attack.succeeds), limit]);
    return succeeded ? 'succeeded' : 'stopped';
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
