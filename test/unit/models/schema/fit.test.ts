/** Schemas that real endpoints refuse, and hostile ones, become schemas that they take (features.md, C18). */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ToolDefinition } from '../../../../src/models/index.ts';
import { fitTool } from '../../../../src/models/schema/fit.ts';
import { plainer, profileFor, type SchemaProfile } from '../../../../src/models/schema/profile.ts';
import { refusals } from './refusals.ts';
import { cases } from '../../../fixtures/cases.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

type Fields = Readonly<Record<string, unknown>>;

const standard = profileFor({ baseURL: 'https://api.openai.com/v1', model: 'gpt-5' });
const gemini = profileFor({
  baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai/',
  model: 'gemini-3',
});
const plain = plainer(standard);
const profiles = [standard, gemini, plain];

function toolOf(inputSchema: unknown): ToolDefinition {
  return { name: 't', description: 'Does it', inputSchema: inputSchema as Fields };
}

/** The fitted tool, which must be one that the endpoint takes. */
function fitted(inputSchema: unknown, profile = standard): { description: string; parameters: Fields } {
  const made = fitTool(toolOf(inputSchema), profile);
  assert.ok(made.kind === 'fitted', JSON.stringify(made));
  assert.deepEqual(refusals(made.parameters, profile.name), []);
  return { description: made.description, parameters: made.parameters ?? {} };
}

/** What becomes of one property. */
function property(schema: unknown, profile: SchemaProfile = standard): unknown {
  const { parameters } = fitted({ type: 'object', properties: { x: schema } }, profile);
  return (parameters['properties'] as Fields)['x'];
}

function reasonFor(inputSchema: unknown): string {
  const made = fitTool(toolOf(inputSchema), standard);
  assert.ok(made.kind === 'leftOut');
  return made.reason.english;
}

