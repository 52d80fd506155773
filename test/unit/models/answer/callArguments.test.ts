/** Arguments that are no JSON object as they stand are taken where they have one reading, and in no other case. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readArguments } from '../../../../src/models/answer/callArguments.ts';
import { assemble, delta } from '../support.ts';
import { cases } from '../../../fixtures/cases.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { defined } from '../../defined.ts';

const object = { path: 'a "b" \\ ,}', list: [1, { deep: ',]' }], none: null };
const json = JSON.stringify(object);

describe('arguments of calls', () => {
  const readable: [string, string, string, string[]][] = [
    ['an object within a text', JSON.stringify(json), json, ['text']],
    ['an object within a text, with space around both', ` ${JSON.stringify(` ${json}\n`)} `, json, ['text']],
    ['a comma at the end of an object', '{"a":1,}', '{"a":1}', ['trailingComma']],
    [
      'commas at the end of lists and objects',
      '{"a":[1,2 , ],"b":{"c":",}",\n},\n}',
      '{"a":[1,2],"b":{"c":",}"}}',
      ['trailingComma'],
    ],
    ['a code block', `\`\`\`json\n${json}\n\`\`\``, json, ['codeBlock']],
    ['a code block without its language', `\n\`\`\`\n${json}\n\`\`\`\n`, json, ['codeBlock']],
    [
      'all of them',
      `\`\`\`json\n${JSON.stringify('{"a":1,}')}\n\`\`\``,
      '{"a":1}',
      ['codeBlock', 'text', 'trailingComma'],
    ],
  ];
  for (const [what, written, argsText, forms] of readable) {
    it(`are read from ${what}`, () => assert.deepEqual(readArguments(written), { argsText, forms }));
  }

  const others = [
    ['an object as it should be', json],
    ['an object with space that the model wrote', '{ "a" : 1 }'],
    ['half an object', '{"a":1'],
    ['half an object with a comma', '{"a":1,'],
    ['two commas', '{"a":1,,}'],
    ['a comma and nothing before it', '{,}'],
    ['a comma in a list and nothing before it', '{"a":[,]}'],
    ['a comma after a colon', '{"a":,}'],
    ['a comma between values that lacks one', '{"a":1 "b":2,}'],
    ['single quotation marks', "{'a':1}"],
    ['names without quotation marks', '{a:1}'],
    ['a comment', '{"a":1} // so'],
    ['words of Python', '{"a":True,}'],
    ['words around it', 'Here: {"a":1}'],
    ['two objects', '{"a":1}{"a":2}'],
    ['a list', '[{"a":1}]'],
    ['a list within a text', '"[1]"'],
    ['a text', '"hello"'],
    ['a number within a text', '"7"'],
    ['an object within a text within a text', JSON.stringify(JSON.stringify(json))],
    ['half an object within a text', '"{\\"a\\":1"'],
    ['a code block with words after it', '```json\n{"a":1}\n```\nso'],
    ['two code blocks', '```json\n{"a":1}\n```\n```json\n{"a":2}\n```'],
    ['half a code block', '```json\n{"a":1}'],
    ['a text without an end', '{"a":"b,}'],
    ['a field that is there twice, and a comma', '{"path":"a","path":"b",}'],
    ['a field that is there twice, within a text', JSON.stringify('{"path":"a","path":"b"}')],
    ['nothing', ''],
    ['null', 'null'],
    ['a byte order mark', '\uFEFF{"a":1}'],
  ] as const;
  for (const [what, written] of others) {
    it(`stay as they are when they are ${what}`, () =>
      assert.deepEqual(readArguments(written), { argsText: written, forms: [] }));
  }

  it('mean what they would without the commas and wrappings, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 }),
        fc.subarray(['comma', 'text', 'block'] as const),
        (value, how) => {
          let written = JSON.stringify(value);
          if (how.includes('comma')) written = `${written.slice(0, -1)},}`;
          if (how.includes('text')) written = JSON.stringify(written);
          if (how.includes('block')) written = `\`\`\`json\n${written}\n\`\`\``;
          const read = readArguments(written);
          assert.equal(read.argsText, JSON.stringify(value));
          assert.equal(read.forms.length, how.length);
        },
      ),
      { numRuns: cases(300, 20_000) },
    );
  });

  it('take no time that would be noticed, however long they are', () => {
    const taken = processorTime();
    readArguments(`{"a":${'['.repeat(300_000)}`);
    readArguments(`{"a":"${'\\"'.repeat(300_000)}",}`);
    readArguments('{"a":1,}'.repeat(60_000));
    readArguments('`'.repeat(300_000));
    readArguments(`\`\`\`\n${'\n```'.repeat(60_000)}x`);
    assert.ok(taken() < 3_000, `${taken()} ms`);
  });

  it('come with a note on how they were written, streamed or not', () => {
    const calls = [
      { index: 0, id: 'a', function: { name: 'read', arguments: '"{\\"path\\":' } },
      { index: 0, function: { arguments: '\\"a\\"}"' } },
    ];
    const { message } = assemble([
      ...calls.map((call) => delta({ tool_calls: [call] })),
      delta({}, 'stop'),
    ]).answer;
    assert.deepEqual(defined(message.calls), [
      { id: 'a', name: 'read', argsText: '{"path":"a"}', notes: [{ kind: 'arguments', form: 'text' }] },
    ]);
  });
});
