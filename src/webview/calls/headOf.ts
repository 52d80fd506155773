import { placeAfter } from '../../base/common/cut.ts';
import { usualRoom } from './room.ts';

/** Characters per row in a narrow side bar, roughly. */
export const ROW = 60;

export interface Remainder {
  readonly lines: number;
  readonly characters: number;
}

/** The first rows of a text; `rest` is undefined if that is all of it. */
export function headOf(
  text: string,
  { shown, spared } = usualRoom,
): { readonly head: string; readonly rest: Remainder | undefined } {
  if (endOfRow(text, shown + spared) === text.length) return { head: text, rest: undefined };
  const end = endOfRow(text, shown);
  const rest = text.slice(end).replace(/^\n/, '');
  return {
    head: text.slice(0, end),
    rest: { lines: rest.split('\n').length, characters: rest.length },
  };
}

function endOfRow(text: string, rows: number): number {
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (end - at > ROW) at = placeAfter(text, at + ROW);
    else if (newline < 0 || row === rows - 1) return end;
    else at = newline + 1;
  }
  return at;
}
