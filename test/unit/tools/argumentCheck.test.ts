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
    assert.match(problem(schema, { name: 'Not' }).said ?? '', /does not take these arguments: .*pattern/);
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
    assert.match(problem(schema, args).said ?? '', /does not take these arguments/);
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
    for (const schema of [deep, circle, long])
      assert.ok(problem({ type: 'object', ...schema }, { a: {} }).ms < 2_000);
  });
});
