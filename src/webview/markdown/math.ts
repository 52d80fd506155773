/** Marks `$…$`, `\(…\)`, and `$$…$$` or `\[…\]` on lines of their own. KaTeX is large and loaded on demand. */
import { t } from '@vscode/l10n';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';

/** Characters; longer formulas stay text. */
const MAX_LENGTH = 5_000;
const MAX_BLOCK_LENGTH = 10_000;
/** Formulas of a block, such as a paragraph or a list; further ones stay text. */
const MAX_FORMULAS = 500;

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
    const found = inlineAt(state);
    if (!found) return false;
    if (!silent) {
      const token = state.push('math', '', 0);
      token.content = found.tex;
      token.markup = found.mark;
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
      const first = lineAt(startLine);
      const kind = blocks.find(({ open }) => first.startsWith(open));
      if (!kind || isIndented) return false;
      if (first !== kind.open) {
        // It ends no paragraph: what has been drawn of one would have to change if no end came.
        const grows = state.env['grows'] === true && state.level === 0;
        const found = silent ? undefined : linesOfFormula({ kind, first, startLine, endLine, lineAt, grows });
        if (!found) return false;
        if (!found.isClosed) state.env['isCompleted'] = true;
        const formula = state.push('math_block', '', 0);
        formula.content = found.tex;
        formula.meta = { closed: found.isClosed };
        formula.markup = kind.open;
        formula.block = true;
        formula.map = [startLine, found.end];
        state.line = found.end;
        return true;
      }
      if (silent) return true;
      // A formula without an end goes on to the end of the text, like a fence.
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
  parser.core.ruler.push('patchbay_formulas', ({ tokens }) => {
    let count = 0;
    for (const token of tokens) {
      if (token.level === 0 && token.nesting >= 0) count = 0;
      for (const child of token.children ?? [])
        if (child.type === 'math' && ++count > MAX_FORMULAS) child.type = 'math_source';
    }
  });
  const { rules } = parser.renderer;
  rules['math'] = (tokens, index) =>
    html('span', tokens[index]?.content ?? '', tokens[index]?.meta?.['display'] === true);
  rules['math_source'] = (tokens, index) => {
    const { content = '', markup = '' } = tokens[index] ?? {};
    const why = t('There are too many formulas here to draw them all.');
    const close = markup.replace('(', ')').replace('[', ']');
    return `<span class="formula-source" title="${escapeHtml(why)}">${escapeHtml(markup + content + close)}</span>`;
  };
  rules['math_block'] = (tokens, index) => {
    const { content = '', markup = '', meta } = tokens[index] ?? {};
    const isClosed = meta?.['closed'] === true;
    if (isClosed && content.length <= MAX_BLOCK_LENGTH) return `${html('div', content, true)}\n`;
    // Half a formula would be drawn as an error.
    const close = isClosed ? `\n${blocks.find(({ open }) => open === markup)?.close ?? ''}` : '';
    return `<div class="formula-source">${escapeHtml(`${markup}\n${content}${close}`)}</div>\n`;
  };
}

/** Lines of a formula that begins right behind its mark. */
const MAX_LINES = 100;

/**
 * Reads a formula of several lines that begins right behind its mark, such as `$$ a` above `+ b $$`: as a paragraph,
 * a line that begins with a sign would become a list or make a heading.
 */
function linesOfFormula(from: {
  readonly kind: (typeof blocks)[number];
  readonly first: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly lineAt: (line: number) => string;
  readonly grows: boolean;
}): { readonly tex: string; readonly end: number; readonly isClosed: boolean } | undefined {
  const { kind, lineAt } = from;
  const lines = [from.first.slice(kind.open.length)];
  if (lines[0]?.includes(kind.close)) return undefined;
  const last = Math.min(from.endLine, from.startLine + MAX_LINES);
  for (let line = from.startLine + 1; line < last; line++) {
    const text = lineAt(line);
    const at = text.indexOf(kind.close);
    if (text === '' || (at >= 0 && at + kind.close.length < text.length)) return undefined;
    lines.push(at < 0 ? text : text.slice(0, at));
    if (at < 0) continue;
    const tex = lines.join('\n').trim();
    return tex.includes('`') || !isFormula(kind.open, tex, true)
      ? undefined
      : { tex, end: line + 1, isClosed: true };
  }
  // A text that still grows may get the formula's end; a list that is drawn meanwhile would stay.
  const tex = lines.join('\n').trim();
  const mayEnd = from.grows && last === from.endLine && !tex.includes('`');
  return mayEnd ? { tex, end: last, isClosed: false } : undefined;
}

