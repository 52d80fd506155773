/** Permission rules: what the user allowed, as it is stored. */
import type { Coverage } from '../protocol/index.ts';
import type { CommandLine } from './commandWords.ts';
import type { Preferences } from './enablement.ts';
import { isStringRecord } from '../base/common/guards.ts';

/** How long a permission holds: in this conversation, in this workspace, or everywhere until it is revoked. */
export type RuleScope = 'conversation' | 'workspace' | 'always';

/** What a rule covers: see `Coverage`. */
export type RuleCovers = Coverage['covers'];

/** A permission that the user gave. */
export interface Rule {
  readonly scope: RuleScope;
  readonly covers: RuleCovers;
  /** The source as the user knows it: the name of a server, the path of a file, or `built in`. */
  readonly source: string;
  /**
   * What was allowed, as it was then: the fingerprints of the tools by their names. A tool that is new or has changed
   * since is not covered. For `resources`: that of the server, under an empty name.
   */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** For `command`: exactly this. For `pattern`: its words, before further plain operands. */
  readonly command?: CommandLine;
  /** Why the call asked beyond that its tool does (`reasonKey`); it covers no call with other reasons. */
  readonly reasons: readonly string[];
  /** The conversation, for the rules of one. */
  readonly conversation?: string;
}

const KEY = 'patchbay.permissions';

/**
 * The stored rules. What is not one allows nothing: of a broken file, and of versions before fingerprints were kept for
 * each tool, whose rules covered more than they said.
 */
export function readRules(store: Preferences): readonly Rule[] {
  const stored = store.get(KEY);
  return Array.isArray(stored) ? stored.filter(isRule) : [];
}

export function writeRules(store: Preferences, rules: readonly Rule[]): void {
  store.set(KEY, rules);
}

/** Whether two rules are about the same, so that one takes the other's place. */
export function isSameSubject(a: Rule, b: Rule): boolean {
  return subjectOf(a) === subjectOf(b);
}

function subjectOf({ covers, source, fingerprints, command, reasons, conversation }: Rule): string {
  const tool = covers === 'tool' ? Object.keys(fingerprints) : [];
  return JSON.stringify([
    covers,
    source,
    tool,
    command?.command,
    command?.cwd,
    [...reasons].sort(),
    conversation,
  ]);
}

const kinds: ReadonlySet<unknown> = new Set<RuleCovers>([
  'tool',
  'source',
  'readOnly',
  'command',
  'pattern',
  'resources',
]);

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, covers, source, fingerprints, command, reasons, conversation } = value as Record<
    string,
    unknown
  >;
  const needsCommand = covers === 'command' || covers === 'pattern';
  return (
    (scope === 'workspace' || scope === 'always') &&
    kinds.has(covers) &&
    typeof source === 'string' &&
    isStringRecord(fingerprints) &&
    (covers !== 'tool' || Object.keys(fingerprints).length === 1) &&
    (needsCommand ? isCommand(command) : command === undefined) &&
    Array.isArray(reasons) &&
    reasons.every((reason) => typeof reason === 'string') &&
    conversation === undefined
  );
}

function isCommand(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { command, cwd } = value as Record<string, unknown>;
  return typeof command === 'string' && command !== '' && typeof cwd === 'string' && cwd !== '';
}
