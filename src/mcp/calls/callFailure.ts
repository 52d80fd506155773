/** Says why a request to a server has no result. */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { causeCode, httpStatus, type ServerFailure } from '../failure.ts';
import { plainText } from '../plainText.ts';
import { SignInError } from '../oauth/signInError.ts';
import type { ServerState } from '../state.ts';

/** A request without a result, mostly a tool call. `message` is meant for the model and for the user. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly reason: 'timeout' | 'cancelled' | 'not-connected' | 'lost' | 'refused';
  constructor(reason: CallFailure['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The longest explanation taken of a server, in characters: the model reads it too. */
const MAX_MESSAGE = 8_000;

/** What is known of the call besides the error. `timeout` is the limit in ms that would have fired. */
export interface CallCircumstances {
  readonly server: string;
  /** The request, as its time-out names it. */
  readonly what: string;
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly loss: () => ServerFailure;
  /** Takes the values of variables out of a text. */
  readonly mask: (text: string) => string;
}

/**
 * Makes a `CallFailure` of what the SDK threw. The SDK gives the same code to a time-out and to an abort
 * by the user; the signal tells them apart.
 */
export function explainCallFailure(error: unknown, call: CallCircumstances): CallFailure {
  const { reason, message, cause } = explain(error, call);
  return new CallFailure(reason, call.mask(plainText(message, MAX_MESSAGE) ?? ''), cause);
}

function explain(error: unknown, call: CallCircumstances): CallFailure {
  if (call.signal.aborted) return new CallFailure('cancelled', 'Cancelled by the user.', error);
  if (error instanceof CallFailure) return error;
  if (error instanceof SignInError)
    return new CallFailure('refused', `${error.message} ${error.next}`, error);
  if (error instanceof SdkError) {
    const code = error.code;
    if (code === SdkErrorCode.RequestTimeout) {
      return new CallFailure('timeout', `${call.what} timed out after ${call.timeout}ms`, error);
    }
    if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected)
      return lost(error, call);
  }
  const status = httpStatus(error);
  if (status !== undefined)
    return new CallFailure('lost', `Server "${call.server}" answered with HTTP ${status}.`, error);
  if (causeCode(error) !== undefined) return lost(error, call);
  if (error instanceof ProtocolError) {
    return new CallFailure('refused', `${error.message} (MCP error ${error.code})`, error);
  }
  const cause = (error as Error).cause;
  const because = cause instanceof Error ? `: ${cause.message}` : '';
  return new CallFailure('refused', `${(error as Error).message}${because}`, error);
}

/** The refusal of a call while the server is down, with what its state says of the reason. */
export function notConnected(server: string, state: ServerState): CallFailure {
  const why = state.kind === 'error' ? state.failure.message : 'It is disconnected.';
  return new CallFailure('not-connected', `Server "${server}" is not connected. ${why}`);
}

function lost(error: unknown, { server, loss }: CallCircumstances): CallFailure {
  return new CallFailure('lost', `Server "${server}" went away during the call. ${loss().message}`, error);
}
