/** Draws a table from its head on, while its second line is still to come, or the head would be shown with its bars. */
import type { MarkdownIt, Token } from 'markdown-it';

/** Matches a head and what there is of the line below it, at the end of a paragraph. */
const HEAD = /(?:^|\n)(\|[^\n]*[^\s|\\][^\n]*\|)[ \t]*(\n[|:-][|:\- \t]*)?$/;
/** Characters; longer paragraphs are left as they are. */
const MAX_LENGTH = 2_000;

export function useOpenTables(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'patchbay_open_table', (state) => {
    const { tokens, env, md, src } = state;
    const [open, text, close] = tokens.slice(-3);
    if (env['grows'] !== true || open?.type !== 'paragraph_open' || !text || !close || open.level > 0) return;
    if (text.content.length > MAX_LENGTH || /\n[ \t]*\n[ \t]*$/.test(src)) return;
    const head = HEAD.exec(text.content);
    const row = head?.[1];
    if (!head || row === undefined) return;
    // A second line that has ended would have made a table.
    if (head[2] !== undefined && /\n[ \t]*$/.test(src)) return;
    const columns = row.replaceAll(/\\./g, '').split('|').length - 2;
    const before = text.content.slice(0, head.index);
    const whole = `${before === '' ? '' : `${before}\n`}${row}\n|${'---|'.repeat(columns)}`;
    const table: Token[] = [];
    md.block.parse(whole, md, env, table);
    if (!table.some(({ type }) => type === 'table_open')) return;
    const [start, end] = open.map ?? [0, 0];
    for (const token of table)
      if (token.map) token.map = [start + token.map[0], Math.min(end, start + token.map[1])];
    tokens.splice(-3, 3, ...table);
    env['isCompleted'] = true;
  });
}
