/** Reads what blocks of calls in text contain, one function for each family of models. */
import { headText } from '../../base/common/cut.ts';
import { isRecord, jsonObject, parsedJson } from '../../base/common/guards.ts';
import type { ToolDefinition } from '../common/model.ts';
import { afterString } from './callArguments.ts';
import type { Fields } from '../common/echo.ts';

export const FUNCTION = '<function=';
export const FUNCTION_END = '</function>';
export const MISTRAL = '[TOOL_CALLS]';
export const CALL_END = '<|call|>';
const MESSAGE = '<|message|>';
const [DEEPSEEK_CALL, DEEPSEEK_CALL_END] = ['<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'];
const [KIMI_CALL, KIMI_CALL_END] = ['<|tool_call_begin|>', '<|tool_call_end|>'];
/** Length of the longest head of a call, which has its name. */
const MAX_HEAD = 500;

/** A call as it is written. The arguments may depend on the types that the tool expects. */
export interface Written {
  readonly name: unknown;
  readonly args: (tool: ToolDefinition) => string;
}

function json(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

function writtenCall(name: unknown, args: unknown): Written {
  return { name, args: () => json(args) };
}

/** Returns the call of an object with a name and arguments. Llama calls these parameters. */
function callOf(value: unknown): Written | undefined {
  if (!isRecord(value)) return undefined;
  const call = isRecord(value['function']) ? value['function'] : value;
  return writtenCall(call['name'] ?? call['function'], call['arguments'] ?? call['parameters']);
}

function all(calls: readonly (Written | undefined)[]): readonly Written[] | undefined {
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** Reads what `<tool_call>` contains: JSON (Hermes, Qwen), a function (Qwen Coder), or a name and pairs (GLM). */
export function tagged(inner: string, isClosed: boolean): readonly Written[] | undefined {
  if (inner.startsWith(FUNCTION)) return functionCall(inner);
  if (inner.startsWith('{')) return all([callOf(jsonObject(inner))]);
  return isClosed ? pairsCall(inner) : undefined;
}

/** Reads the parameters of Qwen Coder, or the JSON of Llama. */
export function functionCall(text: string): readonly Written[] | undefined {
  const [, name, body] = /^<function=([^>\s]+)\s*>(.*)<\/function>$/s.exec(text) ?? [];
  if (body === undefined) return undefined;
  const object = body.trimStart().startsWith('{') ? jsonObject(body) : undefined;
  if (object) return [writtenCall(name, object)];
  const parameters = pairsIn(body, /\s*<parameter=([^>\s]+)\s*>/y, '</parameter>');
  return parameters && [{ name, args: (tool) => argsOf(parameters, tool) }];
}

function pairsCall(inner: string): readonly Written[] | undefined {
  const [name = ''] = /^[^\s<]+/.exec(inner) ?? [];
  const pairs = pairsIn(
    inner.slice(name.length),
    /\s*<arg_key>([^<]*)<\/arg_key>\s*<arg_value>/y,
    '</arg_value>',
  );
  return name === '' || !pairs ? undefined : [{ name, args: (tool) => argsOf(pairs, tool) }];
}

type Pairs = readonly (readonly [key: string, value: string, isText?: boolean])[];

/** Returns names and values, or undefined if there is other text between them. Each character is read once. */
function pairsIn(body: string, begin: RegExp, closes: string): Pairs | undefined {
  const found: [string, string, boolean][] = [];
  let at = 0;
  while (body.slice(at).trimStart() !== '') {
    begin.lastIndex = at;
    const [, key, isText] = begin.exec(body) ?? [];
    const end = body.indexOf(closes, begin.lastIndex);
    if (key === undefined || end < 0) return undefined;
    found.push([key.trim(), body.slice(begin.lastIndex, end), isText === 'true']);
    at = end + closes.length;
  }
  return found;
}

function argsOf(pairs: Pairs, tool: ToolDefinition): string {
  const args = pairs.map(([key, value, isText]): [string, unknown] => [
    key,
    isText === true ? value : valueOf(value, key, tool),
  ]);
  return JSON.stringify(Object.fromEntries(args));
}

/** Returns text if the tool expects text, and otherwise the value if the text is JSON. */
function valueOf(written: string, key: string, { inputSchema }: ToolDefinition): unknown {
  // The template puts each value on lines of its own.
  const text = written.replace(/^\n/, '').replace(/\n$/, '');
  const { properties } = inputSchema;
  const property = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (isRecord(property) && property['type'] === 'string') return text;
  return parsedJson(text) ?? text;
}

/** Reads `functions.name <|constrain|>json<|message|>{…}`, with the channel before or after the name. */
export function harmonyCall(inner: string): readonly Written[] | undefined {
  const at = inner.indexOf(MESSAGE);
  const [, name] =
    /^(?:functions\.)?([^\s<]+)\s*(?:<\|channel\|>\s*\w+\s*)?(?:<\|constrain\|>\s*)?(?:json)?\s*$/.exec(
      headText(inner, Math.min(Math.max(0, at), MAX_HEAD)),
    ) ?? [];
  const args = at < 0 ? undefined : argumentsIn(inner.slice(at + MESSAGE.length));
  return name === undefined || !args ? undefined : [writtenCall(name, args)];
}

/** Returns an object of arguments. Nothing at all is one without arguments. */
function argumentsIn(text: string): Fields | undefined {
  return text.trim() === '' ? {} : jsonObject(text);
}

/** Returns the parts that begin with a mark, without the other one at the end of each. The last may lack that. */
function partsBetween(inner: string, begins: string, ends: string): readonly string[] | undefined {
  const [before = '', ...parts] = inner.split(begins);
  const trimmed = parts.map((part) => part.trim());
  const areWhole = trimmed.every((part, place) => place === parts.length - 1 || part.endsWith(ends));
  if (before.trim() !== '' || !areWhole) return undefined;
  return trimmed.map((part) => (part.endsWith(ends) ? part.slice(0, -ends.length).trim() : part));
}

/** Reads the forms of R1 and V3, with a code block, and of V3.1. */
export function deepSeekCalls(inner: string): readonly Written[] | undefined {
  const parts = partsBetween(inner, DEEPSEEK_CALL, DEEPSEEK_CALL_END);
  return parts && all(parts.map(deepSeekCall));
}

function deepSeekCall(part: string): Written | undefined {
  const [, name, rest = ''] =
    /^(?:function<｜tool▁sep｜>)?\s*([^\s<{`]+)\s*(?:<｜tool▁sep｜>)?(.*)$/s.exec(part) ?? [];
  const [, block] = /^\s*```(?:json)?\n(.*)\n?```\s*$/s.exec(rest) ?? [];
  const args = argumentsIn(block ?? rest);
  return args && writtenCall(name, args);
}

export function kimiCalls(inner: string): readonly Written[] | undefined {
  const parts = partsBetween(inner, KIMI_CALL, KIMI_CALL_END);
  return parts && all(parts.map(kimiCall));
}

function kimiCall(part: string): Written | undefined {
  const [head = '', text] = part.split('<|tool_call_argument_begin|>');
  const [, name] = /^(?:functions\.)?([^\s<]+?)(?::\d+)?\s*$/.exec(headText(head, MAX_HEAD)) ?? [];
  const args = text === undefined ? undefined : argumentsIn(text);
  return args && writtenCall(name, args);
}

/** Reads the notation of DeepSeek V3.2 and V4, which says of each parameter whether it is a text. */
export function dsmlCalls(inner: string, isClosed: boolean): readonly Written[] | undefined {
  const parts = !isClosed ? undefined : partsBetween(inner, '<｜DSML｜invoke name="', '</｜DSML｜invoke>');
  return parts && all(parts.map(dsmlCall));
}

function dsmlCall(part: string): Written | undefined {
  const [head, name] = /^([^"]+)"\s*>/.exec(part) ?? [];
  if (head === undefined) return undefined;
  const begin = /\s*<｜DSML｜parameter name="([^"]+)"(?: string="(true|false)")?\s*>/y;
  const pairs = pairsIn(part.slice(head.length), begin, '</｜DSML｜parameter>');
  return pairs && { name, args: (tool) => argsOf(pairs, tool) };
}

/** Reads a list of calls, or a name with `[ARGS]` before its object, also several of these. */
export function mistralCalls(inner: string): readonly Written[] | undefined {
  if (inner.startsWith('[') && !inner.startsWith(MISTRAL)) {
    const list = parsedJson(inner);
    return Array.isArray(list) ? all(list.map(callOf)) : undefined;
  }
  const calls: Written[] = [];
  let rest = inner;
  do {
    const [head = '', name] = /^([\w.-]*)\s*(?:\[CALL_ID\][\w-]*\s*)?(?:\[ARGS\])?\s*/.exec(rest) ?? [];
    const end = objectEnd(rest, head.length);
    const value = end < 0 ? undefined : jsonObject(rest.slice(head.length, end));
    const call = value && (name === '' ? callOf(value) : writtenCall(name, value));
    if (!call) return undefined;
    calls.push(call);
    const after = rest.slice(end).trimStart();
    if (after !== '' && !after.startsWith(MISTRAL)) return undefined;
    rest = after.slice(MISTRAL.length).trimStart();
  } while (rest !== '');
  return calls;
}

/** Reads one object for each call, with `;` between them. */
export function jsonCalls(inner: string): readonly Written[] | undefined {
  const calls: (Written | undefined)[] = [];
  for (let rest = inner; rest !== '';) {
    const end = objectEnd(rest, 0);
    calls.push(end < 0 ? undefined : callOf(jsonObject(rest.slice(0, end))));
    if (calls.at(-1) === undefined) return undefined;
    rest = rest.slice(end).replace(/^\s*;?\s*/, '');
  }
  return all(calls);
}

/** Returns the place after the object that begins there, or -1. */
function objectEnd(text: string, from: number): number {
  if (text[from] !== '{') return -1;
  const signs = /["{}]/g;
  signs.lastIndex = from;
  let depth = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    if (found[0] === '"') signs.lastIndex = afterString(text, signs.lastIndex);
    else depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return -1;
}