describe('the profile', () => {
  it('is the one of Gemini for its host, and for its models behind a router', () => {
    assert.equal(profileFor({ baseURL: 'https://aiplatform.googleapis.com/v1', model: 'm' }).name, 'gemini');
    assert.equal(
      profileFor({ baseURL: 'https://openrouter.ai/api/v1', model: 'google/gemini-3-pro' }).name,
      'gemini',
    );
    assert.equal(profileFor({ baseURL: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' }).name, 'standard');
    assert.equal(profileFor({ baseURL: 'https://evilgoogleapis.com/v1', model: 'm' }).name, 'standard');
    assert.equal(profileFor({ baseURL: 'no address', model: 'm' }).name, 'standard');
  });
});

describe('the root of a fitted schema', () => {
  it('has properties where there are none, except for Gemini, which gets no parameters then', () => {
    assert.deepEqual(fitted({ type: 'object' }).parameters, { type: 'object', properties: {} });
    assert.deepEqual(fitted({}).parameters, { type: 'object', properties: {} });
    const made = fitTool(toolOf({ type: 'object', properties: {} }), gemini);
    assert.deepEqual(made, { kind: 'fitted', name: 't', description: 'Does it' });
  });

  it('is one object for several forms, which are explained in the description', () => {
    const forms = [
      { properties: { kind: { const: 'url' }, url: { type: 'string' } }, required: ['kind', 'url'] },
      { properties: { kind: { const: 'file' }, path: { type: 'string' } }, required: ['kind'] },
    ];
    for (const combination of ['anyOf', 'oneOf']) {
      const { description, parameters } = fitted({
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        [combination]: forms,
      });
      assert.deepEqual(parameters, {
        type: 'object',
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', enum: ['url', 'file'] },
          url: { type: 'string' },
          path: { type: 'string' },
        },
        required: ['name', 'kind'],
      });
      assert.equal(
        description,
        'Does it. Give one of these forms: (1) kind = "url", url; (2) kind = "file", path (optional).',
      );
    }
  });

  it('takes forms within forms, and forms that only say what is required', () => {
    const { description, parameters } = fitted({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { anyOf: [{ required: ['b'] }, { required: ['b', 'c'] }] }],
    });
    assert.deepEqual(Object.keys(parameters['properties'] as object), ['a', 'b', 'c']);
    assert.equal('required' in parameters, false);
    assert.match(description, /\(1\) a; \(2\) b; \(3\) b, c\./);
  });

  it('has all of allOf, references included', () => {
    const { parameters } = fitted({
      $defs: { page: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] } },
      allOf: [{ $ref: '#/$defs/page' }, { properties: { q: { type: 'string' } }, required: ['q'] }],
    });
    assert.deepEqual(parameters, {
      type: 'object',
      properties: { page: { type: 'integer' }, q: { type: 'string' } },
      required: ['page', 'q'],
    });
  });

  it('is found through a reference', () => {
    const schema = {
      $ref: '#/definitions/in',
      definitions: { in: { properties: { a: { type: 'string' } } } },
    };
    assert.deepEqual(fitted(schema).parameters['properties'], { a: { type: 'string' } });
  });

  it('loses what no endpoint wants', () => {
    const { parameters } = fitted({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://x.test/s',
      $comment: 'c',
      title: 'Args',
      type: 'object',
      properties: { a: { type: 'string', 'x-order': 1, examples: ['b'], readOnly: true } },
      if: { properties: { a: { const: 'b' } } },
      else: { required: ['a'] },
      not: { required: ['z'] },
      additionalProperties: false,
    });
    assert.deepEqual(parameters, {
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
  });
});

describe('a property of a fitted schema', () => {
  const rows: [what: string, schema: unknown, standard: unknown, gemini: unknown][] = [
    [
      'an array without items',
      { type: 'array' },
      { type: 'array', items: {} },
      { type: 'array', items: { type: 'string', description: 'Any JSON value.' } },
    ],
    [
      'several types',
      { type: ['string', 'number'], description: 'Id' },
      { description: 'Id', anyOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string', description: 'Id' }, { type: 'number' }] },
    ],
    [
      'several types or null, with what Vertex refuses beside anyOf',
      {
        description: 'Id',
        default: 1,
        anyOf: [{ type: 'string', title: 'Name' }, { type: 'number' }, { type: 'null' }],
      },
      {
        description: 'Id. May be null.',
        default: 1,
        anyOf: [{ type: 'string', description: 'Name' }, { type: 'number' }],
      },
      {
        anyOf: [{ type: 'string', description: 'Id. Default: 1. Name', nullable: true }, { type: 'number' }],
      },
    ],
    [
      'a type or null',
      { type: ['string', 'null'], minLength: 1 },
      { type: 'string', minLength: 1, description: 'May be null.' },
      { type: 'string', minLength: 1, nullable: true },
    ],
    [
      'anyOf with null, as Pydantic writes it',
      { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Limit' },
      { type: 'integer', description: 'Limit. May be null.' },
      { type: 'integer', description: 'Limit', nullable: true },
    ],
    ['const', { const: 'now' }, { type: 'string', enum: ['now'] }, { type: 'string', enum: ['now'] }],
    [
      'oneOf of constants',
      { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      'an enumeration of numbers',
      { enum: [1, 2] },
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: 'One of: 1, 2.' },
    ],
    [
      'an enumeration with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'], description: 'May be null.' },
      { type: 'string', enum: ['a'], nullable: true },
    ],
    [
      'limits',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9, default: 3 },
      { type: 'integer', exclusiveMinimum: 0, maximum: 9, default: 3 },
      { type: 'integer', minimum: 1, maximum: 9, description: 'Default: 3.' },
    ],
    [
      'limits of draft 4',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0 },
    ],
    [
      'a huge maxLength',
      { type: 'string', maxLength: 2_000_000, minLength: 1 },
      { type: 'string', minLength: 1 },
      { type: 'string', minLength: 1 },
    ],
    [
      'a format',
      { type: 'string', format: 'uri', description: 'Where' },
      { type: 'string', format: 'uri', description: 'Where' },
      { type: 'string', description: 'Where. Format: uri.' },
    ],
    [
      'a pattern that every grammar takes',
      { type: 'string', pattern: '^[a-z]+$' },
      { type: 'string', pattern: '^[a-z]+$' },
      { type: 'string', description: 'Matches the pattern ^[a-z]+$' },
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2 },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, minItems: 2 },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, minItems: 2 },
    ],
    [
      'names of properties and schemas for others',
      {
        type: 'object',
        propertyNames: { pattern: '^x' },
        additionalProperties: { type: ['number', 'null'] },
      },
      {
        type: 'object',
        properties: {},
        additionalProperties: { type: 'number', description: 'May be null.' },
      },
      { type: 'object' },
    ],
    [
      'properties by pattern',
      { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      { type: 'object' },
    ],
    ['anything at all', {}, {}, { type: 'string', description: 'Any JSON value.' }],
    ['true', true, {}, { type: 'string', description: 'Any JSON value.' }],
    ['a type that is none', { type: 'any' }, {}, { type: 'string', description: 'Any JSON value.' }],
    ['a type by another name', { type: 'int' }, { type: 'integer' }, { type: 'integer' }],
    ['a missing type', { properties: { a: {} } }, undefined, undefined],
  ];
  for (const [what, schema, forMost, forGemini] of rows) {
    it(`may have ${what}`, () => {
      for (const [profile, wanted] of [
        [standard, forMost],
        [gemini, forGemini],
      ] as const) {
        const made = property(schema, profile);
        if (wanted !== undefined) assert.deepEqual(made, wanted, profile.name);
        else assert.equal((made as Fields)['type'], 'object');
      }
      property(schema, plain);
    });
  }

  for (const pattern of [
    'abc',
    '^abc',
    '^(?!x).*$',
    '^\\d+$',
    '^a|b$^c$',
    '^a{5000}$',
    `^${'a'.repeat(300)}$`,
  ]) {
    it(`tells the pattern ${pattern.slice(0, 20)} in words`, () => {
      const made = property({ type: 'string', pattern }) as Fields;
      assert.equal(made['pattern'], undefined);
      assert.ok(String(made['description']).startsWith(`Matches the pattern ${pattern.slice(0, 250)}`));
    });
  }

  it('chooses one form of an object by words, where the object has properties anyway or unions are refused', () => {
    const forms = [{ required: ['a'] }, { required: ['b'] }];
    const base = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    assert.match(
      JSON.stringify(property({ ...base, anyOf: forms })),
      /"Give one of these forms: \(1\) a; \(2\) b\."/,
    );
    const union = {
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    };
    assert.equal('anyOf' in (property(union) as Fields), true);
    assert.deepEqual(Object.keys((property(union, plain) as { properties: object }).properties), ['a', 'b']);
  });

  it('has a format of numbers in words for Gemini, which refuses it of a text', () => {
    const given = {
      properties: { id: { type: 'string', format: 'int64' }, at: { type: 'string', format: 'date-time' } },
    };
    const profile = profileFor({ baseURL: 'http://x.test', model: 'gemini-3-pro' });
    const made = fitTool(toolOf(given), profile);
    assert.deepEqual(made.kind === 'fitted' && made.parameters?.['properties'], {
      id: { type: 'string', description: 'Format: int64.' },
      at: { type: 'string', format: 'date-time' },
    });
  });

  it('takes the first of several types, and says which else, where unions are refused', () => {
    assert.deepEqual(property({ type: ['string', 'number'] }, plain), {
      type: 'string',
      description: 'Can be string or number.',
    });
  });

  it('tells a long list of values in words, cut where it gets too long', () => {
    const made = property({ enum: Array.from({ length: 1_000 }, (_, index) => `value-${index}`) }) as Fields;
    assert.equal(made['enum'], undefined);
    assert.match(String(made['description']), /^One of: "value-0", "value-1", .*…\.$/);
    assert.ok(String(made['description']).length < 400);
  });

  it('is required even without a description, and is left out if its schema is false', () => {
    const { parameters } = fitted({ properties: { no: false, a: { type: 'string' } }, required: ['a', 'b'] });
    assert.deepEqual(parameters, {
      type: 'object',
      properties: { a: { type: 'string' }, b: {} },
      required: ['a', 'b'],
    });
  });
});

