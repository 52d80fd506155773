/** Holds back marks until their line goes on: the `-` of a list's first item would make the line above a heading. */

/** A last line that is only marks. */
const HALF_MARK = /[\r\n]([ \t>]*(?:[-=]+|[*+_]+|#{1,6}|\d{1,9}[.)]?|`{1,2}|~{1,2})?[ \t]*)$/;
const MAX_LENGTH = 64;

export function withoutHalfMark(text: string): string {
  const end = text.length <= MAX_LENGTH ? `\n${text}` : text.slice(-MAX_LENGTH);
  const mark = HALF_MARK.exec(end)?.[1] ?? '';
  return text.slice(0, text.length - mark.length);
}
