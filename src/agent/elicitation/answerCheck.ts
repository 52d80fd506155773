/** Validates the answer to a form. No other code does, and the values of a page are not trusted. */
import type { AnswerContent, Field, FieldProblem, QuestionState, TextFormat } from '../../protocol/index.ts';
import { truncate } from '../../base/common/text.ts';
import { t } from '@vscode/l10n';
import { recordOf } from '../../base/common/guards.ts';

/** Most UTF-16 units of a text. Nobody types more. */
const MAX_TEXT = 100_000;
const MAX_SHOWN = 300;

export type CheckedAnswer =
  | { readonly ok: true; readonly content: AnswerContent }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

type Value = AnswerContent[string];
type Checked = { readonly value: Value } | { readonly problem: string } | undefined;

/** Checks an answer, whose values are by name. Values that no field asks for are left out. */
export function checkAnswer(fields: readonly Field[], values: unknown): CheckedAnswer {
  const given = recordOf(values);
  const content: [string, Value][] = [];
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const { name } = field;
    const raw = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    const checked = check(field, raw);
    if (checked === undefined) continue;
    if ('problem' in checked) problems.push({ name, message: checked.problem });
    else content.push([name, checked.value]);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content: Object.fromEntries(content) };
}

/** Returns an answer for people to read, with labels in place of names and values, and without secrets. */
export function readable(
  fields: readonly Field[],
  content: AnswerContent,
): readonly { readonly label: string; readonly text: string }[] {
  return fields
    .filter(({ name }) => Object.hasOwn(content, name))
    .map((field) => ({ label: field.title, text: readableValue(field, content[field.name]) }));
}

function readableValue(field: Field, value: Value | undefined): string {
  if (field.kind === 'text' && field.secret) return '••••••';
  if (field.kind === 'boolean') return value === true ? t('Yes') : t('No');
  const labelOf = (chosen: string): string =>
    'options' in field ? (field.options.find((option) => option.value === chosen)?.label ?? chosen) : chosen;
  const list = (Array.isArray(value) ? (value as readonly string[]) : [String(value)]).map(labelOf);
  const text = list.join(', ');
  if (list.length === 0) return t({ message: 'None', comment: 'none of the options was chosen' });
  return truncate(text, MAX_SHOWN);
}

function check(field: Field, raw: unknown): Checked {
  switch (field.kind) {
    case 'boolean':
      return { value: raw === true };
    case 'choices':
      return checkChoices(field, Array.isArray(raw) ? raw : []);
    default: {
      const text = typeof raw === 'string' ? raw : '';
      if (text.trim() === '') return field.required ? { problem: missing(field) } : undefined;
      if (text.length > MAX_TEXT) return { problem: t('The text is too long.') };
      if (field.kind === 'text') return checkText(field, text);
      if (field.kind === 'number') return checkNumber(field, text.trim());
      return field.options.some(({ value }) => value === text)
        ? { value: text }
        : { problem: t('Choose one of the options.') };
    }
  }
}

function missing({ kind }: Field): string {
  return kind === 'choice' ? t('Choose one of the options.') : t('A value is required.');
}

function checkText(field: Extract<Field, { kind: 'text' }>, typed: string): Checked {
  const { format, minLength = 0, maxLength = Infinity } = field;
  const text = format ? typed.trim() : typed;
  const problem = format && formatProblem(format, text);
  if (problem) return { problem };
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = Array.from(text);
  if (length < minLength) return { problem: tooShort(minLength) };
  if (length > maxLength) return { problem: tooLong(maxLength, length) };
  return { value: text };
}

function checkNumber(field: Extract<Field, { kind: 'number' }>, text: string): Checked {
  const { integer, minimum = -Infinity, maximum = Infinity } = field;
  const value = Number(text);
  // `Number()` alone would also accept texts such as 0x10 and Infinity.
  if (!/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(value))
    return { problem: integer ? t('Enter a whole number.') : t('Enter a number, such as 3.14.') };
  if (integer && !Number.isSafeInteger(value)) return { problem: t('Enter a whole number.') };
  if (value >= minimum && value <= maximum) return { value };
  if (minimum === -Infinity) return { problem: t('Enter a number of at most {0}.', maximum) };
  if (maximum === Infinity) return { problem: t('Enter a number of at least {0}.', minimum) };
  return { problem: t('Enter a number from {0} to {1}.', minimum, maximum) };
}

function checkChoices(field: Extract<Field, { kind: 'choices' }>, raw: readonly unknown[]): Checked {
  const { options, required, maxItems = Infinity } = field;
  const chosen = options.map(({ value }) => value).filter((value) => raw.includes(value));
  if (chosen.length === 0 && !required) return undefined;
  const minItems = Math.max(field.minItems ?? 0, required ? 1 : 0);
  if (chosen.length < minItems) return { problem: t('Choose at least {0}.', minItems) };
  if (chosen.length > maxItems) return { problem: t('Choose at most {0}.', maxItems) };
  return { value: chosen };
}

function tooShort(minLength: number): string {
  return minLength === 1 ? t('Enter at least 1 character.') : t('Enter at least {0} characters.', minLength);
}

function tooLong(maxLength: number, length: number): string {
  return maxLength === 1
    ? t('Enter at most 1 character. The text has {0}.', length)
    : t('Enter at most {0} characters. The text has {1}.', maxLength, length);
}

export function isForUser({ status }: QuestionState): boolean {
  return status === 'open' || status === 'opened' || status === 'review';
}

/** Returns what is wrong with a text, or undefined if it has the format. */
function formatProblem(format: TextFormat, text: string): string | undefined {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
        ? undefined
        : t('Enter an email address, such as name@example.com.');
    case 'uri':
      return URL.canParse(text) && !/\s/.test(text)
        ? undefined
        : t('Enter a complete URL, such as https://example.com.');
    case 'date':
      return isDate(text) ? undefined : t('Enter a date as year-month-day, such as 2026-03-31.');
    case 'date-time':
      return isDateTime(text)
        ? undefined
        : t('Enter a date, time and time zone, such as 2026-03-31T09:30:00Z or 2026-03-31T09:30:00+02:00.');
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // A day that does not exist, such as 31 February, becomes another day or none.
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Checks for RFC 3339, as JSON Schema does: seconds and time zone are required. */
function isDateTime(text: string): boolean {
  const [, date = '', rest = ''] = /^([\d-]{10})T(.+)$/i.exec(text) ?? [];
  const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
  return isDate(date) && time.test(rest);
}
