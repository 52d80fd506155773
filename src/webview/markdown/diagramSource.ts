/** Bounds the source of a diagram before it is drawn: Mermaid cannot be stopped while it works. */

/** Characters, lines and words. A slow machine draws a source within these bounds in some two seconds. */
const MAX = { length: 6_000, lines: 250, words: 400, word: 120 } as const;

const kinds =
  /^(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram|erDiagram|pie|journey|timeline|gitGraph|gantt|quadrantChart|requirementDiagram)(?![a-z])/;

export type DiagramProblem = 'tooLarge' | 'unknownKind' | 'unsupported';

export function problemOf(source: string): DiagramProblem | undefined {
  if (source.length > MAX.length || source.split('\n', MAX.lines + 1).length > MAX.lines) return 'tooLarge';
  const text = withoutSettings(source);
  if (!kinds.test(text)) return 'unknownKind';
  if (isUnsupported(text)) return 'unsupported';
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words > MAX.words || LONG_WORD.test(text) ? 'tooLarge' : undefined;
}

const LONG_WORD = new RegExp(`\\S{${MAX.word + 1}}`);

/** Settings could have labels drawn as HTML, which would load pictures while it is drawn. */
export function withoutSettings(source: string): string {
  return source
    .replace(/^\s*---\r?\n[\s\S]*?\n---\s*\r?\n/, '')
    .replaceAll(/%%\{[\s\S]*?\}%%/g, '')
    .replaceAll(/^\s*%%.*$/gm, '')
    .trimStart();
}

/** Finds formulas, pictures, and numbers that would repeat something without end. */
function isUnsupported(text: string): boolean {
  return /\$\$|@\{|%%\{|^\s*(?:excludes|tickInterval|weekday|weekend|includes)\b/m.test(text);
}
