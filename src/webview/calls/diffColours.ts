/** Puts colours into the lines of a diff that are shown. */
import { highlight } from '../markdown/highlight.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';
import { markReturns, type DiffRow } from './diffLines.ts';
import { paddingPieces } from './exactText.ts';

export interface DrawnLine {
  readonly kind: Exclude<DiffRow['kind'], 'gap'>;
  readonly text: string;
  readonly code: Element;
}

/**
 * Puts colours into `lines`, which follow each other in the file. The old text and the new one are each coloured as a
 * whole.
 */
export function colourHunk(lines: readonly DrawnLine[], file: string): void {
  const language = languageOf(file);
  for (const gone of ['added', 'removed'] as const) {
    const side = lines.filter(({ kind }) => kind !== gone);
    const isOld = gone === 'added';
    if (isOld && !side.some(({ kind }) => kind === 'removed')) continue;
    highlight(side.map(({ text }) => text).join('\n'), language, (html) => {
      const coloured = linesOf(html);
      // A highlighter that changes line ends must not put code into another line.
      if (coloured.length !== side.length) return;
      for (const [index, { kind, text, code }] of side.entries()) {
        // Lines of both sides look as they are now, and a mark stands in the place of padding.
        if ((isOld && kind === 'same') || paddingPieces(text).length > 1) continue;
        code.replaceChildren(sanitise(markReturns(showHiddenHtml(coloured[index] ?? '', 'exact'))));
      }
    });
  }
}

/** Spans that go over lines are closed and opened again. */
function linesOf(html: string): readonly string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const start = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return `${start}${line}${'</span>'.repeat(open.length)}`;
  });
}

/** The end of the file's name; the highlighter knows such as `ts` and `py`. */
function languageOf(file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  return (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name).toLowerCase();
}
