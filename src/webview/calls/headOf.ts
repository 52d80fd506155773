/** The beginning of a long text, and how much follows. */

/** Characters in a row, about, as a narrow side bar has them. */
const ROW = 60;
/** Rows that are shown at once; a text that is not much longer is shown whole. */
const SHOWN = 24;
const SPARED = 8;

/** What is not shown. */
export interface Remainder {
  readonly lines: number;
  readonly characters: number;
}

/** As much of the text as is shown at first; `rest` is undefined where that is all. */
export function headOf(text: string): { readonly head: string; readonly rest: Remainder | undefined } {
  if (endOfRow(text, SHOWN + SPARED) === text.length) return { head: text, rest: undefined };
  const end = endOfRow(text, SHOWN);
  const rest = text.slice(end).replace(/^\n/, '');
  return {
    head: text.slice(0, end),
    rest: { lines: rest.split('\n').length, characters: rest.length },
  };
}

/** Where that many rows end. */
function endOfRow(text: string, rows: number): number {
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    // Not between the two halves of a character.
    if (end - at > ROW) at += /[\uDC00-\uDFFF]/.test(text.charAt(at + ROW)) ? ROW + 1 : ROW;
    else if (newline < 0 || row === rows - 1) return end;
    else at = newline + 1;
  }
  return at;
}
