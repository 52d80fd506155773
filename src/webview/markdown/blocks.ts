/**
 * Renders markdown that is still being written, block by block: what is finished is rendered once, and only
 * the end, which more text could change, is rendered again. At the end the blocks together are the same HTML
 * as one rendering of the whole text.
 *
 * A top-level block is finished when two more stand after it, or one whose first two lines have ended. Less would not
 * be enough: the first line of the next may be incomplete, and `#` that becomes `#tag`, or `|a|` above `|--` that
 * becomes a different table, is part of the paragraph before it after all. A fence with its end marker needs no more
 * than the line's end.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { withoutHalfMark } from './halfMarks.ts';
import type { PartialText } from './openMarks.ts';
import { isClosedFence } from './parser.ts';

const LINE_FEED = 10;
const RETURN = 13;

type References = Record<string, { title: string; href: string }>;

/** A part of the rendered text. `key` is its number, which it keeps. */
export interface Block {
  readonly key: number;
  readonly html: string;
  /** Of a code block that has no end yet: the line that opens it, and the code so far. */
  readonly openCode?: OpenCode;
}

/** Two with the same `info` differ in their code alone. */
interface OpenCode {
  readonly info: string;
  readonly code: string;
}

interface Rendered extends Block {
  readonly source: string;
  /** It was drawn with ends of emphasis that are still to come. */
  readonly isCompleted?: true;
}

/** A top-level block as the parser sees it. `start` and `end` are line numbers. */
interface Top {
  readonly tokens: Token[];
  readonly start: number;
  readonly end: number;
}

/** The blocks of one text that grows at its end. */
export class MarkdownBlocks {
  private readonly parser: MarkdownIt;
  private text = '';
  private finished: Rendered[] = [];
  /** The last blocks, which more text can change. */
  private unfinished: readonly Rendered[] = [];
  /** How much of the text the finished blocks are. */
  private consumed = 0;
  /** Link definitions of the finished part. Those of the end may be incomplete: `[a]: https://exam`. */
  private references: References = {};
  private ended = false;

  constructor(parser: MarkdownIt) {
    this.parser = parser;
  }

  /** The blocks of what is `written`, which usually is the text of before with more at its end. `complete`: no more comes. */
  update(written: string, complete: boolean): readonly Block[] {
    const text = complete ? written : withoutHalfMark(written);
    if (!text.startsWith(this.text) || (this.ended && text.length > this.text.length)) this.reset();
    const added = text.slice(this.text.length);
    this.text = text;
    this.ended = complete;
    if (!complete && this.growCode(added)) return [...this.finished, ...this.unfinished];
    const tail = text.slice(this.consumed);
    const references = { ...this.references };
    const growth: PartialText = { grows: !complete, isCompleted: false };
    const env = { references, ...growth };
    const tops = topLevel(this.parser.parse(tail, env));
    const lines = lineStarts(tail);
    const count = complete ? tops.length : finishedCount(tops, lines.length - 1);
    const end = complete ? tail.length : (lines[tops[count - 1]?.end ?? 0] ?? tail.length);
    const sourceOf = (top: Top): string => tail.slice(lines[top.start], lines[top.end]);
    for (const top of tops.slice(0, count)) {
      this.finished.push(this.render(top, this.finished.length, sourceOf(top)));
    }
    this.consumed += end;
    this.settleReferences(tail.slice(0, end), references, complete);
    this.unfinished = tops
      .slice(count)
      .map((top, index) =>
        this.render(top, this.finished.length + index, sourceOf(top), top === tops.at(-1) && env.isCompleted),
      );
    return [...this.finished, ...this.unfinished];
  }

  /** Code that has no end yet is most of what streams, and nothing but its markers can end it: no need to parse. */
  private growCode(added: string): boolean {
    const last = this.unfinished.at(-1);
    // One that is indented loses some of what is added; one whose first line has not ended may be another language; a
    // line feed may be the second half of a line's end.
    if (!last?.openCode || !/^(?:```|~~~).*\n/.test(last.source) || last.source.endsWith('\r')) return false;
    if (/[`~\r\0]/.test(added)) return false;
    const { parser } = this;
    const source = last.source + added;
    const openCode = { ...last.openCode, code: last.openCode.code + added };
    // Whoever has shown what was there before needs no HTML for what is added.
    const grown = {
      key: last.key,
      source,
      openCode,
      get html() {
        return parser.render(source);
      },
    };
    this.unfinished = [...this.unfinished.slice(0, -1), grown];
    return true;
  }

  private reset(): void {
    this.finished = [];
    this.unfinished = [];
    this.consumed = 0;
    this.references = {};
  }

  /** Renders a block, or takes it as it was: most of what may change does not. */
  private render(top: Top, key: number, source: string, isCompleted = false): Rendered {
    const before = this.unfinished.find((block) => block.key === key);
    const known =
      before?.source === source && (before.isCompleted ?? false) === isCompleted ? before : undefined;
    // What it links to may be defined elsewhere.
    if (known && !source.includes('[')) return known;
    const html = this.html(top);
    if (known?.html === html) return known;
    const [token] = top.tokens;
    const isOpen = token?.type === 'fence' && !isClosedFence(token);
    const openCode = isOpen && { openCode: { info: token.info, code: token.content } };
    return { key, html, source, ...(isCompleted && { isCompleted }), ...openCode };
  }

  private html({ tokens }: Top): string {
    return this.parser.renderer.render(tokens, this.parser.options, {});
  }

  /**
   * A definition counts for the whole text, so finished blocks may have to change when one comes, and one that
   * is still being written must not count for them. `seen` are the known ones and those that just came.
   */
  private settleReferences(finishedText: string, seen: References, complete: boolean): void {
    const isNew = Object.keys(seen).length > Object.keys(this.references).length;
    if (!isNew || finishedText === '') return;
    if (complete) this.references = seen;
    else this.parser.parse(finishedText, { references: this.references });
    this.finished = this.finished.map((block) => (block.source.includes('[') ? this.again(block) : block));
  }

  private again(block: Rendered): Rendered {
    const html = this.parser.render(block.source, { references: { ...this.references } });
    return html === block.html ? block : { ...block, html };
  }
}

function topLevel(tokens: readonly Token[]): Top[] {
  const tops: Top[] = [];
  let open: Token[] = [];
  for (const token of tokens) {
    open.push(token);
    if (token.level !== 0 || token.nesting === 1) continue;
    const map = open[0]?.map;
    if (map) tops.push({ tokens: open, start: map[0], end: map[1] });
    open = [];
  }
  return tops;
}

/** How many blocks no further text can change. `completeLines` is the number of lines that have ended. */
function finishedCount(tops: readonly Top[], completeLines: number): number {
  const isDone = (top: Top | undefined): boolean =>
    top?.tokens[0] !== undefined && isClosedFence(top.tokens[0]) && top.end <= completeLines;
  const last = tops.at(-1);
  if (!last || isDone(last)) return tops.length;
  return last.start + 1 < completeLines || isDone(tops.at(-2))
    ? tops.length - 1
    : Math.max(0, tops.length - 2);
}

/** Where each line starts, and as the last entry where the text, or its last incomplete line, starts or ends. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isEnd = code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
    if (isEnd) starts.push(at + 1);
  }
  return starts;
}
