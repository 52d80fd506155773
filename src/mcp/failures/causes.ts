/** What stands behind an error: errors are wrapped by the SDK, by `fetch` and by Node, each in its own way. */
import { SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import { content, join, type LocalizedMessage, messageOf, msg } from '../../base/common/message.ts';

/** Codes of the system (ECONNREFUSED), of undici, and of OpenSSL's verdicts on certificates. */
const known =
  /^(E[A-Z]+|EAI_AGAIN|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO_\w+|ERR_TLS\w*|ERR_SSL\w*)$/;

/** The HTTP status behind an error of the SDK, if that is what it is about. */
export function httpStatus(error: unknown): number | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof SdkHttpError) return cause.status;
    // The SSE transport's own error type carries the status as `code`.
    const { code, name } = cause as { code?: unknown; name?: unknown };
    if (name === 'UnauthorizedError') return 401;
    if (typeof code === 'number' && code >= 300 && code < 600) return code;
    // Its answer to a message says the status in words alone.
    const [, posted] = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec((cause as Error).message) ?? [];
    if (posted !== undefined) return Number(posted);
  }
  return undefined;
}

/** The body of the HTTP answer behind an error, as far as the SDK tells. */
export function httpBody(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const text = cause instanceof SdkHttpError ? cause.data['text'] : undefined;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

/** The content type behind an error, if it was one that no MCP server answers with; empty if it is not known. */
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

/** What the event source says of failures that have a code: it keeps the words, and not the error. */
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

/** The code of a failure of the system or the network behind an error, such as ECONNREFUSED. */
export function causeCode(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const { code } = cause as { code?: unknown };
    const said = cause instanceof SseError ? codeInMessage(cause) : undefined;
    if (said !== undefined) return said;
    if (typeof code === 'string' && known.test(code)) return code;
  }
  return undefined;
}

/** `fetch` says "fetch failed" and puts what failed into the cause, which need not have a code. */
export function isNetworkError(error: unknown): boolean {
  return [...causes(error)].some((cause) => cause instanceof TypeError && cause.message === 'fetch failed');
}

/** Whether the system could not start the command. Other files can be missing too, such as the envFile. */
export function isSpawnError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') === true;
}

/** All that the error and its causes say, each thing once. */
export function fullMessage(error: unknown): LocalizedMessage {
  const messages = [...causes(error)].map((cause) =>
    cause instanceof Error ? messageOf(cause) : content(JSON.stringify(cause)),
  );
  const each = new Map(messages.map((message) => [message.english, message]));
  const words = join(': ', ...each.values());
  return words.english === '' ? msg('No reason was given.') : words;
}

/** The error, its cause, the cause's cause…, each once; an AggregateError's errors count as causes. */
export function* causes(error: unknown, seen = new Set<unknown>()): Generator<object> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  yield error;
  yield* causes((error as { cause?: unknown }).cause, seen);
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner, seen);
}
