/** A search as FTS5 query: all words in any order, the last one as a prefix. */
export function matchOf(text: string): string {
  // Quoted, so that nothing is an operator. Words without letter or digit are a syntax error.
  const words = (text.match(/\S+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .map((word) => `"${word.replaceAll('"', '""').replaceAll('\0', ' ')}"`)
    .map((word, index) => (index === words.length - 1 ? `${word}*` : word))
    .join(' ');
}
