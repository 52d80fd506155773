/**
 * Reads arguments that are not JSON but can be read in one way only. Arguments are never guessed, because a call runs
 * with them.
 */
import { wellFormedJson } from '../../base/common/wellFormed.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { ArgumentForm } from '../../protocol/index.ts';

/** `forms` says how the model wrote the arguments. It is empty if they are JSON, or unreadable. */
export interface ReadArguments {
  readonly argsText: string;
  readonly forms: readonly ArgumentForm[];
}

const MOST_FORMS = 3;

/**
 * Reads arguments. Lone surrogates are replaced: a server may refuse them, and one could match half a character in a
 * file.
 */
export function readArguments(written: string): ReadArguments {
  const argsText = wellFormedJson(written);
  if (isRecord(parsed(argsText)?.value)) return { argsText, forms: [] };
  const forms: ArgumentForm[] = [];
  let text = argsText;
  while (forms.length < MOST_FORMS) {
    const next = withoutForm(text);
    if (!next || forms.includes(next.form)) break;
    forms.push(next.form);
    text = next.text;
    const value = parsed(text)?.value;
    if (isRecord(value))
      return namesTwice(text, value) ? { argsText, forms: [] } : { argsText: JSON.stringify(value), forms };
  }
  return { argsText, forms: [] };
}

/** An object begins in the text and does not end. */
export function isUnfinished(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isInText && sign === '\\') at++;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText && (sign === '{' || sign === '[')) depth++;
    else if (!isInText && (sign === '}' || sign === ']')) depth--;
  }
  return isInText || depth > 0;
}

function withoutForm(text: string): { readonly form: ArgumentForm; readonly text: string } | undefined {
  const json = parsed(text);
  if (json) return typeof json.value === 'string' ? { form: 'text', text: json.value } : undefined;
  const [, block] = /^\s*```(?:json)?[^\S\n]*\n(.*)\n[^\S\n]*```\s*$/s.exec(text) ?? [];
  if (block !== undefined) return { form: 'codeBlock', text: block };
  const commas = withoutTrailingCommas(text);
  return commas === undefined ? undefined : { form: 'trailingComma', text: commas };
}

/** Removes each comma between a value and the end of its object or list. Returns undefined if there is none. */
function withoutTrailingCommas(text: string): string | undefined {
  const kept: string[] = [];
  let from = 0;
  let [before, last, lastAt] = ['', '', 0];
  for (const [sign, at] of signsIn(text)) {
    if (last === ',' && (sign === '}' || sign === ']') && before !== '' && !',:{['.includes(before)) {
      kept.push(text.slice(from, lastAt));
      from = lastAt + 1;
    }
    [before, last, lastAt] = [last, sign, at];
  }
  return kept.length === 0 ? undefined : kept.join('') + text.slice(from);
}

/** An object that names a field twice can be read in two ways. */
function namesTwice(text: string, value: unknown): boolean {
  let names = 0;
  for (const [sign] of signsIn(text)) if (sign === ':') names += 1;
  return names !== fieldsIn(value);
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, each) => sum + fieldsIn(each), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

function* signsIn(text: string): Generator<[sign: string, at: number]> {
  // A regular expression that skips escapes would overflow the stack for long strings.
  const signs = /[^\s]/g;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    yield [found[0], found.index];
    if (found[0] === '"') signs.lastIndex = afterString(text, found.index + 1);
  }
}

/** Returns the place after the JSON string that begins before `from`. */
export function afterString(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); at < text.length && code !== 34; code = text.charCodeAt(at))
    at += code === 92 ? 2 : 1;
  return at + 1;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
