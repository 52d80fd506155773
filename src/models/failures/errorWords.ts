/** Finds the endpoint's own words in an error, in each of the forms in which endpoints send errors. */
import { headText } from '../../base/common/cut.ts';
import { isRecord, parsedJson } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** Most levels of nested errors that are read. */
const MAX_DEPTH = 6;
/** Most entries of a list or an object that are read. */
const MAX_ENTRIES = 20;
/** Most texts, lists and objects of an error that are read. Each text is parsed, and lists in lists have many of them. */
const MAX_PARTS = 1_000;
/** Length of a text in which JSON is looked for. */
const MAX_READ = 16_000;
/** Length of the longest code. */
export const MAX_SIGN = 100;

/** Fields that hold the words, the most telling first. Baidu, MiniMax, OAuth, AWS and Apigee have their own. */
export const wordFields = [
  'message',
  'Message',
  'msg',
  'status_msg',
  'error_msg',
  'error_message',
  'errorMessage',
  'ErrorMessage',
  'errorMsg',
  'errmsg',
  'err_msg',
  'error_description',
  'faultstring',
  'Msg',
  'retMsg',
  'ret_msg',
  'resultMsg',
  'result_msg',
  'statusMessage',
];
/** Fields that hold an error within an error, or its words. */
const innerFields = [
  'error',
  'Error',
  'errors',
  'Errors',
  'err',
  'detail',
  'details',
  'base_resp',
  'Response',
  'fault',
  'exception',
  'data',
];
/** Fields that hold an error within an error, but whose texts say nothing of it. */
const outerFields = [
  'body',
  'baseResp',
  'cause',
  'ErrorMsg',
  'ErrorResponse',
  'header',
  'innererror',
  'messages',
  'response',
  'ResponseMetadata',
  'result',
];
/** Fields that hold words if no other field does. */
const lastFields = ['title', 'reason', 'description'];
const signFields = ['code', 'type', 'Code', '__type', 'error', 'error_type', 'errorType', 'status'];
/** Fields that say nothing to a person. */
const idle = /^(?:.*_?id|.*Id|timestamp|time|created|path|object|success|ok|status|param|type|code|data)$/;

/** Reads one error, and counts what it has read of it. */
class Walk {
  readonly depth: number;
  private readonly parts: { count: number };

  constructor(depth = 0, parts = { count: 0 }) {
    this.depth = depth;
    this.parts = parts;
  }

  get inner(): Walk {
    return new Walk(this.depth + 1, this.parts);
  }

  /** Counts a part, and returns whether it is beyond the limits. */
  isBeyond(): boolean {
    this.parts.count += 1;
    return this.depth > MAX_DEPTH || this.parts.count > MAX_PARTS;
  }
}

/** Returns the endpoint's own message, wherever it is in the error, without JSON around it. */
export function errorWords(error: unknown): string {
  return wordsOf(error, new Walk());
}

function wordsOf(error: unknown, walk: Walk): string {
  if (error === undefined || error === null || typeof error === 'boolean') return '';
  if (typeof error === 'string') return wordsInText(error, walk);
  if (typeof error !== 'object' || walk.isBeyond()) return JSON.stringify(error);
  // Gemini answers with `[{ "error": … }]`, others with a list of errors.
  if (Array.isArray(error))
    return joined(error.slice(0, MAX_ENTRIES).map((each) => wordsOf(each, walk.inner)));
  return isRecord(error) ? wordsOfRecord(error, walk) : '';
}

/** Returns the records of an error, itself and those within it, from the outside to the inside. */
export function recordsOf(error: unknown, walk = new Walk()): readonly Fields[] {
  if (typeof error === 'string') return walk.isBeyond() ? [] : recordsOf(jsonIn(error)?.value, walk.inner);
  if (typeof error !== 'object' || error === null || walk.isBeyond()) return [];
  if (Array.isArray(error)) return error.slice(0, MAX_ENTRIES).flatMap((each) => recordsOf(each, walk.inner));
  if (!isRecord(error)) return [];
  const { metadata } = error;
  const inner = [...innerFields, ...outerFields, ...wordFields].map((field) => error[field]);
  const raw = isRecord(metadata) ? metadata['raw'] : undefined;
  return [error, ...[...inner, raw].flatMap((each) => recordsOf(each, walk.inner))];
}

