/**
 * Shows paths of Windows, names such as `__init__.py`, patterns of files and products as they are written. By the rules
 * of markdown, `C:\me\.ssh` loses a backslash, two underscores before and after a word make it bold, and `2*3*4` and
 * two patterns with asterisks lose these.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';

/** Characters before a backslash in which a path's beginning is looked for. */
const MAX_BEFORE = 100;

/** Matches what comes before a path's first backslash: a drive, variable, home, this or the parent folder, or folders. */
const ROOT =
  /(?:^|[^\p{L}\p{N}_\\])(?:[A-Za-z]:|%\w+%|\$env:\w+|\$\w+|~|\.{1,2}|[\p{L}\p{N}_.-]+\\[\p{L}\p{N}][\p{L}\p{N}_.-]*)$/u;
const SERVER = /\\\\[\w.-]{1,100}\\/y;
const REST = /[^\s"'<>|*?`[\]{}]*/y;
/** A path at the end of a sentence or of emphasis does not hold what ends it. */
const SENTENCE_ENDS = new Set('_.,;:!');

/** Names of Python and JavaScript that stand alone; others are names where they go on, as in `__a__.py`. */
const NAMES = new Set(
  `all author call class cause context dict dirname doc enter eq exit file filename future getitem hash init iter len main
  metaclass mocks module name new next package path proto pycache repr setitem slots snapshots str tests typename
  version`.split(/\s+/),
);
const NAME = /__([a-z][a-z0-9]*(?:_[a-z0-9]+)*)__(?:[.(/=\\[]\S)?/y;

export function useLiteralWords(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'literal_word', (state, silent) => {
    const length = pathAt(state) || nameAt(state) || asterisksAt(state);
    if (length === 0) return false;
    if (!silent) state.pending += state.src.slice(state.pos, state.pos + length);
    state.pos += length;
    return true;
  });
}

/** Returns the length of the rest of a path from a backslash on; 0 where there is none. */
function pathAt({ src, pos }: StateInline): number {
  if (src[pos] !== '\\') return 0;
  const before = src.slice(Math.max(0, pos - MAX_BEFORE), pos);
  if (!ROOT.test(before) && !(/(?:^|[\s"'(*])$/.test(before) && matchAt(SERVER, src, pos) !== '')) return 0;
  return withoutEnd(matchAt(REST, src, pos)).length;
}

function nameAt({ src, pos }: StateInline): number {
  if (src[pos] !== '_' || /[\p{L}\p{N}_]/u.test(src[pos - 1] ?? '')) return 0;
  NAME.lastIndex = pos;
  const [written = '', name = ''] = NAME.exec(src) ?? [];
  const bare = name === '' ? '' : `__${name}__`;
  if (/[\p{L}\p{N}_]/u.test(src[pos + bare.length] ?? '')) return 0;
  return written.length > bare.length || NAMES.has(name) ? bare.length : 0;
}

/** Matches a pattern of files from the asterisks on with which it begins. */
const PATTERN = /\*\*\/(?:[^\s*"'`()<>|]*\/)?\*[^\s"'`()<>|]*/y;
const WITHIN_PATTERN = /\*{1,2}(?=\/)|\*(?=\.[\w{*])/y;
const WITHIN_PRODUCT = /\*{1,2}(?=\d)/y;

function asterisksAt({ src, pos }: StateInline): number {
  if (src[pos] !== '*') return 0;
  const before = src[pos - 1] ?? ' ';
  if (before === '/') return matchAt(WITHIN_PATTERN, src, pos).length;
  if (/\d/.test(before)) return matchAt(WITHIN_PRODUCT, src, pos).length;
  return /[\s("'[,:{]/.test(before) ? withoutEnd(matchAt(PATTERN, src, pos)).length : 0;
}

function withoutEnd(word: string): string {
  let { length } = word;
  while (length > 1 && SENTENCE_ENDS.has(word[length - 1] ?? '')) length -= 1;
  return word.slice(0, length);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
