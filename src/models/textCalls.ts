/**
 * Finds calls that a model writes into its text: small local models do, when their server does not know their
 * way of calling. No I/O.
 *
 * Two ways are known: `<tool_call>{"name": …, "arguments": {…}}</tool_call>` (Hermes, Qwen) and
 * `<function=name><parameter=key>value</parameter></function>` (Qwen Coder, also within `<tool_call>`). It is a
 * call only if it is whole and names a tool that was offered; anything else, and all that stands in a code
 * block, is text.
 */
import { isFields } from './echo.ts';
import type { ToolDefinition } from './model.ts';

/** A call as it was found. */
export interface TextCall {
  readonly name: string;
  readonly argsText: string;
  /** What the model wrote. */
  readonly source: string;
}

/** Text to show, or a call, in the order in which they stand. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly call: TextCall };

const blocks = [
  { opens: '<tool_call>', closes: '</tool_call>' },
  { opens: '<function=', closes: '</function>' },
] as const;

/** Takes text in pieces cut anywhere. Holds back only what may become a call. */
export class TextCalls {
  private readonly tools: readonly ToolDefinition[];
  /** What is not decided yet: at most the beginning of a tag. */
  private rest = '';
  /** A block that has begun and waits for its end, in pieces: joining them each time would take ever longer. */
  private open: { readonly closes: string; readonly pieces: string[]; tail: string } | undefined;
  private place: Place = { isFenced: false, line: '' };

  /** `tools` are those that the request offered. */
  constructor(tools: readonly ToolDefinition[]) {
    this.tools = tools;
  }

  /** Takes the next piece. */
  push(text: string): TextPart[] {
    if (text === '') return [];
    if (this.tools.length === 0) return [{ kind: 'text', text }];
    if (this.open === undefined) this.rest += text;
    else {
      const { closes, pieces, tail } = this.open;
      pieces.push(text);
      const end = tail + text;
      this.open.tail = end.slice(1 - closes.length);
      if (!end.includes(closes)) return [];
      this.resume();
    }
    return this.take(false);
  }

  /** The text ended. Whole JSON without its closing tag still counts: models stop right after it. */
  end(): TextPart[] {
    this.resume();
    return this.take(true);
  }

  private resume(): void {
    if (this.open) this.rest = this.open.pieces.join('');
    this.open = undefined;
  }

  private take(isEnd: boolean): TextPart[] {
    const parts: TextPart[] = [];
    for (;;) {
      const starts = blocks.map(({ opens }) => this.rest.indexOf(opens)).filter((start) => start >= 0);
      if (starts.length === 0) {
        // What follows may complete the beginning of a tag.
        parts.push(...this.text(this.rest.length - (isEnd ? 0 : longestTail(this.rest))));
        return parts;
      }
      parts.push(...this.text(Math.min(...starts)));
      const { opens, closes } = blocks.find((each) => this.rest.startsWith(each.opens)) ?? blocks[0];
      if (this.place.isFenced || this.place.line.endsWith('`')) {
        parts.push(...this.text(opens.length));
        continue;
      }
      const end = this.rest.indexOf(closes);
      if (end < 0 && !isEnd) {
        this.open = { closes, pieces: [this.rest], tail: this.rest.slice(1 - closes.length) };
        this.rest = '';
        return parts;
      }
      parts.push(...this.block(end < 0 ? this.rest.length : end + closes.length));
    }
  }

  /** The first `length` characters are a block: a call, or text like any other. */
  private block(length: number): TextPart[] {
    const source = this.rest.slice(0, length);
    const found = callIn(source, this.tools);
    if (!found) return this.text(length);
    this.rest = this.rest.slice(length);
    return [{ kind: 'call', call: { ...found, source } }];
  }

  private text(length: number): TextPart[] {
    if (length === 0) return [];
    const text = this.rest.slice(0, length);
    this.rest = this.rest.slice(length);
    this.place = followed(this.place, text);
    return [{ kind: 'text', text }];
  }
}

/** Where the text so far ends: within a fenced code block or not, and what matters of its last line. */
interface Place {
  readonly isFenced: boolean;
  readonly line: string;
}

/** Follows code fences (CommonMark, "Fenced code blocks", without their finer points). */
function followed({ isFenced, line }: Place, text: string): Place {
  const lines = (line + text).split('\n');
  const last = lines.pop() ?? '';
  const fences = lines.filter((each) => /^ {0,3}(```|~~~)/.test(each)).length;
  // Of a line only the beginning and the last character matter, and a line can be very long.
  const kept = last.length > 20 ? last.slice(0, 10) + last.slice(-1) : last;
  return { isFenced: fences % 2 === 0 ? isFenced : !isFenced, line: kept };
}

/** How many characters at the end could begin a tag. */
function longestTail(text: string): number {
  const longest = Math.max(...blocks.map(({ opens }) => opens.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    if (blocks.some(({ opens }) => opens.startsWith(text.slice(-length)))) return length;
  }
  return 0;
}

type Found = Omit<TextCall, 'source'>;

function callIn(source: string, tools: readonly ToolDefinition[]): Found | undefined {
  const inner = source
    .replace(/^<tool_call>/, '')
    .replace(/<\/tool_call>$/, '')
    .trim();
  return inner.startsWith('<function=') ? taggedCall(inner, tools) : jsonCall(inner, tools);
}

function jsonCall(text: string, tools: readonly ToolDefinition[]): Found | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(value)) return undefined;
  const { name, arguments: args = {} } = value;
  const tool = tools.find((each) => each.name === name);
  if (!tool) return undefined;
  return { name: tool.name, argsText: typeof args === 'string' ? args : JSON.stringify(args) };
}

function taggedCall(text: string, tools: readonly ToolDefinition[]): Found | undefined {
  const [, name, body] = /^<function=([^>\s]+)\s*>(.*)<\/function>$/s.exec(text) ?? [];
  const tool = tools.find((each) => each.name === name);
  if (!tool || body === undefined) return undefined;
  const parameter = /\s*<parameter=([^>\s]+)\s*>(.*?)<\/parameter>\s*/gs;
  // Anything between the parameters means that this was not understood.
  if (body.replaceAll(parameter, '').trim() !== '') return undefined;
  const args = [...body.matchAll(parameter)].map(([, key = '', value = '']): [string, unknown] => [
    key,
    valueOf(value, key, tool),
  ]);
  return { name: tool.name, argsText: JSON.stringify(Object.fromEntries(args)) };
}

/** The value of a parameter: text where the tool wants text, else JSON if it is any. */
function valueOf(written: string, key: string, { inputSchema }: ToolDefinition): unknown {
  // The template puts each value on lines of its own.
  const text = written.replace(/^\n/, '').replace(/\n$/, '');
  const { properties } = inputSchema;
  const property = isFields(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (isFields(property) && property['type'] === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
