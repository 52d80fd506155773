/** How a JSON text is laid out, and values written the same way. */

/** What one level is indented by, and how lines end. */
export interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** A list that fits into a line of so many characters is written in one. */
const MAX_LINE = 80;

export function layoutOf(text: string): Layout {
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** The value as JSON. `indent` is that of the line it begins in. */
export function print(value: unknown, layout: Layout, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => print(item, layout, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${print(item, layout, inner)}`);
  if (items.length === 0) return open + close;
  const line = items.join(', ');
  const isShort = line.length + inner.length <= MAX_LINE && !line.includes('\n');
  if (Array.isArray(value) && isShort) return `[${line}]`;
  return `${open}${items.map((item) => `${layout.eol}${inner}${item}`).join(',')}${layout.eol}${indent}${close}`;
}
