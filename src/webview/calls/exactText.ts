/** The HTML of what somebody decides about: hidden characters are marked, and padding is counted instead of shown. */
import { t } from '@vscode/l10n';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { canHighlight, highlight } from '../markdown/highlight.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';

/** Blanks, as they are or as JSON writes them. */
const BLANK = String.raw`(?:\\[nrt]|\\u00(?:09|0[aAdD]|20)|[ \t])`;

/**
 * Runs that push what follows out of sight: 24 blanks within a line (100 at its beginning, where code is indented), four
 * line ends in JSON, four empty lines.
 */
const padding = new RegExp(
  String.raw`(?<=\S)${BLANK}{24,}|${BLANK}{100,}|(?:(?:\\r)?\\n){4,}|(?:\n[ \t]*){5,}(?=\n|$|\S)`,
  'g',
);

/** The language that a text is coloured in: none where it is padded or too long. Its beginning looks like the whole. */
export function colouredAs(text: string, language: string): string {
  return canHighlight(text, language) && paddingPieces(text).length === 1 ? language : '';
}

/** Coloured where it has a language and no padding. */
export function exactHtml(text: string, language: string): string {
  const pieces = paddingPieces(text);
  if (pieces.length === 1)
    return showHiddenHtml(
      (language === '' ? undefined : highlight(text, language)) ?? escapeHtml(text),
      'exact',
    );
  return pieces
    .map((piece) =>
      piece.padding === undefined
        ? showHiddenHtml(escapeHtml(piece.text), 'exact')
        : `<span class="padding-mark">${escapeHtml(piece.padding)}</span>${piece.text.includes('\n') ? '\n' : ''}`,
    )
    .join('');
}

interface Piece {
  readonly text: string;
  /** What stands for it, where it is padding. */
  readonly padding?: string;
}

/** The text in pieces; together they are the text. One piece if nothing is padded. */
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
  if (lines === 0) return t('{0} blanks', blanks);
  return blanks === 0 ? t('{0} line breaks', lines) : t('{0} line breaks and {1} blanks', lines, blanks);
}
