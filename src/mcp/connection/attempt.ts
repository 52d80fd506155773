/**
 * One launch of a server: the sign-in, the time limit, and the ways of connecting that are tried until one works.
 * Knows nothing of policy; whether and when to launch is the `Server`'s business.
 */
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { connect, type Connection } from './connection.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { closedDuringNegotiation, isUnsupportedVersion, SetupTimeout } from '../failures/explain.ts';
import { httpStatus } from '../failures/causes.ts';
import { hedge } from './hedge.ts';
import { ConnectionError, type AttemptContext, type ConnectionContext } from './context.ts';
import { Authorizer, withAuthorization } from '../oauth/oauth.ts';

/** A URL may be slow to answer, also in the modern era: after this many ms it is asked the older way besides. */
const HEDGE_MS = 5_000;

/**
 * Launches the server and brings it up: transport, version negotiation, catalog.
 * @throws ConnectionError with the reason as its cause, also when `definition.setupTimeout` passes.
 * @throws the signal's reason when `signal` is aborted. Either way nothing is left running.
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
  { name, launch }: ServerDefinition,
  { authorization, hide, policy }: ConnectionContext,
): Authorizer | undefined {
  if (!authorization || launch.kind === 'stdio') return undefined;
  // It brings its own word: when that is refused, the user has to hear so, and not to sign in as somebody else.
  const isOwn = Object.keys(launch.headers).some((header) => /^authorization$/i.test(header));
  if (isOwn && !launch.oauth) return undefined;
  return new Authorizer(name, launch.url, launch.oauth, authorization, hide, policy);
}

/** Launches within `setupTimeout`. */
async function openInTime(
  definition: ServerDefinition,
  context: AttemptContext,
  signal: AbortSignal,
): Promise<Connection> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new SetupTimeout()), definition.setupTimeout);
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    return await launchWithFallback(definition, context, either);
  } finally {
    clearTimeout(timer);
  }
}

/** Tries the ways there are, each with a fresh client and transport, until one works or all have failed. */
async function launchWithFallback(
  definition: ServerDefinition,
  context: AttemptContext,
  signal: AbortSignal,
): Promise<Connection> {
  const { kind } = definition.launch;
  const prior = priorOf(context);
  try {
    return await firstAttempt(definition, context, prior, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof ConnectionError ? error.cause : error;
    // Not what it said of itself last time: ask again.
    if (prior?.kind === 'modern' && httpStatus(cause) !== 401) {
      return launchWithFallback(definition, { ...context, knownOffer: undefined }, signal);
    }
    // A server of the modern era alone that was too slow for the probe: ask again, and wait as long as it takes.
    if (isUnsupportedVersion(cause)) {
      const patient = { ...context, knownEra: 'modern' as const };
      return connect(definition, patient, kind === 'auto' ? 'http' : kind, undefined, signal);
    }
    // A stdio server that ends when it is asked for its era, as some of the older era do: start it again.
    if (
      kind === 'stdio' &&
      error instanceof ConnectionError &&
      error.trace?.exit &&
      closedDuringNegotiation(cause)
    ) {
      context.log.append(
        'info',
        'patchbay',
        'It ended when it was asked for its era; starting it the older way.',
      );
      return connect(definition, context, 'stdio', { kind: 'legacy' }, signal);
    }
    // A URL without a type that does not take a POST is an SSE server
    // (specification 2025-11-25, basic/transports, "Backwards Compatibility").
    const status = httpStatus(cause);
    if (kind === 'auto' && (status === 400 || status === 404 || status === 405)) {
      context.log.append('info', 'patchbay', `Streamable HTTP was answered with ${status}; trying SSE.`);
      return connect(definition, context, 'sse', { kind: 'legacy' }, signal);
    }
    throw error;
  }
}

async function firstAttempt(
  definition: ServerDefinition,
  context: AttemptContext,
  prior: PriorDiscovery | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  const { kind } = definition.launch;
  const way = kind === 'auto' ? 'http' : kind;
  if (kind === 'stdio' || prior || context.knownEra === 'modern')
    return connect(definition, context, way, prior, signal);
  return hedge(
    (either) => connect(definition, context, way, undefined, either),
    async (either) => {
      // It is the sign-in that takes its time; a second one beside it would get into its way.
      if (context.authorizer?.hasBegun) throw new Error('It is being signed in to.');
      context.log.append('info', 'patchbay', 'No word of its era yet; asking the older way besides.');
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

function priorOf({ knownEra, knownOffer }: ConnectionContext): PriorDiscovery | undefined {
  if (knownEra === 'legacy') return { kind: 'legacy' };
  return knownOffer && { kind: 'modern', discover: knownOffer.discover };
}
