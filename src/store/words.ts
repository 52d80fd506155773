/** What the user types into a search, for SQLite. */

/** What the user typed as a query of FTS5: all words, in any order, the last one as a beginning. */
export function matchOf(text: string): string {
  // Quoted, so that nothing in it is an operator. What holds no letter or digit would be a syntax error.
  const words = (text.match(/\S+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .map((word) => `"${word.replaceAll('"', '""').replaceAll('\0', ' ')}"`)
    .map((word, index) => (index === words.length - 1 ? `${word}*` : word))
    .join(' ');
}
