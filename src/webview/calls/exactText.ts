/** HTML of text that the user decides about: hidden characters are marked, padding is replaced by its length. */
import { t } from '@vscode/l10n';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { canHighlight } from '../markdown/highlightBounds.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';

/** Blank characters, literal or as JSON escapes. */
const BLANK = String.raw`(?:\\[nrt]|\\u00(?:09|0[aAdD]|20)|[ \t])`;

/** Padding that pushes text out of sight: 24 blanks (100 at a line's start), 4 line ends in JSON, 4 empty lines. */
const padding = new RegExp(
  String.raw`(?<=\S)${BLANK}{24,}|${BLANK}{100,}|(?:(?:\\r)?\\n){4,}|(?:\n[ \t]*){5,}(?=\n|$|\S)`,
  'g',
);

/** The language to highlight in: none for padded or long text, so that its head looks like the whole. */
export function colouredAs(text: string, language: string): string {
  return canHighlight(text, language) && paddingPieces(text).length === 1 ? language : '';
}

/** Returns HTML without colours; the caller adds them (colourCode.ts). */
export function exactHtml(text: string): string {
  return paddingPieces(text)
    .map((piece) =>
      piece.padding === undefined
        ? showHiddenHtml(escapeHtml(piece.text), 'exact')
        : `<span class="padding-mark">${escapeHtml(piece.padding)}</span>${piece.text.includes('\n') ? '\n' : ''}`,
    )
    .join('');
}

interface Piece {
  readonly text: string;
  readonly padding?: string | undefined;
}

export function paddingPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(padding)) {
    pieces.push({ text: text.slice(end, index) }, { text: run, padding: wordsFor(run) });
    end = index + run.length;
  }
  return [...pieces, { text: text.slice(end) }];
}

function wordsFor(run: string): string {
  const lines = run.match(/\n|\\n/g)?.length ?? 0;
  const blanks = (run.match(/\\u....|\\.|[ \t]/g)?.length ?? 0) - (run.match(/\\n/g)?.length ?? 0);
  if (lines === 0) return t('{0} spaces', blanks);
  return blanks === 0 ? t('{0} line breaks', lines) : t('{0} line breaks and {1} spaces', lines, blanks);
}
