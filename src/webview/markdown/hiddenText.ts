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
        : `<span class="hidden-character" title="${nameOf(piece)}">${piece.text}</span>`,
    )
    .join('');
}

/** Formats a run: `U+200B`, `U+200B U+200C`, `U+E0041…U+E007F ×23`. */
export function nameOf({ mark }: Extract<TextPiece, { kind: 'hidden' }>): string {
  return mark.slice(1, -1).replaceAll('><', ' ');
}
