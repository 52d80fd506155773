/**
 * Decides whether text is quoted. Anything that some endpoint, model or template could read as an open quotation
 * counts.
 */

/** A line after `before` may be part of code, a quotation, a list, a comment or an element. */
export function isQuotedAfter(before: string): boolean {
  const { prose, isOpen } = withoutFences(before);
  if (isOpen) return true;
  const paragraph = lastParagraph(prose);
  return (
    // A line without its mark still belongs to the quotation or list before it (CommonMark, "lazy continuation").
    paragraph.split('\n').some((line) => /^\s*(?:[>|]|[-*+•]\s|\d+[.)]\s)/.test(line)) ||
    hasOpenCode(paragraph) ||
    hasOpenQuote(prose) ||
    hasOpenElement(prose)
  );
}

/** `isOpen` says that the last code block is open by some reading of the text. */
function withoutFences(text: string): { readonly prose: string; readonly isOpen: boolean } {
  const prose: string[] = [];
  let fence: { readonly mark: string; readonly length: number } | undefined;
  let isOpenLoosely = false;
  for (const line of text.split('\n')) {
    // Fences in quotations and lists and indented ones count, too: a copy may keep those marks or lose them.
    const [, run = ''] = /^[\s>*+\-\d.)|]*(`{3,}|~{3,})/.exec(line) ?? [];
    if (run !== '') isOpenLoosely = !isOpenLoosely;
    const isStrict = /^ {0,3}(?:`{3,}|~{3,})/.test(line);
    if (fence) {
      const closes = isStrict && run.startsWith(fence.mark.repeat(fence.length)) && /^[\s`~]*$/.test(line);
      if (closes) fence = undefined;
    } else if (isStrict) fence = { mark: run.charAt(0), length: run.length };
    else prose.push(line);
  }
  return { prose: prose.join('\n'), isOpen: fence !== undefined || isOpenLoosely };
}

function lastParagraph(text: string): string {
  return text.split(/\n[^\S\n]*\n/).at(-1) ?? '';
}

/** A code span ends at the next run of backticks of the same length (CommonMark, "Code spans"). */
function hasOpenCode(paragraph: string): boolean {
  const runs = [...paragraph.matchAll(/`+/g)].map(([run]) => run.length);
  const newest = new Map<number, number>();
  const sameAfter = new Map<number, number>();
  for (const [index, length] of runs.entries()) {
    const before = newest.get(length);
    if (before !== undefined) sameAfter.set(before, index);
    newest.set(length, index);
  }
  for (let index = 0; index < runs.length;) {
    const end = sameAfter.get(index);
    if (end === undefined) return true;
    index = end + 1;
  }
  return false;
}

/** Marks that both begin and end a quotation in some language. */
const evenMarks = [/"/g, /'''/g, /[„“”‟]/g, /[‚‹›]/g, /[«»]/g, /[「」『』]/g, /\$\$/g];

function hasOpenQuote(text: string): boolean {
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  if (evenMarks.some((mark) => (prose.match(mark)?.length ?? 0) % 2 === 1)) return true;
  // An apostrophe or an open bracket counts as an open quotation only at the end of the text.
  return /["'`‘‚‛“„‟«‹「『([{<\\]\s*$/.test(prose);
}

const empty = new Set(['br', 'hr', 'img', 'input', 'wbr', 'meta', 'link']);

function hasOpenElement(text: string): boolean {
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  if (prose.lastIndexOf('<!--') > prose.lastIndexOf('-->')) return true;
  if (prose.lastIndexOf('<![CDATA[') > prose.lastIndexOf(']]>')) return true;
  const begun = prose.slice(prose.lastIndexOf('<'));
  if (/^<[a-z/!?]/i.test(begun) && !begun.includes('>')) return true;
  return hasOpenTag(prose) || openSections(prose) > 0;
}

function hasOpenTag(prose: string): boolean {
  const open: string[] = [];
  const counts = new Map<string, number>();
  // A lookahead reads the name once, so it is not tried again in shorter forms: tags without an end would take
  // quadratic time.
  for (const [, slash, name = '', rest = ''] of prose.matchAll(
    /<(\/?)(?=([a-z](?:[\w:.-]*\w)?))\2([^<>]*)>/gi,
  )) {
    const element = name.toLowerCase();
    if (empty.has(element) || rest.endsWith('/')) continue;
    if (slash === '') {
      open.push(element);
      counts.set(element, (counts.get(element) ?? 0) + 1);
    } else if ((counts.get(element) ?? 0) > 0)
      for (let closed: string | undefined; closed !== element;) {
        closed = open.pop() ?? element;
        counts.set(closed, (counts.get(closed) ?? 1) - 1);
      }
  }
  return open.length > 0;
}

/** Counts open sections such as `[quote]`. One without its closing bracket in the same line does not count. */
function openSections(prose: string): number {
  const begin = /\[(\/?)(?:quote|code|pre|tool_?results?)\b/gi;
  let depth = 0;
  let [bracket, lineEnd] = [-1, -1];
  for (let found = begin.exec(prose); found; found = begin.exec(prose)) {
    // Each bracket and line end is searched for once, not again for each section.
    if (bracket < begin.lastIndex) bracket = placeOf(']', prose, begin.lastIndex);
    if (lineEnd < begin.lastIndex) lineEnd = placeOf('\n', prose, begin.lastIndex);
    if (bracket >= lineEnd) continue;
    depth += found[1] === '' ? 1 : -1;
    begin.lastIndex = bracket + 1;
  }
  return depth;
}

function placeOf(mark: string, text: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}
