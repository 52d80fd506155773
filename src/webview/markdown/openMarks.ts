/**
 * Emphasis and code in a line whose end has not come yet. `some **bo` is drawn as if it ended there: the asterisks
 * would be seen for a moment, and the words move when they go. Where it does not end after all, they come back.
 */
import type { MarkdownIt } from 'markdown-it';

/** What the parser is told, and tells, of a text of which more may come. */
export interface PartialText {
  /** More may come. */
  readonly grows: boolean;
  /** What it drew last has marks that were not written, or lacks some that were. */
  isCompleted: boolean;
}

/** Longer paragraphs are left as they are. */
const MAX_LENGTH = 2_000;
/** What goes on for longer is no emphasis: the asterisk means itself. */
const MAX_OPEN = 200;

/** Teaches the parser to complete what is being written, where `PartialText` is part of its environment. */
export function useOpenMarks(parser: MarkdownIt): void {
  parser.core.ruler.before('inline', 'patchbay_open_marks', ({ tokens, src, env }) => {
    if (env['grows'] !== true || isBlankAtEnd(src)) return;
    const last = tokens.findLast(
      ({ type, nesting, content }) =>
        nesting >= 0 && type !== 'td_open' && (type !== 'inline' || content !== ''),
    );
    if (last?.type !== 'inline') return;
    const completed = completeMarks(last.content);
    env['isCompleted'] = completed !== last.content;
    last.content = completed;
  });
}

/** Whether the last paragraph has ended. */
function isBlankAtEnd(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2;
}

interface Mark {
  readonly length: number;
  readonly at: number;
}

/** The text with the ends of what is open in it, and without a mark at its end that has nothing after it yet. */
export function completeMarks(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const open: Mark[] = [];
  const marks = /\\.|`+|\*+/gs;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [written] = mark;
    const [before, after] = [text[mark.index - 1] ?? ' ', text[marks.lastIndex]];
    if (written.startsWith('\\')) continue;
    if (written.startsWith('`')) {
      const end = text.indexOf(written, marks.lastIndex);
      if (end < 0)
        return after === undefined ? close(text.slice(0, mark.index), open) : close(text, open, written);
      marks.lastIndex = end + written.length;
    } else if (/\S/.test(before) && open.length > 0) {
      const missing = closeWith(written.length, open, after === undefined);
      if (missing > 0) return close(text, open, '*'.repeat(missing));
    } else if (written.length <= 3 && !/[\w/]/.test(before)) {
      if (after === undefined) return close(text.slice(0, mark.index), open);
      if (/[\p{L}\p{N}`"'(]/u.test(after)) open.push({ length: written.length, at: mark.index });
    }
  }
  return close(text, open);
}

/** Takes from `open` what so many asterisks end. At the end of the text half of them may have come: how many are missing. */
function closeWith(count: number, open: Mark[], atEnd: boolean): number {
  for (let left = count; left > 0;) {
    const mark = open.pop();
    if (!mark) return 0;
    const rest = mark.length - left;
    if (rest > 0 && atEnd) return rest;
    // `***a** b` has emphasis left; one asterisk in what two have opened is none of theirs.
    if (rest > 0) open.push(mark.length === 3 ? { ...mark, length: rest } : mark);
    left -= mark.length;
  }
  return 0;
}

/** The text with the ends of `open`; `first` ends something within. */
function close(text: string, open: readonly Mark[], first = ''): string {
  const written = text.trimEnd();
  const ends = open
    .filter(({ at }) => text.length - at <= MAX_OPEN)
    .map(({ length }) => '*'.repeat(length))
    .toReversed();
  // What is open has words in it: ends stand right behind them.
  return first === '' && ends.length === 0
    ? text
    : written + first + ends.join('') + text.slice(written.length);
}
