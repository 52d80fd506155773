/**
 * Renders growing markdown block by block: finished ones once, the end again. The result equals one rendering of all.
 *
 * A top-level block is finished once two blocks follow, or one with two complete lines: before, what follows may still
 * become part of it (`#` as `#tag`, `|a|` above `|--`). A closed fence is finished at its line's end.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { usesLabel, type DefinitionUse } from './definitions.ts';
import { withoutHalfMark, type PartialText } from './openMarks.ts';
import { isClosedFence } from './parser.ts';

const LINE_FEED = 10;
const RETURN = 13;

type References = Record<string, { title: string; href: string }>;

export interface Block {
  readonly key: number;
  readonly html: string;
  /** Set for a code block whose end has not come. */
  readonly openCode?: OpenCode | undefined;
}

/** Code blocks with the same `info` differ only in their code. */
interface OpenCode {
  readonly info: string;
  readonly code: string;
}

interface Rendered extends Block {
  readonly source: string;
  readonly isCompleted: boolean;
}

/** A top-level block; `start` and `end` are line numbers. */
interface Top {
  readonly tokens: Token[];
  readonly start: number;
  readonly end: number;
}

export class MarkdownBlocks {
  private readonly parser: MarkdownIt;
  private text = '';
  private finished: Rendered[] = [];
  private unfinished: readonly Rendered[] = [];
  /** Characters of the text that the finished blocks make up. */
  private consumed = 0;
  /** Link definitions in the finished blocks. Those in the unfinished end may be cut: `[a]: https://exam`. */
  private references: References = {};
  /** Labels of the definitions that no link has used so far, so that they were shown. */
  private readonly shownLabels = new Set<string>();
  private ended = false;

  constructor(parser: MarkdownIt) {
    this.parser = parser;
  }

  /** `written` usually is the text before with more at its end. `complete`: no more comes. */
  update(written: string, complete: boolean): readonly Block[] {
    const text = complete ? written : withoutHalfMark(written);
    if (!text.startsWith(this.text) || (this.ended && text.length > this.text.length)) this.reset();
    const added = text.slice(this.text.length);
    this.text = text;
    this.ended = complete;
    if (!complete && this.growCode(added)) return [...this.finished, ...this.unfinished];
    if (usesLabel(this.parser, this.definitionUse)) this.reset();
    const tail = text.slice(this.consumed);
    const references = { ...this.references };
    const growth: PartialText = { grows: !complete, isCompleted: false };
    const env = { references, ...this.definitionUse, ...growth };
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

  /** Most of what streams is code without an end; only its fence can end it, so it is not parsed again. */
  private growCode(added: string): boolean {
    const last = this.unfinished.at(-1);
    // An indented block is parsed again, as is one in its first line (the language may grow) or after a CR, which may
    // be half of CRLF.
    if (!last?.openCode || !/^(?:```|~~~).*\n/.test(last.source) || last.source.endsWith('\r')) return false;
    if (/[`~\r\0]/.test(added)) return false;
    const { parser } = this;
    const source = last.source + added;
    const openCode = { ...last.openCode, code: last.openCode.code + added };
    // The page appends the new text and needs no HTML.
    const grown = {
      key: last.key,
      source,
      isCompleted: last.isCompleted,
      openCode,
      get html() {
        return parser.render(source);
      },
    };
    this.unfinished = [...this.unfinished.slice(0, -1), grown];
    return true;
  }

  private get definitionUse(): DefinitionUse {
    return { whole: this.text, isOpenEnded: !this.ended, shownLabels: this.shownLabels };
  }

  private reset(): void {
    this.shownLabels.clear();
    this.finished = [];
    this.unfinished = [];
    this.consumed = 0;
    this.references = {};
  }

  /** Reuses the earlier rendering of an unchanged block: most blocks that may change do not. */
  private render(top: Top, key: number, source: string, isCompleted = false): Rendered {
    const [token] = top.tokens;
    const isOpen = token?.type === 'fence' && !isClosedFence(token);
    const before = this.unfinished.find((block) => block.key === key);
    const isSame = before?.source === source && before.isCompleted === isCompleted;
    // The end of the text can close code that could have gone on.
    const known = isSame && (before.openCode !== undefined) === isOpen ? before : undefined;
    // A reference may be defined elsewhere.
    if (known && !source.includes('[')) return known;
    const html = this.html(top);
    if (known?.html === html) return known;
    const openCode = isOpen ? { info: token.info, code: token.content } : undefined;
    return { key, html, source, isCompleted, openCode };
  }

  private html({ tokens }: Top): string {
    return this.parser.renderer.render(tokens, this.parser.options, {});
  }

  /** A definition can change finished blocks, but one still being written must not. `seen`: known and new ones. */
  private settleReferences(finishedText: string, seen: References, complete: boolean): void {
    const isNew = Object.keys(seen).length > Object.keys(this.references).length;
    if (!isNew || finishedText === '') return;
    if (complete) this.references = seen;
    else this.parser.parse(finishedText, { references: this.references, ...this.definitionUse });
    this.finished = this.finished.map((block) => (block.source.includes('[') ? this.again(block) : block));
  }

  private again(block: Rendered): Rendered {
    // `references` already has the block's own definitions; copying them for each block would take quadratic time.
    const env = { references: this.references, ...this.definitionUse };
    const html = this.parser.render(block.source, env);
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

/** Returns how many blocks are final. `completeLines`: number of lines that have ended. */
function finishedCount(tops: readonly Top[], completeLines: number): number {
  const isDone = (top: Top | undefined): boolean =>
    top?.tokens[0] !== undefined && isClosedFence(top.tokens[0]) && top.end <= completeLines;
  const last = tops.at(-1);
  if (!last || isDone(last)) return tops.length;
  return last.start + 1 < completeLines || isDone(tops.at(-2))
    ? tops.length - 1
    : Math.max(0, tops.length - 2);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isEnd = code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
    if (isEnd) starts.push(at + 1);
  }
  return starts;
}
