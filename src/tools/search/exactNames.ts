interface Names {
  readonly name: string;
  readonly title?: string | undefined;
  readonly wireName: string;
}

/** Words of a title that is looked for within a query, at most. */
const MAX_WORDS = 8;
/** Characters of a name in a script without spaces that is looked for within a query, at most. */
const MAX_UNSPACED = 16;

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}/gu;

export function nameKeys({ name, title, wireName }: Names): ReadonlySet<string> {
  const keys = new Set([keyOf(name), keyOf(wireName)]);
  return title === undefined ? keys : keys.add(keyOf(title));
}

/** By the whole query, or by words in it, longer ones first. An everyday word names one tool only ("search"). */
export function exactMatches<P>(query: string, lookUp: (key: string) => readonly P[]): P[] {
  const whole = keyOf(query);
  return [whole, ...keysIn(whole)].flatMap((key) => {
    const isEverydayWord = key !== whole && /^[\p{L} ]+$/u.test(key);
    return isEverydayWord ? lookUp(key).slice(0, 1) : lookUp(key);
  });
}

/** All that may be a name in the query, longer ones first. */
function keysIn(query: string): string[] {
  const bySpace = query.split(' ').map(keyOf);
  const keys = new Set([...bySpace, ...(query.match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [])]);
  for (let start = 0; start < bySpace.length; start++)
    for (let end = start + 2; end <= Math.min(bySpace.length, start + MAX_WORDS); end++)
      keys.add(bySpace.slice(start, end).join(' '));
  for (const [run] of query.matchAll(unspaced))
    for (let start = 0; start < run.length; start++)
      for (let end = start + 2; end <= Math.min(run.length, start + MAX_UNSPACED); end++)
        keys.add(run.slice(start, end));
  keys.delete('');
  return [...keys].sort((one, other) => other.length - one.length);
}

/** Names are the same whatever their case, and whatever signs stand around them. */
function keyOf(name: string): string {
  // Nearly every name; the rest takes ten times as long.
  if (/^\w(?:[\w-]*\w)?$/.test(name)) return name.toLowerCase();
  const plain = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, '') || plain;
}
