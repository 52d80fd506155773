/**
 * Marks at the beginning of a line that is still being written. Alone they mean something else than with what follows:
 * the `-` of a list's first item makes a heading of the line above it. They are held back until their line goes on.
 */

/** A last line that is nothing but marks: whatever begins so is either still one or never was. */
const HALF_MARK = /[\r\n]([ \t>]*(?:[-=]+|[*+_]+|#{1,6}|\d{1,9}[.)]?|`{1,2}|~{1,2})?[ \t]*)$/;
/** Longer lines are no marks that are half. */
const MAX_LENGTH = 64;

/** The text that may be shown before more of it comes. */
export function withoutHalfMark(text: string): string {
  const end = text.length <= MAX_LENGTH ? `\n${text}` : text.slice(-MAX_LENGTH);
  const mark = HALF_MARK.exec(end)?.[1] ?? '';
  return text.slice(0, text.length - mark.length);
}
