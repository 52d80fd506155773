/** Filters of lists. Each field of a filter is a choice or a search; empty ones let everything through. */

export function isNarrow(filter: object): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/** Returns whether texts have all words of a search between them, in any order and case. */
export function searchFor(search: string): (...texts: readonly string[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const searched = words.length > 0 ? texts.join(' ').toLowerCase() : '';
    return words.every((word) => searched.includes(word));
  };
}