describe('references in a schema', () => {
  it('are filled in, with what is written beside them', () => {
    const schema = {
      type: 'object',
      properties: { at: { $ref: '#/$defs/a~1b%20c', description: 'Where' } },
      $defs: { 'a/b c': { type: 'string', description: 'A place' } },
    };
    assert.deepEqual(fitted(schema).parameters['properties'], {
      at: { type: 'string', description: 'Where' },
    });
  });

  it('are cut where they would be circular', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, child: { $ref: '#/$defs/node' } },
    };
    const { parameters } = fitted({ properties: { tree: { $ref: '#/$defs/node' } }, $defs: { node } });
    assert.deepEqual(parameters['properties'], {
      tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          child: { type: 'object', description: 'The same structure again.', properties: {} },
        },
      },
    });
    for (const profile of profiles) {
      fitted({ $ref: '#' }, profile);
      fitted({ properties: { a: { $ref: '#/properties/a' } } }, profile);
      fitted({ properties: { a: { allOf: [{ $ref: '#/properties/a' }] } } }, profile);
      fitted({ properties: { a: { anyOf: [{ $ref: '#/properties/a' }, { $ref: '#' }] } } }, profile);
    }
  });

  it('to other places are never followed', () => {
    for (const $ref of [
      'https://x.test/s.json',
      'file:///etc/passwd',
      '#name',
      '#/$defs/gone',
      'other.json#/a',
    ]) {
      assert.deepEqual(property({ $ref }), {
        description: 'Its definition lies elsewhere and is not known here.',
      });
    }
    assert.deepEqual(property({ $ref: '#/__proto__/constructor' }), property({ $ref: '#gone' }));
  });

  it('that double with each step end in less depth, or the tool is left out with the reason', () => {
    const laughs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `l${level}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/$defs/l${level + 1}` }, b: { $ref: `#/$defs/l${level + 1}` } },
        },
      ]),
    );
    const made = fitted({ properties: { x: { $ref: '#/$defs/l0' } }, $defs: laughs });
    assert.match(JSON.stringify(made), /too deep to be told here/);
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [i, {}])),
    };
    assert.match(reasonFor(wide), /unfolds to more than 4000 parts/);
  });
});

