/** Arguments that the user has edited, held against schemas that servers wrote. */
import assert from 'node:assert/strict';
import { argumentProblem, fromNative } from '../../../src/tools/index.ts';
import { processorTime } from '../../fixtures/processorTime.ts';

/** Twice as long for each character more: the texts below would take from 10 s to centuries. */
const SLOW = `${'a'.repeat(32)}!`;

function problem(inputSchema: Readonly<Record<string, unknown>>, args: Readonly<Record<string, unknown>>) {
  const tool = fromNative({
    name: 'edit',
    title: 'Edit',
    description: '',
    inputSchema,
    hints: {},
    permission: 'ask',
    run: () => Promise.resolve([]),
  });
  const taken = processorTime();
  return { said: argumentProblem(tool, args)?.localized, ms: taken() };
}

describe('the check of edited arguments', () => {
  it('says what is wrong by the schema', () => {
    const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } };
    assert.equal(problem(schema, { name: 'ok' }).said, undefined);
    assert.equal(
      problem(schema, { name: 'Not' }).said,
      'edit takes name. These arguments have the wrong format: name.',
    );
  });

  const editing = {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1 },
      line: { type: 'integer', minimum: 1 },
      way: { enum: ['up', 'down'] },
      edits: { type: 'array', maxItems: 2, items: { type: 'object', required: ['old'], properties: {} } },
    },
    required: ['path'],
    additionalProperties: false,
  };
  const faults: readonly (readonly [args: Readonly<Record<string, unknown>>, said: string])[] = [
    [{}, 'path is missing.'],
    [{ path: '', where: 1 }, 'path must not be empty. where is not known.'],
    [{ path: 5, line: 'two' }, 'path must be text. line must be a whole number.'],
    [{ path: 'a', line: 0, way: 'left' }, 'line must be at least 1. way must be one of: up, down.'],
    [{ path: 'a', edits: [{ old: '' }, {}] }, 'edits[1].old is missing.'],
    [
      { path: 'a', edits: [{ old: '' }, 1, 2] },
      'edits must have at most 2 entries. edits[1] must be an object. edits[2] must be an object.',
    ],
  ];
  for (const [args, said] of faults)
    it(`says in sentences what is wrong with ${JSON.stringify(args)}`, () => {
      assert.equal(problem(editing, args).said, `edit takes path, line, way, edits. ${said}`);
    });

  it('names what does not fit where the schema is more than sentences say, and nothing of the validator', () => {
    const any = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] }, b: {} },
    };
    assert.equal(problem(any, { a: 5 }).said, 'edit takes a, b. These arguments have the wrong format: a.');
    const both = { ...any, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    assert.equal(
      problem(both, {}).said,
      'edit takes a, b. The tool does not accept these arguments together.',
    );
  });

  it('shows foreign names as plain text of a bounded length', () => {
    const name = `x\u202e\n${'y'.repeat(500)}`;
    const said =
      problem({ type: 'object', properties: { a: {} }, additionalProperties: false }, { [name]: 1 }).said ??
      '';
    assert.ok(said.length < 200 && !/[\u202e\n]/.test(said), said);
  });

  it('is made once more where the machine was busy with something else meanwhile', () => {
    const schema = { type: 'object', properties: { name: { type: 'number' } } };
    let looks = 0;
    const args = {
      get name() {
        // Waits beyond the limit without work, as a process does that gets no processor.
        if (looks++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
        return 'no number';
      },
    };
    assert.match(problem(schema, args).said ?? '', /edit takes name\./);
    assert.ok(looks > 1);
  });

  const evil = '^(a+)+$';
  const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    pattern: { properties: { name: { pattern: evil } } },
    patternProperties: { patternProperties: { [evil]: { type: 'string' } } },
    propertyNames: { propertyNames: { pattern: evil } },
    nested: { properties: { list: { items: { anyOf: [{ pattern: evil }] } } } },
    reference: { $defs: { x: { pattern: '(x+x+)+y' } }, properties: { name: { $ref: '#/$defs/x' } } },
  };
  for (const [name, schema] of Object.entries(schemas))
    it(`gives up in a moment on an expression that takes for ever (${name})`, () => {
      const args = { name: name === 'reference' ? 'x'.repeat(40) : SLOW, list: [SLOW], [SLOW]: 'x' };
      const { said, ms } = problem({ type: 'object', ...schema }, args);
      assert.equal(said, undefined);
      assert.ok(ms < 2_000, `${Math.round(ms)} ms`);
    });

  it('does not follow a schema into depths, round in circles or through megabytes', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 5_000; level++) deep = { properties: { a: deep } };
    const circle = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
    const long = { enum: Array.from({ length: 100_000 }, (_, index) => `option ${index}`) };
    for (const hard of [deep, circle, long])
      assert.ok(problem({ type: 'object', ...hard }, { a: {} }).ms < 2_000);
  });
});
