/** Turns markdown into HTML, which sanitise.ts cleans before it enters the page. */
import { t } from '@vscode/l10n';
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { wholeNumber } from '../ui/language.ts';
import { useAlerts } from './alerts.ts';
import { boundWork } from './bounds.ts';
import { codeBlockHtml, escapeHtml } from './codeBlock.ts';
import { useCodeInTables } from './codeInTables.ts';
import { useDefinitions } from './definitions.ts';
import { useFootnotes } from './footnotes.ts';
import { showHiddenHtml } from './hiddenText.ts';
import { useInlineTags } from './inlineTags.ts';
import { isOpenable } from './links.ts';
import { useLiteralWords } from './literalWords.ts';
import { useMath } from './math.ts';
import { useNestedFences } from './nestedFences.ts';
import { useOpenMarks } from './openMarks.ts';
import { useOpenTables } from './openTables.ts';
import { useRuleBelowText } from './ruleBelowText.ts';

export function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true });
  // `README.md` and `main.py` would otherwise become links to hosts in Moldova and Paraguay.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  // `rewriteInline` decides by an allowlist; a link refused here would show its markdown.
  parser.validateLink = () => true;
  parser.core.ruler.push('patchbay_links', ({ tokens }) => {
    for (const token of tokens) if (token.children) rewriteInline(token.children);
  });
  useBreaks(parser);
  useInlineTags(parser);
  parser.use(cjkFriendly);
  useTasks(parser);
  useMath(parser);
  useLiteralWords(parser);
  useFootnotes(parser);
  useDefinitions(parser);
  useNestedFences(parser);
  useOpenTables(parser);
  useAlerts(parser);
  useCodeInTables(parser);
  useRuleBelowText(parser);
  useOpenMarks(parser);
  boundWork(parser);
  const { rules } = parser.renderer;
  rules['fence'] = (tokens, index) => {
    const token = at(tokens, index);
    const { info, content } = token;
    return codeBlockHtml(content, { language: language(info), file: fileName(info) }, isClosedFence(token));
  };
  rules['text'] = (tokens, index) => wordsHtml(at(tokens, index).content);
  rules['code_inline'] = (tokens, index) =>
    `<code>${showHiddenHtml(escapeHtml(at(tokens, index).content), 'prose')}</code>`;
  rules['code_block'] = (tokens, index) =>
    codeBlockHtml(at(tokens, index).content, { language: '', file: '' }, true);
  boundTables(parser);
  settleCorners(parser);
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  rules['table_close'] = (tokens, index) => {
    const hidden = Number(at(tokens, index).meta?.['hidden'] ?? 0);
    const note = hidden > 0 ? `<div class="cut">${t('… {0} more rows', wholeNumber(hidden))}</div>` : '';
    return `</table>${note}</div>\n`;
  };
  rules['image_link'] = (tokens, index, options, env, renderer) => {
    const token = at(tokens, index);
    const alt = renderer.renderInlineAsText(token.children ?? [], options, env) || t('image');
    return (
      `<${token.tag}${renderer.renderAttrs(token)}>` +
      `<span class="codicon codicon-file-media" aria-hidden="true"></span>${wordsHtml(alt)}</${token.tag}>`
    );
  };
  rules['th_open'] = (tokens, index) => cell(at(tokens, index));
  rules['td_open'] = (tokens, index) => cell(at(tokens, index), sizeOf(at(tokens, index + 1)));
  return parser;
}

/** Marks what turns the direction of the text after it. */
function wordsHtml(text: string): string {
  return showHiddenHtml(escapeHtml(text), 'turning');
}

/** Rows of a table that are drawn. The browser needs all widths before it can draw one. */
const MAX_ROWS = 300;

function boundTables(parser: Parser): void {
  // The text of rows that are not drawn is not parsed.
  parser.core.ruler.before('inline', 'patchbay_rows', (state) => {
    let rows = 0;
    let hidden = 0;
    state.tokens = state.tokens.filter((token) => {
      if (token.type === 'table_open') [rows, hidden] = [0, 0];
      if (token.type === 'tr_open') rows += 1;
      if (token.type === 'tr_close' && rows > MAX_ROWS) hidden += 1;
      if (token.type === 'table_close') token.meta = { hidden };
      return rows <= MAX_ROWS || !/^(?:tr|td|inline$)/.test(token.type);
    });
  });
}

/** An empty header cell, as in the corner of a table, becomes a normal cell for screen readers. */
function settleCorners(parser: Parser): void {
  parser.core.ruler.push('patchbay_corners', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const [text, close] = [tokens[index + 1], tokens[index + 2]];
      if (token.type === 'th_open' && text?.content === '' && close) token.tag = close.tag = 'td';
    });
  });
}

