/**
 * The notations of calls in text, and what they say. Each is that of a family of models, which their server should have
 * read: Hermes, Qwen, GLM, gpt-oss (harmony), DeepSeek, Kimi, Mistral and Llama.
 */
import { headText } from '../../base/common/cut.ts';
import type { FoundTextCalls, ToolDefinition } from '../common/model.ts';
import {
  CALL_END,
  deepSeekCalls,
  dsmlCalls,
  FUNCTION,
  FUNCTION_END,
  functionCall,
  harmonyCall,
  jsonCalls,
  kimiCalls,
  MISTRAL,
  mistralCalls,
  tagged,
  type Written,
} from './textCallReaders.ts';

export type TextCall = FoundTextCalls['calls'][number];

export interface Block {
  readonly opens: string;
  /** Absent if the notation has no end: it then goes on to the end of the answer. */
  readonly closes?: string | undefined;
  /** The notation is plain JSON, which counts only if it is the whole answer. */
  readonly isAlone?: true | undefined;
}

interface Form extends Block {
  /** `isClosed` says that the block has its end. Only what shows its own end is whole without. */
  readonly read: (inner: string, isClosed: boolean) => readonly Written[] | undefined;
}

const hermes: Form = { opens: '<tool_call>', closes: '</tool_call>', read: tagged };

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
