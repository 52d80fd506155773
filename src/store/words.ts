/** Turns a search into an FTS5 query: all words in any order, the last one as a prefix. */
export function matchOf(text: string): string {
  // Words are quoted, so that none is an operator. A word without letter or digit is a syntax error.
  const words = (text.match(/\S+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .map((word) => `"${word.replaceAll('"', '""').replaceAll('\0', ' ')}"`)
    .map((word, index) => (index === words.length - 1 ? `${word}*` : word))
    .join(' ');
}