describe('a tool that cannot be fitted', () => {
  it('is left out with the reason', () => {
    assert.match(reasonFor({ type: 'array' }), /of type array, but arguments must be an object/);
    assert.match(
      reasonFor({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
      /none of the forms .* is an object/,
    );
    assert.match(reasonFor('no schema'), /is not an object/);
    assert.match(reasonFor([]), /is not an object/);
    const long = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`p${i}`, { type: 'string', description: 'x'.repeat(2_000) }]),
    );
    assert.match(reasonFor({ properties: long }), /has 10\d{4} characters.* limit is 64000/);
  });

  it('is not one whose schema is nested thousands of levels deep: its upper levels are sent', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 3_000; level++) deep = { type: 'object', properties: { a: deep } };
    for (const profile of profiles) assert.match(JSON.stringify(fitted(deep, profile)), /too deep/);
    let all: unknown = { type: 'string' };
    for (let level = 0; level < 50_000; level++) all = { allOf: [all] };
    assert.match(reasonFor(all), /cannot be read|unfolds/);
  });

  it('takes no time that would be noticed', () => {
    const enumOf = (from: number): unknown => ({
      enum: Array.from({ length: 50_000 }, (_, i) => `v${from + i}`),
    });
    const forms = Array.from({ length: 3_000 }, (_, i) => ({ properties: { kind: { const: `k${i}` } } }));
    const taken = processorTime();
    for (const profile of profiles) {
      fitTool(toolOf({ properties: { a: { allOf: [enumOf(0), enumOf(10)] } } }), profile);
      fitTool(toolOf({ oneOf: forms }), profile);
    }
    assert.ok(taken() < 3_000, `${taken()} ms`);
  });
});

