/** Counts lines as an editor numbers those that have text: a line feed at the end begins no line. */

export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

export function lineCount(text: string): number {
  if (text === '') return 0;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines;
}

/** Writes the number of each line before it, with a tab between. */
export function numbered(lines: readonly string[], first: number): readonly string[] {
  return lines.map((line, index) => `${first + index}\t${line}`);
}
