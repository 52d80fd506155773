/** Finds errors that come with status 200 and not in the field `error`. */
import { isRecord } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** Returns the error of a chunk, or undefined if the chunk is not known to be one. */
export function oddErrorIn(chunk: Fields): unknown {
  if (mayBeAnswer(chunk)) return undefined;
  const { base_resp: base, detail } = chunk;
  // MiniMax sends this. Zero is success.
  if (isRecord(base)) return Number(base['status_code'] ?? 0) === 0 ? undefined : base;
  // FastAPI sends this.
  const isDetail = typeof detail === 'string' ? detail !== '' : hasEntries(detail);
  if (isDetail || hasEntries(chunk['errors']) || saysFailure(chunk)) return chunk;
  return mayBeError(chunk) && hasFailingCode(chunk) ? chunk : undefined;
}

/** Returns whether a chunk of which nothing else is known has words that can be shown as an error. */
export function mayBeError(chunk: Fields): boolean {
  const { message, msg, Message: upper, title, reason, data } = chunk;
  const hasWords = [message, msg, upper, title, reason].some(
    (each) => typeof each === 'string' && each !== '',
  );
  return hasWords || (isRecord(data) && !isNothing(data['error']));
}

/** A whole answer may have any of the fields of an error, too. */
function mayBeAnswer({ choices, type }: Fields): boolean {
  return (Array.isArray(choices) && choices.length > 0) || String(type).startsWith('response.');
}

function hasEntries(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const failed = /^(?:error|errored|fail|failed|failure|fault)$/i;
/** Fields of errors alone: Tencent, Apigee, AWS, Baidu and others. */
const errorField = /^(?:Error|fault|exception|__type|err(?:or)?_?(?:code|msg|message|no|type))$/i;

function saysFailure(chunk: Fields): boolean {
  const { success, ok, status, result, type, object, Response: response } = chunk;
  if (success === false || ok === false || status === false) return true;
  if ([status, result, type, object].some((each) => typeof each === 'string' && failed.test(each)))
    return true;
  if (isRecord(response) && isRecord(response['Error'])) return true;
  return Object.entries(chunk).some(
    ([field, value]) => errorField.test(field) && !isNothing(value) && Number(value) !== 0,
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** Codes of success, and of an answer that is still to come. */
const good =
  /^(?:0+|2\d\d|20000|1|ok|success\w*|succeeded|processing|pending|queued|running|in_?progress|started)$/i;

/** Gateways send `code` or `status` beside their words. */
function hasFailingCode({ code, status, statusCode, status_code: other }: Fields): boolean {
  return [code, status, statusCode, other].some((each, place) => {
    if (typeof each === 'number') return !good.test(String(each));
    if (typeof each !== 'string' || each === '' || good.test(each)) return false;
    // A status in words says how far an answer is, and a code what is wrong.
    return place === 0 || /^\d+$/.test(each);
  });
}
