/**
 * The notations of calls in text, and what they say. Each is that of a family of models, which their server should have
 * read: Hermes, Qwen, GLM, gpt-oss (harmony), DeepSeek, Kimi, Mistral and Llama.
 */
import { headText } from '../../base/common/cut.ts';
import { isRecord, jsonObject, parsedJson } from '../../base/common/guards.ts';
import type { FoundTextCalls, ToolDefinition } from '../common/model.ts';
import { afterString } from './callArguments.ts';
import type { Fields } from '../common/echo.ts';

export type TextCall = FoundTextCalls['calls'][number];

export interface Block {
  readonly opens: string;
  /** Absent if the notation has no end: it then goes on to the end of the answer. */
  readonly closes?: string | undefined;
  /** The notation is plain JSON, which counts only if it is the whole answer. */
  readonly isAlone?: true | undefined;
}

/** A call as it is written. The arguments may depend on the types that the tool expects. */
interface Written {
  readonly name: unknown;
  readonly args: (tool: ToolDefinition) => string;
}

interface Form extends Block {
  /** `isClosed` says that the block has its end. Only what shows its own end is whole without. */
  readonly read: (inner: string, isClosed: boolean) => readonly Written[] | undefined;
}

const [HERMES, HERMES_END] = ['<tool_call>', '</tool_call>'];
const [FUNCTION, FUNCTION_END] = ['<function=', '</function>'];
const [MESSAGE, CALL_END] = ['<|message|>', '<|call|>'];
const [DEEPSEEK_CALL, DEEPSEEK_CALL_END] = ['<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'];
const [KIMI_CALL, KIMI_CALL_END] = ['<|tool_call_begin|>', '<|tool_call_end|>'];
const MISTRAL = '[TOOL_CALLS]';

const hermes: Form = { opens: HERMES, closes: HERMES_END, read: tagged };

const forms: readonly Form[] = [
  hermes,
  {
    opens: FUNCTION,
    closes: FUNCTION_END,
    read: (inner, isClosed) => (isClosed ? functionCall(FUNCTION + inner + FUNCTION_END) : undefined),
  },
  ...[
    '<|start|>assistant to=',
    '<|start|>assistant<|channel|>commentary to=',
    '<|start|>assistant<|channel|>analysis to=',
    '<|channel|>commentary to=',
    '<|channel|>analysis to=',
  ].map((opens) => ({ opens, closes: CALL_END, read: harmonyCall })),
  { opens: '<｜tool▁calls▁begin｜>', closes: '<｜tool▁calls▁end｜>', read: deepSeekCalls },
  { opens: '<｜DSML｜function_calls>', closes: '</｜DSML｜function_calls>', read: dsmlCalls },
  { opens: '<｜DSML｜tool_calls>', closes: '</｜DSML｜tool_calls>', read: dsmlCalls },
  { opens: '<|tool_calls_section_begin|>', closes: '<|tool_calls_section_end|>', read: kimiCalls },
  { opens: MISTRAL, read: mistralCalls },
  { opens: '<|python_tag|>', read: jsonCalls },
  ...['{"name"', '{ "name"', '{\n "name"', '{\n  "name"', '{\n    "name"', '{"type"', '{ "type"'].map(
    (opens): Form => ({ opens, isAlone: true, read: (inner) => jsonCalls(opens + inner) }),
  ),
];

export const blocks: readonly Block[] = forms;

/** Returns the block that begins at a place of a text where one does. */
export function blockAt(text: string, at: number): Block {
  return blocks.find(({ opens }) => text.startsWith(opens, at)) ?? hermes;
}

/** Marks of an end, which some servers leave in the text behind the calls. */
export const stops: readonly string[] = [
  '<|eom_id|>',
  '<|eot_id|>',
  '<|im_end|>',
  '<|end|>',
  CALL_END,
  '<|return|>',
  '<｜end▁of▁sentence｜>',
  '</s>',
];

