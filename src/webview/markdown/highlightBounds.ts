/** Bounds of the code that is coloured. */

/** Characters of code, and of a line; longer code stays plain. */
const MAX_LENGTH = 50_000;
const MAX_LINE = 5_000;

export function canHighlight(code: string, language: string): boolean {
  return (
    /^[a-z][\w+#.-]*$/i.test(language) &&
    language !== 'mermaid' &&
    code.length <= MAX_LENGTH &&
    code.trim() !== '' &&
    code.split('\n').every(({ length }) => length <= MAX_LINE)
  );
}
