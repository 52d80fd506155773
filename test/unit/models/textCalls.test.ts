/** Calls that small local models write into their text. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assemble, delta, tool, type Gathered } from './support.ts';
import { TextCalls, type TextPart } from '../../../src/models/textCalls.ts';

const tools = ['read', 'now'];
const hermes = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>';
const qwen = '<function=read>\n<parameter=path>\na\n</parameter>\n</function>';

function answerOf(text: string, finish = 'stop'): Gathered {
  return assemble([delta({ content: text }), delta({}, finish)], { tools });
}

function callsOf(text: string): { name: string; argsText: string }[] {
  return answerOf(text).answer.message.calls.map(({ name, argsText }) => ({ name, argsText }));
}

describe('calls written as text', () => {
  it('are calls in the form of Hermes, and are not shown', () => {
    const { text, answer } = answerOf(`I look.\n${hermes}`);
    assert.equal(text, 'I look.\n');
    assert.equal(answer.message.text, 'I look.\n');
    assert.deepEqual(answer.message.calls, [{ id: '', name: 'read', argsText: '{"path":"a"}' }]);
  });

  it('are calls in the form of Qwen Coder, with or without a tag around them', () => {
    for (const text of [qwen, `<tool_call>\n${qwen}\n</tool_call>`]) {
      assert.deepEqual(callsOf(text), [{ name: 'read', argsText: '{"path":"a"}' }]);
      assert.equal(answerOf(text).text, '');
    }
  });

  it('may be several, with text between them, and arguments as text, or none', () => {
    const text = `${hermes} and <tool_call>{"name":"read","arguments":"{\\"path\\":\\"b\\"}"}</tool_call><tool_call>{"name":"now"}</tool_call><function=now></function>`;
    assert.deepEqual(callsOf(text), [
      { name: 'read', argsText: '{"path":"a"}' },
      { name: 'read', argsText: '{"path":"b"}' },
      { name: 'now', argsText: '{}' },
      { name: 'now', argsText: '{}' },
    ]);
    assert.equal(answerOf(text).text, ' and ');
  });

  it('may lack the closing tag after whole JSON', () => {
    assert.equal(callsOf('<tool_call>{"name":"now","arguments":{}}').length, 1);
  });

  it('have the values of parameters as JSON, except where the tool wants text', () => {
    const typed = {
      ...tool('read'),
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'array' } } },
    };
    const text =
      '<function=read><parameter=path>\n12\n</parameter><parameter=lines>[1,2]</parameter><parameter=why>so it is</parameter></function>';
    const parts = new TextCalls([typed]).push(text);
    assert.equal(
      parts[0]?.kind === 'call' && parts[0].call.argsText,
      '{"path":"12","lines":[1,2],"why":"so it is"}',
    );
  });

  const texts = [
    ['a tool that was not offered', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
    ['a function that was not offered', '<function=rm><parameter=path>/</parameter></function>'],
    ['JSON that is none', '<tool_call>{"name":"read", "arguments": {path}}</tool_call>'],
    ['JSON that is cut', '<tool_call>{"name":"read", "argu'],
    ['a cut function', '<function=read><parameter=path>a'],
    ['words among the parameters', '<function=read>so <parameter=path>a</parameter></function>'],
    ['something else in the tag', '<tool_call>[1]</tool_call> <tool_call></tool_call>'],
    ['a code block', `Like this:\n\`\`\`xml\n${hermes}\n\`\`\`\nThat is all.`],
    ['code in a line', `Write \`${hermes}\` for it.`],
    ['the beginning of a tag', 'less <tool'],
  ];
  for (const [what, text = ''] of texts) {
    it(`are only text in ${what}`, () => {
      const gathered = answerOf(text);
      assert.equal(gathered.text, text);
      assert.deepEqual(gathered.answer.message.calls, []);
    });
  }

  it('are calls again after a code block has ended', () => {
    assert.equal(callsOf(`\`\`\`\nx\n\`\`\`\n${hermes}`).length, 1);
  });

  it('are only text where no tools were offered', () => {
    const { text } = assemble([delta({ content: hermes }, 'stop')]);
    assert.equal(text, hermes);
  });

  it('are only text beside real calls, and are shown then', () => {
    const { text, answer } = assemble(
      [
        delta({ content: `Hm ${hermes}` }),
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'now', arguments: '{}' } }] }, 'stop'),
      ],
      { tools },
    );
    assert.deepEqual(
      answer.message.calls.map(({ name }) => name),
      ['now'],
    );
    assert.equal(text, `Hm ${hermes}`);
    assert.equal(answer.message.text, `Hm ${hermes}`);
  });

  it('hold back nothing but what may become a call', () => {
    const found = new TextCalls(tools.map(tool));
    assert.deepEqual(found.push('1 < 2 <t'), [{ kind: 'text', text: '1 < 2 ' }]);
    assert.deepEqual(found.push('able> <tool_'), [{ kind: 'text', text: '<table> ' }]);
    assert.deepEqual(found.push('call>{"name":"now"}</tool_call'), []);
    assert.equal(found.push('>!').length, 2);
    assert.deepEqual(found.push('<tool_call>{"name":'), []);
    assert.deepEqual(found.push('"now"}</tool'), []);
    assert.equal(found.push('_call>').length, 1);
  });

  it('take no time that would be noticed, however long they are', () => {
    const found = new TextCalls(tools.map(tool));
    const startedAt = performance.now();
    found.push('<tool_call>{"name":"read","arguments":{"path":"');
    for (let piece = 0; piece < 100_000; piece++) found.push('0123456789');
    assert.equal(found.push('"}}</tool_call>').length, 1);
    for (let piece = 0; piece < 100_000; piece++) found.push('0123456789');
    assert.ok(performance.now() - startedAt < 2_000, `${performance.now() - startedAt} ms`);
  });

  it('are the same however the text is cut', () => {
    const tags = [
      '<tool_call>',
      '</tool_call>',
      '<function=read>',
      '</function>',
      '<parameter=path>',
      '</parameter>',
    ];
    const others = ['<func', '`', '```\n', '\n~~~\n', '\n', ' ', '<', '{"name":"now"}', 'text'];
    const bits = fc.constantFrom(hermes, qwen, ...tags, ...others);
    const written = fc.array(bits, { maxLength: 8 }).map((parts) => parts.join(''));
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    const read = (pieces: readonly string[]): unknown => {
      const found = new TextCalls(tools.map(tool));
      const parts: TextPart[] = [...pieces.flatMap((piece) => found.push(piece)), ...found.end()];
      const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      const all = parts.map((part) => (part.kind === 'text' ? part.text : part.call.source)).join('');
      assert.equal(all, pieces.join(''));
      return [text, parts.filter(({ kind }) => kind === 'call')];
    };
    fc.assert(
      fc.property(written, cuts, (text, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        assert.deepEqual(read(pieces), read([text]));
      }),
      { numRuns: 10_000 },
    );
  });
});
