/** `<br>` as a line break: a table's cell has no other. All other HTML is text. */
import type { MarkdownIt } from 'markdown-it';

const BREAK = /<br ?\/?>/iy;

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
