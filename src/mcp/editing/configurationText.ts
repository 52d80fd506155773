/** Reads the text of a configuration, whichever of JSON, YAML and TOML it is. */
import { msg } from '../../base/common/message.ts';
import type { StructuredValue } from '../../base/node/structuredValue.ts';
import { JsonTextError, parseJsonText, valueOf } from './jsonText.ts';
import { parsers } from './lateParsers.ts';
import { withPlainQuotes } from './typedQuotes.ts';

const key = String.raw`(?:[\w-]+|"[^"\n]*"|'[^'\n]*')`;
const keys = String.raw`${key}(?:[ \t]*\.[ \t]*${key})*`;
/**
 * Matches a table, or a key and its value. An assignment in a shell is told apart by the missing blank behind the sign.
 */
const firstOfToml = new RegExp(
  String.raw`^(?:\[{1,2}[ \t]*${keys}[ \t]*\]{1,2}[ \t]*(?:#.*)?$|${keys}[ \t]*=[ \t])`,
);
const firstOfYaml =
  /^(?:---|%YAML)(?:\s|$)|^(?:- )?(?:"[^"]*"|'[^']*'|[^\s:#"'{}[\],&*!|>%@`][^\s:#]*):(?:\s|$)/;

const beginsAsJson = /^(?:\/\/|\/\*|["{[\u201C\u201D\u201E\u00AB])/;

/** Returns true if the text is meant as a configuration, well formed or not. */
export function isConfigurationText(text: string): boolean {
  // A program in quotes, whose path has blanks.
  if (/^"(?:[A-Za-z]:[\\/]|\\\\|[/~%])[^"\n]*"(?:\s|$)/.test(text)) return false;
  return beginsAsJson.test(text) || formatOf(text) !== undefined;
}

function formatOf(text: string): 'YAML' | 'TOML' | undefined {
  const first = text.replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)+/, '').split(/\r?\n/, 1)[0] ?? '';
  if (firstOfToml.test(first.trim())) return 'TOML';
  return firstOfYaml.test(first.trim()) ? 'YAML' : undefined;
}

/** @throws JsonTextError that says what is wrong and in which line */
export function configurationValue(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return undefined;
  const format = formatOf(trimmed);
  if (!beginsAsJson.test(trimmed) && format !== undefined) return structured(trimmed, format);
  try {
    return jsonValue(trimmed);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const plain = withPlainQuotes(trimmed);
    if (plain !== trimmed) return configurationValue(plain);
    if (format !== undefined && !trimmed.startsWith('{')) return structured(trimmed, format);
    if (isJson5(trimmed)) return json5Value(trimmed);
    throw error;
  }
}

/** Reads JSON, also a part of an object without its braces. */
function jsonValue(text: string): unknown {
  const json = text.replace(/,$/, '');
  return valueOf(parseJsonText(json.startsWith('"') ? `{${json}}` : json));
}

function structured(text: string, format: 'YAML' | 'TOML'): unknown {
  const read = format === 'YAML' ? parsers().yamlValue(text) : parsers().tomlValue(text);
  return valueRead(read, () =>
    msg('The {0} is not valid in line {1}. Correct the error, then try again.', format, lineOf(read)),
  );
}

/** Recognises JSON5 by single quotes, or by names without quotes. */
function isJson5(text: string): boolean {
  return text.startsWith('{') && /[{,:[]\s*'|[{,]\s*[A-Za-z_$][\w$]*\s*:/.test(text);
}

/** Reads JSON5 as YAML, which it is without its comments. */
function json5Value(text: string): unknown {
  const plain = text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g,
    (_whole, quoted: string | undefined) => quoted ?? ' ',
  );
  return valueRead(parsers().yamlValue(plain), () =>
    msg('The text is JSON5 that cannot be read. Put names and values into double quotes, as in JSON.'),
  );
}

function valueRead(read: StructuredValue, why: () => ReturnType<typeof msg>): unknown {
  if (read.kind === 'bad') throw new JsonTextError(why());
  return read.value;
}

function lineOf(read: StructuredValue): number {
  return read.kind === 'bad' ? read.line : 1;
}
