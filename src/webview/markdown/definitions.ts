/**
 * Shows a line such as `[12:30]: lunch` as text. By the rules of markdown it defines the address of a link, and nothing
 * of it is shown; here it does so only if its target is an address, or if a link uses it.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';

/** The rest of a text that `MarkdownBlocks` parses in parts. */
export interface DefinitionUse {
  /** The text around the part that is parsed. */
  readonly whole: string;
  /** More of that text may come. */
  readonly isOpenEnded: boolean;
  /** Labels of the definitions that were shown as text. */
  readonly shownLabels: Set<string>;
}

const DEFINITION =
  /^\[((?:\\.|[^[\]\\]){1,999})\]:[ \t]*(?!<)(\S+)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const ADDRESS = /^mailto:|[/#]|\.[a-z]\w*$/i;

export function useDefinitions(parser: MarkdownIt): void {
  const { normalizeReference } = parser.utils;
  /** Returns the label of a definition that is to be shown as text. */
  const shownLabel = (state: StateBlock, line: number): string | undefined => {
    if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
    const begin = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    const end = state.eMarks[line] ?? 0;
    const [written, label = '', target = ''] = DEFINITION.exec(state.src.slice(begin, end)) ?? [];
    if (written === undefined || label.startsWith('^') || ADDRESS.test(target)) return undefined;
    // Its address may still grow.
    if (state.env['grows'] === true && state.src.slice(end).trim() === '' && !state.src.endsWith('\n'))
      return undefined;
    const normal = normalizeReference(label);
    const { whole = state.src, isOpenEnded = false } = state.env as Partial<DefinitionUse>;
    return usedLabels(whole, normalizeReference, isOpenEnded).has(normal) ? undefined : normal;
  };
  parser.block.ruler.before('reference', 'shown_definition', (state, startLine, endLine, silent) => {
    const first = shownLabel(state, startLine);
    if (first === undefined) return false;
    if (silent) return true;
    const labels = [first];
    const { parentType } = state;
    state.parentType = 'paragraph';
    const rules = state.md.block.ruler.getRules('paragraph');
    let next = startLine + 1;
    for (; next < endLine && !state.isEmpty(next); next++) {
      const isIndented = (state.sCount[next] ?? 0) - state.blkIndent > 3 || (state.sCount[next] ?? 0) < 0;
      if (!isIndented && rules.some((rule) => rule(state, next, endLine, true))) break;
      const label = shownLabel(state, next);
      if (label !== undefined) labels.push(label);
      // A definition of a link does not become text by the line above it.
      else if (isDefinition(state, next)) break;
    }
    state.parentType = parentType;
    const { shownLabels } = state.env as Partial<DefinitionUse>;
    for (const label of labels) shownLabels?.add(label);
    const map: [number, number] = [startLine, next];
    state.line = next;
    state.push('paragraph_open', 'p', 1).map = map;
    const inline = state.push('inline', '', 0);
    inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
    inline.map = map;
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
    return true;
  });
}

function isDefinition(state: StateBlock, line: number): boolean {
  const begin = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return /^\[(?:\\.|[^[\]\\]){1,999}\]:/.test(state.src.slice(begin, state.eMarks[line]));
}

const LABEL = /\[((?:\\.|[^[\]\\]){1,999})\](:?)/gs;
/** Stands before a definition: what a quote, a list or a note begins with. */
const BEFORE_DEFINITION = /(?:^|[\n\r])[\s>*+\d.)-]{0,60}$/;

let last:
  | { readonly text: string; readonly isOpenEnded: boolean; readonly labels: ReadonlySet<string> }
  | undefined;

/** Returns whether a link may use one of these labels. */
export function usesLabel(
  parser: MarkdownIt,
  { whole, isOpenEnded, shownLabels: labels }: DefinitionUse,
): boolean {
  if (labels.size === 0) return false;
  const used = usedLabels(whole, parser.utils.normalizeReference, isOpenEnded);
  return [...labels].some((label) => used.has(label));
}

/** Returns the labels in brackets that may be links. The newest text is remembered, as it may have many definitions. */
function usedLabels(
  text: string,
  normal: (label: string) => string,
  isOpenEnded: boolean,
): ReadonlySet<string> {
  if (last?.text === text && last.isOpenEnded === isOpenEnded) return last.labels;
  const labels = new Set<string>();
  for (const { 0: written, 1: label = '', 2: colon, index } of text.matchAll(LABEL)) {
    // The colon of a definition may come yet.
    const mayBeDefined = colon === ':' || (isOpenEnded && index + written.length === text.length);
    const isDefined = mayBeDefined && BEFORE_DEFINITION.test(text.slice(Math.max(0, index - 62), index));
    if (!isDefined) labels.add(normal(label));
  }
  last = { text, isOpenEnded, labels };
  return labels;
}
