/**
 * Keeps code with bars in one cell: models write `string|null` in tables. By the rules of tables each bar ends a cell,
 * and the last cells of such a row would be left out.
 */
import type { MarkdownIt, Token } from 'markdown-it';

/** Characters; longer rows are read by the usual rule. */
const MAX_LENGTH = 5_000;

export function useCodeInTables(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'patchbay_code_in_tables', ({ tokens, src }) => {
    let lines: readonly string[] | undefined;
    tokens.forEach((token, at) => {
      if (token.type !== 'tr_open' || !token.map || !src.includes('`')) return;
      lines ??= src.split('\n');
      const line = lines[token.map[0]] ?? '';
      if (line.length > MAX_LENGTH || !/`[^`]*\|/.test(line)) return;
      const cells = cellsOf(line.replace(/^[ \t>]+/, ''));
      const texts = textsOfRow(tokens, at);
      if (cells.length <= texts.length) texts.forEach((text, index) => (text.content = cells[index] ?? ''));
    });
  });
}

function textsOfRow(tokens: readonly Token[], at: number): readonly Token[] {
  const texts: Token[] = [];
  for (let index = at + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token || token.type === 'tr_close') break;
    if (token.type === 'inline') texts.push(token);
  }
  return texts;
}

/** Splits a row at bars that are neither within code nor behind a backslash. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  const pieces = /\\\||\||`+|[^\\|`]+|\\/g;
  const ends = placesOfRuns(line);
  for (let piece = pieces.exec(line); piece; piece = pieces.exec(line)) {
    const [written] = piece;
    if (written === '|') {
      cells.push(cell);
      cell = '';
    } else if (written.startsWith('`')) {
      const end = ends.get(written.length)?.find((place) => place > piece.index);
      const last = end === undefined ? pieces.lastIndex : end + written.length;
      cell += line.slice(piece.index, last).replaceAll('\\|', '|');
      pieces.lastIndex = last;
    } else cell += written === '\\|' ? '|' : written;
  }
  if (cell.trim() !== '') cells.push(cell);
  return (line.startsWith('|') ? cells.slice(1) : cells).map((each) => each.trim());
}

/** Places of runs of backticks by their length: only a run of the same length ends code. */
function placesOfRuns(line: string): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const known = places.get(run.length);
    if (known) known.push(index);
    else places.set(run.length, [index]);
  }
  return places;
}
