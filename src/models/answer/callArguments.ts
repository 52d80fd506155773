/**
 * Reads arguments that are no JSON object as they stand, where they have one reading only. No I/O.
 *
 * Models wrap the object in a text or a code block, and leave commas at the end of lists; nobody can take these for
 * anything else. All else (single quotes, comments, missing brackets, half an object) stays as it is and is refused: what
 * the user is asked about, and what runs, is never guessed.
 */
import { isRecord } from '../../base/common/guards.ts';
import type { ArgumentForm } from '../../protocol/index.ts';

/** The arguments as JSON, and in which form the model wrote them; no form: as they should be, or unreadable. */
export interface ReadArguments {
  readonly argsText: string;
  readonly forms: readonly ArgumentForm[];
}

/** An object within a text within a text is written by nobody who means it. */
const MOST_FORMS = 3;

/** The arguments as a JSON object if they are one in another form, else as they are. */
export function readArguments(argsText: string): ReadArguments {
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

/** The text without the form that is around it, or in it. */
function withoutForm(text: string): { readonly form: ArgumentForm; readonly text: string } | undefined {
  const json = parsed(text);
  if (json) return typeof json.value === 'string' ? { form: 'text', text: json.value } : undefined;
  const [, block] = /^\s*```(?:json)?[^\S\n]*\n(.*)\n[^\S\n]*```\s*$/s.exec(text) ?? [];
  if (block !== undefined) return { form: 'codeBlock', text: block };
  const commas = withoutTrailingCommas(text);
  return commas === undefined ? undefined : { form: 'trailingComma', text: commas };
}

/** The text without each comma that stands between a value and the end of its object or list; undefined: it has none. */
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

/** Whether an object of the text names one of its fields twice: then it has two readings. */
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

/** The characters of a JSON text that are no space, a string counting as one. */
function* signsIn(text: string): Generator<[sign: string, at: number]> {
  // A string is ended by a loop: an expression that passes over escapes runs out of stack for long ones.
  const signs = /[^\s]/g;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    yield [found[0], found.index];
    if (found[0] === '"') signs.lastIndex = afterString(text, found.index + 1);
  }
}

/** Where the text goes on after a string whose content begins at `from`. */
function afterString(text: string, from: number): number {
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
