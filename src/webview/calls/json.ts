/** Indents JSON without parsing it: numbers keep all their digits. */
import { headText, tailText } from '../../base/common/cut.ts';
import { isJson } from '../../base/common/guards.ts';

/** Characters of arguments that are indented. Of longer ones the beginning is shown as it is. */
const MAX_PARSED = 20_000;
/** Deeper levels are not indented: hostile nesting would make a small text huge. */
const MAX_INDENT = 40;

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

/** Characters of a list or an object that is shown in one line. */
const SHORT = 50;

export interface NamedValue {
  readonly name: string;
  /** A string is shown with its own lines, and any other value as JSON. */
  readonly text: string;
  readonly string?: string | undefined;
}

/** Returns the values of a JSON object by name, with all digits of numbers; undefined if a name is there twice. */
export function namedValues(text: string): readonly NamedValue[] | undefined {
  const source = text.trim();
  if (!source.startsWith('{') || !isJson(source)) return undefined;
  const values = entriesOf(source).map(({ name, tokens }) => namedValue(name, tokens));
  return new Set(values.map((each) => each.name)).size === values.length ? values : undefined;
}

function entriesOf(source: string): readonly { readonly name: string; readonly tokens: readonly string[] }[] {
  const entries: { name: string; tokens: string[] }[] = [];
  let depth = 0;
  let entry: (typeof entries)[number] | undefined;
  for (const token of tokensOf(source).slice(1)) {
    if (depth === 0 && (token === ',' || token === '}')) entry = undefined;
    else if (!entry) entries.push((entry = { name: JSON.parse(token) as string, tokens: [] }));
    else if (depth > 0 || token !== ':') entry.tokens.push(token);
    if (isOpening(token)) depth += 1;
    if (isClosing(token)) depth -= 1;
  }
  return entries;
}

function spaced(tokens: readonly string[]): string {
  return tokens.map((token) => (token === ',' || token === ':' ? `${token} ` : token)).join('');
}

function namedValue(name: string, tokens: readonly string[]): NamedValue {
  const json = tokens.join('');
  if (!json.startsWith('"')) {
    return { name, text: json.length <= SHORT ? spaced(tokens) : (indentJson(json) ?? json) };
  }
  const string = JSON.parse(json) as string;
  // Quotes a text that would look like a number, a list or nothing.
  return { name, text: string.trim() === '' || isJson(string) ? json : string, string };
}

const CHIEF =
  /^(?:path|file|file_?path|uri|url|query|command|pattern|expression|prompt|message|text|name|id)$/i;

/** Characters of each part of a line of arguments. */
const LINE = 120;

/** A line about a call: the argument that says most, and the others. `name` is empty if the arguments are no object. */
export interface About {
  readonly name: string;
  readonly value: string;
  readonly others: string;
}

const NOTHING: About = { name: '', value: '', others: '' };

export function aboutOf(text: string): About {
  const source = text.trim();
  if (!source.startsWith('{')) return { ...NOTHING, value: oneLine(source) };
  if (source.length > MAX_PARSED || !isJson(source)) return aboutOfBeginning(source);
  const entries = entriesOf(source).map(({ name, tokens }) => ({ name, value: spaced(tokens) }));
  const simple = entries.filter(({ value }) => !isOpening(value[0]));
  const chief = simple.find(({ name }) => CHIEF.test(name)) ?? simple[0] ?? entries[0];
  if (!chief) return NOTHING;
  return {
    name: oneLine(chief.name),
    value: cut(plain(chief.value)),
    others: headText(
      entries
        .filter((entry) => entry !== chief)
        .map(({ name, value }) => `${name}: ${value}`)
        .join(', ')
        .replaceAll(/\s+/g, ' '),
      LINE,
    ),
  };
}

/** Returns the first pair of a name and a text from arguments that are cut, or too long to be parsed. */
function aboutOfBeginning(source: string): About {
  for (const [, name = '', value = ''] of headText(source, 2_000).matchAll(
    /"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*")/g,
  ))
    if (CHIEF.test(name) && isJson(value)) return { name, value: cut(plain(value)), others: '' };
  return { ...NOTHING, value: oneLine(source) };
}

function plain(token: string): string {
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

function cut(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line.length > LINE && splitPath(line)[0] !== ''
    ? `…${tailText(line, LINE - 1)}`
    : headText(line, LINE);
}

function oneLine(text: string): string {
  return headText(headText(text, 1_000).replaceAll(/\s+/g, ' '), LINE);
}

export function splitPath(text: string): readonly [folders: string, rest: string] {
  const isWhole = / |^(?!file:)[\w.+-]+:\/\//i.test(text);
  return isWhole ? ['', text] : splitAtName(text);
}

/** Splits a path before the separator in front of its last name. */
export function splitAtName(path: string): readonly [folders: string, rest: string] {
  const at = Math.max(0, path.slice(0, -1).search(/[/\\][^/\\]*$/));
  return [path.slice(0, at), path.slice(at)];
}

function tokensOf(json: string): readonly string[] {
  return json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
}
