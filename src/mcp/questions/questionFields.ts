/**
 * Turns questions of servers, and schemas of tools, into forms: texts become plain; what cannot be shown honestly is
 * refused.
 */
import { t } from '@vscode/l10n';
import type { Field, Option, TextFormat, Question, ToolField } from '../../protocol/index.ts';
import { plainText } from '../../base/common/text.ts';
import { isRecord, recordOf } from '../../base/common/guards.ts';

const MAX_FIELDS = 60;
const MAX_OPTIONS = 500;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 1000;
const MAX_VALUE = 1000;

/** `why` is sent to the server. */
export type FieldsVerdict =
  | { readonly ok: true; readonly fields: readonly Field[] }
  | { readonly ok: false; readonly why: string };

type Json = Readonly<Record<string, unknown>>;
type Base = Pick<Field, 'name' | 'title' | 'description' | 'required'>;

/** Turns a requested schema into the fields of a form. A default that the schema does not allow is left out. */
export function fieldsOf(requestedSchema: unknown): FieldsVerdict {
  if (!isRecord(requestedSchema) || requestedSchema['type'] !== 'object')
    return { ok: false, why: 'The requested schema is not of type object.' };
  const { properties, required } = requestedSchema;
  if (!isRecord(properties)) return { ok: false, why: 'The requested schema has no properties.' };
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS)
    return { ok: false, why: `The requested schema has more than ${MAX_FIELDS} properties.` };
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields: Field[] = [];
  for (const [name, schema] of entries) {
    const field = name.length <= MAX_VALUE && isRecord(schema) && fieldOf(name, schema, isRequired.has(name));
    if (!field)
      return { ok: false, why: `The property ${shown(name)} is not of a kind that forms can have.` };
    fields.push(field);
  }
  return { ok: true, fields };
}

export function fieldOf(name: string, schema: Json, required: boolean): Field | undefined {
  const description = plainText(schema['description'], MAX_DESCRIPTION);
  const title = plainText(schema['title'], MAX_TITLE) ?? plainText(name, MAX_TITLE) ?? t('Unnamed');
  const base = { name, title, required, ...(description !== undefined && { description }) };
  switch (schema['type']) {
    case 'string':
      return 'enum' in schema || 'oneOf' in schema || 'anyOf' in schema
        ? choice(base, schema)
        : text(base, schema);
    case 'number':
    case 'integer':
      return number(base, schema);
    case 'boolean': {
      const value = schema['default'];
      return { ...base, kind: 'boolean', ...(typeof value === 'boolean' && { default: value }) };
    }
    case 'array':
      return choices(base, schema);
    default:
      return undefined;
  }
}

const formats: ReadonlySet<unknown> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time']);
const secretWords = /pass(word|phrase|code)|secret|token(?!s)|(api|access|private)[ _-]?key|credential/i;

/** Returns a field for text. A `pattern` is left to the server: a hostile one could block the editor for ever. */
function text(base: Base, schema: Json): Field {
  const { format, default: value } = schema;
  const words = `${base.name.replaceAll('_', ' ')} ${base.title}`;
  return {
    ...base,
    kind: 'text',
    ...limits(schema, 'minLength', 'maxLength'),
    ...(formats.has(format) && { format: format as TextFormat }),
    ...(typeof value === 'string' && value.length <= MAX_VALUE && { default: value }),
    ...(secretWords.test(words) && { secret: true }),
  };
}

function number(base: Base, schema: Json): Field {
  const integer = schema['type'] === 'integer';
  const value = schema['default'];
  const fits = integer ? Number.isSafeInteger(value) : Number.isFinite(value);
  return {
    ...base,
    kind: 'number',
    integer,
    ...limits(schema, 'minimum', 'maximum'),
    ...(fits && { default: value as number }),
  };
}

function choice(base: Base, schema: Json): Field | undefined {
  const options = optionsOf(schema);
  const value = schema['default'];
  if (!options) return undefined;
  const known = options.some((option) => option.value === value);
  return { ...base, kind: 'choice', options, ...(known && { default: value as string }) };
}

function choices(base: Base, schema: Json): Field | undefined {
  const { items, default: value } = schema;
  const options = isRecord(items) ? optionsOf(items) : undefined;
  if (!options) return undefined;
  const chosen = Array.isArray(value)
    ? options.map((option) => option.value).filter((option) => value.includes(option))
    : [];
  return {
    ...base,
    kind: 'choices',
    options,
    ...limits(schema, 'minItems', 'maxItems'),
    ...(chosen.length > 0 && { default: chosen }),
  };
}

