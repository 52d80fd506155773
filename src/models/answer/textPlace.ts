/** Whatever some endpoint, model or template could take for an open quotation counts as one. */

/** Whether a line after `before` may stand in code, a quotation, a list, a comment or an element. */
export function isQuotedAfter(before: string): boolean {
  const { prose, isOpen } = withoutFences(before);
  if (isOpen) return true;
  const paragraph = lastParagraph(prose);
  return (
    // A line without its mark still belongs to the quotation or the list before it (CommonMark, "lazy continuation").
    paragraph.split('\n').some((line) => /^\s*(?:[>|]|[-*+•]\s|\d+[.)]\s)/.test(line)) ||
    hasOpenCode(paragraph) ||
    hasOpenQuote(prose) ||
    hasOpenElement(prose)
  );
}

/** `isOpen`: the last code block is open by some reading. */
function withoutFences(text: string): { readonly prose: string; readonly isOpen: boolean } {
  const prose: string[] = [];
  let fence: { readonly mark: string; readonly length: number } | undefined;
  let isOpenLoosely = false;
  for (const line of text.split('\n')) {
    // In quotations and lists, too, and indented: whoever copies drops the marks or keeps them.
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

/** A run of backticks ends at the next one of its length (CommonMark, "Code spans"). */
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

/** These begin and end a quotation alike in some language. */
const evenMarks = [/"/g, /'''/g, /[„“”‟]/g, /[‚‹›]/g, /[«»]/g, /[「」『』]/g, /\$\$/g];

function hasOpenQuote(text: string): boolean {
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  if (evenMarks.some((mark) => (prose.match(mark)?.length ?? 0) % 2 === 1)) return true;
  // An apostrophe is no quotation mark unless the text ends with it; a bracket that is open neither.
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
  // The name is read in a lookahead, and so never again shorter: a tag without an end would take the square.
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

/** How many `[quote]` and the like are open. One without its bracket in the same line is none. */
function openSections(prose: string): number {
  const begin = /\[(\/?)(?:quote|code|pre|tool_?results?)\b/gi;
  let depth = 0;
  let [bracket, lineEnd] = [-1, -1];
  for (let found = begin.exec(prose); found; found = begin.exec(prose)) {
    // Each is looked for once, not again from each beginning.
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
