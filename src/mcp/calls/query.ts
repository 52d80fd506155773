import type { LocalizedMessage } from '../../base/common/message.ts';
import { explainCallFailure, type CallFailure } from '../runningCalls/callFailure.ts';
import { explainLoss } from '../failures/explain.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { untilAborted } from '../../base/common/abort.ts';
import {
  brokeBeforeAnswer,
  forgotSession,
  mayBeOfTool,
  mayHaveRun,
  neverArrived,
} from '../reconnect/loss.ts';
import { SignInError } from '../oauth/authorization.ts';
import type { Clock } from '../../base/common/clock.ts';
import type { ServerDefinition } from '../definition/definition.ts';

export interface CallHost {
  readonly name: string;
  readonly definition: ServerDefinition;
  readonly clock: Clock;
  /** @throws CallFailure when no connection can be had */
  acquire(signal: AbortSignal): Promise<LiveConnection>;
  renew(live: LiveConnection, error: unknown): void;
  readonly redact: (text: string) => string;
  signedOut(live: LiveConnection, error: SignInError): void;
}

export interface Query<T> {
  readonly what: LocalizedMessage;
  readonly signal: AbortSignal;
  /** True if carrying the request out twice changes no more than carrying it out once. */
  readonly isRepeatable: boolean;
  /** @throws like the SDK's client */
  readonly send: (live: LiveConnection) => Promise<T>;
}

/**
 * Sends a request. Sends it once more, over a new connection, if it was certainly not carried out, and also if its
 * answer was lost but a repetition does no harm. @throws CallFailure
 */
export async function query<T>(host: CallHost, request: Query<T>): Promise<T> {
  const live = await host.acquire(request.signal);
  const first = await attempt(host, live, request);
  if (first.kind === 'result') return first.result;
  if (first.kind === 'failed') throw first.failure;
  if (first.kind === 'notRun') host.renew(live, first.error);
  const second = await attempt(host, await host.acquire(request.signal), request);
  if (second.kind === 'result') return second.result;
  throw second.failure;
}

type Outcome<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'unanswered'; readonly failure: CallFailure }
  | { readonly kind: 'notRun'; readonly failure: CallFailure; readonly error: unknown };

async function attempt<T>(
  host: CallHost,
  live: LiveConnection,
  { what, signal, isRepeatable, send }: Query<T>,
): Promise<Outcome<T>> {
  const { definition } = host;
  const { timeout, maxTimeout } = definition;
  const startedAt = performance.now();
  try {
    return { kind: 'result', result: await send(live) };
  } catch (error) {
    const failure = explainCallFailure(error, {
      server: host.name,
      what,
      signal,
      timeout: performance.now() - startedAt >= maxTimeout ? maxTimeout : timeout,
      loss: () => explainLoss(definition, live.connection.trace(), error),
      redact: host.redact,
    });
    if (error instanceof SignInError) host.signedOut(live, error);
    if (signal.aborted) return { kind: 'failed', failure };
    // A process is the session: one that speaks of another has carried the request out.
    const saysForgotten =
      definition.launch.kind !== 'stdio' && forgotSession(error, live.connection.catalog.era);
    const isForgotten =
      saysForgotten &&
      (!mayBeOfTool(error) || (await untilAborted(live.hasForgotten(), signal).catch(() => false)));
    if (isForgotten && !isRepeatable && mayHaveRun(error)) {
      // The next request has a new session.
      host.renew(live, error);
      return { kind: 'failed', failure };
    }
    if (neverArrived(error) || isForgotten) return { kind: 'notRun', failure, error };
    return { kind: isRepeatable && brokeBeforeAnswer(error) ? 'unanswered' : 'failed', failure };
  }
}
