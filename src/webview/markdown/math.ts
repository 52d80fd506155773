/** Marks `$…$`, `\(…\)`, and `$$…$$` or `\[…\]` on lines of their own. KaTeX is large and loaded on demand. */
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';

/** Characters; longer formulas stay text. */
const MAX_LENGTH = 5_000;

const blocks = [
  { open: '$$', close: '$$' },
  { open: '\\[', close: '\\]' },
];
const inlines = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
];

export function useMath(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'math', (state, silent) => {
    const found = inlineAt(state.src, state.pos);
    if (!found) return false;
    if (!silent) {
      const token = state.push('math', '', 0);
      token.content = found.tex;
      token.meta = { display: found.display };
    }
    state.pos = found.end;
    return true;
  });
  parser.block.ruler.before(
    'fence',
    'math',
    (state, startLine, endLine, silent) => {
      const lineAt = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
      const isIndented = (state.sCount[startLine] ?? 0) - state.blkIndent >= 4;
      const kind = blocks.find(({ open }) => lineAt(startLine) === open);
      if (!kind || isIndented) return false;
      if (silent) return true;
      // Without an end it goes on to the end of the text, like a fence.
      let last = startLine + 1;
      while (last < endLine && lineAt(last) !== kind.close) last++;
      const isClosed = last < endLine;
      const token = state.push('math_block', '', 0);
      token.content = state.getLines(startLine + 1, last, state.blkIndent, false).trim();
      token.meta = { closed: isClosed };
      token.markup = kind.open;
      token.block = true;
      token.map = [startLine, isClosed ? last + 1 : last];
      state.line = isClosed ? last + 1 : last;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  const { rules } = parser.renderer;
  rules['math'] = (tokens, index) =>
    html('span', tokens[index]?.content ?? '', tokens[index]?.meta?.['display'] === true);
  rules['math_block'] = (tokens, index) => {
    const { content = '', markup = '', meta } = tokens[index] ?? {};
    if (meta?.['closed'] === true) return `${html('div', content, true)}\n`;
    // Half a formula would be drawn as an error.
    return `<div class="formula-source">${escapeHtml(`${markup}\n${content}`)}</div>\n`;
  };
}

function inlineAt(source: string, at: number): { tex: string; display: boolean; end: number } | undefined {
  for (const { open, close, display } of inlines) {
    if (!source.startsWith(open, at)) continue;
    const end = source.indexOf(close, at + open.length);
    const tex = end < 0 ? '' : source.slice(at + open.length, end).trim();
    if (tex === '' || tex.length > MAX_LENGTH) return undefined;
    return { tex, display, end: end + close.length };
  }
  // Prices are no formulas: no space inside the dollars, no digit after them, and all on one line.
  const single = /^\$(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\$(?![\d$])/.exec(source.slice(at, at + MAX_LENGTH));
  return source[at] === '$' && single?.[1] !== undefined
    ? { tex: single[1], display: false, end: at + single[0].length }
    : undefined;
}

function html(tag: 'span' | 'div', tex: string, display: boolean): string {
  return `<${tag} class="math${display ? ' display' : ''}">${escapeHtml(tex)}</${tag}>`;
}