describe('any schema', () => {
  const { schema } = fc.letrec((tie) => {
    const inner = tie('schema');
    const map = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '$ref'), inner, { maxKeys: 3 });
    const list = fc.array(inner, { maxLength: 3 });
    const types = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'any');
    const refs = fc.constantFrom(
      '#',
      '#/$defs/a',
      '#/$defs/b',
      '#/properties/a',
      'http://x.test',
      '#/allOf/0',
    );
    return {
      schema: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.record({ $ref: refs }), fc.record({ type: types })),
        fc.record(
          {
            type: fc.oneof(types, fc.array(types, { maxLength: 3 }), fc.jsonValue({ maxDepth: 0 })),
            properties: fc.oneof(map, list),
            $defs: map,
            items: fc.oneof(inner, list),
            prefixItems: list,
            additionalProperties: inner,
            patternProperties: map,
            anyOf: list,
            oneOf: list,
            allOf: list,
            $ref: refs,
            required: fc.oneof(fc.array(fc.constantFrom('a', 'b', 'c')), fc.boolean()),
            enum: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }), fc.string()),
            const: fc.jsonValue({ maxDepth: 1 }),
            default: fc.jsonValue({ maxDepth: 1 }),
            description: fc.oneof(fc.string(), fc.integer()),
            pattern: fc.string(),
            format: fc.oneof(
              fc.constantFrom('date-time', 'enum', 'int32', 'int64', 'float', 'double', 'uri', 'byte'),
              fc.string(),
            ),
            nullable: fc.boolean(),
            minItems: fc.integer(),
            not: inner,
            $schema: fc.constant('http://json-schema.org/draft-07/schema#'),
            minimum: fc.oneof(fc.integer(), fc.string()),
            exclusiveMinimum: fc.oneof(fc.integer(), fc.boolean()),
            maxLength: fc.integer(),
          },
          { requiredKeys: [] },
        ),
      ),
    };
  });

  it('is fitted to one that its endpoint takes, or left out with a reason, and never breaks anything', () => {
    fc.assert(
      fc.property(schema, fc.constantFrom(...profiles), (given, profile) => {
        const made = fitTool(toolOf(given), profile);
        if (made.kind === 'leftOut') assert.notEqual(made.reason.english, '');
        else assert.deepEqual(refusals(made.parameters, profile.name), [], JSON.stringify(made));
      }),
      { numRuns: cases(200, 15_000) },
    );
  });

  it('of the keywords that servers use together is fitted to one that its endpoint takes', () => {
    const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
    const values = fc.array(fc.constantFrom<unknown>('a', 'b', '', 1, 2.5, true, null, {}), { maxLength: 4 });
    const limits = Object.fromEntries(
      [
        'minimum',
        'maximum',
        'exclusiveMinimum',
        'multipleOf',
        'minLength',
        'maxLength',
        'minItems',
        'maxItems',
      ].map((name) => [name, fc.integer({ min: -3, max: 2_000 })]),
    );
    const keywords = {
      type: fc.oneof(fc.constantFrom(...types), fc.uniqueArray(fc.constantFrom(...types), { maxLength: 3 })),
      description: fc.constantFrom('', 'Says what.'),
      title: fc.constant('Title'),
      format: fc.constantFrom('date-time', 'enum', 'int32', 'int64', 'float', 'double', 'uri', 'byte'),
      enum: values,
      const: fc.constantFrom<unknown>('a', 1, null),
      default: fc.constantFrom<unknown>('a', 1, null, []),
      nullable: fc.boolean(),
      pattern: fc.constantFrom('^a+$', '(?=x)y'),
      ...limits,
      uniqueItems: fc.boolean(),
      required: fc.constantFrom<unknown>([], ['a'], ['a', 'a'], ['absent'], true),
      $ref: fc.constantFrom('#/$defs/a', '#', '#/nowhere'),
    };
    const leaf = fc.record(keywords, { requiredKeys: [] });
    const around = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
      fc.record(
        {
          ...keywords,
          items: inner,
          properties: fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), inner),
          anyOf: fc.array(inner, { maxLength: 3 }),
        },
        { requiredKeys: [] },
      );
    const part = around(around(leaf));
    fc.assert(
      fc.property(part, part, fc.constantFrom(...profiles), (a, b, profile) => {
        const given = { type: 'object', properties: { a, b }, required: ['a', 'absent'], $defs: { a: b } };
        const made = fitTool(toolOf(given), profile);
        if (made.kind === 'leftOut') assert.notEqual(made.reason.english, '');
        else assert.deepEqual(refusals(made.parameters, profile.name), [], JSON.stringify(made));
      }),
      { numRuns: cases(200, 5_000) },
    );
  });
});
