/** Replaces lone surrogates with U+FFFD: strict JSON parsers refuse a whole request because of one. */

/** Returns the value with well-formed texts and names, or the same object if nothing had to change. */
export function wellFormed<T>(value: T): T {
  // The check reads the JSON text and so needs no recursion, which a deeply nested value could overflow.
  const json = JSON.stringify(value);
  const made = wellFormedJson(json);
  return made === json ? value : (JSON.parse(made) as T);
}

/** An escape in JSON. The two escapes of a surrogate pair are one match. */
const escape = /\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])/g;
const half = /^\\u[Dd][89A-Fa-f][0-9A-Fa-f]{2}$/;

/** Replaces lone surrogates in a JSON text, both raw and escaped ones. */
export function wellFormedJson(text: string): string {
  const made = text.toWellFormed();
  if (!/\\u[Dd][89A-Fa-f]/.test(made)) return made;
  return made.replaceAll(escape, (each) => (half.test(each) ? String.raw`\ufffd` : each));
}
