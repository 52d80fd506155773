import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { join, LocalizedError, type LocalizedMessage, messageOf, msg } from '../../base/common/message.ts';
import { causeCode, httpStatus } from '../failures/causes.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import { isLostAnswer } from '../common/lostAnswer.ts';
import { unreadableResult } from '../common/unreadable.ts';
import { plainText } from '../../base/common/text.ts';
import { SignInError } from '../oauth/authorization.ts';

/** `message` is for the model, `text` also for a user who reads no result. */
export class CallFailure extends LocalizedError {
  override readonly name = 'CallFailure';
  readonly reason: 'timeout' | 'cancelled' | 'not-connected' | 'lost' | 'refused';
  constructor(reason: CallFailure['reason'], text: string | LocalizedMessage, cause?: unknown) {
    super(text, { cause });
    this.reason = reason;
  }
}

/** The most characters of a message, because the model reads it, too. */
const MAX_MESSAGE = 8_000;

/** `timeout` is the limit in ms that would have fired. */
export interface FailedCall {
  readonly server: string;
  readonly what: LocalizedMessage;
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly loss: () => ServerFailure;
  readonly redact: (text: string) => string;
}

/** The SDK throws the same code for a time-out and for an abort by the user; the signal tells them apart. */
export function explainCallFailure(error: unknown, call: FailedCall): CallFailure {
  const { reason, text, cause } = explain(error, call);
  return new CallFailure(
    reason,
    text.map((words) => call.redact(plainText(words, MAX_MESSAGE) ?? '')),
    cause,
  );
}

function explain(error: unknown, call: FailedCall): CallFailure {
  if (call.signal.aborted) return cancelled(error);
  if (error instanceof CallFailure) return error;
  if (error instanceof SignInError)
    return new CallFailure('refused', join(' ', error.text, error.next), error);
  if (error instanceof SdkError) {
    const code = error.code;
    if (code === SdkErrorCode.RequestTimeout) {
      return new CallFailure('timeout', msg('{0} timed out after {1} ms', call.what, call.timeout), error);
    }
    if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected)
      return lost(error, call);
  }
  if (isLostAnswer(error))
    return new CallFailure(
      'lost',
      msg(
        'Server "{0}" ended the response stream before the answer. The call may have been carried out.',
        call.server,
      ),
      error,
    );
  const status = httpStatus(error);
  if (status !== undefined)
    return new CallFailure('lost', msg('Server "{0}" responded with HTTP {1}.', call.server, status), error);
  if (causeCode(error) !== undefined) return lost(error, call);
  if (error instanceof ProtocolError) {
    return new CallFailure('refused', `${error.message} (MCP error ${error.code})`, error);
  }
  const unreadable = unreadableResult(error);
  if (unreadable) return new CallFailure('refused', unreadable, error);
  const cause = (error as Error).cause;
  const inner = cause instanceof Error ? messageOf(cause) : undefined;
  return new CallFailure('refused', join(': ', messageOf(error), inner), error);
}

export function notConnected(server: string, failure: ServerFailure | undefined): CallFailure {
  const why = failure?.message ?? msg('The server was disconnected.');
  return new CallFailure('not-connected', msg('Server "{0}" is not connected. {1}', server, why));
}

export function cancelled(cause?: unknown): CallFailure {
  return new CallFailure('cancelled', msg('Cancelled by the user.'), cause);
}

function lost(error: unknown, { server, loss }: FailedCall): CallFailure {
  const text = msg('The connection to server "{0}" was lost during the call. {1}', server, loss().message);
  return new CallFailure('lost', text, error);
}
