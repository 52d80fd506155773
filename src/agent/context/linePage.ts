/** Takes the lines of a long text that the model gets at once, and says how to get the next ones. */
import { placeAfter, placeBefore } from '../../base/common/cut.ts';
import { headEnd, MOST_CHARACTERS_A_TOKEN } from './tokens.ts';

/** A place in a text. Both numbers begin with 1. */
export interface LinePlace {
  readonly line: number;
  readonly character: number;
}

export interface PageOptions {
  readonly from: LinePlace;
  /** The number of lines that were asked for. */
  readonly lines: number;
  /** The size of a page, in tokens of the estimate. */
  readonly tokens: number;
  /** Each line begins with its number and a tab. */
  readonly isNumbered: boolean;
}

export interface LinePage {
  readonly text: string;
  readonly from: LinePlace;
  /** The last line of the page. */
  readonly lastLine: number;
  /** The place behind the page, which is in its only line if that is longer than a page. */
  readonly next: LinePlace | undefined;
  /** The page ends before the lines that were asked for. */
  readonly isCut: boolean;
}

/** Returns a page of whole lines or, of a line that is longer than a page, a part. Undefined for a place behind the end. */
export function linePage(all: readonly string[], options: PageOptions): LinePage | undefined {
  const { from, lines, tokens, isNumbered } = options;
  const first = all[from.line - 1];
  if (first === undefined || from.character > Math.max(1, first.length)) return undefined;
  const start = placeBefore(first, from.character - 1);
  const end = Math.min(all.length, from.line - 1 + lines);
  const shown: string[] = [];
  let characters = 0;
  for (let at = from.line - 1; at < end && characters <= tokens * MOST_CHARACTERS_A_TOKEN; at += 1) {
    const line = (at === from.line - 1 ? first.slice(start) : all[at]) ?? '';
    shown.push(isNumbered ? `${at + 1}\t${line}` : line);
    characters += line.length + 1;
  }
  const whole = shown.join('\n');
  const fitting = headEnd(whole, tokens);
  const page = (text: string, lastLine: number, next: LinePlace | undefined): LinePage => {
    const isCut = lastLine < end || next?.line === lastLine;
    return { text, from: { line: from.line, character: start + 1 }, lastLine, next, isCut };
  };
  const after = (line: number): LinePlace | undefined =>
    line < all.length ? { line: line + 1, character: 1 } : undefined;
  if (fitting === whole.length)
    return page(whole, from.line - 1 + shown.length, after(from.line - 1 + shown.length));
  const lineEnd = whole[fitting] === '\n' ? fitting : whole.lastIndexOf('\n', fitting - 1);
  if (lineEnd >= 0) {
    const text = whole.slice(0, lineEnd);
    const lastLine = from.line - 1 + text.split('\n').length;
    return page(text, lastLine, after(lastLine));
  }
  const [line = ''] = shown;
  const head = line.length - (first.length - start);
  const cut = Math.max(fitting, head + placeAfter(first.slice(start), 1));
  if (cut === line.length) return page(line, from.line, after(from.line));
  return page(line.slice(0, cut), from.line, { line: from.line, character: start + cut - head + 1 });
}

/** Says which lines a page has, such as `lines 1 to 136 of 48,016; go on with startLine 137`. */
export function pageExtent(all: readonly string[], { from, lastLine, next, isCut }: LinePage): string {
  const total = counted(all.length);
  const more = isCut && next ? `; go on with ${placeArguments(next)}` : '';
  const length = all[from.line - 1]?.length ?? 0;
  if (next?.line === from.line)
    return `line ${counted(from.line)} of ${total}, characters ${counted(from.character)} to ${counted(next.character - 1)} of ${counted(length)}${more}`;
  if (from.line === 1 && from.character === 1 && !next) return all.length === 1 ? '1 line' : `${total} lines`;
  const which =
    from.line === lastLine
      ? `line ${counted(from.line)} of ${total}`
      : `lines ${counted(from.line)} to ${counted(lastLine)} of ${total}`;
  const begin =
    from.character > 1 ? `, line ${counted(from.line)} from character ${counted(from.character)}` : '';
  return `${which}${begin}${more}`;
}

function placeArguments({ line, character }: LinePlace): string {
  return `startLine ${line}${character > 1 ? `, startCharacter ${character}` : ''}`;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}

/** Returns the place of a UTF-16 unit of a text. */
export function placeAt(text: string, at: number): LinePlace {
  const lineStart = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < lineStart; end = text.indexOf('\n', end + 1))
    line += 1;
  return { line, character: at - lineStart + 1 };
}
