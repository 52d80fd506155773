/** Translates entries of other programs into Patchbay's: names of fields, units of times, and variables. */
import { MAX_TIMER_MS } from '../../base/common/clock.ts';
import { isRecord, recordOf, scalarText } from '../../base/common/guards.ts';
import { headText } from '../../base/common/cut.ts';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { expandTilde, splitCommandLine } from './commandLine.ts';
import { inOurBareVariable, inOurVariables, mapTexts } from './foreignVariables.ts';
import type { RawEntry } from './serversText.ts';

/**
 * The kind of configuration that an entry comes from. `own` stands for Patchbay's settings, `unknown` for a pasted
 * text, in which the unit of a time is told by its size.
 */
export type Dialect = 'own' | 'unknown' | 'seconds' | 'milliseconds';

export interface Translated {
  readonly entry: RawEntry;
  /** The ends of sentences about parts that were not taken over. */
  readonly notes: readonly LocalizedMessage[];
}

const transports: Readonly<Record<string, 'stdio' | 'http' | 'sse'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  sse: 'sse',
  streamablehttp: 'http',
  httpstream: 'http',
};
const addresses = ['url', 'serverUrl', 'httpUrl', 'baseUrl', 'uri'];
/** Fields that are translated. Any other field stays as it is, because it does no harm. */
const translatedFields = new Set([
  ...addresses,
  ...'type transport transportType command cmd args env envs environment env_keys env_vars'.split(' '),
  ...'headers http_headers env_http_headers bearer_token_env_var requestOptions'.split(' '),
  ...'cwd working_directory workingDirectory workingDir'.split(' '),
  ...'timeout tool_timeout_sec startup_timeout_sec startup_timeout_ms connectionTimeout'.split(' '),
  ...'disabled isActive enabled oauth'.split(' '),
]);

/** Returns the fields of an entry that have a value. Older Goose has them below `config`. */
function fieldsOf(raw: RawEntry): RawEntry {
  const given = isRecord(raw['config']) && !isEntry(raw) ? { ...raw['config'], ...raw } : raw;
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

export function isEntry(raw: RawEntry): boolean {
  const { command, cmd } = raw;
  return (
    [cmd, ...(Array.isArray(command) ? [command[0] as unknown] : [command]), recordOf(command)['path']].some(
      (text) => typeof text === 'string',
    ) || addresses.some((field) => typeof raw[field] === 'string')
  );
}

export function translated(raw: RawEntry, dialect: Dialect): Translated {
  const given = fieldsOf(raw);
  const notes = unreadable(given);
  const url = addresses.map((field) => given[field]).find((value) => typeof value === 'string');
  const launch = dialect === 'own' ? commandOf(given) : mended(commandOf(given));
  const usesUrl = url !== undefined && (launch.command ?? '') === '';
  const entry = {
    ...Object.fromEntries(Object.entries(given).filter(([field]) => !translatedFields.has(field))),
    ...typeOf(given, usesUrl),
    ...(usesUrl ? remoteFields(given, url, notes) : localFields(given, launch, notes)),
    ...timesOf(given, dialect),
    ...(isOff(given) ? { enabled: false } : typeof given['enabled'] === 'boolean' && { enabled: true }),
    ...oauthOf(given, notes),
  };
  const changed = withBareVariables(mapTexts(entry, inOurVariables) as RawEntry, dialect);
  if (dialect !== 'own' && /\{file:[^}]*\}/.test(JSON.stringify(changed)))
    notes.push(
      msg('a value from a file ({0}) is not supported. Enter the value, or a variable.', '{file:…}'),
    );
  return { entry: changed, notes };
}

/** Returns notes on fields whose shape no program has, and on kinds of transport that MCP does not have. */
function unreadable(given: RawEntry): LocalizedMessage[] {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
    args: (value) => Array.isArray(value) || isText(value),
    ...Object.fromEntries(
      ['env', 'envs', 'environment'].map((field) => [
        field,
        (value) => isRecord(value) || Array.isArray(value),
      ]),
    ),
    headers: (value) => isRecord(value) || Array.isArray(value),
    http_headers: isRecord,
    cwd: isText,
    timeout: (value) => isRecord(value) || value === 0 || value === false || positive(value) !== undefined,
  };
  const odd = Object.keys(fits).filter((field) => given[field] !== undefined && !fits[field]?.(given[field]));
  const type = textOf(given['type']);
  return [
    ...odd.map((field) => msg('"{0}" cannot be read.', field)),
    ...(type !== undefined && type !== 'remote' && knownType(type) === undefined
      ? [msg('the type "{0}" is unknown.', headText(type, 50))]
      : []),
  ];
}

function knownType(said: string): 'stdio' | 'http' | 'sse' | undefined {
  const key = said.toLowerCase().replaceAll(/[-_ ]/g, '');
  return Object.hasOwn(transports, key) ? transports[key] : undefined;
}