/** Reads the options of an `enum`, with the `enumNames` of older servers, or of a list of `const` and `title`. */
function optionsOf(schema: Json): readonly Option[] | undefined {
  const { enum: values, enumNames } = schema;
  const titled = schema['oneOf'] ?? schema['anyOf'];
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(values)
    ? values.map((value: unknown, index) => [value, names[index]])
    : Array.isArray(titled)
      ? titled.map((entry: unknown) => (isRecord(entry) ? [entry['const'], entry['title']] : [undefined, '']))
      : [];
  if (pairs.length === 0 || pairs.length > MAX_OPTIONS) return undefined;
  const options: Option[] = [];
  for (const [value, title] of pairs) {
    if (typeof value !== 'string' || value === '' || value.length > MAX_VALUE) return undefined;
    options.push({
      value,
      label: plainText(title, MAX_TITLE) ?? plainText(value, MAX_TITLE) ?? t('Unnamed'),
    });
  }
  return options;
}

function limits<Low extends string, High extends string>(
  schema: Json,
  low: Low,
  high: High,
): { readonly [name in Low | High]?: number } {
  const entries = [low, high]
    .map((name) => [name, schema[name]] as const)
    .filter(([, value]) => Number.isFinite(value));
  return Object.fromEntries(entries) as { readonly [name in Low | High]?: number };
}

function shown(name: string): string {
  return `"${plainText(name, 80) ?? ''}"`;
}

const MAX_MESSAGE = 4000;
/** The most characters of a URL; a longer one would hide where it leads. */
const MAX_URL = 4096;

/** `why` is sent to the server. */
type QuestionVerdict =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly why: string };

/** Turns the parameters of an elicitation into a question, also those inside of error -32042. */
export function questionOf(server: string, params: unknown): QuestionVerdict {
  if (typeof params !== 'object' || params === null)
    return { ok: false, why: 'The parameters are not an object.' };
  const { mode = 'form', message, requestedSchema, url } = params as Record<string, unknown>;
  const shownMessage = plainText(message, MAX_MESSAGE);
  if (shownMessage === undefined) return { ok: false, why: 'The message is missing.' };
  if (mode === 'url') return urlQuestion(server, shownMessage, url);
  if (mode !== 'form') return { ok: false, why: 'The mode is neither form nor url.' };
  const form = fieldsOf(requestedSchema);
  if (!form.ok) return form;
  return { ok: true, question: { kind: 'form', server, message: shownMessage, fields: form.fields } };
}

function urlQuestion(server: string, message: string, address: unknown): QuestionVerdict {
  if (typeof address !== 'string' || address.length > MAX_URL || !URL.canParse(address))
    return { ok: false, why: 'The url is missing, too long or not a whole address.' };
  const { protocol, username, password, host, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    return { ok: false, why: 'The url is neither https nor http.' };
  // An address such as https://bank.example@evil.example looks as if it led to the bank.
  if (username !== '' || password !== '') return { ok: false, why: 'The url carries a user name.' };
  return { ok: true, question: { kind: 'url', server, message, url: href, host } };
}

const MAX_DEFAULT = 10_000;

/**
 * Returns the fields of a tool's arguments, or undefined if there are too many for a form. The user then writes the
 * arguments as JSON.
 */
export function toolFields(schema: unknown): readonly ToolField[] | undefined {
  if (!isRecord(schema)) return undefined;
  const { properties = {}, required } = schema;
  if (!isRecord(properties)) return undefined;
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS) return undefined;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = entries.map(([name, property]) => toField(name, property, isRequired.has(name)));
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required));
}

function toField(name: string, property: unknown, required: boolean): ToolField {
  const field = isRecord(property) ? fieldOf(name, property, required) : undefined;
  if (field?.kind === 'text') {
    // A tool may well want a token: it is the user who calls it.
    const { secret: _, ...open } = field;
    return open;
  }
  if (field) return field;
  const { title, description, default: value } = recordOf(property);
  const about = plainText(description, MAX_DESCRIPTION);
  const json = value === undefined ? undefined : JSON.stringify(value, null, 2);
  return {
    kind: 'json',
    name,
    title: plainText(title, MAX_TITLE) ?? plainText(name, MAX_TITLE) ?? t('Unnamed'),
    required,
    ...(about !== undefined && { description: about }),
    ...(json !== undefined && json.length <= MAX_DEFAULT && { default: json }),
  };
}
