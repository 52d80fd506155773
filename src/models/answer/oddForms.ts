/** Finds errors that come with status 200 and not in the field `error`. */
import { isRecord, jsonObject, scalarText } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';
import { hasErrorWords } from '../failures/errorWords.ts';

/** Returns the error of a chunk, or undefined if the chunk is not known to be one. */
export function oddErrorIn(chunk: Fields): unknown {
  if (mayBeAnswer(chunk)) return undefined;
  const { base_resp: base, detail } = chunk;
  // MiniMax sends this. Zero is success.
  if (isRecord(base)) return Number(scalarText(base['status_code'])) === 0 ? undefined : base;
  // FastAPI sends this.
  const isDetail = typeof detail === 'string' ? detail !== '' : hasEntries(detail);
  if (isDetail || hasEntries(chunk['errors']) || saysFailure(chunk)) return chunk;
  return mayBeError(chunk) && hasFailingCode(chunk) ? chunk : undefined;
}

/** Returns whether a chunk of which nothing else is known has words that can be shown as an error. */
export function mayBeError(chunk: Fields): boolean {
  const { data, body } = chunk;
  return hasErrorWords(chunk) || (isRecord(data) && !isNothing(data['error'])) || isErrorText(body);
}

/** Gateways of functions put the whole error as JSON into a text. */
function isErrorText(body: unknown): boolean {
  return typeof body === 'string' && hasErrorWords(jsonObject(body));
}

/** Returns true for an error that says that there is none, such as an empty one beside each piece of an answer. */
export function isNoError(error: unknown): boolean {
  if (isNothing(error) || error === 0) return true;
  if (Array.isArray(error)) return error.length === 0;
  if (!isRecord(error)) return false;
  const { code, message, ...rest } = error;
  const isGood = isNothing(code) || /^(?:0+|200|ok|success\w*)$/i.test(scalarText(code));
  const isPraise = isNothing(message) || /^(?:ok|success\w*|none|null)$/i.test(scalarText(message));
  return isGood && isPraise && Object.values(rest).every((each) => isNothing(each) || each === 0);
}

/** A whole answer may have any of the fields of an error, too. */
function mayBeAnswer({ choices, type }: Fields): boolean {
  return (Array.isArray(choices) && choices.length > 0) || scalarText(type).startsWith('response.');
}

function hasEntries(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const failed = /^(?:error|errored|fail|failed|failure|fault)$/i;
/** Fields of errors alone: Tencent, Apigee, AWS, Baidu and others. */
const errorField =
  /^(?:Errors?|err|fault|exception|__type|ErrorResponse|err(?:or)?_?(?:code|msg|message|no|type))$/i;
/** Fields of a code, which may also be that of success. */
const codeField = /^(?:ret|result|resp|rsp|biz)_?(?:code|status)$/i;

function saysFailure(chunk: Fields): boolean {
  const { success, ok, status, result, type, object, Response: response } = chunk;
  if ([success, ok, status].includes(false) || [success, ok].some((each) => each === 0 || each === 'false'))
    return true;
  if ([status, result, type, object].some((each) => typeof each === 'string' && failed.test(each)))
    return true;
  if (isRecord(response) && isRecord(response['Error'])) return true;
  return Object.entries(chunk).some(
    ([field, value]) =>
      (errorField.test(field) && !isNoError(value) && !/^0+$/.test(scalarText(value))) ||
      (codeField.test(field) && saysBad(value)),
  );
}

function saysBad(code: unknown): boolean {
  if (typeof code !== 'string' && typeof code !== 'number') return false;
  return code !== '' && !good.test(String(code));
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
