/**
 * Footnotes: `[^1]` and, as a paragraph or more, `[^1]: text`. A note stays where it is written, because text above it
 * may be drawn already while an answer streams.
 */
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';

const DEFINITION = /^\[\^([^\s[\]]{1,80})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s[\]]{1,80})\]/y;

export function useFootnotes(parser: MarkdownIt): void {
  const keyOf = (label: string): string => parser.utils.normalizeReference(`^${label}`);
  parser.block.ruler.before(
    'reference',
    'footnote',
    (state, startLine, endLine, silent) => {
      const begin = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
      const end = state.eMarks[startLine] ?? 0;
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
      const [mark, label = ''] = DEFINITION.exec(state.src.slice(begin, end)) ?? [];
      if (mark === undefined) return false;
      if (silent) return true;
      // Marks in the text look for their notes where links look for theirs.
      const references = (state.env['references'] ??= {}) as Record<string, unknown>;
      references[keyOf(label)] ??= { href: '', title: '' };
      const open = state.push('footnote_open', 'div', 1);
      open.block = true;
      open.meta = { label };
      const map: [number, number] = [startLine, startLine + 1];
      open.map = map;
      const before = {
        indent: state.blkIndent,
        begin: state.bMarks[startLine],
        shift: state.tShift[startLine],
      };
      const count = state.sCount[startLine];
      state.bMarks[startLine] = begin + mark.length;
      state.tShift[startLine] = 0;
      // Further paragraphs of a note are indented by four characters.
      state.blkIndent += 4;
      state.sCount[startLine] = state.blkIndent;
      state.md.block.tokenize(state, startLine, endLine);
      state.blkIndent = before.indent;
      state.bMarks[startLine] = before.begin ?? 0;
      state.tShift[startLine] = before.shift ?? 0;
      state.sCount[startLine] = count ?? 0;
      map[1] = state.line;
      state.push('footnote_close', 'div', -1).block = true;
      return true;
    },
    { alt: ['paragraph', 'reference'] },
  );
  parser.inline.ruler.before('link', 'footnote_mark', (state, silent) => {
    REFERENCE.lastIndex = state.pos;
    const [written = '', label = ''] = REFERENCE.exec(state.src) ?? [];
    const references = (state.env['references'] ?? {}) as Record<string, unknown>;
    if (label === '' || !Object.hasOwn(references, keyOf(label))) return false;
    if (!silent) state.push('footnote_mark', '', 0).content = label;
    state.pos += written.length;
    return true;
  });
  const { rules } = parser.renderer;
  rules['footnote_open'] = (tokens, index) =>
    `<div class="footnote"><span class="footnote-label">${escapeHtml(`[${String(tokens[index]?.meta?.['label'])}]`)}</span>`;
  rules['footnote_close'] = () => '</div>\n';
  rules['footnote_mark'] = (tokens, index) =>
    `<span class="footnote-mark">${escapeHtml(`[${tokens[index]?.content ?? ''}]`)}</span>`;
}
