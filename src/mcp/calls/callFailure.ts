/** Says why a request to a server has no result. */
import { t } from '@vscode/l10n';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { causeCode, httpStatus, type ServerFailure } from '../failure.ts';
import { plainText } from '../../base/common/text.ts';
import { inThisLanguage, saidBy, SpokenError } from '../spoken.ts';
import { SignInError } from '../oauth/signInError.ts';
import type { ServerState } from '../state.ts';

/** A request without a result, mostly a tool call. `message` is for the model, `say` for a user who reads no result. */
export class CallFailure extends SpokenError {
  override readonly name = 'CallFailure';
  readonly reason: 'timeout' | 'cancelled' | 'not-connected' | 'lost' | 'refused';
  constructor(reason: CallFailure['reason'], say: string | (() => string), cause?: unknown) {
    super(say, { cause });
    this.reason = reason;
  }
}

/** The longest explanation taken of a server, in characters: the model reads it too. */
const MAX_MESSAGE = 8_000;

/** What is known of the call besides the error. `timeout` is the limit in ms that would have fired. */
export interface CallCircumstances {
  readonly server: string;
  /** The request, as its time-out names it. */
  readonly what: () => string;
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
  const { reason, say, cause } = explain(error, call);
  return new CallFailure(reason, () => call.mask(plainText(say(), MAX_MESSAGE) ?? ''), cause);
}

function explain(error: unknown, call: CallCircumstances): CallFailure {
  if (call.signal.aborted) return cancelled(error);
  if (error instanceof CallFailure) return error;
  if (error instanceof SignInError)
    return new CallFailure(
      'refused',
      () => {
        const { message, next } = error.words();
        return `${message} ${next}`;
      },
      error,
    );
  if (error instanceof SdkError) {
    const code = error.code;
    if (code === SdkErrorCode.RequestTimeout) {
      return new CallFailure(
        'timeout',
        () => t('{0} timed out after {1}ms', call.what(), call.timeout),
        error,
      );
    }
    if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected)
      return lost(error, call);
  }
  const status = httpStatus(error);
  if (status !== undefined)
    return new CallFailure(
      'lost',
      () => t('Server "{0}" answered with HTTP {1}.', call.server, status),
      error,
    );
  if (causeCode(error) !== undefined) return lost(error, call);
  if (error instanceof ProtocolError) {
    return new CallFailure('refused', `${error.message} (MCP error ${error.code})`, error);
  }
  const cause = (error as Error).cause;
  const say = (): string => (cause instanceof Error ? `${saidBy(error)}: ${saidBy(cause)}` : saidBy(error));
  return new CallFailure('refused', say, error);
}

/** The refusal of a call while the server is down, with what its state says of the reason. */
export function notConnected(server: string, state: ServerState): CallFailure {
  return new CallFailure('not-connected', () => {
    const why = state.kind === 'error' ? messageOf(state.failure) : t('It is disconnected.');
    return t('Server "{0}" is not connected. {1}', server, why);
  });
}

/** That the user did not want it any more. */
export function cancelled(cause?: unknown): CallFailure {
  return new CallFailure('cancelled', () => t('Cancelled by the user.'), cause);
}

function lost(error: unknown, { server, loss }: CallCircumstances): CallFailure {
  const failure = loss();
  const say = (): string => t('Server "{0}" went away during the call. {1}', server, messageOf(failure));
  return new CallFailure('lost', say, error);
}

function messageOf({ message, english }: ServerFailure): string {
  return inThisLanguage({ user: message, english: english.message });
}