function withBareVariables(entry: RawEntry, dialect: Dialect): RawEntry {
  if (dialect === 'own') return entry;
  const named = (field: 'env' | 'headers'): RawEntry =>
    isRecord(entry[field]) ? { [field]: mapTexts(entry[field], inOurBareVariable) } : {};
  return { ...entry, ...named('env'), ...named('headers') };
}

interface Command {
  readonly command: string | undefined;
  readonly args: unknown;
  readonly env: unknown;
}

/** Reads the command: a text, a list with the arguments behind it, or an object (Zed). */
function commandOf(given: RawEntry): Command {
  const { command, cmd, args } = given;
  if (Array.isArray(command)) {
    const [first, ...rest] = command as unknown[];
    return { command: textOf(first), args: [...rest, ...listOf(args)], env: undefined };
  }
  if (isRecord(command))
    return { command: textOf(command['path']), args: command['args'] ?? args, env: command['env'] };
  return { command: textOf(command) ?? textOf(cmd), args, env: undefined };
}

const launchers = /^(?:npx|bunx|uvx|uv|node|deno|bun|python[\d.]*|docker|podman|pnpm|dnx)\s+\S/;

/** Splits a whole line in `command`, and replaces `~`: some programs take them, and nobody means anything else. */
function mended({ command = '', args, env }: Command): Command {
  const words = launchers.test(command) && listOf(args).length === 0 ? splitCommandLine(command) : undefined;
  const [program = command, ...rest] = words ?? [];
  const texts = args === undefined && words === undefined ? undefined : words ? rest : listOf(args);
  return {
    command: program === '' ? undefined : expandTilde(program),
    args: texts?.map((each) => (typeof each === 'string' ? expandTilde(each) : each)),
    env,
  };
}

function typeOf(given: RawEntry, usesUrl: boolean): RawEntry {
  const said = ['type', 'transport', 'transportType'].map((field) => textOf(given[field])).find(Boolean);
  const type = said === undefined ? undefined : knownType(said);
  // A type that contradicts the other fields is ignored, because some programs say "stdio" for everything.
  if (type !== undefined && (type === 'stdio') !== usesUrl) return { type };
  const isHttp = usesUrl && given['httpUrl'] !== undefined && given['url'] === undefined;
  return isHttp && said === undefined ? { type: 'http' } : {};
}

function localFields(given: RawEntry, launch: Command, notes: LocalizedMessage[]): RawEntry {
  const {
    envs,
    environment,
    env,
    env_keys: stored,
    env_vars: passed,
    working_directory,
    workingDirectory,
    workingDir,
    cwd = working_directory ?? workingDirectory ?? workingDir,
  } = given;
  const args = launch.args === undefined ? undefined : listOf(launch.args);
  // Goose keeps these values in its own secret storage, so they become secrets.
  const secrets = Object.fromEntries(
    listOf(stored).flatMap((name) => (typeof name === 'string' ? [[name, `\${secret:${name}}`]] : [])),
  );
  const variables = [envs, environment, env, launch.env].map((each) => variablesOf(each, notes));
  const values = Object.fromEntries([secrets, ...variables].flatMap((each) => Object.entries(each)));
  const inherited = listOf(passed).map((each) => textOf(recordOf(each)['name']) ?? textOf(each));
  return {
    ...(launch.command !== undefined && { command: launch.command }),
    ...(args !== undefined && { args: args.map(asText) }),
    ...(Object.keys(values).length > 0 && { env: values }),
    ...(textOf(cwd) !== undefined && { cwd: expandTilde(String(cwd)) }),
    ...(inherited.length > 0 && { inheritEnv: inherited.filter((name) => name !== undefined) }),
  };
}

/** Reads variables from an object or from a list of `NAME=value`. A null stays, because it removes a variable. */
function variablesOf(value: unknown, notes: LocalizedMessage[]): RawEntry {
  return Object.fromEntries(
    pairsOf(value, 'env', notes).flatMap(([name, each]): [string, unknown][] => {
      if (typeof each !== 'object' || each === null) return [[name, each === null ? null : asText(each)]];
      notes.push(msg('the variable "{0}" is not a string.', name));
      return [];
    }),
  );
}

/** Reads an object, or a list of texts such as `NAME=value` or `Name: value`, or of objects with name and value. */
function pairsOf(
  value: unknown,
  field: 'env' | 'headers',
  notes: LocalizedMessage[],
): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value)) return Object.entries(recordOf(value));
  const text = field === 'env' ? /^([^=]+)=([\s\S]*)$/ : /^([^:]+):\s*([\s\S]*)$/;
  let isOdd = false;
  const pairs = (value as unknown[]).flatMap((each): readonly (readonly [string, unknown])[] => {
    const { name, key = name, value: given } = recordOf(each);
    const [, written, rest] = (typeof each === 'string' ? text.exec(each) : undefined) ?? [];
    if (typeof key === 'string' && given !== undefined) return [[key, given]];
    if (written !== undefined) return [[written.trim(), rest]];
    isOdd = true;
    return [];
  });
  if (isOdd) notes.push(msg('"{0}" cannot be read.', field));
  return pairs;
}

