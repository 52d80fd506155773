/** Attacks and the defences that stop them (README.md here says how to add one). */
import type { SourceChange } from '../support/source/change.ts';

/** A piece of source that stops attacks, and what stands there when it is removed. */
export interface Defence extends SourceChange {
  /** A noun phrase, e.g. 'the hash in colliding wire names'. */
  readonly title: string;
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
