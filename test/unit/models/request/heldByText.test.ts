/** Structured content that the text of the same result has already. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isHeldByText } from '../../../../src/models/request/heldByText.ts';
import { toolOutput } from '../../../../src/models/request/toolOutput.ts';

const issue = {
  number: 12,
  title: 'It fails, sometimes',
  labels: ['bug', 'ui'],
  isOpen: true,
  closedAt: null,
};
const people = [
  { name: 'Ada', city: 'London', age: 36 },
  { name: 'Alan', city: 'Wilmslow', age: 41 },
];

describe('structured content', () => {
  for (const [form, value, ...texts] of [
    ['JSON in another layout', issue, JSON.stringify(issue, null, 2)],
    ['FastMCP with a string', { result: 'All is well.' }, 'All is well.'],
    ['FastMCP with a number', { result: 5 }, '5'],
    ['FastMCP with a list as one text', { result: people }, JSON.stringify(people)],
    [
      'FastMCP with a list as one text for each element',
      { result: people },
      ...people.map((each) => JSON.stringify(each)),
    ],
    ['FastMCP with a list of strings', { result: ['one', 'two'] }, 'one', 'two'],
    ['the filesystem server', { content: 'line 1\nline 2\n' }, 'line 1\nline 2\n'],
    ['a line end that only one of them has', { content: 'line 1\n' }, 'line 1'],
    [
      'a sentence with JSON behind it, as search servers write',
      { items: people },
      `Found 2:\n${JSON.stringify({ items: people }, null, 2)}`,
    ],
    ['a fenced block', issue, `Here it is:\n\`\`\`json\n${JSON.stringify(issue)}\n\`\`\``],
    [
      'YAML',
      { ...issue, body: 'first line\n  second line\nthird' },
      "number: 12\ntitle: 'It fails, sometimes'\nlabels:\n  - bug\n  - ui\nisOpen: true\nclosedAt: null\nbody: |-\n  first line\n    second line\n  third\n",
    ],
    ['YAML that breaks a long line', { text: 'one two three four' }, 'text: one two\n  three four\n'],
    [
      'YAML with quotes',
      { text: "it's", none: '', list: [], map: {} },
      "text: 'it''s'\nnone: ''\nlist: []\nmap: {}\n",
    ],
    [
      'a list for people',
      issue,
      '**Number:** 12\n**Title:** It fails, sometimes\n**Labels:** bug, ui\n**Is open:** True\n**Closed at:** None\n',
    ],
    [
      'a table',
      { people },
      '| Name | City | Age |\n|---|---|---|\n| Ada | London | 36 |\n| Alan | Wilmslow | 41 |',
    ],
    ['nested objects', { user: { id: 7, name: 'Ada' }, ok: true }, 'user:\n  id: 7\n  name: Ada\nok: true'],
  ] as const)
    it(`is left out for the model where the text has all of it: ${form}`, () => {
      assert.equal(isHeldByText(value, texts), true);
      const { text } = toolOutput(
        [...texts.map((each) => ({ type: 'text', text: each }) as const), { type: 'json', value }],
        { isError: false, instructions: undefined, canShow: () => false },
      );
      assert.equal(text, texts.join('\n'));
    });

  for (const [what, value, ...texts] of [
    ['a summary', { temperature: 20 }, 'Sunny'],
    ['a number without its name', { temperature: 20, humidity: 30 }, 'It is 20 and 30 there.'],
    [
      'a value that is missing',
      issue,
      'number: 12\ntitle: It fails, sometimes\nlabels: bug, ui\nisOpen: true',
    ],
    ['an element that is missing', { labels: ['bug', 'ui', 'new'] }, 'labels: bug, ui'],
    ['a list that is cut', { result: people }, JSON.stringify(people.slice(1))],
    ['another sign', { change: 5 }, 'change: -5'],
    ['a longer number', { change: 1 }, 'change: 1,234'],
    ['a number with more digits', { change: 1 }, 'change: 1.5'],
    ['a longer word', { name: 'Ada' }, 'name: Adam'],
    ['a part of a word', { name: 'Ada' }, 'surname: Ada'],
    ['the value of another name', { from: 'a', to: 'b' }, 'from: b\nto: a'],
    [
      'rows in which a cell is missing',
      { people },
      '| Name | City | Age |\n|---|---|---|\n| Ada | London | 36 |\n| Alan | | 41 |',
    ],
    ['indentation that the text has lost', { code: 'if a:\n    b()' }, 'code: if a:\nb()'],
    ['no text', issue],
    ['nothing but an id', { id: 'x' }, 'x is the id.'],
  ] as const)
    it(`goes to the model beside the text where that has not all of it: ${what}`, () => {
      assert.equal(isHeldByText(value, texts), false);
    });

  const word = fc.constantFrom('a', 'ab', 'b', '1', '12', 'x y', 'name', 'null');
  const scalar = fc.oneof(
    word,
    fc.integer({ min: -3, max: 13 }),
    fc.boolean(),
    fc.constant(null),
    fc.constant(''),
  );
  const key = fc.constantFrom('name', 'id', 'createdAt', 'tags', 'x');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const record = fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 });

  it('is found in YAML of itself, whatever it is', () => {
    fc.assert(
      fc.property(record, (each) => assert.equal(isHeldByText(each, [yaml(each, '')]), true)),
      { numRuns: 500 },
    );
  });

  it('is never left out where the text lacks one of its values', () => {
    fc.assert(
      fc.property(record, record, (one, other) => {
        const text = yaml(other, '');
        if (!isHeldByText(one, [text])) return;
        let at = 0;
        for (const leaf of leaves(one)) {
          const place = text.indexOf(leaf, at);
          assert.ok(place >= 0, `${leaf} is not in ${text}`);
          at = place + leaf.length;
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is looked for once in a result, because each request of a turn has it', () => {
    const hostile = 'x '.repeat(500_000);
    const list = [...Array.from({ length: 19_000 }, () => 'x'), 'z'];
    const content = [
      { type: 'text', text: hostile },
      { type: 'json', value: { x: list } },
    ] as const;
    const options = { isError: false, instructions: undefined, canShow: () => false };
    const first = toolOutput(content, options).text;
    const begun = performance.now();
    for (let request = 0; request < 50; request++) assert.equal(toolOutput(content, options).text, first);
    assert.ok(performance.now() - begun < 2_000);
  });

  it('is looked for within bounds, whatever a server sends', () => {
    const hostile = 'x '.repeat(500_000);
    const begun = performance.now();
    assert.equal(isHeldByText({ x: `${hostile}y` }, [`${hostile}${hostile}`]), false);
    assert.equal(
      isHeldByText(
        Array.from({ length: 19_000 }, () => ({ x: 1 })),
        [hostile],
      ),
      false,
    );
    assert.equal(isHeldByText({ x: '-'.repeat(100_000) }, [`x${'-'.repeat(500_000)}`.repeat(2)]), false);
    const list = [...Array.from({ length: 19_000 }, () => 'x'), 'z'];
    assert.equal(isHeldByText({ x: list }, [hostile]), false);
    const words = Array.from({ length: 90 }, () => 'x').join('-');
    assert.equal(isHeldByText({ [words]: 1 }, ['x_'.repeat(900_000)]), false);
    const names = Array.from({ length: 19_000 }, (_, index) => `x${index}`);
    const many = Object.fromEntries(names.map((name) => [name, 'y']));
    isHeldByText(many, [names.map((name) => `${name}: y`).join('\n')]);
    assert.ok(performance.now() - begun < 5_000);
  });
});

/** Writes a value as YAML does, with names and strings that need no quotes unless they are empty. */
function yaml(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return `\n${value.map((each) => `${indent}- ${yaml(each, `${indent}  `).trimStart()}`).join('\n')}`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return `\n${Object.entries(value)
      .map(([name, each]) => `${indent}${name}: ${yaml(each, `${indent}  `)}`)
      .join('\n')}`;
  if (value === '') return "''";
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function leaves(value: unknown): readonly string[] {
  if (value === '') return ["''"];
  if (typeof value !== 'object' || value === null) return [String(value)];
  const inner = Object.values(value);
  return inner.length === 0 ? [JSON.stringify(value)] : inner.flatMap(leaves);
}
