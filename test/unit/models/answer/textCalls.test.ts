/** Calls that small local models write into their text, and what only looks like one. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assemble, delta, tool, type Gathered } from '../support.ts';
import { TextCalls } from '../../../../src/models/answer/textCalls.ts';
import type { FoundTextCalls } from '../../../../src/models/index.ts';
import { cases } from '../../../fixtures/cases.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { assertAlikeInPieces } from './textCallPieces.ts';

const tools = ['read', 'now'];
const hermes = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>';
const qwen = '<function=read>\n<parameter=path>\na\n</parameter>\n</function>';

function answerOf(text: string, finish = 'stop'): Gathered & { asked: FoundTextCalls[] } {
  const asked: FoundTextCalls[] = [];
  const gathered = assemble([delta({ content: text }), delta({}, finish)], {
    tools,
    takesTextCalls: (found) => {
      asked.push(found);
      return true;
    },
  });
  return { ...gathered, asked };
}

function callsOf(text: string): { name: string; argsText: string }[] {
  return answerOf(text).answer.message.calls.map(({ name, argsText }) => ({ name, argsText }));
}

describe('calls written as text', () => {
  it('are calls in the form of Hermes, marked as such, and are not shown', () => {
    const { text, answer } = answerOf(`I look.\n${hermes}`);
    assert.equal(text, 'I look.\n');
    assert.equal(answer.message.text, 'I look.\n');
    assert.deepEqual(answer.message.calls, [
      { id: '', name: 'read', argsText: '{"path":"a"}', isFromText: true },
    ]);
  });

  it('are calls in the form of Qwen Coder, with or without a tag around them', () => {
    for (const text of [qwen, `<tool_call>\n${qwen}\n</tool_call>`]) {
      assert.deepEqual(callsOf(text), [{ name: 'read', argsText: '{"path":"a"}' }]);
      assert.equal(answerOf(text).text, '');
    }
  });

  it('may be several, with nothing but space between them, and arguments as text, or none', () => {
    const text = `${hermes}\n\n<tool_call>{"name":"read","arguments":"{\\"path\\":\\"b\\"}"}</tool_call><tool_call>{"name":"now"}</tool_call> <function=now></function>\n`;
    assert.deepEqual(callsOf(text), [
      { name: 'read', argsText: '{"path":"a"}' },
      { name: 'read', argsText: '{"path":"b"}' },
      { name: 'now', argsText: '{}' },
      { name: 'now', argsText: '{}' },
    ]);
    assert.equal(answerOf(text).text, '');
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
    const calls = new TextCalls([typed]);
    assert.equal(calls.push(text), '');
    assert.equal(calls.end().found?.calls[0]?.argsText, '{"path":"12","lines":[1,2],"why":"so it is"}');
  });

  const places = [
    ['a paragraph', `I look.\n\n${hermes}`],
    ['a code block that has ended', `\`\`\`js\nx\n\`\`\`\n${hermes}`],
    ['a quotation that has ended', `> The file.\n\nI look: "a".\n${hermes}`],
    ['reasoning that has ended', `<think>Hm, "what</think>\n${hermes}`.replace('"', '')],
    ['elements that have ended', `<b>I <br> look.</b>\n${hermes}`],
    ['code in a line, and an apostrophe', `I'll read \`<a>\`.\n${hermes}`],
    ['a list that an empty line has ended', `1. This\n2. That\n\n${hermes}`],
  ];
  for (const [what, text = ''] of places) {
    it(`are calls after ${what}`, () => assert.equal(callsOf(text).length, 1));
  }

  const texts: [string, string][] = [
    ['a tool that was not offered', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
    ['a function that was not offered', '<function=rm><parameter=path>/</parameter></function>'],
    ['JSON that is none', '<tool_call>{"name":"read", "arguments": {path}}</tool_call>'],
    ['JSON that is cut', '<tool_call>{"name":"read", "argu'],
    ['a cut function', '<function=read><parameter=path>a'],
    ['words among the parameters', '<function=read>so <parameter=path>a</parameter></function>'],
    ['something else in the tag', '<tool_call>[1]</tool_call> <tool_call></tool_call>'],
    [
      'a block in a block',
      '<tool_call>\n<function=read><parameter=a>\n<function=now></function></parameter></function></tool_call>',
    ],
    ['a code block', `Like this:\n\`\`\`xml\n${hermes}\n\`\`\`\nThat is all.`],
    ['a code block at the end', `Like this:\n\`\`\`xml\n${hermes}\n\`\`\``],
    ['a code block without its end', `Like this:\n\`\`\`xml\n${hermes}`],
    ['a code block with a shorter fence in it', `\`\`\`\`md\n\`\`\`\nx\n\`\`\`\n${hermes}`],
    ['a code block of tildes', `~~~\n${hermes}`],
    ['a code block in a quotation', `> \`\`\`\n> x\n${hermes}`],
    ['a code block in a list', `- This:\n  \`\`\`\n${hermes}`],
    ['a code block by indentation', `The file:\n\n    ${hermes.replaceAll('\n', '')}`],
    ['code in a line', `Write \`${hermes}\` for it.`],
    ['code over several lines', `Write \`\n${hermes}`],
    ['a line with other words before it', `The file says ${hermes}`],
    ['a line with other words after it', `${hermes} is what the file says.`],
    ['the middle of an answer', `The file has\n${hermes}\nand asks me to run it.`],
    ['a block quote', `> ${hermes.replaceAll('\n', '\n> ')}`],
    ['a block quote that goes on without its mark', `> The file says:\n${hermes}`],
    ['a list that goes on without its mark', `1. The file says:\n${hermes}`],
    ['a bullet', `- ${hermes}`],
    ['a table', `| a |\n| - |\n${hermes}`],
    ['an open quotation mark', `The file says "\n${hermes}`],
    ['an open quotation mark, with an empty line', `The file says: "Please do\n\n${hermes}`],
    ['an open quotation mark of German', `In der Datei steht: „\n${hermes}`],
    ['an open quotation mark of French', `Le fichier dit : «\n${hermes}`],
    ['a single quotation mark', `The file says: '\n${hermes}`],
    ['three quotation marks', `x = """\n${hermes}`],
    ['an HTML comment', `<!-- hidden\n${hermes}`],
    ['an HTML comment that has ended after it', `<!--\n${hermes}\n-->`],
    ['a section of data', `<![CDATA[\n${hermes}`],
    ['an element', `<blockquote>\n${hermes}`],
    ['an element that ends after it', `<details><summary>It says</summary>\n${hermes}\n</details>`],
    ['an element of any name', `<file name="a.md">\n${hermes}`],
    ['an attribute', `<file content=\n${hermes}`],
    ['a quotation of a forum', `[quote]\n${hermes}`],
    ['reasoning without an end', `<think>\nThe file says\n${hermes}`],
    ['entities', hermes.replaceAll('<', '&lt;')],
    ['a line that begins with an invisible character', `\u200B${hermes}`],
    ['a tag with an invisible character', hermes.replace('tool_', 'tool\u200B_')],
    ['a tag in capital letters', hermes.replace('<tool_call>', '<TOOL_CALL>')],
    ['an escaped tag', `\\${hermes}`],
    ['the beginning of a tag', 'less\n<tool'],
    ['a call, and then the beginning of another', `${hermes}\n<tool`],
  ];
  for (const [what, text] of texts) {
    it(`are only text in ${what}`, () => {
      const gathered = answerOf(text);
      assert.equal(gathered.text, text);
      assert.equal(gathered.answer.message.text, text);
      assert.deepEqual(gathered.answer.message.calls, []);
    });
  }

  it('are only text where no tools were offered, and where nobody takes them', () => {
    assert.equal(assemble([delta({ content: hermes }, 'stop')], { takesTextCalls: () => true }).text, hermes);
    for (const takesTextCalls of [() => false, undefined]) {
      const options = { tools, ...(takesTextCalls && { takesTextCalls }) };
      const { text, answer } = assemble([delta({ content: hermes }, 'stop')], options);
      assert.equal(text, hermes);
      assert.deepEqual(answer.message, { role: 'assistant', text: hermes, calls: [] });
    }
  });

  it('are never looked for in reasoning', () => {
    const { reasoning, answer } = assemble(
      [delta({ reasoning_content: hermes }), delta({ content: 'No.' }, 'stop')],
      {
        tools,
        takesTextCalls: () => true,
      },
    );
    assert.equal(reasoning, hermes);
    assert.deepEqual(answer.message.calls, []);
  });

  it('are reported together with the text around them', () => {
    const of = (text: string) =>
      answerOf(text).asked.map(({ isAtEnd, isWholeAnswer, calls }) => [isAtEnd, isWholeAnswer, calls.length]);
    assert.deepEqual(of(hermes), [[true, true, 1]]);
    assert.deepEqual(of(`<think>Hm.</think>\n${hermes}\n${qwen}`), [[true, true, 2]]);
    assert.deepEqual(of(`I look.\n${hermes}`), [[true, false, 1]]);
    assert.deepEqual(of(`${hermes}\nThat was it.`), [[false, false, 1]]);
    assert.deepEqual(of(`\`\`\`\n${hermes}\n\`\`\`\nThat was it.`), []);
  });

  it('are only text beside real calls, and are shown then', () => {
    const { text, answer } = assemble(
      [
        delta({ content: `Hm\n${hermes}` }),
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'now', arguments: '{}' } }] }, 'stop'),
      ],
      { tools, takesTextCalls: () => assert.fail('Nobody is to be asked.') },
    );
    assert.deepEqual(
      answer.message.calls.map(({ name }) => name),
      ['now'],
    );
    assert.equal(text, `Hm\n${hermes}`);
    assert.equal(answer.message.text, `Hm\n${hermes}`);
  });

  it('hold back nothing but what may become a call', () => {
    const found = new TextCalls(tools.map(tool));
    assert.equal(found.push('1 < 2 <t'), '1 < 2 <t');
    assert.equal(found.push('able></table>\n<tool_'), 'able></table>\n');
    assert.equal(found.push('call>{"name":"now"}</tool_call'), '');
    assert.equal(found.push('> '), '');
    assert.equal(found.push('!\n'), '<tool_call>{"name":"now"}</tool_call> !\n');
    assert.equal(found.push('<tool_call>{"name":'), '');
    assert.equal(found.push('"now"}</tool'), '');
    assert.equal(found.push('_call>'), '');
    assert.equal(found.end().found?.calls.length, 1);
  });

  it('take no time that would be noticed, however long they are', () => {
    const found = new TextCalls(tools.map(tool));
    const taken = processorTime();
    found.push('<tool_call>{"name":"read","arguments":{"path":"');
    for (let piece = 0; piece < 100_000; piece++) found.push('0123456789');
    assert.equal(found.push('"}}</tool_call>'), '');
    for (let piece = 0; piece < 100_000; piece++) found.push('0123456789');
    found.end();
    assert.ok(taken() < 2_000, `${taken()} ms`);
  });

  const floods = [
    '<tool_call>\n',
    '<function=read>\n',
    '<function=read></function>\n',
    '<tool_call>\n<function=read>\n',
    '<tool_call>{"name":"now"}</tool_call>\n.\n',
    '\n<',
    '<a ',
    '` `` ',
    '> [quote]"',
    '\u00A0',
  ];
  for (const flood of floods) {
    it(`take no time that would be noticed when it says ${JSON.stringify(flood)} again and again`, () => {
      const found = new TextCalls(tools.map(tool));
      const text = flood.repeat(Math.ceil(300_000 / flood.length));
      const taken = processorTime();
      for (let at = 0; at < text.length; at += 1_000) found.push(text.slice(at, at + 1_000));
      found.push(`\n${hermes}`);
      found.end();
      assert.ok(taken() < 2_000, `${taken()} ms`);
    });
  }

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
    const bits = fc.constantFrom(hermes, qwen, `\n${hermes}`, `\n${qwen}\n`, ...tags, ...others);
    const written = fc.array(bits, { maxLength: 8 }).map((parts) => parts.join(''));
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(written, cuts, (text, sizes) => assertAlikeInPieces(tools, text, sizes)),
      { numRuns: cases(1_000, 100_000) },
    );
  });

  it('are looked for in linear time, whatever is begun and not ended around or in them', () => {
    const repeat = (text: string): string => text.repeat(400_000 / text.length);
    const time = processorTime();
    for (const before of [
      repeat('<a>') + repeat('</b>'),
      `<${repeat('a.')}`,
      repeat('[quote '),
      repeat('`a'),
      repeat('<!--'),
    ])
      answerOf(`${before}\n\n${hermes}`);
    for (const body of [repeat('<parameter=path>'), `${repeat(' ')}x`, repeat('<parameter=path>a\n')])
      assert.equal(callsOf(`<function=read>${body}</function>`).length, 0);
    assert.ok(time() < 5_000, `${time()} ms`);
  });

  it('have parameters with nothing but space between them', () => {
    const two = '<function=read>\n<parameter=path>\na\n</parameter>\n <parameter=to>b</parameter></function>';
    assert.deepEqual(callsOf(two), [{ name: 'read', argsText: '{"path":"a","to":"b"}' }]);
    assert.deepEqual(callsOf(two.replace('\n <', 'x<')), []);
  });

  it('count as quoted in an element or a section that is open, and not after its end', () => {
    for (const before of ['<a.b c="d">', '<div><p></p>', '[quote="[x]"]', '[quote [quote][/quote][code]'])
      assert.deepEqual(callsOf(`${before}\n\n${hermes}`), [], before);
    for (const before of ['<div><p></div>', '<br><hr/>', '[quote][/quote]', '[quote'])
      assert.equal(callsOf(`${before}\n\n${hermes}`).length, 1, before);
  });
});
