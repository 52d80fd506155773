import { headText } from '../../base/common/cut.ts';
import { hiddenPieces, type Strictness, type TextPiece } from '../../base/common/hiddenCharacters.ts';

export function hasHidden(text: string): boolean {
  return hiddenPieces(text, 'prose').some(({ kind }) => kind === 'hidden');
}

/** Shows hidden characters as code points; copies are unchanged. Direction marks are isolated (CVE-2021-42574). */
export function showHiddenHtml(html: string, strictness: Strictness): string {
  return hiddenPieces(html, strictness)
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : `<span class="hidden-character" title="${codePointName(piece)}">${piece.text}</span>`,
    )
    .join('');
}

/** Formats a run: `U+200B`, `U+200B U+200C`, `U+E0041…U+E007F ×23`. */
export function codePointName({ mark }: Extract<TextPiece, { kind: 'hidden' }>): string {
  return mark.slice(1, -1).replaceAll('><', ' ');
}

const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{200f}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns whether a text may need `dir="auto"`, as it has right-to-left letters or characters that turn the direction.
 */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) || hasHidden(text);
}

/** Characters that decide a text's direction. */
const DECIDING = 2_000;

/**
 * Returns the direction of most of a text's words: by its first letter, as `dir="auto"` has it, Hebrew that begins with
 * the name of a program would run the wrong way. A text with as many words of both kinds runs from right to left, as
 * names and terms are Latin in such texts. A mark of the direction before the first letter decides alone. In a text field `dir="auto"` also takes quadratic time: 6 s for 40,000 lines
 * (Chromium 153).
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const mark = /[\p{L}\u{200e}\u{200f}]/u.exec(text)?.[0];
  if (mark === '\u200f' || mark === '\u200e') return mark === '\u200f' ? 'rtl' : 'ltr';
  const words = headText(text, DECIDING).match(/[\p{L}\p{M}]+/gu) ?? [];
  const toLeft = words.filter((word) => RIGHT_TO_LEFT.test(word)).length;
  return toLeft > 0 && toLeft * 5 >= words.length * 2 ? 'rtl' : 'ltr';
}

/** Returns the direction of a text in HTML, in which code does not count. */
export function directionOfHtml(html: string): 'ltr' | 'rtl' {
  return directionOf(html.replaceAll(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>|<[^>]*>/g, ' '));
}
