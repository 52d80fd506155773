/** Draws `some **bo` as if it ended there, or the asterisks would flash and the words move. */
import type { MarkdownIt } from 'markdown-it';

export interface PartialText {
  readonly grows: boolean;
  /** Set by the renderer: marks were added to, or removed from, the written text. */
  isCompleted: boolean;
}

/** Characters; longer paragraphs are left as they are. */
const MAX_LENGTH = 2_000;
/** Characters after which open emphasis is taken for a plain asterisk. */
const MAX_OPEN = 200;

export function useOpenMarks(parser: MarkdownIt): void {
  parser.core.ruler.before('inline', 'patchbay_open_marks', ({ tokens, src, env }) => {
    if (env['grows'] !== true || isBlankAtEnd(src)) return;
    const last = tokens.findLast(
      ({ type, nesting, content }) =>
        nesting >= 0 && type !== 'td_open' && (type !== 'inline' || content !== ''),
    );
    if (last?.type !== 'inline') return;
    const completed = completeMarks(completeEnd(last.content));
    if (completed !== last.content) env['isCompleted'] = true;
    last.content = completed;
  });
}

function isBlankAtEnd(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2;
}

/** Matches a link, image or definition of one whose address has begun, up to the end of the text. */
const OPEN_LINK =
  /(?<!\\)(!?\[[^[\]\n]*\])\((?:<[^<>\n]*|[^\s()<>]*)(?:[ \t]+(?:"[^"\n]*|'[^'\n]*|\([^()\n]*)?)?$/;
const OPEN_ADDRESS = /<(?:https?|mailto):[^\s<>]*$/i;
const OPEN_DEFINITION = /^ {0,3}\[[^\]^[][^\][]*\]:(?:[ \t]*\S+[ \t]+["'(][^"')]*)?[ \t]*$/;
/** Matches a formula's mark that has no end yet. A single dollar may be a price or a variable: it needs a sign of TeX. */
const OPEN_FORMULA =
  /(?:\\\((?![^\n]*\\\))|(?<![$\p{L}\p{N}\\])\$(?![\s$])(?=[^$\n`]*(?:\\[a-zA-Z]{2}|[\^_][\w{])))[^$\n`]*$/u;

/** Leaves out what would be shown as its source for a moment: an address, a definition, or half a formula. */
function completeEnd(text: string): string {
  if (text.length > MAX_LENGTH || isWithinCode(text)) return text;
  if (OPEN_DEFINITION.test(text)) return '';
  const link = OPEN_LINK.exec(text);
  if (link) return `${text.slice(0, link.index)}${link[1] ?? ''}()`;
  if (OPEN_ADDRESS.test(text)) return `${text}>`;
  const formula = OPEN_FORMULA.exec(text);
  const isHeldBack = formula !== null && text.length - formula.index <= MAX_OPEN;
  return isHeldBack ? text.slice(0, formula.index).trimEnd() : text;
}

function isWithinCode(text: string): boolean {
  const marks = /\\.|(`+)/gs;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [, code] = mark;
    if (code === undefined) continue;
    const end = text.indexOf(code, marks.lastIndex);
    if (end < 0) return true;
    marks.lastIndex = end + code.length;
  }
  return false;
}

interface Mark {
  readonly length: number;
  readonly at: number;
}

/** Adds the missing ends of open marks, and removes a mark at the end that has nothing after it. */
function completeMarks(text: string): string {
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

/** Removes from `open` what `count` asterisks end. Returns how many are still missing at the end of the text. */
function closeWith(count: number, open: Mark[], atEnd: boolean): number {
  for (let left = count; left > 0;) {
    const mark = open.pop();
    if (!mark) return 0;
    const rest = mark.length - left;
    if (rest > 0 && atEnd) return rest;
    // `***a** b` leaves emphasis open; one asterisk within `**` belongs to neither.
    if (rest > 0) open.push(mark.length === 3 ? { ...mark, length: rest } : mark);
    left -= mark.length;
  }
  return 0;
}

/** `first` ends a mark within the others. */
function close(text: string, open: readonly Mark[], first = ''): string {
  const written = text.trimEnd();
  const ends = open
    .filter(({ at }) => text.length - at <= MAX_OPEN)
    .map(({ length }) => '*'.repeat(length))
    .toReversed();
  // Ends must follow a word directly, so trailing space stays behind them.
  return first === '' && ends.length === 0
    ? text
    : written + first + ends.join('') + text.slice(written.length);
}

/** Holds back marks until their line goes on: the `-` of a list's first item would make the line above a heading. */

/** Matches a last line that is only marks. */
const HALF_MARK = /[\r\n]([ \t>]*(?:[-=]+|[*+_]+|#{1,6}|\d{1,9}[.)]?|`{1,2}|~{1,2})?[ \t]*)$/;
const MAX_HALF_MARK = 64;

export function withoutHalfMark(text: string): string {
  const end = text.length <= MAX_HALF_MARK ? `\n${text}` : text.slice(-MAX_LENGTH);
  const mark = HALF_MARK.exec(end)?.[1] ?? '';
  return text.slice(0, text.length - mark.length);
}
