/** Draws `<kbd>`, `<sub>` and `<sup>` around plain text; all other HTML is text. */
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';

const TAGGED = /<(kbd|sub|sup)>([^<>\n]{1,80})<\/\1>/y;

export function useInlineTags(parser: MarkdownIt): void {
  parser.inline.ruler.before('autolink', 'inline_tag', (state, silent) => {
    TAGGED.lastIndex = state.pos;
    const [written, tag = '', text = ''] = TAGGED.exec(state.src) ?? [];
    if (written === undefined) return false;
    if (!silent) {
      const token = state.push('inline_tag', tag, 0);
      token.content = text;
    }
    state.pos += written.length;
    return true;
  });
  parser.renderer.rules['inline_tag'] = (tokens, index) => {
    const { tag = 'span', content = '' } = tokens[index] ?? {};
    return `<${tag}>${escapeHtml(content)}</${tag}>`;
  };
}
