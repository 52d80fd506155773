/** Indents JSON without parsing it: numbers keep all their digits. */
import { isJson } from '../../base/common/guards.ts';

/** Characters of arguments; of longer ones the beginning is shown as it is. */
const MAX_PARSED = 20_000;
/** Deeper levels are not indented: hostile nesting would make a small text huge. */
const MAX_INDENT = 40;

/** Returns undefined unless the text is a JSON object or array. */
export function indentJson(text: string): string | undefined {
  const source = text.trim();
  if (!/^[[{]/.test(source) || !isJson(source)) return undefined;
  const tokens = tokensOf(source);
  const pieces: string[] = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    if (token === '{' || token === '[') {
      depth += 1;
      pieces.push(token, isClosing(tokens[index + 1]) ? '' : newLine(depth));
    } else if (isClosing(token)) {
      depth -= 1;
      pieces.push(isOpening(tokens[index - 1]) ? '' : newLine(depth), token);
    } else if (token === ',') pieces.push(token, newLine(depth));
    else pieces.push(token === ':' ? ': ' : token);
  });
  return pieces.join('');
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']';
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
}

/** The arguments in one short line: `path: "src", depth: 2`. */
export function summarizeArguments(text: string, maxLength = 120): string {
  const source = text.trim();
  const readable = source.startsWith('{') && source.length <= MAX_PARSED && isJson(source);
  const line = readable ? flatten(tokensOf(source).slice(1, -1)) : source.slice(0, 1000);
  return line.replaceAll(/\s+/g, ' ').slice(0, maxLength);
}

/** Characters of a list or an object that is shown in one line. */
const SHORT = 50;

export interface NamedValue {
  readonly name: string;
  /** A string with its own lines; anything else as JSON. */
  readonly text: string;
  readonly string?: string;
}

/** The values of a JSON object by name, numbers with all their digits; undefined where a name is there twice. */
export function namedValues(text: string): readonly NamedValue[] | undefined {
  const source = text.trim();
  if (!source.startsWith('{') || !isJson(source)) return undefined;
  const values: NamedValue[] = [];
  let depth = 0;
  let value: string[] = [];
  let name: string | undefined;
  for (const token of tokensOf(source).slice(1)) {
    if (depth === 0 && (token === ',' || token === '}')) {
      if (name !== undefined) values.push(namedValue(name, value));
      [name, value] = [undefined, []];
    } else if (name === undefined) name = JSON.parse(token) as string;
    else if (depth > 0 || token !== ':') value.push(token);
    if (isOpening(token)) depth += 1;
    if (isClosing(token)) depth -= 1;
  }
  return new Set(values.map((each) => each.name)).size === values.length ? values : undefined;
}

function namedValue(name: string, tokens: readonly string[]): NamedValue {
  const json = tokens.join('');
  if (!json.startsWith('"')) {
    const spaced = tokens.map((token) => (token === ',' || token === ':' ? `${token} ` : token)).join('');
    return { name, text: json.length <= SHORT ? spaced : (indentJson(json) ?? json) };
  }
  const string = JSON.parse(json) as string;
  // In quotes where it would look like a number, a list or nothing.
  return { name, text: string.trim() === '' || isJson(string) ? json : string, string };
}

const CHIEF =
  /^(?:path|file|file_?path|uri|url|query|command|pattern|expression|prompt|message|text|name|id)$/i;

/** The one argument that says most, where there is no room for all. */
export function chiefArgument(text: string, maxLength = 120): string {
  if (text.length > MAX_PARSED || !text.trim().startsWith('{') || !isJson(text)) return '';
  const values = Object.entries(JSON.parse(text) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ name, text: String(value) }] : [],
  );
  const chief = values.find(({ name }) => CHIEF.test(name)) ?? values[0];
  const line = (chief?.text ?? '').replaceAll(/\s+/g, ' ');
  return line.length > maxLength && splitPath(line)[0] !== ''
    ? `…${line.slice(1 - maxLength)}`
    : line.slice(0, maxLength);
}

/** Splits a path or address: in little room the folders are shortened before the file name. */
export function splitPath(text: string): readonly [folders: string, rest: string] {
  const at = text.includes(' ') ? 0 : Math.max(0, text.slice(0, -1).search(/[/\\][^/\\]*$/));
  return [text.slice(0, at), text.slice(at)];
}

function flatten(tokens: readonly string[]): string {
  let depth = 0;
  const pieces = tokens.map((token, index) => {
    if (isOpening(token)) depth += 1;
    if (isClosing(token)) depth -= 1;
    if (depth > 0) return token;
    if (token === ':' || token === ',') return `${token} `;
    return tokens[index + 1] === ':' ? token.slice(1, -1) : token;
  });
  return pieces.join('');
}

function tokensOf(json: string): readonly string[] {
  return json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
}
