import type { Coverage } from '../protocol/index.ts';
import type { CommandLine } from './commandWords.ts';
import type { Preferences } from './enablement.ts';
import { isStringRecord } from '../base/common/guards.ts';

export type RuleScope = 'conversation' | 'workspace' | 'always';

export type RuleCovers = Coverage['covers'];

export interface PermissionRule {
  readonly scope: RuleScope;
  readonly covers: RuleCovers;
  /** Name of a server, path of a file, or `built in`. */
  readonly source: string;
  /**
   * Fingerprints of the allowed tools by name, so a new or changed tool is not covered. For `resources`, that of the
   * server is under ''.
   */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** The exact command, or for `pattern` the words before plain operands. */
  readonly command?: CommandLine | undefined;
  /** Host with its port, unless that is the default port. */
  readonly host?: string | undefined;
  /** The `reasonKey`s that were allowed. The rule does not cover calls with other reasons. */
  readonly reasons: readonly string[];
  readonly conversation?: string | undefined;
}

const KEY = 'patchbay.permissions';

/** Returns the valid rules. Broken entries, and wider rules of versions without fingerprints, allow nothing. */
export function readRules(store: Preferences): readonly PermissionRule[] {
  const stored = store.get(KEY);
  return Array.isArray(stored) ? stored.filter(isRule) : [];
}

export function writeRules(store: Preferences, rules: readonly PermissionRule[]): void {
  store.set(KEY, rules);
}

export function isSameSubject(a: PermissionRule, b: PermissionRule): boolean {
  return subjectOf(a) === subjectOf(b);
}

function subjectOf({
  covers,
  source,
  fingerprints,
  command,
  host,
  reasons,
  conversation,
}: PermissionRule): string {
  const tool = covers === 'tool' ? Object.keys(fingerprints) : [];
  return JSON.stringify([
    covers,
    source,
    tool,
    command?.command,
    command?.cwd,
    host,
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
  'host',
]);

function isRule(value: unknown): value is PermissionRule {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, covers, source, fingerprints, command, host, reasons, conversation } = value as Record<
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
    (covers === 'host' ? typeof host === 'string' && host !== '' : host === undefined) &&
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
