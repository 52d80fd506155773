import { t } from '@vscode/l10n';
import { z } from 'zod';
import type { InheritEnv } from '../../base/node/environment.ts';
import { mayHoldVariables } from './variables.ts';
import { isRecord } from '../../base/common/guards.ts';
import { MAX_TIMER_MS } from '../../base/common/clock.ts';
import { headText } from '../../base/common/cut.ts';
import { sha256 } from '../../base/node/hash.ts';

const nonEmpty = z
  .string()
  .trim()
  .min(1, { error: () => t('must not be empty') });
const milliseconds = z.number().int().positive().max(MAX_TIMER_MS);

/** Fields that every entry can have. Unknown fields are ignored. */
const common = {
  /** The time limit in ms for a tool call. Progress restarts it. */
  timeout: milliseconds.default(60_000),
  /** The time limit in ms for a tool call that progress does not extend. */
  maxTimeout: milliseconds.optional(),
  /** The time limit in ms for starting the process, the handshake and the first lists together. */
  setupTimeout: milliseconds.default(30_000),
  /** A server with `false` stays disconnected until the user connects it. */
  enabled: z.boolean().default(true),
};

const variableNames = nonEmpty.regex(/^[^=\s\0]+$/, {
  error: () => t('must be the name of a variable, where "*" matches any text'),
});

const stdioSchema = z.object({
  type: z.literal('stdio').optional(),
  command: nonEmpty,
  args: z.array(z.string()).default([]),
  /** `null` removes a variable of the editor's environment. */
  env: z.record(z.string(), z.union([z.string(), z.number().transform(String), z.null()])).default({}),
  cwd: nonEmpty.optional(),
  envFile: nonEmpty.optional(),
  inheritEnv: z
    .union([z.literal('all'), z.array(variableNames)], {
      error: () => t('must be "all" or a list of names, where "*" matches any text'),
    })
    .optional(),
  ...common,
});

const oauthSchema = z
  .object({
    clientId: nonEmpty,
    /** A variable for the secret, which is stored in the secret storage and not in the settings. */
    clientSecret: z
      .string()
      .regex(/^\$\{(secret|input|env):[^}]+\}$/, {
        error: () =>
          t(
            'must be a variable such as "{0}": secrets are stored in the secret storage, not in settings',
            '${secret:name}',
          ),
      })
      .optional(),
    issuer: z
      .string()
      .refine(isHttpUrl, { error: () => t('must be an http or https URL') })
      .optional(),
    scopes: z.array(nonEmpty.regex(/^\S+$/, { error: () => t('must not contain white space') })).optional(),
  })
  .refine(({ clientSecret, issuer }) => clientSecret === undefined || issuer !== undefined, {
    path: ['issuer'],
    error: () =>
      t('is required with a "clientSecret", so that the secret is not sent to another authorization server'),
  });

const urlSchema = z.object({
  type: z.enum(['http', 'sse']).optional(),
  // A URL with variables can only be validated at a start.
  url: z.string().refine((url) => mayHoldVariables(url) || isHttpUrl(url), {
    error: () => t('must be an http or https URL'),
  }),
  headers: z.record(z.string(), z.string()).default({}),
  oauth: oauthSchema.optional(),
  ...common,
});

/** Names of the fields of an entry. The table in src/contributions has the same, with their texts (decision 016). */
export const entryFields = {
  common: Object.keys(common),
  stdio: ownFields(stdioSchema.shape),
  url: ownFields(urlSchema.shape),
  oauth: Object.keys(oauthSchema.shape),
} as const;

function ownFields(shape: object): string[] {
  return Object.keys(shape).filter((name) => name !== 'type' && !(name in common));
}

export interface ClientRegistration {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly issuer?: string;
  /** The scopes that are requested in place of what the server proposes. */
  readonly scopes?: readonly string[];
}

/** The way to start a server or to connect to it. With `auto`, Streamable HTTP is tried first, then SSE. */
export type Launch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string | null>>;
      readonly cwd: string | undefined;
      readonly envFile: string | undefined;
      readonly inheritEnv?: InheritEnv;
    }
  | {
      readonly kind: 'http' | 'sse' | 'auto';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly oauth?: ClientRegistration;
    };

/** Times are in ms. */
export interface ServerDefinition {
  readonly name: string;
  readonly launch: Launch;
  readonly timeout: number;
  readonly maxTimeout: number;
  readonly setupTimeout: number;
  readonly enabled: boolean;
}

/** `path` is such as `patchbay.servers.demo.args[1]`. */
export interface DefinitionProblem {
  readonly path: string;
  readonly message: string;
}

export type ServerEntry =
  | { readonly kind: 'valid'; readonly name: string; readonly definition: ServerDefinition }
  | { readonly kind: 'invalid'; readonly name: string; readonly problems: readonly DefinitionProblem[] };

const MAX_TIMEOUT_FACTOR = 10;
const MAX_NAME = 100;

/**
 * Parses the setting `patchbay.servers`. Never throws: a value that is no object becomes one invalid entry without a
 * name.
 */
