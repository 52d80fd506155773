import { type Fields } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import { bounded, descriptionOf, joined, written } from './notes.ts';

/** Merges two schemas like `allOf`. If they contradict each other, the first one wins. */
export function both(first: Fields, second: Fields): Fields {
  const merged: Record<string, unknown> = { ...second, ...first };
  const [some, more] = [propertiesOf(first), propertiesOf(second)];
  if (some && more) {
    const shared = Object.entries(more).map(([name, schema]): [string, unknown] => [
      name,
      Object.hasOwn(some, name) ? { allOf: [some[name], schema] } : schema,
    ]);
    merged['properties'] = Object.fromEntries([...Object.entries(some), ...shared]);
  }
  const required = new Set([...requiredOf(first), ...requiredOf(second)]);
  if (required.size > 0) merged['required'] = [...required];
  const [values, otherValues] = [valuesOf(first), valuesOf(second)];
  if (values && otherValues) {
    const others = new Set(otherValues.map(keyOf));
    const common = values.filter((value) => others.has(keyOf(value)));
    merged['enum'] = common.length > 0 ? common : values;
    delete merged['const'];
  }
  if (Array.isArray(first['type']) && Array.isArray(second['type'])) {
    const types: unknown[] = second['type'];
    merged['type'] = first['type'].filter((type) => types.includes(type));
  }
  const [text, otherText] = [descriptionOf(first), descriptionOf(second)];
  if (text !== '' && otherText !== '' && text !== otherText) merged['description'] = joined(text, otherText);
  return merged;
}

/**
 * Merges the forms of `anyOf` into one object with all properties. A property is required only if each form requires
 * it. The explanation describes the forms.
 */
export function oneObject(base: Fields, forms: readonly Fields[]): [schema: Fields, explanation: string] {
  /** Properties by name and then by content, so that each is there once. */
  const properties = new Map<string, Map<string, unknown>>();
  for (const schema of [base, ...forms]) {
    for (const [name, property] of Object.entries(propertiesOf(schema) ?? {})) {
      const found = properties.get(name) ?? new Map<string, unknown>();
      properties.set(name, found.set(keyOf(property), property));
    }
  }
  const always = requiredOf(base);
  const inEach = requiredOf(forms[0] ?? {}).filter((name) =>
    forms.every((form) => requiredOf(form).includes(name)),
  );
  const schema = {
    ...base,
    type: 'object',
    properties: Object.fromEntries(
      [...properties].map(([name, found]) => [name, anyOneOf([...found.values()])]),
    ),
    required: [...new Set([...always, ...inEach])],
  };
  return [schema, explanationOf(forms)];
}

export function valuesOf(schema: Fields): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return Object.hasOwn(schema, 'const') ? [schema['const']] : undefined;
}

export function propertiesOf({ properties }: Fields): Fields | undefined {
  return isRecord(properties) ? properties : undefined;
}

export function requiredOf({ required }: Fields): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/**
 * Returns one schema for several. Forms mostly differ in a property with one value each, and together these are an
 * enumeration.
 */
function anyOneOf(schemas: readonly unknown[]): unknown {
  if (schemas.length === 1) return schemas[0];
  const values = schemas.map((schema) => (isRecord(schema) ? valuesOf(schema) : undefined));
  if (values.some((list) => list === undefined)) return { anyOf: schemas };
  const texts = schemas.map((schema) => (isRecord(schema) ? descriptionOf(schema) : ''));
  const description = [...new Set(texts)].filter((text) => text !== '').join(' ');
  return { enum: [...new Set(values.flat())], ...(description !== '' && { description }) };
}

function explanationOf(forms: readonly Fields[]): string {
  const parts = forms.map((form, index) => {
    const required = requiredOf(form);
    const names = [...new Set([...required, ...Object.keys(propertiesOf(form) ?? {})])];
    const list = names.map((name) => {
      const property = propertiesOf(form)?.[name];
      const values = isRecord(property) ? valuesOf(property) : undefined;
      const value = values?.length === 1 ? ` = ${written(values[0])}` : '';
      return `${name}${value}${required.includes(name) ? '' : ' (optional)'}`;
    });
    return `(${index + 1}) ${list.join(', ') || 'nothing'}`;
  });
  return bounded(`Give one of these forms: ${parts.join('; ')}.`, 1_000);
}

/** Key of a value. Equal values have equal keys if their fields have the same order. */
function keyOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
