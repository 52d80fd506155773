/** Calls in the notations of the families of models whose servers should have read them. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assemble, delta, tool, type Gathered } from '../support.ts';
import { TextCalls } from '../../../../src/models/answer/textCalls.ts';
import type { ToolDefinition } from '../../../../src/models/index.ts';
import { cases } from '../../../fixtures/cases.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { assertAlikeInPieces } from './textCallPieces.ts';

const tools = ['read', 'now'];
const read = { name: 'read', argsText: '{"path":"a"}' };
const other = { name: 'read', argsText: '{"path":"b"}' };
const now = { name: 'now', argsText: '{}' };

type Call = typeof read;

const families: readonly (readonly [name: string, text: string, calls: readonly Call[]])[] = [
  [
    'harmony',
    '<|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|>',
    [read],
  ],
  [
    'harmony without its start and end',
    '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}',
    [read],
  ],
  [
    'harmony without a type',
    '<|channel|>commentary to=functions.read<|message|>{"path":"a"}<|call|>',
    [read],
  ],
  [
    'harmony with the name first',
    '<|start|>assistant to=functions.read<|channel|>commentary <|constrain|>json<|message|>{"path":"a"}<|call|>',
    [read],
  ],
  [
    'harmony with two calls',
    '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|><|start|>assistant<|channel|>commentary to=functions.now <|constrain|>json<|message|>{}<|call|>',
    [read, now],
  ],
  [
    'DeepSeek V3 and R1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path":"a"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [read, now],
  ],
  [
    'DeepSeek V3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path":"a"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path":"b"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    [read, other],
  ],
  [
    'DeepSeek V3.1 that stops before its end',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path":"a"}<｜tool▁call▁end｜>',
    [read],
  ],
  [
    'DeepSeek V3.2',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    [read],
  ],
  [
    'Mistral',
    '[TOOL_CALLS][{"name": "read", "arguments": {"path": "a"}}, {"name": "now", "arguments": {}}]',
    [read, now],
  ],
  [
    'Mistral with a space',
    '[TOOL_CALLS] [{"name":"read","arguments":{"path":"a"},"id":"abcdefghi"}]',
    [read],
  ],
  ['Mistral with names', '[TOOL_CALLS]read[ARGS]{"path": "a"}[TOOL_CALLS]now[ARGS]{}', [read, now]],
  ['Mistral with ids', '[TOOL_CALLS]read[CALL_ID]abc123XYZ[ARGS]{"path":"a"}</s>', [read]],
  ['Mistral with a name alone', '[TOOL_CALLS]read{"path":"a"}', [read]],
  ['Llama', '<|python_tag|>{"name": "read", "parameters": {"path": "a"}}<|eom_id|>', [read]],
  [
    'Llama with two calls',
    '<|python_tag|>{"name":"read","parameters":{"path":"a"}}; {"name":"now","parameters":{}}<|eot_id|>',
    [read, now],
  ],
  [
    'Llama with a type',
    '<|python_tag|>{"type": "function", "name": "read", "parameters": {"path": "a"}}',
    [read],
  ],
  ['Llama as plain JSON', '{"name": "read", "parameters": {"path": "a"}}', [read]],
  [
    'Llama as plain JSON with a type',
    '{"type": "function", "name": "read", "parameters": {"path": "a"}}',
    [read],
  ],
  ['Llama as laid out JSON', '{\n  "name": "read",\n  "parameters": {\n    "path": "a"\n  }\n}\n', [read]],
  ['Llama with a function', '<function=read>{"path":"a"}</function>', [read]],
  [
    'Kimi',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path":"a"}<|tool_call_end|><|tool_call_begin|>functions.now:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    [read, now],
  ],
  ['GLM', '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>', [read]],
  ['GLM in one line', '<tool_call>read<arg_key>path</arg_key><arg_value>a</arg_value></tool_call>', [read]],
  ['GLM without arguments', '<tool_call>now\n</tool_call>', [now]],
];

function answerOf(text: string, size = text.length): Gathered {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.substring(at, at + size));
  const chunks = [...pieces.map((content) => delta({ content })), delta({}, 'stop')];
  return assemble(chunks, { tools, takesTextCalls: () => true });
}

function callsOf({ answer }: Gathered): Call[] {
  return answer.message.calls.map(({ name, argsText }) => ({ name, argsText }));
}

/** The text stays as it is, and nothing is a call. */
function isText(text: string): void {
  for (const size of [1, 5, text.length]) {
    const gathered = answerOf(text, size);
    assert.deepEqual(callsOf(gathered), []);
    assert.equal(gathered.text, text);
  }
}

