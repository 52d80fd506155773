/** Finds causes in errors, which the SDK, `fetch` and Node wrap each in its own way. */
import { SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import { content, join, type LocalizedMessage, messageOf, msg } from '../../base/common/message.ts';

/** Codes of the system (ECONNREFUSED), of undici, and of OpenSSL for certificates. */
const known =
  /^(E[A-Z]+|EAI_AGAIN|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO_\w+|ERR_TLS\w*|ERR_SSL\w*)$/;

export function httpStatus(error: unknown): number | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof SdkHttpError) return cause.status;
    // The SSE transport's own error type has the status as `code`.
    const { code, name } = cause as { code?: unknown; name?: unknown };
    if (name === 'UnauthorizedError') return 401;
    if (typeof code === 'number' && code >= 300 && code < 600) return code;
    // The SSE transport's error for a posted message has the status only in its text.
    const [, posted] = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec((cause as Error).message) ?? [];
    if (posted !== undefined) return Number(posted);
  }
  return undefined;
}

export function httpBody(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const text = cause instanceof SdkHttpError ? cause.data['text'] : undefined;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

/** Returns a content type that no MCP server answers with, which is empty if it is not known. */
export function unexpectedContentType(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof SdkError && cause.code === SdkErrorCode.ClientHttpUnexpectedContent) {
      const { contentType } = (cause.data ?? {}) as { contentType?: unknown };
      return typeof contentType === 'string' ? contentType : '';
    }
    if (cause instanceof SseError && cause.message.includes('Invalid content type')) return '';
  }
  return undefined;
}

/** Codes by patterns of messages: the event source keeps the message of an error, but not its code. */
const codesByMessage: readonly (readonly [RegExp, string])[] = [
  [/self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (get|verify) /, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/wrong version number|packet length too long/, 'EPROTO'],
];

function codeInMessage({ message }: SseError): string | undefined {
  const [, code] = codesByMessage.find(([pattern]) => pattern.test(message)) ?? [];
  return code ?? /\bE[A-Z]{4,}\b/.exec(message)?.[0];
}

export function causeCode(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const { code } = cause as { code?: unknown };
    const said = cause instanceof SseError ? codeInMessage(cause) : undefined;
    if (said !== undefined) return said;
    if (typeof code === 'string' && known.test(code)) return code;
  }
  return undefined;
}

/** Recognises errors of `fetch`, which says "fetch failed"; their causes need not have a code. */
export function isNetworkError(error: unknown): boolean {
  return [...causes(error)].some((cause) => cause instanceof TypeError && cause.message === 'fetch failed');
}

/** Returns true if the process could not be started, but not for other missing files, such as the envFile. */
export function isSpawnError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') === true;
}

export function fullMessage(error: unknown): LocalizedMessage {
  const messages = [...causes(error)].map((cause) =>
    cause instanceof Error ? messageOf(cause) : content(JSON.stringify(cause)),
  );
  const each = new Map(messages.map((message) => [message.english, message]));
  const words = join(': ', ...each.values());
  return words.english === '' ? msg('No reason was given.') : words;
}

/** Yields an error and its causes, each once. The errors of an AggregateError count as causes. */
export function* causes(error: unknown, seen = new Set<unknown>()): Generator<object> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  yield error;
  yield* causes((error as { cause?: unknown }).cause, seen);
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner, seen);
}
