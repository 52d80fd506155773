import type { CallView, ContentPart } from '../../protocol/index.ts';

/** Characters of a text that is checked; longer text stays plain, in part. */
const MAX_LENGTH = 30_000;

/** Returns the Markdown of a part that plainly is Markdown. Commands, files and errors are shown exactly. */
export function markdownIn(part: ContentPart, { source, status }: CallView): string | undefined {
  if (status !== 'success') return undefined;
  const text = part.type === 'text' || part.type === 'resource' ? part.text : undefined;
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  // It was written for a terminal.
  if (text.includes('\u001b') || (part.type === 'text' && part.styles)) return undefined;
  const type = part.type === 'resource' ? (part.mimeType?.split(';')[0]?.trim().toLowerCase() ?? '') : '';
  if (type === 'text/markdown' || type === 'text/x-markdown') return text;
  if (source.kind === 'native') return undefined;
  return (type === '' || type === 'text/plain') && isMarkdown(text) ? text : undefined;
}

/** Lines that prose does not have: assignments, keys, statements, blocks. */
const CODE =
  /[;{}]\s*$|^\s*[\w.$-]+\s*(?:=|:=|\+=)\s*\S|^\s*(?:- )?[\w.-]+:(?:\s+\S+)?\s*$|^\s*(?:import|from|export|const|let|var|def|class|function|return|if|elif|else|for|while|package|using|#include|#!|@)\b/;
const HEADING = /^#{1,6} \S/;
const ITEM = /^ {0,8}(?:[-*+]|\d{1,3}[.)]) \S/;
const DELIMITERS = /^ {0,3}\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** The pattern is bounded: it looks at a few hundred characters from each start. */
const INLINE = /\*\*[^*\s][^*]{0,300}\*\*|`[^`]{1,300}`|\[[^[\]]{1,300}\]\(https?:\/\//;

/**
 * Markdown has two kinds of marks, one of them a heading, a table or code, and hardly a line of code outside: `#` also
 * begins comments.
 */
export function isMarkdown(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
  const strong = new Set<string>();
  let [items, inlines, code, prose, inFence] = [0, 0, 0, 0, false];
  lines.forEach((line, index) => {
    if (FENCE.test(line)) {
      if (inFence) strong.add('fence');
      inFence = !inFence;
    } else if (!inFence && !isBlank(line)) {
      prose += 1;
      const before = lines[index - 1];
      if (HEADING.test(line)) {
        if (isBlank(before) && !HEADING.test(lines[index + 1] ?? '')) strong.add('heading');
      } else if (DELIMITERS.test(line)) {
        if (cells(line) > 1 && cells(line) === cells(before ?? '')) strong.add('table');
      } else if (ITEM.test(line)) items += 1;
      else if (CODE.test(line)) code += 1;
      if (INLINE.test(line)) inlines += 1;
    }
  });
  const kinds = strong.size + (items > 1 ? 1 : 0) + (inlines > 0 ? 1 : 0);
  return strong.size > 0 && kinds > 1 && code * 10 <= prose;
}

function cells(line: string): number {
  return line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').length;
}
