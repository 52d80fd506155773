/**
 * Reads a fence of markdown in which there are fences of the same length. Models write READMEs so; by the rules of
 * markdown the first inner end would be the end of all.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';

const OPEN = /^(`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b[^`]*$/i;
/**
 * Lines that are looked at for ends in one text. Each fence without an end looks at all lines below it, which would take
 * quadratic time.
 */
const MAX_LINES = 50_000;
const looked = new WeakMap<object, number>();

const INNER = /^(`{3,}|~{3,})[ \t]*([^`]*)$/;

export function useNestedFences(parser: MarkdownIt): void {
  parser.block.ruler.before(
    'fence',
    'nested_fence',
    (state, startLine, endLine, silent) => {
      const [opener, mark = ''] = OPEN.exec(lineAt(state, startLine)) ?? [];
      if (opener === undefined) return false;
      const end = endOf(state, { mark, startLine, endLine });
      // Without an inner fence, or where the ends do not match up, the usual rule reads it. What still grows may get its
      // end.
      if (!end.hasInner || (!end.isClosed && state.env['grows'] !== true)) return false;
      if (silent) return true;
      const token = state.push('fence', 'code', 0);
      token.info = opener.slice(mark.length);
      token.content = state.getLines(startLine + 1, end.line, state.sCount[startLine] ?? 0, true);
      token.markup = mark;
      state.line = end.line + (end.isClosed ? 1 : 0);
      token.map = [startLine, state.line];
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

interface Fence {
  readonly mark: string;
  readonly startLine: number;
  readonly endLine: number;
}

function endOf(state: StateBlock, { mark, startLine, endLine }: Fence) {
  const open: string[] = [];
  let hasInner = false;
  let line = startLine + 1;
  const before = looked.get(state.env) ?? 0;
  const last = Math.min(endLine, line + Math.max(0, MAX_LINES - before));
  looked.set(state.env, before + last - line);
  for (; line < last; line++) {
    const text = lineAt(state, line);
    if (text !== '' && (state.sCount[line] ?? 0) < state.blkIndent) break;
    const [, written = '', info = ''] = INNER.exec(text) ?? [];
    const inner = open.at(-1);
    if (written === '') continue;
    if (info.trim() !== '') {
      if (inner === undefined) open.push(written);
      hasInner = true;
    } else if (closes(written, inner ?? mark)) {
      if (inner === undefined) return { line, hasInner, isClosed: true };
      open.pop();
    }
  }
  return { line, hasInner, isClosed: false };
}

function closes(written: string, mark: string): boolean {
  return written[0] === mark[0] && written.length >= mark.length;
}

/** Returns the line without its indentation; nothing for a line that is indented as code is. */
function lineAt(state: StateBlock, line: number): string {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return '';
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
}