export function isClosedFence(token: Token): boolean {
  if (token.type === 'math_block') return token.meta?.['closed'] === true;
  if (token.type !== 'fence' || !token.map) return false;
  const { content } = token;
  const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
  return token.map[1] - token.map[0] - 1 > lines;
}

function at(tokens: Token[], index: number): Token {
  const token = tokens[index];
  if (!token) throw new RangeError(`There is no token ${index}.`);
  return token;
}

function language(info: string): string {
  return (/^[\w+#.-]+/.exec(info.trim())?.[0] ?? '').toLowerCase();
}

/** The file that a fence names: ```ts title="src/a.ts", ```ts src/a.ts, ```ts:src/a.ts. */
function fileName(info: string): string {
  const named = /\b(?:title|file|filename|path)=(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(info);
  const bare = /^[\w+#.-]+[:\s]\s*([\w@./\\-]+\.\w+)\s*$/.exec(info.trim());
  return named?.[1] ?? named?.[2] ?? named?.[3] ?? bare?.[1] ?? '';
}

/** The CSP forbids the style attribute that markdown-it sets, so alignment is a class. */
function cell(token: Token, size = ''): string {
  const align = /left|center|right/.exec(String(token.attrGet('style') ?? ''))?.[0];
  const classes = [...(align === undefined ? [] : [`align-${align}`]), ...(size === '' ? [] : [size])];
  return classes.length === 0 ? `<${token.tag}>` : `<${token.tag} class="${classes.join(' ')}">`;
}

/** Column widths follow these steps, so that streamed rows do not move them and long texts get room. */
function sizeOf({ children }: Token): string {
  let length = 0;
  for (const { content } of children ?? []) length += content.length;
  if (length <= 4) return '';
  if (length <= 7) return 'size-xs';
  if (length <= 12) return 'size-s';
  if (length <= 24) return 'size-m';
  return length <= 48 ? 'size-l' : 'size-xl';
}

/** Links that the host does not open become text; images become links, as nothing is loaded from elsewhere. */
function rewriteInline(tokens: Token[]): void {
  let open: Token | undefined;
  for (const token of tokens) {
    switch (token.type) {
      case 'link_open': {
        open = token;
        const href = String(token.attrGet('href') ?? '');
        const openable = isOpenable(href);
        token.tag = openable ? 'a' : 'span';
        token.attrs = openable ? [['href', href]] : [['class', 'dead-link']];
        token.attrSet('title', href);
        break;
      }
      case 'link_close':
        token.tag = open?.tag ?? token.tag;
        open = undefined;
        break;
      case 'image': {
        const source = String(token.attrGet('src') ?? '');
        const openable = open === undefined && isOpenable(source);
        token.type = 'image_link';
        token.tag = openable ? 'a' : 'span';
        token.attrs = [['class', 'image-link']];
        if (openable) token.attrSet('href', source);
        if (open === undefined) token.attrSet('title', source);
        break;
      }
      default:
        break;
    }
  }
}

const BREAK = /<br ?\/?>/iy;

/** `<br>` as a line break: a table's cell has no other. All other HTML is text. */
function useBreaks(parser: Parser): void {
  parser.inline.ruler.before('autolink', 'html_break', (state, silent) => {
    BREAK.lastIndex = state.pos;
    const [written] = BREAK.exec(state.src) ?? [];
    if (written === undefined) return false;
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += written.length;
    return true;
  });
}

/** `- [ ]` and `- [x]` at the start of a list item become read-only boxes. */
function useTasks(parser: Parser): void {
  parser.core.ruler.push('patchbay_tasks', ({ tokens, Token }) => {
    tokens.forEach((token, index) => {
      const item = tokens[index - 2];
      const isFirst = tokens[index - 1]?.type === 'paragraph_open' && item?.type === 'list_item_open';
      const [text] = token.children ?? [];
      const mark = isFirst && text?.type === 'text' ? /^\[([ xX])\]\s+/.exec(text.content) : null;
      if (!mark || !text || !item) return;
      text.content = text.content.slice(mark[0].length);
      const box = new Token('task_box', '', 0);
      box.meta = { done: mark[1] !== ' ' };
      token.children?.unshift(box);
      item.attrJoin('class', 'task');
    });
  });
  parser.renderer.rules['task_box'] = (tokens, index) => {
    const done = tokens[index]?.meta?.['done'] === true;
    const label = done
      ? t({ message: 'Done', comment: 'a task' })
      : t({ message: 'To do', comment: 'a task' });
    return `<span class="task-box${done ? ' codicon codicon-check' : ''}" role="img" aria-label="${escapeHtml(label)}"></span>`;
  };
}
