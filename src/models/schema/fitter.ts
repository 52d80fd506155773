import { LocalizedError, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { type Fields } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import { both, oneObject, propertiesOf, requiredOf, valuesOf } from './alternatives.ts';
import { annotated, arrayLimits, numberLimits, stringLimits } from './keywords.ts';
import { descriptionOf, joined, noted } from './notes.ts';
import type { SchemaProfile } from './profile.ts';
import { resolved, type Resolved } from './references.ts';
import { isNullOnly, typeOf, typesOf } from './types.ts';

/** Most parts of a schema with resolved references. Real tools have some hundreds at most. */
const mostParts = 4_000;

export class TooLarge extends LocalizedError {
  constructor() {
    super(msg('its input schema unfolds to more than {0} parts', mostParts));
  }
}

/** The arguments of a call must be an object. */
export class NotAnObject extends LocalizedError {}

/**
 * Rewrites a schema into one that a profile accepts, in bounded time. Values deeper than `maxDepth` become any value.
 */
export class SchemaFitter {
  private readonly root: Fields;
  private readonly profile: SchemaProfile;
  private readonly maxDepth: number;
  private parts = 0;

  constructor(root: Fields, profile: SchemaProfile, maxDepth: number) {
    this.root = root;
    this.profile = profile;
    this.maxDepth = maxDepth;
  }

  /** Fits the schema of arguments. `note` says what the schema cannot. @throws TooLarge, NotAnObject */
  fitArguments(): { readonly schema: Fields; readonly note: string } {
    const { fields, via } = this.expanded(this.root, []);
    const types = typesOf(fields);
    if (types.length > 0 && !types.includes('object')) {
      throw new NotAnObject(
        msg(
          'its input schema is of type {0}, but arguments must be an object',
          types.reduce<LocalizedMessage | string>(
            (before, type) => (before === '' ? type : msg('{0} or {1}', before, type)),
            '',
          ),
        ),
      );
    }
    const { anyOf: _, oneOf: __, description: ___, title: ____, ...base } = fields;
    const forms = this.objectForms(fields, via);
    if (forms === undefined) return { schema: this.object(base, 0, via), note: '' };
    if (forms.forms.length === 0) {
      throw new NotAnObject(
        msg('none of the forms of its input schema is an object, but arguments must be one'),
      );
    }
    const [schema, note] = oneObject(base, forms.forms);
    return { schema: this.object(schema, 0, forms.via), note };
  }

  private fit(schema: unknown, depth: number, via: readonly string[]): Fields {
    if (depth > this.maxDepth) return this.untyped(noted({}, 'Its structure is too deep to be told here.'));
    const at = this.expanded(schema, via);
    const alternatives = alternativesOf(at.fields);
    return alternatives === undefined
      ? this.single(at.fields, depth, at.via)
      : this.oneOf(at, alternatives, depth);
  }

  private single(fields: Fields, depth: number, via: readonly string[]): Fields {
    const type = typeOf(fields);
    switch (type) {
      case 'object':
        return { ...annotated(this.profile, type, fields), ...this.object(fields, depth, via) };
      case 'array':
        return {
          ...annotated(this.profile, type, fields),
          items: this.items(fields, depth, via),
          ...arrayLimits(this.profile, fields),
        };
      case 'string':
        return annotated(this.profile, type, fields, stringLimits(this.profile, fields));
      case 'integer':
      case 'number':
        return annotated(this.profile, type, fields, numberLimits(this.profile, fields, type));
      case 'boolean':
        return annotated(this.profile, type, fields);
      case undefined:
        return this.untyped(fields);
    }
  }

  /** Merges alternatives. Null is described in words, because most of these properties are optional anyway. */
  private oneOf({ fields, via }: Resolved, alternatives: readonly unknown[], depth: number): Fields {
    const { anyOf: _, oneOf: __, type, ...beside } = fields;
    const base = Array.isArray(type) || type === undefined ? beside : { ...beside, type };
    const found = alternatives.map((alternative) => this.expanded(alternative, via));
    const wanted = found.filter((each) => !isNullOnly(each.fields));
    const canBeNull = wanted.length < found.length;
    const path = [...new Set(found.flatMap((each) => each.via))];
    const made = this.chosen(
      base,
      wanted.map((each) => each.fields),
      depth,
      path,
    );
    if (!canBeNull) return made;
    return this.profile.nullable ? this.withAbout(made, { nullable: true }) : noted(made, 'May be null.');
  }

  private chosen(base: Fields, wanted: readonly Fields[], depth: number, via: readonly string[]): Fields {
    const only = wanted[0];
    if (only === undefined) return this.untyped(base);
    if (valuesOf(base) !== undefined) return this.single(base, depth, via);
    if (wanted.length === 1) return this.fit(both(base, only), depth, via);
    const values = wanted.map(valuesOf);
    if (values.every((list) => list !== undefined)) {
      return this.single({ ...base, enum: [...new Set(values.flat())] }, depth, via);
    }
    const areObjects = wanted.every((schema) => typeOf(both(schema, base)) === 'object');
    if (areObjects && (propertiesOf(base) !== undefined || !this.profile.unions)) {
      const [schema, note] = oneObject(base, wanted);
      return this.fit(noted(schema, note), depth, via);
    }
    if (!this.profile.unions) {
      const types = [...new Set(wanted.flatMap(typesOf))];
      const first = this.fit(both(base, only), depth, via);
      return types.length > 1 ? noted(first, `Can be ${types.join(' or ')}.`) : first;
    }
    const { description, title, default: initial, ...structure } = base;
    const made = wanted.map((schema) => this.fit(both(schema, structure), depth + 1, via));
    const different = [...new Map(made.map((schema) => [JSON.stringify(schema), schema])).values()];
    const about = annotated(this.profile, undefined, { description, title, default: initial });
    if (different.length === 1) return { ...different[0], ...about };
    return this.withAbout({ anyOf: different }, about);
  }

  /** Adds keywords to a schema. Where a union must stand alone, its first alternative has them. */
  private withAbout(schema: Fields, about: Fields): Fields {
    const { anyOf } = schema;
    const [first, ...others]: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
    if (this.profile.loneUnions !== true || !isRecord(first)) return { ...about, ...schema };
    const [text, own] = [descriptionOf(about), descriptionOf(first)];
    const description = own === '' || own === text ? text : joined(text, own);
    const inner = { ...about, ...(description !== '' && { description }) };
    const { description: _, ...bare } = first;
    return { ...schema, anyOf: [this.withAbout(bare, inner), ...others] };
  }

  private object(fields: Fields, depth: number, via: readonly string[]): Fields {
    const given = Object.entries(propertiesOf(fields) ?? {}).filter(([, schema]) => schema !== false);
    const names = new Set(given.map(([name]) => name));
    const required = [...new Set(requiredOf(fields))];
    // A schema may require a property that it does not describe.
    const missing = required.filter((name) => !names.has(name)).map((name): [string, unknown] => [name, {}]);
    const properties = [...given, ...missing].map(([name, schema]): [string, Fields] => [
      name,
      this.fit(schema, depth + 1, via),
    ]);
    const isEmpty = properties.length === 0;
    return {
      type: 'object',
      ...((!isEmpty || this.profile.emptyProperties === 'wanted') && {
        properties: Object.fromEntries(properties),
      }),
      ...(required.length > 0 && { required }),
      ...(this.profile.extras && this.others(fields, depth, via)),
    };
  }

  private others(fields: Fields, depth: number, via: readonly string[]): Fields {
    const patterns = isRecord(fields['patternProperties']) ? Object.values(fields['patternProperties']) : [];
    const stated = fields['additionalProperties'];
    // With patterns, `false` means no other properties.
    const schema = patterns.length > 0 ? { anyOf: patterns } : stated;
    if (schema === undefined || typeof schema === 'boolean') {
      return schema === undefined ? {} : { additionalProperties: schema };
    }
    const made = this.fit(schema, depth + 1, via);
    return { additionalProperties: Object.keys(made).length === 0 ? true : made };
  }

  private items(fields: Fields, depth: number, via: readonly string[]): Fields {
    const { items, prefixItems } = fields;
    // A tuple becomes a list of any of its elements.
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
    return this.fit(tuple === undefined ? items : { anyOf: tuple }, depth + 1, via);
  }

  private untyped(fields: Fields): Fields {
    if (this.profile.untyped === 'accepted') return annotated(this.profile, undefined, fields);
    return annotated(this.profile, 'string', noted(fields, 'Any JSON value.'));
  }

  private expanded(schema: unknown, via: readonly string[]): Resolved {
    this.parts += 1;
    if (this.parts > mostParts) throw new TooLarge();
    const at = resolved(schema, this.root, via);
    const { allOf, ...rest } = at.fields;
    if (!Array.isArray(allOf)) return at;
    let fields: Fields = rest;
    const path = new Set(at.via);
    for (const part of allOf) {
      const more = this.expanded(part, at.via);
      fields = both(fields, more.fields);
      for (const ref of more.via) path.add(ref);
    }
    return { fields, via: [...path] };
  }

  /** Returns the forms of `anyOf` or `oneOf`, including nested ones, or undefined without either. */
  private objectForms(
    fields: Fields,
    via: readonly string[],
  ): { readonly forms: readonly Fields[]; readonly via: readonly string[] } | undefined {
    const alternatives = listOf(fields['anyOf']) ?? listOf(fields['oneOf']);
    if (alternatives === undefined) return undefined;
    const found = alternatives.map((alternative) => {
      const at = this.expanded(alternative, via);
      const { anyOf: _, oneOf: __, ...own } = at.fields;
      const inner = this.objectForms(at.fields, at.via);
      if (inner) return { forms: inner.forms.map((form) => both(form, own)), via: inner.via };
      const types = typesOf(at.fields);
      const isObject = types.length === 0 || types.includes('object');
      return { forms: isObject ? [at.fields] : [], via: at.via };
    });
    return {
      forms: found.flatMap(({ forms }) => forms),
      via: [...new Set([...via, ...found.flatMap((each) => each.via)])],
    };
  }
}

/** Returns the alternatives of `anyOf`, `oneOf`, or several types. */
function alternativesOf(fields: Fields): readonly unknown[] | undefined {
  const stated = listOf(fields['anyOf']) ?? listOf(fields['oneOf']);
  if (stated) return stated;
  const { type } = fields;
  return Array.isArray(type) && type.length > 0 ? type.map((each: unknown) => ({ type: each })) : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}
