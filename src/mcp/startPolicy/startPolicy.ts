/** Decides, before anything is done, whether a server may start with its definition as written. */
import { isAbsolute } from 'node:path';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { mayHoldVariables } from '../definition/variables.ts';
import { refuseLoaders, type EnvFile } from '../definition/envFile.ts';
import { askedBy, changesSince, type ConfirmedDefinition } from './confirmedDefinition.ts';
import { describeNeed, type Need } from './needs.ts';
import { checkPolicy, parsePolicy, type StartTarget } from './policy.ts';
import { RefusedError } from '../common/refusedError.ts';

export type Unconfirmed =
  | { readonly kind: 'new' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'changed'; readonly before: ConfirmedDefinition }
  /** The user has allowed the server, but not all its needs. */
  | { readonly kind: 'ungranted'; readonly missing: readonly Need[] }
  /**
   * The user has not confirmed the server's envFile, or it has changed since; `names` are then new, changed or gone.
   */
  | { readonly kind: 'file'; readonly path: string; readonly names: readonly string[] };

/** Checks that are called before each start. */
export interface StartChecks {
  /** Returns the value of `patchbay.policy.servers`. If this is absent, everything may run. */
  readonly policy?: () => unknown;
  readonly unconfirmed?: (definition: ServerDefinition) => Unconfirmed | undefined;
  readonly isOfWorkspace?: (server: string) => boolean;
  /** Returns the id of the extension that adds the server. */
  readonly extensionOf?: (server: string) => string | undefined;
  /** Returns what the user has yet to confirm of the envFile that a workspace's server is about to get. */
  readonly unconfirmedFile?: (server: string, file: EnvFile) => Unconfirmed | undefined;
}

/**
 * Returns the reason why a definition may not start as it is written. `checkTarget` checks later, before the process or
 * the request, what depends on the values of variables.
 */
export function refusalOf(
  definition: ServerDefinition,
  { policy, unconfirmed, extensionOf }: StartChecks,
): RefusedError | undefined {
  const target = isOpen(definition) ? undefined : targetOf(definition);
  try {
    if (target) checkTarget(target, policy);
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
  const waits = unconfirmed?.(definition);
  if (!waits) return undefined;
  return waitsForUser(waits, definition, extensionOf?.(definition.name));
}

/**
 * Checks the envFile of a server. A workspace that can write the file must not decide which code a server of the user's
 * runs. @throws RefusedError
 */
export function checkEnvFile(
  definition: ServerDefinition,
  file: EnvFile,
  {
    isOfWorkspace,
    extensionOf,
    unconfirmedFile,
  }: Pick<StartChecks, 'isOfWorkspace' | 'extensionOf' | 'unconfirmedFile'>,
): void {
  if (isOfWorkspace?.(definition.name) !== true) refuseLoaders(file);
  const waits = unconfirmedFile?.(definition.name, file);
  if (waits) throw waitsForUser(waits, definition, extensionOf?.(definition.name));
}

function waitsForUser(
  waits: Unconfirmed,
  definition: ServerDefinition,
  extension: string | undefined,
): RefusedError {
  if (waits.kind === 'denied')
    return new RefusedError('denied', {
      message: msg('You have denied the server.'),
      next: msg('To change that, review the server and allow it.'),
    });
  return new RefusedError('unconfirmed', {
    message:
      extension === undefined ? whyItWaits(waits, definition) : whyOfExtension(waits, definition, extension),
    next:
      waits.kind === 'ungranted'
        ? msg('Review the server, and grant the access that it needs.')
        : msg('Review what the server runs before you allow it.'),
  });
}

type Waiting = Exclude<Unconfirmed, { kind: 'denied' }>;

function whyItWaits(waits: Waiting, definition: ServerDefinition): LocalizedMessage {
  switch (waits.kind) {
    case 'new':
      return msg('This workspace defines the server, and you have not allowed it to start.');
    case 'changed':
      return msg(
        'This workspace has changed the definition of the server: {0}',
        join(' ', ...changesSince(waits.before, askedBy(definition))),
      );
    case 'ungranted':
      return msg(
        'This workspace requests access that you have not granted: {0}.',
        join(', ', ...waits.missing.map(describeNeed)),
      );
    case 'file':
      return waits.names.length === 0
        ? msg('The server gets variables from {0}, and you have not confirmed this file.', waits.path)
        : msg('The file {0} has changed since you confirmed it: {1}.', waits.path, waits.names.join(', '));
  }
}

function whyOfExtension(waits: Waiting, definition: ServerDefinition, extension: string): LocalizedMessage {
  switch (waits.kind) {
    case 'new':
      return msg('The extension {0} adds the server, and you have not allowed it to start.', extension);
    case 'changed':
      return msg(
        'The extension {0} has changed the definition of the server: {1}',
        extension,
        join(' ', ...changesSince(waits.before, askedBy(definition))),
      );
    case 'ungranted':
      return msg(
        'The extension {0} requests access that you have not granted: {1}.',
        extension,
        join(', ', ...waits.missing.map(describeNeed)),
      );
    case 'file':
      return whyItWaits(waits, definition);
  }
}

/** @throws RefusedError when the policy does not let it run */
export function checkTarget(target: StartTarget, policy: StartChecks['policy']): void {
  checkPolicy(parsePolicy(policy?.()), target);
}

/** Returns true if variables or the folder decide what is started or connected to. */
export function isOpen({ launch }: ServerDefinition): boolean {
  if (launch.kind !== 'stdio') return mayHoldVariables(launch.url);
  const { command, args } = launch;
  return [command, ...args].some(mayHoldVariables) || (/[\\/]/.test(command) && !isAbsolute(command));
}

function targetOf({ launch }: ServerDefinition): StartTarget {
  if (launch.kind !== 'stdio') return { kind: 'url', url: launch.url };
  const { command, args, env } = launch;
  const ownPath = Object.keys(env).some((name) => name.toUpperCase() === 'PATH');
  const variables = Object.keys(env).filter((name) => env[name] !== null);
  return { kind: 'command', command, args, cwd: undefined, ownPath, variables };
}