describe('calls in the notation of', () => {
  for (const [name, text, calls] of families) {
    it(`${name} are read, whole and in pieces of each length`, () => {
      for (const size of [1, 2, 3, 7, 16, text.length])
        for (const [before, after] of [
          ['', ''],
          ['\n', '\n'],
        ]) {
          const gathered = answerOf(`${before}${text}${after}`, size);
          assert.deepEqual(callsOf(gathered), calls);
          assert.equal(gathered.text.trim(), '');
          assert.ok(gathered.answer.message.calls.every(({ isFromText }) => isFromText));
        }
      const isPlain = text.startsWith('{');
      assert.deepEqual(callsOf(answerOf(`I look.\n\n${text}`, 4)), isPlain ? [] : calls);
    });

    it(`${name} are only text in code, in a quotation, within a line, and before other text`, () => {
      isText(`Like this:\n\`\`\`\n${text}\n\`\`\``);
      isText(`Like this:\n\`\`\`\n${text}`);
      isText(`> The file says:\n${text}`);
      isText(`The file says ${text}`);
      isText(`${text}\nThat is what the file says.`);
      isText(`It says "\n${text}`);
    });

    it(`${name} are only text in reasoning`, () => {
      const thought = assemble([delta({ reasoning_content: text }), delta({ content: 'No.' }, 'stop')], {
        tools,
        takesTextCalls: () => true,
      });
      assert.deepEqual(callsOf(thought), []);
      assert.deepEqual(callsOf(answerOf(`<think>${text}</think>\n\nNo.`)), []);
    });

    it(`${name} are only text where the tool was not offered, or the call is cut`, () => {
      isText(text.replaceAll(/\b(?:read|now)\b/g, 'rm'));
      const end = text.lastIndexOf('a');
      isText(text.slice(0, text.includes('"a"') ? text.indexOf('"a"') + 1 : end));
    });
  }

  it('a model of gpt-oss follow its reasoning and its words', () => {
    const text =
      '<|channel|>analysis<|message|>A plan with to=functions.now<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|>';
    for (const size of [1, 4, text.length]) {
      const gathered = answerOf(text, size);
      assert.deepEqual(callsOf(gathered), [read]);
      assert.deepEqual(
        [gathered.text.trim(), gathered.reasoning],
        ['I look.', 'A plan with to=functions.now'],
      );
    }
  });

  it('GLM and DeepSeek have values as the tool wants them', () => {
    const inputSchema = {
      type: 'object',
      properties: { path: { type: 'string' }, lines: { type: 'array' } },
    };
    const typed: ToolDefinition = { ...tool('read'), inputSchema };
    for (const text of [
      '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>12</arg_value>\n<arg_key>lines</arg_key>\n<arg_value>[1,2]</arg_value>\n</tool_call>',
      '<｜DSML｜function_calls><｜DSML｜invoke name="read"><｜DSML｜parameter name="path" string="true">12</｜DSML｜parameter><｜DSML｜parameter name="lines" string="false">[1,2]</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
    ]) {
      const calls = new TextCalls([typed]);
      assert.equal(calls.push(text), '');
      assert.equal(calls.end().found?.calls[0]?.argsText, '{"path":"12","lines":[1,2]}');
    }
  });

  it('Llama leave other JSON as text, which is shown while it is written', () => {
    for (const text of [
      '{"name": "package", "version": "1.0.0"}',
      '{"name": "read", "parameters": {"path": "a"}} is how.',
      '{"name": "read"',
      '{"type": "object", "name": "read"}',
    ])
      isText(text);
    const calls = new TextCalls(tools.map(tool));
    assert.equal(calls.push('{"name": "pack'), '');
    assert.equal(calls.push('age", "version"'), '{"name": "package", "version"');
  });

  it('any family are the same however the text is cut', () => {
    const notations = families.map(([, text]) => text);
    const others = [
      '\n',
      ' ',
      '```\n',
      '[TOOL_CALLS]',
      '<|channel|>',
      '<|python_tag|>{',
      '{"name"',
      'text',
      '<|call|>',
    ];
    const written = fc
      .array(fc.oneof(fc.constantFrom(...notations), fc.constantFrom(...others)), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(written, cuts, (text, sizes) => assertAlikeInPieces(tools, text, sizes)),
      { numRuns: cases(1_000, 100_000) },
    );
  });

  for (const flood of [
    '[TOOL_CALLS]a{\n',
    '[TOOL_CALLS][{\n',
    '<|python_tag|>{\n',
    '<|python_tag|>{"name":"now"};',
    '{"name"\n',
    '<｜tool▁calls▁begin｜>\n',
    '<｜tool▁call▁begin｜>',
    '<|channel|>commentary to=x<|message|>\n',
    '<tool_call>now\n<arg_key>',
    '<|eot_id|>',
    '\u00A0',
  ])
    it(`any family take no time that would be noticed when a text says ${JSON.stringify(flood)} again and again`, () => {
      const found = new TextCalls(tools.map(tool));
      const text = flood.repeat(Math.ceil(300_000 / flood.length));
      const taken = processorTime();
      for (let at = 0; at < text.length; at += 1_000) found.push(text.slice(at, at + 1_000));
      found.push('\n<tool_call>{"name":"now"}</tool_call>');
      found.end();
      assert.ok(taken() < 2_000, `${taken()} ms`);
    });
});
