/** Makes characters visible that a reader cannot see, in the HTML of code, arguments and results. */
import { hiddenPieces, type Strictness, type TextPiece } from '../../base/common/hiddenCharacters.ts';

/** Whether a text has characters that would be marked. */
export function hasHidden(text: string): boolean {
  return hiddenPieces(text, 'prose').some(({ kind }) => kind === 'hidden');
}

/**
 * The HTML with hidden characters each run in an element of its own, which shows their numbers; copies stay true. With
 * the ones that turn the direction around, code can read differently from what it does ("Trojan Source",
 * CVE-2021-42574); the element keeps that to itself.
 */
export function showHiddenHtml(html: string, strictness: Strictness): string {
  return hiddenPieces(html, strictness)
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : `<span class="hidden-character" title="${nameOf(piece)}">${piece.text}</span>`,
    )
    .join('');
}

/** What stands for a run: `U+200B`, `U+200B U+200C`, `U+E0041…U+E007F ×23`. */
export function nameOf({ mark }: Extract<TextPiece, { kind: 'hidden' }>): string {
  return mark.slice(1, -1).replaceAll('><', ' ');
}
