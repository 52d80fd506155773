/** Describes a definition as it is saved and compared when the user confirms it, without values. */
import { isDeepStrictEqual } from 'node:util';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { joinCommandLine } from '../editing/commandLine.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { sha256 } from '../../base/node/hash.ts';

/** The parts of a definition that decide what is run. Time limits and `enabled` are not among them. */
export interface ConfirmedDefinition {
  readonly runs: string;
  readonly cwd?: string;
  readonly envFile?: string;
  readonly inherits?: string;
  /** Digests of variables or headers, by name: values may be secrets. */
  readonly values: Readonly<Record<string, string>>;
  readonly oauth?: string;
}

export function askedBy({ launch }: ServerDefinition): ConfirmedDefinition {
  if (launch.kind !== 'stdio')
    return {
      runs: launch.url,
      values: digests(launch.headers),
      ...(launch.oauth && { oauth: sha256(JSON.stringify(launch.oauth)) }),
    };
  const { command, args, cwd, envFile, env, inheritEnv } = launch;
  return {
    runs: joinCommandLine([command, ...args]),
    ...(cwd !== undefined && { cwd }),
    ...(envFile !== undefined && { envFile }),
    ...(inheritEnv !== undefined && { inherits: inheritEnv === 'all' ? '*' : inheritEnv.join(', ') }),
    values: digests(env),
  };
}

export function isSameLaunch(one: ConfirmedDefinition, other: ConfirmedDefinition): boolean {
  return isDeepStrictEqual({ ...one }, { ...other });
}

export function changesSince(before: ConfirmedDefinition, now: ConfirmedDefinition): LocalizedMessage[] {
  const names = [...new Set([...Object.keys(before.values), ...Object.keys(now.values)])].toSorted();
  return [
    ...(before.runs === now.runs ? [] : [msg('Previously: {0}', before.runs)]),
    ...place(before.cwd, now.cwd, (was) => msg('Previous folder: {0}', was)),
    ...place(before.envFile, now.envFile, (was) => msg('Previous file with variables: {0}', was)),
    ...place(before.inherits, now.inherits, (was) => msg('Previous variables of your environment: {0}', was)),
    ...names.flatMap((name) => {
      const [was, is] = [before.values[name], now.values[name]];
      if (was === is) return [];
      if (was === undefined) return [msg('{0} is new.', name)];
      return [is === undefined ? msg('{0} was removed.', name) : msg('The value of {0} has changed.', name)];
    }),
    ...(before.oauth === now.oauth ? [] : [msg('The registered client has changed.')]),
  ];
}

function place(
  was: string | undefined,
  is: string | undefined,
  say: (was: string | LocalizedMessage) => LocalizedMessage,
): LocalizedMessage[] {
  return was === is ? [] : [say(was ?? msg('not given'))];
}

function digests(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? '-' : sha256(value)]),
  );
}
