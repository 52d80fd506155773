/**
 * Draws a rule where models write `---` right below a sentence. By the rules of markdown, the sentence, or the whole
 * paragraph, would become a heading.
 */
import type { MarkdownIt } from 'markdown-it';

/** Characters; longer lines are no headings. */
const MAX_HEADING = 80;
const SENTENCE_END = /[.!?;,…。！？][\s"'”’)\]*_`]*$/u;

export function useRuleBelowText(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'patchbay_rule_below_text', ({ tokens, src, Token }) => {
    let lines: readonly string[] | undefined;
    for (let at = tokens.length - 3; at >= 0; at--) {
      const [open, text, close] = tokens.slice(at, at + 3);
      if (open?.type !== 'heading_open' || open.markup !== '-' || !open.map || !text || !close) continue;
      if (!isText(text.content)) continue;
      const [start, end] = open.map;
      lines ??= src.split('\n');
      // Without the text above them, fewer hyphens are no rule.
      if (!/---[ \t]*$/.test(lines[end - 1] ?? '')) continue;
      [open.type, close.type] = ['paragraph_open', 'paragraph_close'];
      [open.tag, close.tag] = ['p', 'p'];
      [open.markup, close.markup] = ['', ''];
      const rule = new Token('hr', 'hr', 0);
      rule.block = true;
      rule.level = open.level;
      open.map = [start, end - 1];
      rule.map = [end - 1, end];
      tokens.splice(at + 3, 0, rule);
    }
  });
}

function isText(content: string): boolean {
  return content.length > MAX_HEADING || content.includes('\n') || SENTENCE_END.test(content);
}