interface Formula {
  readonly tex: string;
  readonly mark: string;
  readonly display: boolean;
  readonly end: number;
}

function inlineAt(state: StateInline): Formula | undefined {
  const { src, pos } = state;
  const first = src[pos];
  if (first !== '$' && first !== '\\') return undefined;
  for (const { open, close, display } of inlines) {
    if (!src.startsWith(open, pos)) continue;
    const start = pos + open.length;
    const end = nextOf(close, state, start);
    if (end === undefined || end - start > MAX_LENGTH) return undefined;
    const tex = src.slice(start, end).trim();
    // Code between two marks is no formula.
    return tex === '' || tex.includes('`') || !isFormula(open, tex, isAlone(src, pos, end + close.length))
      ? undefined
      : { tex, mark: open, display, end: end + close.length };
  }
  return first === '$' ? singleAt(src, pos) : undefined;
}

/** Matches what only a formula has. */
const CERTAIN = /\\[a-zA-Z]{2}|[\^_][\w{]/;

function isAlone(src: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*$/.test(src.slice(Math.max(0, start - 20), start)) &&
    /^[ \t]*(?:\n|$)/.test(src.slice(end, end + 20))
  );
}

/**
 * Tells formulas from what else has their marks: process ids of a shell (`echo $$; kill $$`), brackets that are only
 * written with a backslash (`\[0\]`, `\(optional\)`).
 */
function isFormula(mark: string, tex: string, isAloneInLine: boolean): boolean {
  if (CERTAIN.test(tex)) return true;
  if (mark === '$$') return !/^[;,.:)&|]/.test(tex) && !PROSE.test(tex);
  if (mark === '\\(') return !/^\p{L}{4,}$/u.test(tex) && !PROSE.test(tex);
  return isAloneInLine ? !PROSE.test(tex) : /[=+<>*/\\]/.test(tex);
}

/** Matches a dollar, a formula in one line without a blank at its ends and without code, and a dollar. */
const SINGLE = /^\$(?![\s$])((?:\\.|[^\\$`\n])+?)(?<!\s)\$/;
/** Matches a price or variable that a text goes on after (`5 or 10`, `USER, it`), and two words of a text. */
const PROSE = /^\d[\d.,]*\s+\p{L}{2}|^[A-Z_]{3}|\p{L}{2}[,.;:]?\s+\p{L}{2}/u;

/** Leaves prices (`5$, or 10$`) and variables (`$HOME/$USER`, `${A}:${B}`) as they are written. */
function singleAt(src: string, pos: number): Formula | undefined {
  const isWithinWord = /[\p{L}\p{N}$\\]/u.test(src[pos - 1] ?? '');
  const [written, tex] = isWithinWord ? [] : (SINGLE.exec(src.slice(pos, pos + MAX_LENGTH)) ?? []);
  if (written === undefined || tex === undefined) return undefined;
  const end = pos + written.length;
  const next = src[end] ?? '';
  const isCertain = CERTAIN.test(tex);
  if (/[\d${(_]/.test(next) || (!isCertain && PROSE.test(tex))) return undefined;
  // `$n$th` is a formula, `$HOME/$USER` are variables.
  if (/\p{L}/u.test(next) && !(isCertain || /^\p{L}$/u.test(tex))) return undefined;
  if (/^[{(]/.test(tex) && /^(?:\{[\w.:-]*\}|\([\w.-]+)/.test(tex) && !isCertain) return undefined;
  return { tex, mark: '$', display: false, end };
}

/**
 * Places of the marks of a text. An opener may have no closer, so looking for one from each opener would take quadratic
 * time.
 */
const places = new WeakMap<StateInline, Map<string, readonly number[]>>();

/** Returns the first place of `mark` at or after `from`. */
function nextOf(mark: string, state: StateInline, from: number): number | undefined {
  let known = places.get(state);
  if (!known) places.set(state, (known = new Map()));
  let all = known.get(mark);
  if (!all) known.set(mark, (all = placesOf(mark, state.src)));
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return all[low];
}

function placesOf(mark: string, text: string): readonly number[] {
  const all: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) all.push(at);
  return all;
}

function html(tag: 'span' | 'div', tex: string, display: boolean): string {
  return `<${tag} class="math${display ? ' display' : ''}">${escapeHtml(tex)}</${tag}>`;
}
