import type { Fields } from '../common/echo.ts';
import { valuesOf } from './alternatives.ts';
import { bounded, descriptionOf, joined, listed, written } from './notes.ts';
import type { SchemaProfile } from './profile.ts';
import type { SchemaType } from './types.ts';

/** Most repetitions: llama.cpp refuses a grammar with more. */
const mostRepeats = 1_000;
const mostValues = 250;
/** Longest default value in characters of JSON. */
const longestDefault = 1_000;

/** `notes` are sentences for limits that cannot be keywords. */
export interface Limits {
  readonly keywords: Fields;
  readonly notes: readonly string[];
}

const noLimits: Limits = { keywords: {}, notes: [] };

export function annotated(
  profile: SchemaProfile,
  type: SchemaType | undefined,
  fields: Fields,
  { keywords, notes }: Limits = noLimits,
): Fields {
  const values = valuesAs(profile, type, fields);
  const initial = defaultAs(profile, fields);
  const sentences = [...notes, ...values.notes, ...initial.notes];
  const description = bounded(sentences.reduce(joined, descriptionOf(fields)), profile.maxDescription);
  return {
    ...(type !== undefined && { type }),
    ...(description !== '' && { description }),
    ...keywords,
    ...values.keywords,
    ...initial.keywords,
  };
}

export function stringLimits(profile: SchemaProfile, fields: Fields): Limits {
  const { pattern, format } = fields;
  const notes: string[] = [];
  const keywords: Record<string, unknown> = repeats(fields, 'minLength', 'maxLength');
  if (typeof pattern === 'string') {
    if (profile.extras && isPortable(pattern)) keywords['pattern'] = pattern;
    else notes.push(`Matches the pattern ${bounded(pattern, 300)}`);
  }
  if (typeof format === 'string') {
    if (profile.formats === undefined ? format.length <= 50 : profile.formats.has(format))
      keywords['format'] = format;
    else notes.push(`Format: ${bounded(format, 50)}.`);
  }
  return { keywords: profile.name === 'plain' ? {} : keywords, notes };
}

export function numberLimits(profile: SchemaProfile, fields: Fields, type: 'number' | 'integer'): Limits {
  if (profile.name === 'plain') return noLimits;
  const keywords: Record<string, unknown> = {
    ...limit(profile, fields, type, 'minimum', 'exclusiveMinimum', 1),
    ...limit(profile, fields, type, 'maximum', 'exclusiveMaximum', -1),
  };
  const step = finite(fields['multipleOf']);
  if (profile.extras && step !== undefined && step > 0) keywords['multipleOf'] = step;
  return { keywords, notes: [] };
}

export function arrayLimits(profile: SchemaProfile, fields: Fields): Fields {
  if (profile.name === 'plain') return {};
  return {
    ...repeats(fields, 'minItems', 'maxItems'),
    ...(profile.extras && fields['uniqueItems'] === true && { uniqueItems: true }),
  };
}

/** Converts a limit. Draft 4 has `exclusiveMinimum: true` beside `minimum`. */
function limit(
  profile: SchemaProfile,
  fields: Fields,
  type: 'number' | 'integer',
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  inwards: number,
): Fields {
  const bound = finite(fields[inclusive]);
  const open = fields[exclusive] === true ? bound : finite(fields[exclusive]);
  if (open === undefined) return bound === undefined ? {} : { [inclusive]: bound };
  if (profile.extras) {
    return { [exclusive]: open, ...(bound !== undefined && bound !== open && { [inclusive]: bound }) };
  }
  return { [inclusive]: type === 'integer' && Number.isInteger(open) ? open + inwards : open };
}

function repeats(fields: Fields, ...names: readonly string[]): Record<string, unknown> {
  const counts = names.map((name): [string, number | undefined] => [name, finite(fields[name])]);
  const isSent = (count: number | undefined): boolean =>
    count !== undefined && Number.isInteger(count) && count >= 0 && count <= mostRepeats;
  return Object.fromEntries(counts.filter(([, count]) => isSent(count)));
}

function valuesAs(profile: SchemaProfile, type: SchemaType | undefined, fields: Fields): Limits {
  const values = valuesOf(fields)?.filter((value) => value !== null) ?? [];
  if (values.length === 0) return noLimits;
  const areStrings = values.every((value) => typeof value === 'string');
  const isSent =
    values.length <= mostValues &&
    (profile.enums === 'any' || (areStrings && type === 'string' && !values.includes('')));
  return isSent
    ? { keywords: { enum: [...new Set(values)] }, notes: [] }
    : { keywords: {}, notes: [`One of: ${listed(values)}.`] };
}

function defaultAs(profile: SchemaProfile, { default: value }: Fields): Limits {
  if (value === undefined || value === null) return noLimits;
  const text = written(value);
  if (text === '' || text.length > longestDefault) return noLimits;
  return profile.extras
    ? { keywords: { default: value }, notes: [] }
    : { keywords: {}, notes: [`Default: ${bounded(text, 300)}.`] };
}

/**
 * Every grammar can read the pattern: it is anchored at both ends only, and has no special groups and no classes by
 * letter.
 */
function isPortable(pattern: string): boolean {
  const inner = /^\^(.*)\$$/s.exec(pattern)?.[1];
  if (inner === undefined || pattern.length > 200) return false;
  const isOdd = /\(\?|\\[a-zA-Z0-9]|\{\d{4,}|\\$/.test(inner);
  // A class may begin with `^`.
  return !isOdd && !/[$^]/.test(inner.replaceAll('[^', '['));
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
