/** Line breaks as HTML writes them: in the cell of a table there is no other way. All other HTML is text. */
import type { MarkdownIt } from 'markdown-it';

const BREAK = /<br ?\/?>/iy;

/** Teaches the parser `<br>`. */
export function useBreaks(parser: MarkdownIt): void {
  parser.inline.ruler.before('autolink', 'html_break', (state, silent) => {
    BREAK.lastIndex = state.pos;
    const [written] = BREAK.exec(state.src) ?? [];
    if (written === undefined) return false;
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += written.length;
    return true;
  });
}
