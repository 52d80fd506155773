/**
 * Finds calls that small local models write into their text: `<tool_call>{"name": …, "arguments": {…}}</tool_call>`
 * (Hermes, Qwen) and `<function=name><parameter=key>value</parameter></function>` (Qwen Coder, also within
 * `<tool_call>`). The text may just quote what a hostile file says. So a call must be complete, name a tool that was
 * offered, begin a line, end the answer, and not be quoted (`textPlace.ts`). Even then `ModelRequest.takesTextCalls`
 * decides.
 */
import { isRecord } from '../../base/common/guards.ts';
import type { FoundTextCalls, ToolDefinition } from '../common/model.ts';
import { isQuotedAfter } from './textPlace.ts';

type TextCall = FoundTextCalls['calls'][number];

const blocks = [
  { opens: '<tool_call>', closes: '</tool_call>' },
  { opens: '<function=', closes: '</function>' },
] as const;

const LONGEST_TAG = Math.max(...blocks.map(({ opens }) => opens.length));

export interface TextEnd {
  readonly text: string;
  /** Calls at the end, which are not in `text`, or calls elsewhere, which are. */
  readonly found: FoundTextCalls | undefined;
}

/** Takes text in pieces, and holds back only what may be a call at the end. */
export class TextCalls {
  private readonly tools: readonly ToolDefinition[];
  private readonly shown: string[] = [];
  private isAtLineStart = true;
  /** Text that is not decided yet, at most the beginning of a tag. */
  private rest = '';
  /** Complete calls, followed only by white space so far. */
  private held: { source: string; readonly calls: TextCall[] } | undefined;
  /**
   * A block without its end so far. Its pieces are joined at the end, because joining them each time would be
   * quadratic.
   */
  private open: { readonly closes: string; readonly pieces: string[]; tail: string } | undefined;
  /** The last call that was not at the end, and the length of the text before it. */
  private stray:
    | { readonly at: number; readonly source: string; readonly calls: readonly TextCall[] }
    | undefined;
  private length = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.tools = tools;
  }

  push(text: string): string {
    if (this.tools.length === 0) return this.give(text);
    if (this.open === undefined) this.rest += text;
    else {
      const { closes, pieces, tail } = this.open;
      pieces.push(text);
      const end = tail + text;
      this.open.tail = end.slice(1 - closes.length);
      if (!end.includes(closes)) return '';
      this.rest = pieces.join('');
      this.open = undefined;
    }
    return this.take(false);
  }

  /** Ends the text. Whole JSON counts without its closing tag, because models stop right after it. */
  end(): TextEnd {
    if (this.open) this.rest = this.open.pieces.join('');
    this.open = undefined;
    const text = this.take(true);
    const { held } = this;
    const before = this.shown.join('');
    if (held && !isQuotedAfter(before)) {
      const isWholeAnswer = before.replace(/^\s*<think(?:ing)?>.*?<\/think(?:ing)?>/s, '').trim() === '';
      return { text, found: { ...held, isAtEnd: true, isWholeAnswer } };
    }
    const { stray } = this;
    const found = stray && !isQuotedAfter(before.slice(0, stray.at)) ? stray : undefined;
    return {
      text: text + (held ? this.give(held.source) : ''),
      found: found && { source: found.source, calls: found.calls, isAtEnd: false, isWholeAnswer: false },
    };
  }

  private take(isEnd: boolean): string {
    const rest = new Reading(this.rest, this.isAtLineStart);
    let text = '';
    const give = (until: number): void => {
      text += this.give(rest.upTo(until));
    };
    for (;;) {
      if (this.held) {
        this.held.source += rest.space();
        const isOpen = rest.isAtEnd || (!isEnd && rest.mayBegin);
        if (isOpen) break;
        if (!rest.begins) text += this.release();
      }
      if (!this.held) {
        const start = rest.nextStart();
        give(start ?? (isEnd ? rest.end : rest.beginOfTag()));
        if (start === undefined) break;
      }
      const block = rest.block();
      if (block.end === undefined && !isEnd) {
        this.open = {
          closes: block.closes,
          pieces: [rest.left],
          tail: rest.left.slice(1 - block.closes.length),
        };
        this.rest = '';
        return text;
      }
      const source = rest.left.slice(0, (block.end ?? rest.end) - rest.at);
      const call = callIn(source, this.tools);
      if (call) {
        this.held ??= { source: '', calls: [] };
        this.held.source += rest.upTo(rest.at + source.length);
        this.held.calls.push(call);
      } else {
        text += this.release();
        give(rest.at + block.opens.length);
      }
    }
    this.rest = rest.left;
    return text;
  }

  private release(): string {
    const { held } = this;
    if (!held) return '';
    this.held = undefined;
    this.stray = { at: this.length, ...held };
    return this.give(held.source);
  }

  private give(text: string): string {
    if (text === '') return text;
    this.shown.push(text);
    this.length += text.length;
    this.isAtLineStart = text.endsWith('\n');
    return text;
  }
}

