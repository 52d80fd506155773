/** Attacks and the defences that stop them (README.md here says how to add one). */

/** One piece of source that stops attacks, and the source with which it no longer does. */
export interface Defence {
  /** A noun phrase, e.g. 'the hash in colliding wire names'. */
  readonly title: string;
  /** From the root of the repository, e.g. `src/tools/wireNames.ts`. */
  readonly file: string;
  /** Exact text of the file. It must occur exactly `count` times. */
  readonly find: string;
  /** What stands there when the defence is removed. */
  readonly replace: string;
  /** 1 unless given. */
  readonly count?: number;
}

export interface Attack {
  /** A sentence that says who does what, unique in the suite. */
  readonly title: string;
  /** All of them are removed together: an attack that meets several in a row succeeds only then. */
  readonly defences: readonly [Defence, ...Defence[]];
  /** Carries the attack out. True: it succeeded. An error counts as neither stopped nor succeeded. */
  readonly succeeds: () => boolean | Promise<boolean>;
  /** Needs the shared browser (page.ts). */
  readonly browser?: true;
}

/** The attacks of one kind: what a file in attacks/ exports as `attacks`. */
export interface AttackClass {
  readonly title: string;
  readonly attacks: readonly Attack[];
}

/** What became of an attack. */
export type Outcome = 'stopped' | 'succeeded' | { readonly error: string };