function wordsOfRecord(error: Fields, walk: Walk): string {
  const words = (fields: readonly string[]): string =>
    fields.map((field) => wordsOf(error[field], walk.inner)).find((text) => text !== '') ?? '';
  const said = words(wordFields);
  const inner = [
    ...innerFields.map((field) => error[field]).filter((each) => said === '' || isObject(each)),
    ...outerFields.map((field) => error[field]).filter((each) => isObject(each) || isJsonText(each)),
  ];
  const within = joined(inner.map((each) => wordsOf(each, walk.inner)));
  const text = said === '' ? within || words(lastFields) : within === '' ? said : combined(said, within);
  if (text === '') return signOf(error, '') ?? entriesOf(error, walk);
  const { loc, metadata } = error;
  // FastAPI names the place in the request.
  const place = Array.isArray(loc) ? `${loc.map(String).join('.')}: ` : '';
  const sign = said === '' ? undefined : signOf(error, text);
  const signed = `${place}${text}${sign === undefined ? '' : ` (${sign})`}`;
  // OpenRouter's message is "Provider returned error"; the provider's own text is here.
  const raw = isRecord(metadata) ? wordsOf(metadata['raw'], walk.inner) : '';
  return raw === '' ? signed : combined(signed, raw);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isJsonText(value: unknown): boolean {
  return typeof value === 'string' && /^\s*[{[]/.test(value) && isObject(parsedJson(value));
}

/** Returns true if an object has words in a field that errors have, or holds such an object. */
export function hasErrorWords(value: unknown, depth = 0): boolean {
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).some((each) => hasErrorWords(each, depth + 1));
  if (!isRecord(value)) return false;
  const isSaid = (field: string): boolean => typeof value[field] === 'string' && value[field] !== '';
  return (
    [...wordFields, 'title', 'reason'].some(isSaid) ||
    (depth > 0 && ['error', 'Error', 'detail'].some(isSaid)) ||
    [...innerFields, ...outerFields, 'message'].some((field) => hasErrorWords(value[field], depth + 1))
  );
}

/** Returns a code in words that the text does not contain. */
function signOf(error: Fields, text: string): string | undefined {
  return signFields
    .map((field) => error[field])
    .find(
      (sign): sign is string =>
        typeof sign === 'string' &&
        sign.length <= MAX_SIGN &&
        /^[\w.#:-]*[a-z][\w.#:-]*$/i.test(sign) &&
        !/^(?:error|fail(?:ed)?|none|null|about:.*|https?:.*)$/i.test(sign) &&
        !text.includes(sign),
    );
}

/** Returns the texts of an object of which no field is known, with their names. */
function entriesOf(error: Fields, walk: Walk): string {
  return Object.entries(error)
    .slice(0, MAX_ENTRIES)
    .filter(([name]) => !idle.test(name))
    .flatMap(([name, value]) => {
      const words = wordsOf(value, walk.inner);
      return words === '' ? [] : [`${name}: ${words}`];
    })
    .join(', ');
}

function combined(outer: string, inner: string): string {
  if (outer.includes(inner)) return outer;
  return inner.includes(outer) ? inner : `${outer.replace(/(?<![.:\s])[.:\s]+$/, '')}: ${inner}`;
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts.filter((text) => text !== ''))].join('; ');
}

/** Reads the error that gateways put into their own message, as JSON, as Python writes it, or as XML. */
function wordsInText(text: string, walk: Walk): string {
  if (walk.isBeyond()) return text;
  const said = xmlWords(text);
  if (said !== undefined) return said;
  const unquoted = /^\s*"/.test(text) ? parsedJson(text) : undefined;
  if (typeof unquoted === 'string') return wordsInText(unquoted, walk.inner);
  const found = jsonIn(text);
  if (!found) return text;
  const inner = found.value === undefined ? (found.python ?? '') : wordsOf(found.value, walk.inner);
  if (inner === '') return text;
  const before = found.before
    .replace(/^\s*(?:error code:? )?\d{3}\b/i, '')
    .replace(/(?<![\s:=b'"-])[\s:=b'"-]+$/, '');
  return before.trim() === '' ? inner : combined(before, inner);
}

function isErrorLike(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isErrorLike);
  return isRecord(value) && [...wordFields, ...innerFields].some((field) => field in value);
}

interface FoundJson {
  readonly before: string;
  readonly value?: unknown;
  /** The message in an object that Python wrote. */
  readonly python?: string | undefined;
}

function jsonIn(text: string): FoundJson | undefined {
  const start = headText(text, MAX_READ).search(/\{|\[\s*\{/);
  if (start < 0) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const json = text.slice(start, end);
  const before = text.slice(0, start);
  const value = parsedJson(json) ?? parsedJson(json.replaceAll(String.raw`\n`, '\n'));
  // A sentence may quote other JSON, such as a schema or a range.
  if (isObject(value) && (before.trim() === '' || isErrorLike(value))) return { before, value };
  // Python writes an error with single quotes.
  if (!/^\{\s*['"](?:error|detail|message|object|code|type)['"]/.test(json)) return undefined;
  const [, single, double] =
    /['"](?:message|msg|detail)['"]: ?(?:'((?:[^'\\]|\\.){1,2000})'|"((?:[^"\\]|\\.){1,2000})")/.exec(
      headText(json, MAX_READ),
    ) ?? [];
  const python = single ?? double;
  return python === undefined ? undefined : { before, python: python.replaceAll(/\\(['"\\])/g, '$1') };
}

/** Returns the message of an error in XML (Azure, S3 and gateways before them). */
export function xmlWords(text: string): string | undefined {
  if (!/^\s*<(?:\?xml|\w*Error\b|\w*Fault\b|soap)/i.test(text) || /<html/i.test(text)) return undefined;
  const [, words] =
    /<(?:\w+:)?(?:message|faultstring|reason|text)[^>]{0,200}>([^<]{1,2000})</i.exec(
      headText(text, MAX_READ),
    ) ?? [];
  return words?.trim();
}

/**
 * Returns true for a web page. Messages of endpoints begin with `<400>`, `<Error: 400>` and other words in angle
 * brackets, too.
 */
export function isWebPage(text: string): boolean {
  const begin =
    /^\s*<(?:!doctype|!--|\?xml|(?:html|head|body|title|meta|link|style|script|center|h[1-6]|p|pre|div|span|table|br|hr)\b)/i;
  return begin.test(text) || (/^\s*<[a-z]/i.test(text) && /<\/[a-z]/i.test(headText(text, MAX_READ)));
}

/** Returns the title of a web page. */
export function pageTitle(page: string): string | undefined {
  return /<title[^>]{0,200}>([^<]{0,1000})/i.exec(headText(page, MAX_READ))?.[1];
}
