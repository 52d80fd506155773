import type { Fields } from '../common/echo.ts';

/** Types without `null`, which is described in words. */
export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';

const typeNames = new Map<unknown, SchemaType>([
  ['object', 'object'],
  ['dict', 'object'],
  ['map', 'object'],
  ['array', 'array'],
  ['list', 'array'],
  ['string', 'string'],
  ['str', 'string'],
  ['number', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
]);

const typical: readonly (readonly [SchemaType, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required']],
  ['array', ['items', 'prefixItems']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Returns the stated type, or the one that values and keywords suggest. */
export function typeOf(schema: Fields): SchemaType | undefined {
  const stated = typesOf(schema);
  if (stated.length > 0) return stated[0];
  const values = [...(Array.isArray(schema['enum']) ? schema['enum'] : []), ...constOf(schema)];
  if (values.length > 0) return typeOfAll(values.filter((value) => value !== null));
  return typical.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)))?.[0];
}

export function typesOf({ type }: Fields): SchemaType[] {
  const stated: unknown[] = Array.isArray(type) ? type : [type];
  const known = stated.map((name) => typeNames.get(typeof name === 'string' ? name.toLowerCase() : name));
  return [...new Set(known.filter((name) => name !== undefined))];
}

export function isNullOnly(schema: Fields): boolean {
  if (schema['type'] === 'null' || schema['const'] === null) return true;
  const { enum: values } = schema;
  return Array.isArray(values) && values.length > 0 && values.every((value) => value === null);
}

function constOf(schema: Fields): readonly unknown[] {
  return Object.hasOwn(schema, 'const') ? [schema['const']] : [];
}

function typeOfAll(values: readonly unknown[]): SchemaType | undefined {
  const types = new Set(values.map(typeOfValue));
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'number';
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOfValue(value: unknown): SchemaType | undefined {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeNames.get(typeof value);
}
