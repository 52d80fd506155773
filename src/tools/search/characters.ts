/** Normalizes letters of any script, so that names and words can be compared. */

/** Letters of scripts without spaces between words. `scx` is needed because "ー" belongs to two scripts. */
export const UNSPACED_LETTERS = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tale}\p{scx=Talu}\p{scx=Lana}\p{scx=Tavt}\p{scx=Ahom}\p{scx=Java}\p{scx=Bali}\p{scx=Tang}\p{scx=Nshu}]&&[\p{L}\p{N}]]`;
const unspaced = new RegExp(`^${UNSPACED_LETTERS}`, 'v');
const isAscii = /^[\0-\x7f]*$/;

/** More combining marks in a row than any language has. The half-width "ﾞ" and "ﾟ" become marks. */
const tooManyMarks = /((?:\p{M}|[\uff9e\uff9f]){40})(?:\p{M}|[\uff9e\uff9f])/u;
/** Signs that expand to four to eighteen characters, such as "㌔", and how many of them are read. */
const longSigns = /[\u3300-\u33ff\ufdf0-\ufdfb]/g;
const MAX_LONG_SIGNS = 12;

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/**
 * Returns the text without hidden characters, up to a place with very many marks or long signs: the time of `normalize`
 * grows with the square of the number of marks.
 */
export function boundedMarks(text: string): string {
  if (isAscii.test(text)) return text;
  const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');
  const marks = tooManyMarks.exec(visible);
  const bounded = marks ? visible.slice(0, marks.index + (marks[1]?.length ?? 0)) : visible;
  const first = [...bounded.matchAll(longSigns)][MAX_LONG_SIGNS];
  return first ? bounded.slice(0, first.index) : bounded;
}

/** Returns the text in lower case, and the Greek final sigma as an ordinary one. */
export function foldedCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
