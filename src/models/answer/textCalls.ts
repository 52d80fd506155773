/**
 * Finds calls that models write into their text if their server does not know their notation (`textCallForms.ts`). The
 * text may just quote what a hostile file says. So a call must be complete, name a tool that was offered, begin a line,
 * end the answer, and not be quoted (`textPlace.ts`). Even then `ModelRequest.takesTextCalls` decides.
 */
import type { FoundTextCalls, ToolDefinition } from '../common/model.ts';
import {
  type Block,
  blockAt,
  blocks,
  callsIn,
  escaped,
  mayBeJsonCall,
  stops,
  type TextCall,
} from './textCallForms.ts';
import { isQuotedAfter } from './textPlace.ts';

const tags = [...blocks.map(({ opens }) => opens), ...stops];
const LONGEST_TAG = Math.max(...tags.map(({ length }) => length));
/** A call begins a line, with one of these signs. */
const lineStart = /(?<=^|\n)(?=[<[{])/;
const opening = blocks.map(({ opens }) => escaped(opens)).join('|');
const starts = new RegExp(`${lineStart.source}(?:${opening})`, 'g');
const spaces = new RegExp(String.raw`(?:\s+|${stops.map(escaped).join('|')})*`, 'y');
/** Most blocks without an end of their own that are read. Each is read to the end of the answer. */
const MOST_ENDLESS = 20;
/** Length up to which a block is read again with each piece. */
const SHORT = 600;

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
  private open:
    | {
        readonly closes: string | undefined;
        readonly isShort: boolean;
        readonly pieces: string[];
        tail: string;
      }
    | undefined;
  private endless = 0;
  private hasText = false;
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
      const { closes, isShort, pieces, tail } = this.open;
      pieces.push(text);
      if (closes !== undefined) {
        const end = tail + text;
        this.open.tail = end.slice(1 - closes.length);
        if (!end.includes(closes)) return '';
      } else if (!isShort) return '';
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
      const { block, end } = rest.block();
      const mayBe = this.mayBe(block, rest.left);
      if (mayBe && end === undefined && !isEnd) {
        this.open = {
          closes: block.closes,
          isShort: block.isAlone === true && rest.left.length < SHORT,
          pieces: [rest.left],
          tail: rest.left.slice(1 - (block.closes?.length ?? 1)),
        };
        this.rest = '';
        return text;
      }
      const source = rest.left.slice(0, (end ?? rest.end) - rest.at);
      const calls = mayBe ? callsIn(source, this.tools) : undefined;
      if (calls) {
        this.held ??= { source: '', calls: [] };
        this.held.source += rest.upTo(rest.at + source.length);
        this.held.calls.push(...calls);
      } else {
        text += this.release();
        give(rest.at + block.opens.length);
      }
    }
    this.rest = rest.left;
    return text;
  }

  /** Plain JSON counts only as the whole answer. */
  private mayBe({ isAlone, closes }: Block, left: string): boolean {
    if (isAlone === true) return !this.hasText && mayBeJsonCall(left, this.tools);
    return closes !== undefined || this.endless++ < MOST_ENDLESS;
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
    this.hasText ||= text.trim() !== '';
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
    return this.end - this.at < LONGEST_TAG && tags.some((tag) => tag.startsWith(this.left));
  }

  upTo(position: number): string {
    const text = this.text.slice(this.at, position);
    this.at = position;
    return text;
  }

  space(): string {
    spaces.lastIndex = this.at;
    return this.upTo(this.at + (spaces.exec(this.text)?.[0].length ?? 0));
  }

  nextStart(): number | undefined {
    starts.lastIndex = this.at;
    let found = starts.exec(this.text);
    if (found?.index === 0 && !this.isAtLineStart) found = starts.exec(this.text);
    return found?.index;
  }

  block(): { readonly block: Block; readonly end: number | undefined } {
    const block = blockAt(this.text, this.at);
    const { closes } = block;
    if (closes === undefined) return { block, end: undefined };
    let end = this.ends.get(closes) ?? 0;
    if (end >= 0 && end <= this.at) end = this.text.indexOf(closes, this.at);
    this.ends.set(closes, end);
    return { block, end: end < 0 ? undefined : end + closes.length };
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
