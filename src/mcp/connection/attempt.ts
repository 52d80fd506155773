/** Makes one connection attempt: a sign-in, a time limit, and the ways of connecting that are tried until one works. */
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { connect, type Connection } from './connection.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { isUnsupportedVersion } from '../failures/explain.ts';
import { isUnknownVersion } from '../failures/protocol.ts';
import { httpStatus, isSpawnError } from '../failures/causes.ts';
import { SignInError } from '../oauth/authorization.ts';
import { RefusedError } from '../common/refusedError.ts';
import { neverArrived } from '../reconnect/loss.ts';
import { TooLong } from '../../base/node/lineBuffer.ts';
import { ConnectionError, type ConnectionContext } from './context.ts';
import { StartLimit } from './startLimit.ts';
import { serverFetch } from './transports.ts';
import { Notices } from '../reading/notices.ts';
import { Authorizer, withAuthorization } from '../oauth/oauth.ts';
import type { Clock } from '../../base/common/clock.ts';

/** The time in ms after which a URL that has not answered is tried as a legacy server, too. */
const HEDGE_MS = 5_000;

/**
 * Connects to a server, with a sign-in if it wants one. Leaves nothing running when it fails. @throws ConnectionError
 * with its cause, or the signal's reason
 */
export async function openConnection(
  definition: ServerDefinition,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<Connection> {
  const authorizer = authorizerFor(definition, context);
  return withAuthorization(authorizer, 'connect', signal, () =>
    openInTime(definition, { ...context, authorizer }, signal),
  );
}

function authorizerFor(
  definition: ServerDefinition,
  { authorization, redactor, policy, log }: ConnectionContext,
): Authorizer | undefined {
  const { name, launch } = definition;
  if (!authorization || launch.kind === 'stdio') return undefined;
  // A definition with an Authorization header and no `oauth` starts no sign-in: when the header is refused, the user
  // has to see it, and not sign in as somebody else.
  const isOwn = Object.keys(launch.headers).some((header) => /^authorization$/i.test(header));
  if (isOwn && !launch.oauth) return undefined;
  const hide = (secret: string, shown: string): void => redactor.addValue(secret, shown, 'secret');
  return new Authorizer(name, launch.url, launch.oauth, authorization, hide, policy, {
    notices: new Notices(log),
    fetch: serverFetch(definition),
  });
}

async function openInTime(
  definition: ServerDefinition,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<Connection> {
  const limit = new AbortController();
  const startLimit = new StartLimit(definition, context.clock, {
    onInstalling: context.onInstalling,
    abort: (reason) => limit.abort(reason),
  });
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    return await launchWithFallback(definition, { ...context, startLimit }, either);
  } finally {
    startLimit.dispose();
  }
}

async function launchWithFallback(
  definition: ServerDefinition,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<Connection> {
  const { kind } = definition.launch;
  const way = kind === 'auto' ? 'http' : kind;
  const prior = priorOf(context);
  const tried = { olderWay: prior?.kind === 'legacy' };
  try {
    return await firstAttempt(definition, context, prior, tried, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof ConnectionError ? error.cause : error;
    // The saved answer to `server/discover` is outdated, so the server is asked again.
    if (prior?.kind === 'modern' && httpStatus(cause) !== 401) {
      return launchWithFallback(definition, { ...context, knownDiscovery: undefined }, signal);
    }
    // This is a modern server that was too slow for the probe. It is asked again without the probe's short limit.
    if (isUnsupportedVersion(cause)) {
      const patient = { ...context, knownEra: 'modern' as const };
      return connect(definition, patient, way, undefined, signal);
    }
    const last = tried.olderWay || !mayBeOlder(error) ? error : undefined;
    if (last === undefined) {
      context.log.append(
        'info',
        'patchbay',
        kind === 'stdio'
          ? 'It cannot be used after it was asked for its era; starting it the older way.'
          : 'It cannot be used after it was asked for its era; connecting the older way.',
      );
    }
    return olderWay(definition, context, last, signal);
  }
}

/**
 * Connects as to a legacy server, without asking for the era. `last` is the error of an attempt after which that is
 * pointless. Tries SSE in the end, if the status of the error allows it.
 */
async function olderWay(
  definition: ServerDefinition,
  context: ConnectionContext,
  last: unknown,
  signal: AbortSignal,
): Promise<Connection> {
  const { kind } = definition.launch;
  const older = { kind: 'legacy' } as const;
  try {
    if (last !== undefined) throw last;
    return await connect(definition, context, kind === 'auto' ? 'http' : kind, older, signal);
  } catch (error) {
    // An SSE server does not take a POST (2025-11-25, basic/transports, "Backwards Compatibility").
    const status = httpStatus(error);
    if (signal.aborted || kind !== 'auto' || (status !== 400 && status !== 404 && status !== 405))
      throw error;
    context.log.append('info', 'patchbay', `Streamable HTTP was answered with ${status}; trying SSE.`);
    return connect(definition, context, 'sse', older, signal);
  }
}

/** HTTP statuses that say nothing about the era of a server: the older way would be answered with the same. */
const notOfEra = new Set([401, 404, 405, 429]);

/**
 * Returns true if a server that was asked for its era may work without that question: some end, some answer with any
 * error, and some, such as proxies of other servers, have begun a session with it and refuse to begin another.
 */
function mayBeOlder(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.isInitialized) return false;
  const { cause } = error;
  if (cause instanceof SignInError || cause instanceof RefusedError || cause instanceof TooLong) return false;
  if (isSpawnError(cause) || neverArrived(cause) || isUnknownVersion(cause)) return false;
  const status = httpStatus(cause);
  return status === undefined || !notOfEra.has(status);
}

async function firstAttempt(
  definition: ServerDefinition,
  context: ConnectionContext,
  prior: PriorDiscovery | undefined,
  tried: { olderWay: boolean },
  signal: AbortSignal,
): Promise<Connection> {
  const { kind } = definition.launch;
  const way = kind === 'auto' ? 'http' : kind;
  if (kind === 'stdio' || prior || context.knownEra === 'modern')
    return connect(definition, context, way, prior, signal);
  return hedge(
    (either) => connect(definition, context, way, undefined, either),
    async (either) => {
      // A sign-in is under way, and a second one would get in its way.
      if (context.authorizer?.hasBegun) throw new Error('It is being signed in to.');
      context.log.append('info', 'patchbay', 'No word of its era yet; asking the older way besides.');
      tried.olderWay = true;
      return connect(definition, context, way, { kind: 'legacy' }, either);
    },
    {
      afterMs: HEDGE_MS,
      clock: context.clock,
      signal,
      discard: (connection) => void connection.close(),
      isFinal: (error) => httpStatus((error as Error).cause) === 401,
    },
  );
}

function priorOf({ knownEra, knownDiscovery }: ConnectionContext): PriorDiscovery | undefined {
  if (knownEra === 'legacy') return { kind: 'legacy' };
  return knownDiscovery && { kind: 'modern', discover: knownDiscovery.discover };
}

interface HedgeOptions<T> {
  readonly afterMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly discard: (late: T) => void;
  /** Returns true for an error of one attempt that ends the other, too. */
  readonly isFinal: (error: unknown) => boolean;
}

/**
 * Starts `second` if `first` has not ended after `afterMs`. The first success aborts the other. @throws the error of
 * `first`, or a final error of either
 */
export async function hedge<T>(
  first: (signal: AbortSignal) => Promise<T>,
  second: (signal: AbortSignal) => Promise<T>,
  { afterMs, clock, signal, discard, isFinal }: HedgeOptions<T>,
): Promise<T> {
  const [endFirst, endSecond] = [new AbortController(), new AbortController()];
  const running = first(AbortSignal.any([signal, endFirst.signal]));
  let cancelAlarm = (): void => undefined;
  const late = new Promise<'late'>((resolve) => (cancelAlarm = clock.after(afterMs, () => resolve('late'))));
  const early = await Promise.race([running, late]).finally(cancelAlarm);
  if (early !== 'late') return early;

  const beside = second(AbortSignal.any([signal, endSecond.signal]));
  const tooLate = new Error('The other way was sooner.');
  return new Promise((resolve, reject) => {
    let isDecided = false;
    const decide = (settle: () => void, loser: Promise<T>, end: AbortController): void => {
      if (isDecided) return;
      isDecided = true;
      settle();
      end.abort(tooLate);
      loser.then(discard, () => undefined);
    };
    running.then(
      (result) => decide(() => resolve(result), beside, endSecond),
      (error: Error) => {
        const give = (): void => decide(() => reject(error), beside, endSecond);
        if (isFinal(error)) give();
        else beside.catch(give);
      },
    );
    beside.then(
      (result) => decide(() => resolve(result), running, endFirst),
      (error: Error) => {
        if (isFinal(error)) decide(() => reject(error), running, endFirst);
      },
    );
  });
}
