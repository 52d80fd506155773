/** Decides which servers may run, by the machine's `patchbay.policy.servers` (docs/teams.md). */
import { basename, normalize, resolve } from 'node:path';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { RefusedError } from '../common/refusedError.ts';
import { mayDecideCode } from '../definition/loaderVariables.ts';

const SETTING = 'patchbay.policy.servers';

/** The lists of a policy. An absent list limits nothing; an empty one allows, or denies, nothing. */
interface Rules {
  readonly allowedCommands?: readonly string[];
  readonly deniedCommands?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly deniedHosts?: readonly string[];
  /**
   * Names of variables that definitions may set. If the list is absent, and commands are allowed by name, these are all
   * variables that cannot decide which code runs.
   */
  readonly allowedVariables?: readonly string[];
}

const keys = [
  'allowedCommands',
  'deniedCommands',
  'allowedHosts',
  'deniedHosts',
  'allowedVariables',
] as const;

/** An unreadable policy lets nothing run. */
export type Policy =
  | { readonly kind: 'rules'; readonly rules: Rules }
  | { readonly kind: 'unreadable'; readonly why: LocalizedMessage };

export type StartTarget =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      /** The folder where relative paths start. If it is undefined, they start where the editor runs. */
      readonly cwd: string | undefined;
      /** True if the definition itself decides in which folders commands are looked for. */
      readonly ownPath: boolean;
      /** Names of variables that the definition or its file sets to what the editor's environment does not have. */
      readonly variables?: readonly string[] | undefined;
    }
  | { readonly kind: 'url'; readonly url: string };

/** Parses the setting. Never throws, because a policy that is not understood must allow nothing. */
export function parsePolicy(value: unknown): Policy {
  if (value === undefined || value === null) return { kind: 'rules', rules: {} };
  if (typeof value !== 'object' || Array.isArray(value))
    return { kind: 'unreadable', why: msg('"{0}" is not an object.', SETTING) };
  for (const [key, list] of Object.entries(value)) {
    if (!keys.some((known) => known === key))
      return { kind: 'unreadable', why: msg('"{0}" has an unknown key "{1}".', SETTING, key) };
    const isList = Array.isArray(list) && list.every((rule) => typeof rule === 'string' && rule.trim());
    if (!isList)
      return { kind: 'unreadable', why: msg('"{0}" in "{1}" is not an array of strings.', key, SETTING) };
  }
  return { kind: 'rules', rules: value };
}

/** @throws RefusedError when the policy does not let it run */
export function checkPolicy(policy: Policy, target: StartTarget): void {
  if (policy.kind === 'unreadable') {
    throw new RefusedError('policy', {
      message: msg('The policy of this machine cannot be read, so no servers are started: {0}', policy.why),
      next: msg('Ask the administrator of this machine to correct "{0}".', SETTING),
    });
  }
  if (target.kind === 'command') checkCommand(policy.rules, target);
  else checkHost(policy.rules, target.url);
}

function checkCommand(rules: Rules, target: Extract<StartTarget, { kind: 'command' }>): void {
  const { allowedCommands, deniedCommands = [] } = rules;
  const line = [target.command, ...target.args].join(' ');
  const denied = deniedCommands.find((rule) =>
    namesOf(target).some(
      (name) =>
        fits(rule, name, target.args) || fits(rule.trim().replace(/^\S+/, withoutEnding), name, target.args),
    ),
  );
  if (denied !== undefined)
    throw refused(
      msg('The policy of this machine denies the command "{0}" by the rule "{1}".', line, denied),
    );
  const name = allowedCommands && allowedName(target);
  if (allowedCommands && !allowedCommands.some((rule) => name !== undefined && fits(rule, name, target.args)))
    throw refused(msg('The policy of this machine does not allow the command "{0}".', line));
  checkVariables(rules, target);
}

/**
 * Refuses variables that the policy does not allow: a program that is allowed by its name runs other code if a variable
 * says so.
 */
function checkVariables(
  { allowedCommands, allowedVariables }: Rules,
  { command, variables = [] }: Extract<StartTarget, { kind: 'command' }>,
): void {
  const isAllowed = (name: string): boolean =>
    allowedVariables
      ? allowedVariables.some((rule) => matches(rule.trim().toUpperCase(), name.toUpperCase()))
      : !allowedCommands || !mayDecideCode(name);
  const names = variables.filter((name) => !isAllowed(name));
  if (names.length > 0)
    throw refused(
      msg(
        'The policy of this machine does not allow the server to set {0} for the command "{1}".',
        names.join(', '),
        command,
      ),
    );
}

/** Returns all names that lead to a command, because a denied command is denied under each of them. */
function namesOf({ command, cwd }: Extract<StartTarget, { kind: 'command' }>): string[] {
  // Windows ignores dots and spaces at the end of a name.
  const name = basename(command.replaceAll('\\', '/')).replace(/[. ]+$/, '');
  return [...new Set([command, normalize(resolve(cwd ?? '', command)), name, withoutEnding(name)])];
}

/** Removes the ending of a program, because `node` and `node.exe` are the same when denied. */
function withoutEnding(name: string): string {
  return name.replace(/\.(exe|com|cmd|bat|ps1)$/i, '');
}

/**
 * Returns the name by which a command can be allowed: its resolved path, or a bare name. A bare name counts only if the
 * definition does not set PATH, as it could be anything then.
 */
function allowedName({
  command,
  cwd,
  ownPath,
}: Extract<StartTarget, { kind: 'command' }>): string | undefined {
  if (/[\\/]/.test(command)) return normalize(resolve(cwd ?? '', command));
  return ownPath ? undefined : command;
}

/** Returns true if a rule matches: its first word is the command, and the others are the first arguments. */
function fits(rule: string, command: string, args: readonly string[]): boolean {
  const [first = '', ...rest] = rule.trim().split(/\s+/);
  return matches(asPath(first), asPath(command)) && rest.every((word, index) => matches(word, args[index]));
}

function asPath(text: string): string {
  return process.platform === 'win32' ? text.replaceAll('/', '\\') : text;
}

function checkHost({ allowedHosts, deniedHosts = [] }: Rules, url: string): void {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/\.$/, '');
  const names = [host, `${host}:${port || (protocol === 'https:' ? '443' : '80')}`];
  const hits = (rule: string): boolean => names.some((name) => matches(rule.trim().toLowerCase(), name));
  const denied = deniedHosts.find(hits);
  if (denied !== undefined)
    throw refused(msg('The policy of this machine denies the host {0} by the rule "{1}".', host, denied));
  if (allowedHosts && !allowedHosts.some(hits))
    throw refused(msg('The policy of this machine does not allow the host {0}.', host));
}

/** Matches a text with a pattern in which `*` stands for any text. Windows ignores case. */
function matches(pattern: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  const escaped = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&'));
  const source = escaped.join('[^]*');
  return new RegExp(`^${source}$`, process.platform === 'win32' ? 'i' : '').test(text);
}

function refused(message: LocalizedMessage): RefusedError {
  return new RefusedError('policy', {
    message,
    next: msg(
      'Use a server that the policy allows, or ask the administrator of this machine to change "{0}".',
      SETTING,
    ),
  });
}
