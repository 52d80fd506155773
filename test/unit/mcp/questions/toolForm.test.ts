/** Forms made of the input schemas of tools (src/mcp/questions/questionFields.ts). */
import assert from 'node:assert/strict';
import { toolFields } from '../../../../src/mcp/index.ts';

describe('the form of a tool', () => {
  it('has a control for what forms can have, and JSON for the rest, the required ones first', () => {
    const fields = toolFields({
      type: 'object',
      properties: {
        note: { type: 'string' },
        list: { type: 'array', items: { type: 'object' }, description: 'Many', default: [1] },
        either: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Either' },
        odd: true,
        count: { type: 'integer', minimum: 1 },
        api_key: { type: 'string' },
      },
      required: ['count', 'odd'],
    });
    assert.deepEqual(
      fields?.map(({ kind, name, required }) => [kind, name, required]),
      [
        ['json', 'odd', true],
        ['number', 'count', true],
        ['text', 'note', false],
        ['json', 'list', false],
        ['json', 'either', false],
        ['text', 'api_key', false],
      ],
    );
    const [, , , list, either, key] = fields ?? [];
    assert.deepEqual(list, {
      kind: 'json',
      name: 'list',
      title: 'list',
      description: 'Many',
      required: false,
      default: '[\n  1\n]',
    });
    assert.equal(either?.title, 'Either');
    // Unlike a question of a server, a form that the user fills in for it may hold one.
    assert.ok(key && !('secret' in key));
  });

  it('is empty for a tool without arguments', () => {
    assert.deepEqual(toolFields({ type: 'object' }), []);
  });

  it('does not exist if no fields can be made from the schema', () => {
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`f${index}`, {}]));
    for (const schema of [
      undefined,
      'x',
      { type: 'object', properties: [] },
      { type: 'object', properties: many },
    ])
      assert.equal(toolFields(schema), undefined);
  });
});