function remoteFields(given: RawEntry, url: unknown, notes: LocalizedMessage[]): RawEntry {
  const headers = Object.fromEntries(
    [recordOf(given['requestOptions'])['headers'], given['http_headers'], given['headers']].flatMap((each) =>
      pairsOf(each, 'headers', notes).flatMap(([name, value]) =>
        value === null || typeof value === 'object' ? [] : [[name, asText(value)]],
      ),
    ),
  );
  const fromEnvironment = Object.entries(recordOf(given['env_http_headers'])).map(([name, variable]) => [
    name,
    `\${env:${scalarText(variable)}}`,
  ]);
  const token = textOf(given['bearer_token_env_var']);
  const all = {
    ...headers,
    ...(Object.fromEntries(fromEnvironment) as Record<string, string>),
    ...(token !== undefined && { Authorization: `Bearer \${env:${token}}` }),
  };
  return { url, ...(Object.keys(all).length > 0 && { headers: all }) };
}

/**
 * A number from `MAX_SECONDS` on is in ms even where seconds are usual, because nobody waits for hours. A pasted number
 * below `MIN_MILLISECONDS` is in seconds, because no call is limited to a part of a second.
 */
const MAX_SECONDS = 10_000;
const MIN_MILLISECONDS = 1_000;

function timesOf(given: RawEntry, dialect: Dialect): RawEntry {
  const { timeout, startup_timeout_ms: startupMs, connectionTimeout } = given;
  const { request, startup, execution } = recordOf(timeout);
  const inSeconds = (value: unknown): number | undefined => times(positive(value), 1000);
  const inItsUnit = (value: unknown): number | undefined => {
    const number = positive(value);
    if (number === undefined) return undefined;
    const isSeconds =
      dialect === 'seconds' ? number < MAX_SECONDS : dialect === 'unknown' && number < MIN_MILLISECONDS;
    return times(number, isSeconds ? 1000 : 1);
  };
  const forCall =
    inSeconds(given['tool_timeout_sec']) ?? inItsUnit(isRecord(timeout) ? (request ?? execution) : timeout);
  const forSetup =
    inSeconds(given['startup_timeout_sec']) ??
    times(positive(startupMs) ?? positive(startup) ?? positive(connectionTimeout), 1);
  return {
    ...(forCall !== undefined && { timeout: forCall }),
    ...(forSetup !== undefined && given['setupTimeout'] === undefined && { setupTimeout: forSetup }),
  };
}

/** Returns a number above zero, also one that is written as a text. Any other value sets no limit. */
function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined;
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.min(MAX_TIMER_MS, Math.max(1, Math.round(value * factor)));
}

function isOff({ disabled, isActive, enabled }: RawEntry): boolean {
  const is = (value: unknown, wanted: boolean): boolean => value === wanted || value === String(wanted);
  return is(disabled, true) || is(isActive, false) || is(enabled, false);
}

/**
 * Translates the registered OAuth client. A secret in plain text is dropped with a note, because Patchbay's settings
 * refuse it.
 */
function oauthOf(given: RawEntry, notes: LocalizedMessage[]): RawEntry {
  const oauth = fieldsOf(recordOf(given['oauth']));
  const clientId = textOf(oauth['clientId']) ?? textOf(oauth['client_id']);
  if (clientId === undefined || clientId === '') return {};
  const secret = textOf(oauth['clientSecret']) ?? textOf(oauth['client_secret']);
  const isVariable = secret !== undefined && /^\$\{(secret|input|env):[^}]+\}$/.test(secret);
  const issuer = textOf(oauth['issuer']);
  const scope = oauth['scopes'] ?? oauth['scope'];
  const scopes = (typeof scope === 'string' ? scope.split(/\s+/) : listOf(scope)).map(String).filter(Boolean);
  const isKept = isVariable && issuer !== undefined;
  if (secret !== undefined && !isKept)
    notes.push(msg('the OAuth client secret is not imported. Enter it as a secret, with the "issuer".'));
  return {
    oauth: {
      clientId,
      ...(isKept && { clientSecret: secret }),
      ...(issuer !== undefined && { issuer }),
      ...(scopes.length > 0 && { scopes }),
    },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the entries of a list that have a value. A text is a part of a command line, and is split into its words. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return (value as unknown[]).filter((each) => each !== null && each !== undefined);
  return typeof value === 'string' ? splitCommandLine(value) : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
