/** Halves of UTF-16 pairs, for which strict parsers of JSON refuse the whole request, become U+FFFD. */

/** A JSON value with all texts and names in it well formed; the value itself where nothing is to be changed. */
export function wellFormed<T>(value: T): T {
  // By its JSON: a value that can be written is never nested too deeply to be looked at.
  const json = JSON.stringify(value);
  const made = wellFormedJson(json);
  return made === json ? value : (JSON.parse(made) as T);
}

/** An escape of JSON; those of a pair are one. */
const escape = /\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])/g;
const half = /^\\u[Dd][89A-Fa-f][0-9A-Fa-f]{2}$/;

/** The JSON text without halves of pairs, be they there as such or as escapes. */
export function wellFormedJson(text: string): string {
  const made = text.toWellFormed();
  if (!/\\u[Dd][89A-Fa-f]/.test(made)) return made;
  return made.replaceAll(escape, (each) => (half.test(each) ? String.raw`\ufffd` : each));
}