/** Returns the calls of a block, or undefined if it is not whole, or names a tool that was not offered. */
export function callsIn(source: string, tools: readonly ToolDefinition[]): TextCall[] | undefined {
  const form = forms.find(({ opens }) => source.startsWith(opens));
  if (!form) return undefined;
  const { opens, closes } = form;
  let inner = withoutStops(source.slice(opens.length)).trim();
  const isClosed = closes !== undefined && inner.endsWith(closes);
  if (isClosed) inner = inner.slice(0, -closes.length).trim();
  // A block within a block is ambiguous. JSON has no lines that begin like that.
  if (closes !== undefined && nested.test(inner)) return undefined;
  const calls: TextCall[] = [];
  for (const { name, args } of form.read(inner, isClosed) ?? []) {
    const tool = tools.find((each) => each.name === name);
    if (!tool) return undefined;
    calls.push({ name: tool.name, argsText: args(tool) });
  }
  return calls.length > 0 ? calls : undefined;
}

/** Length of the beginning of plain JSON in which its name is. */
const LEAD = 500;

/** Returns whether plain JSON may still become a call: other JSON is shown while it is written. */
export function mayBeJsonCall(text: string, tools: readonly ToolDefinition[]): boolean {
  const lead = headText(text, LEAD);
  const [, type, name] =
    /^\{\s*(?:"type"\s*:\s*"([^"]*)"\s*,\s*)?"(?:name|function)"\s*:\s*"([^"]*)"/.exec(lead) ?? [];
  if (type !== undefined && type !== 'function') return false;
  if (name !== undefined) return tools.some((tool) => tool.name === name);
  return text.length < LEAD;
}

const nested = new RegExp(
  String.raw`\n(?:${forms
    .filter(({ closes }) => closes !== undefined)
    .map(({ opens }) => escaped(opens))
    .join('|')})`,
);

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function withoutStops(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const stop = stops.find((each) => rest.endsWith(each) && each !== CALL_END);
    if (stop === undefined) return rest;
    rest = rest.slice(0, -stop.length).trimEnd();
  }
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
function tagged(inner: string, isClosed: boolean): readonly Written[] | undefined {
  if (inner.startsWith(FUNCTION)) return functionCall(inner);
  if (inner.startsWith('{')) return all([callOf(jsonObject(inner))]);
  return isClosed ? pairsCall(inner) : undefined;
}

/** Reads the parameters of Qwen Coder, or the JSON of Llama. */
function functionCall(text: string): readonly Written[] | undefined {
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
function harmonyCall(inner: string): readonly Written[] | undefined {
  const at = inner.indexOf(MESSAGE);
  const [, name] =
    /^(?:functions\.)?([^\s<]+)\s*(?:<\|channel\|>\s*\w+\s*)?(?:<\|constrain\|>\s*)?(?:json)?\s*$/.exec(
      inner.slice(0, Math.max(0, at)),
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
function deepSeekCalls(inner: string): readonly Written[] | undefined {
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

function kimiCalls(inner: string): readonly Written[] | undefined {
  const parts = partsBetween(inner, KIMI_CALL, KIMI_CALL_END);
  return parts && all(parts.map(kimiCall));
}

function kimiCall(part: string): Written | undefined {
  const [head = '', text] = part.split('<|tool_call_argument_begin|>');
  const [, name] = /^(?:functions\.)?([^\s<]+?)(?::\d+)?\s*$/.exec(headText(head, LEAD)) ?? [];
  const args = text === undefined ? undefined : argumentsIn(text);
  return args && writtenCall(name, args);
}

/** Reads the notation of DeepSeek V3.2 and V4, which says of each parameter whether it is a text. */
function dsmlCalls(inner: string, isClosed: boolean): readonly Written[] | undefined {
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
function mistralCalls(inner: string): readonly Written[] | undefined {
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
function jsonCalls(inner: string): readonly Written[] | undefined {
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
