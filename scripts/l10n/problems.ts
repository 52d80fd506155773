/** Texts by key, as in package.nls.json and l10n/. */
export type Bundle = Readonly<Record<string, string>>;

/** Missing, empty or unused keys, and lost placeholders. */
export function problemsOf(bundle: Bundle, keys: ReadonlySet<string>, originals: Bundle): string[] {
  const problems: string[] = [];
  for (const key of keys) {
    const text = bundle[key];
    if (!text) problems.push(`not translated: ${key}`);
    else if (valuesIn(text) !== valuesIn(originals[key] ?? '')) {
      problems.push(`has other values than the original: ${key}`);
    }
  }
  for (const key of Object.keys(bundle)) if (!keys.has(key)) problems.push(`nobody says: ${key}`);
  return problems;
}

/** Leaves out unused keys and puts each new one, empty, before the first that sorts after it. The others stay in place. */
export function completed(bundle: Bundle, keys: ReadonlySet<string>): Bundle {
  const entries = Object.entries(bundle).filter(([key]) => keys.has(key));
  const known = new Set(Object.keys(bundle));
  for (const key of [...keys].filter((each) => !known.has(each)).sort()) {
    const place = entries.findIndex(([other]) => other > key);
    entries.splice(place < 0 ? entries.length : place, 0, [key, '']);
  }
  return Object.fromEntries(entries);
}

/** Finds keys that stand twice in the text of a file, which JSON.parse would pass over. */
export function repeatedKeys(json: string): string[] {
  const keys = json.match(/^ *"(?:[^"\\]|\\.)*"(?= *:)/gm)?.map((key) => key.trim()) ?? [];
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) < index))];
}

/** Sorted, as a translation may reorder them. */
function valuesIn(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
}