/** Reads a text once, in linear time. */
class Reading {
  at = 0;
  private readonly text: string;
  private readonly isAtLineStart: boolean;
  /** The next end of each kind of block that was searched for. */
  private readonly ends = new Map<string, number>();
  private readonly starts = /(?<=^|\n)<(?:tool_call>|function=)/g;

  constructor(text: string, isAtLineStart: boolean) {
    this.text = text;
    this.isAtLineStart = isAtLineStart;
  }

  get end(): number {
    return this.text.length;
  }

  get isAtEnd(): boolean {
    return this.at === this.end;
  }

  get left(): string {
    return this.text.slice(this.at);
  }

  get begins(): boolean {
    return blocks.some(({ opens }) => this.text.startsWith(opens, this.at));
  }

  get mayBegin(): boolean {
    return this.end - this.at < LONGEST_TAG && blocks.some(({ opens }) => opens.startsWith(this.left));
  }

  upTo(position: number): string {
    const text = this.text.slice(this.at, position);
    this.at = position;
    return text;
  }

  space(): string {
    const space = /\s*/y;
    space.lastIndex = this.at;
    return this.upTo(this.at + (space.exec(this.text)?.[0].length ?? 0));
  }

  nextStart(): number | undefined {
    this.starts.lastIndex = this.at;
    let found = this.starts.exec(this.text);
    if (found?.index === 0 && !this.isAtLineStart) found = this.starts.exec(this.text);
    return found?.index;
  }

  block(): { readonly opens: string; readonly closes: string; readonly end: number | undefined } {
    const { opens, closes } = blocks.find((each) => this.text.startsWith(each.opens, this.at)) ?? blocks[0];
    let end = this.ends.get(closes) ?? 0;
    if (end >= 0 && end <= this.at) end = this.text.indexOf(closes, this.at);
    this.ends.set(closes, end);
    return { opens, closes, end: end < 0 ? undefined : end + closes.length };
  }

  /** Returns the start of a line at the end of the text that could become a block, or the end if there is none. */
  beginOfTag(): number {
    const from = Math.max(this.at, this.end - LONGEST_TAG + 1);
    for (let start = from; start < this.end; start++) {
      const begins = start === 0 ? this.isAtLineStart : this.text[start - 1] === '\n';
      const tail = this.text.slice(start);
      if (begins && blocks.some(({ opens }) => opens.startsWith(tail))) return start;
    }
    return this.end;
  }
}

function callIn(source: string, tools: readonly ToolDefinition[]): TextCall | undefined {
  const [{ opens, closes }] = blocks;
  const isWrapped = source.startsWith(opens);
  const from = isWrapped ? opens.length : 0;
  const inner = source.slice(from, isWrapped && source.endsWith(closes) ? -closes.length : undefined).trim();
  // A block within a block is ambiguous.
  if (/\n<(?:tool_call>|function=)/.test(inner)) return undefined;
  return inner.startsWith('<function=') ? taggedCall(inner, tools) : jsonCall(inner, tools);
}

function jsonCall(text: string, tools: readonly ToolDefinition[]): TextCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { name, arguments: args = {} } = value;
  const tool = tools.find((each) => each.name === name);
  if (!tool) return undefined;
  return { name: tool.name, argsText: typeof args === 'string' ? args : JSON.stringify(args) };
}

function taggedCall(text: string, tools: readonly ToolDefinition[]): TextCall | undefined {
  const [, name, body] = /^<function=([^>\s]+)\s*>(.*)<\/function>$/s.exec(text) ?? [];
  const tool = tools.find((each) => each.name === name);
  if (!tool || body === undefined) return undefined;
  const parameters = parametersOf(body);
  if (!parameters) return undefined;
  const args = parameters.map(([key, value]): [string, unknown] => [key, valueOf(value, key, tool)]);
  return { name: tool.name, argsText: JSON.stringify(Object.fromEntries(args)) };
}

/** Returns names and values, or undefined if there is other text between them. Each character is read once. */
function parametersOf(body: string): readonly (readonly [key: string, value: string])[] | undefined {
  const found: [string, string][] = [];
  const begin = /\s*<parameter=([^>\s]+)\s*>/y;
  const closes = '</parameter>';
  let at = 0;
  while (body.slice(at).trimStart() !== '') {
    begin.lastIndex = at;
    const key = begin.exec(body)?.[1];
    const end = body.indexOf(closes, begin.lastIndex);
    if (key === undefined || end < 0) return undefined;
    found.push([key, body.slice(begin.lastIndex, end)]);
    at = end + closes.length;
  }
  return found;
}

/** Returns text if the tool expects text, and otherwise the value if the text is JSON. */
function valueOf(written: string, key: string, { inputSchema }: ToolDefinition): unknown {
  // The template puts each value on lines of its own.
  const text = written.replace(/^\n/, '').replace(/\n$/, '');
  const { properties } = inputSchema;
  const property = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (isRecord(property) && property['type'] === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