export function parseServers(value: unknown): ServerEntry[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) {
    return [
      invalid('', [
        {
          path: 'patchbay.servers',
          message: t('must be an object keyed by server name, not {0}', kindOf(value)),
        },
      ]),
    ];
  }
  const seen = new Map<string, string>();
  return Object.entries(value).map(([name, entry]) => {
    const nameProblem = problemOfName(name, seen);
    seen.set(name.toLowerCase(), seen.get(name.toLowerCase()) ?? name);
    return nameProblem ? invalid(name, [nameProblem]) : parseEntry(name, entry);
  });
}

function problemOfName(name: string, seen: ReadonlyMap<string, string>): DefinitionProblem | undefined {
  const path = pathOf(name, []);
  if (name === '') return { path: 'patchbay.servers[""]', message: t('the server has no name') };
  if (name.length > MAX_NAME) return { path, message: t('the name has more than {0} characters', MAX_NAME) };
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    return {
      path,
      message: t(
        'the name may only contain letters, digits, "_" and "-" because it becomes part of the tool names that the model sees; for example "{0}"',
        toName(name),
      ),
    };
  }
  const twin = seen.get(name.toLowerCase());
  if (twin !== undefined)
    return { path, message: t('the name differs from "{0}" only in upper and lower case', twin) };
  return undefined;
}

/**
 * Turns a text into a name with the characters that servers' names may have. Names in other scripts are kept apart by a
 * digest.
 */
export function toName(text: string): string {
  const decomposed = text.normalize('NFKD');
  const plain = decomposed.replace(/[^a-zA-Z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  const losesLetters = (decomposed.match(/[\p{L}\p{N}]/gu) ?? []).some((letter) => letter > '~');
  if (plain !== '' && !losesLetters) return plain;
  return text.trim() === ''
    ? 'my-server'
    : `${plain || 'server'}-${headText(sha256(text.normalize('NFC')), 6)}`;
}

function parseEntry(name: string, entry: unknown): ServerEntry {
  if (!isRecord(entry))
    return invalid(name, [
      { path: pathOf(name, []), message: t('must be an object, not {0}', kindOf(entry)) },
    ]);
  const type = entry['type'];
  if (type !== undefined && type !== 'stdio' && type !== 'http' && type !== 'sse') {
    return invalid(name, [{ path: pathOf(name, ['type']), message: t('must be "stdio", "http" or "sse"') }]);
  }
  if (type === undefined && entry['command'] === undefined && entry['url'] === undefined) {
    return invalid(name, [
      { path: pathOf(name, []), message: t('requires a "command" (stdio) or a "url" (http, sse)') },
    ]);
  }
  const usesUrl = type === 'http' || type === 'sse' || (type === undefined && entry['command'] === undefined);
  const parsed = usesUrl ? urlSchema.safeParse(entry) : stdioSchema.safeParse(entry);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      path: pathOf(name, issue.path),
      message: messageOf(issue, entry),
    }));
    return invalid(name, problems);
  }
  return { kind: 'valid', name, definition: toDefinition(name, parsed.data) };
}

function toDefinition(
  name: string,
  data: z.infer<typeof stdioSchema> | z.infer<typeof urlSchema>,
): ServerDefinition {
  const { timeout, setupTimeout, enabled } = data;
  const launch: Launch =
    'command' in data
      ? {
          kind: 'stdio',
          command: data.command,
          args: data.args,
          env: data.env,
          cwd: data.cwd,
          envFile: data.envFile,
          ...(data.inheritEnv !== undefined && { inheritEnv: data.inheritEnv }),
        }
      : {
          kind: data.type ?? 'auto',
          url: data.url,
          headers: data.headers,
          ...(data.oauth && { oauth: registrationOf(data.oauth) }),
        };
  return {
    name,
    launch,
    timeout,
    maxTimeout: data.maxTimeout ?? Math.min(MAX_TIMER_MS, timeout * MAX_TIMEOUT_FACTOR),
    setupTimeout,
    enabled,
  };
}

function registrationOf({ clientId, ...optional }: z.infer<typeof oauthSchema>): ClientRegistration {
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { clientId, ...Object.fromEntries(given) };
}

function messageOf(issue: z.core.$ZodIssue, entry: unknown): string {
  if (issue.code === 'invalid_type') {
    if (valueAt(entry, issue.path) === undefined) return t('is missing');
    return issue.expected === 'record' ? t('must be an object') : t('must be of type {0}', issue.expected);
  }
  if (issue.code === 'invalid_union' && issue.path[0] === 'env')
    return t('must be a string, a number or null');
  // Strings are excepted, because their schemas have messages of their own.
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return t('must be greater than {0}', String(issue.minimum));
  if (issue.code === 'too_big') return t('must not be greater than {0}', String(issue.maximum));
  return issue.message;
}

function valueAt(entry: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    entry,
  );
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export function pathOf(name: string, path: readonly PropertyKey[]): string {
  const steps = [name, ...path];
  return steps.reduce<string>(
    (text, step) =>
      typeof step === 'number'
        ? `${text}[${step}]`
        : /^[\w-]+$/.test(String(step))
          ? `${text}.${String(step)}`
          : `${text}[${JSON.stringify(String(step))}]`,
    'patchbay.servers',
  );
}

function invalid(name: string, problems: readonly DefinitionProblem[]): ServerEntry {
  return { kind: 'invalid', name, problems };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return t('an array');
  if (typeof value === 'string') return t('a string');
  return typeof value === 'number' ? t('a number') : t('true or false');
}
