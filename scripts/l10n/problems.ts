/** What is wrong with a file of translations. */

/** Translations by their keys, as package.nls.json and the files of l10n/ have them. */
export type Bundle = Readonly<Record<string, string>>;

/** In words: what of `keys` is missing or empty, what nobody says, and where the values of a message got lost. */
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

/** The placeholders of a message, in an order of their own: a translation may turn them round. */
function valuesIn(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
}
