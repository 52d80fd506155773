/** Places of the source that attacks and planted defects change are found by names and syntax. */
import assert from 'node:assert/strict';
import { changeSource, type SourceChange } from '../support/source/change.ts';

const source = `
import { redact } from './redactor.ts';
const LIMIT = 5;
export const isPrivate = (address: string): boolean => address.startsWith('10.');
export async function read(path: string, limit = LIMIT): Promise<string> {
  if (limit > LIMIT) throw new Error('too much');
  for (const part of path.split('/')) if (part === '..') return '';
  const text = await open(path);
  return redact(text.trim());
}
function matches(rule: Rule, name: string): boolean {
  const isNamed = rule.name === name && rule.isOn && !rule.isOld;
  return isNamed || (rule.names ?? []).includes(name);
}
class Store {
  private readonly values = [1, 2, 3];
  save(name: string): void {
    this.check(name);
    if (name === '') return;
    this.write({ name, isNew: true, at: now() });
    this.write({ name });
    for (const value of this.values) if (value > limit(name)) this.write(name);
  }
  query(): string {
    return \`SELECT * FROM t WHERE id = ? AND pinned = 0\`;
  }
}
`;

const changed = (...changes: readonly Omit<SourceChange, 'file'>[]): string =>
  changeSource(
    'a.ts',
    source,
    changes.map((change) => ({ file: 'a.ts', ...change })),
  );

/** The lines that a change makes new, or leaves out with a minus. */
function difference(...changes: readonly Omit<SourceChange, 'file'>[]): string[] {
  const [before, after] = [source, changed(...changes)].map((text) =>
    text.split('\n').map((line) => line.trim()),
  );
  return [
    ...(before ?? []).filter((line) => after?.includes(line) === false).map((line) => `- ${line}`),
    ...(after ?? []).filter((line) => before?.includes(line) === false),
  ];
}
const added = (...changes: readonly Omit<SourceChange, 'file'>[]): string[] =>
  difference(...changes).filter((line) => !line.startsWith('- '));

describe('a change of the source', () => {
  it('replaces the value of a constant', () => {
    assert.deepEqual(added({ name: 'LIMIT', as: 'Infinity' }), ['const LIMIT = Infinity;']);
    assert.deepEqual(added({ name: 'isPrivate', as: '() => false' }), [
      'export const isPrivate = () => false;',
    ]);
  });

  it('replaces the body of a function, which stays exported, asynchronous and where it is', () => {
    assert.deepEqual(
      changed({ name: 'read', as: '() => path' }).includes('return (path); }\nfunction matches'),
      true,
    );
    assert.match(
      changed({ name: 'read', as: '() => path' }),
      /export async function read\(path: string, limit = LIMIT\): Promise<string> \{ return \(path\); \}/,
    );
  });

  it('replaces the parameters of a function by those that it is given', () => {
    assert.deepEqual(added({ name: 'matches', as: '(_, name) => name !== "x"' }), [
      'function matches(_, name): boolean { return (name !== "x"); }',
    ]);
  });

  it('replaces methods and fields of a class', () => {
    assert.deepEqual(added({ name: 'Store.save', as: '() => { done(); }' }), [
      'save(name: string): void { done(); }',
    ]);
    assert.deepEqual(added({ name: 'Store.values', as: '[]' }), ['private readonly values = [];']);
  });

  it('replaces the value of a variable in a function', () => {
    assert.deepEqual(added({ name: 'matches.isNamed', as: 'true' }), ['const isNamed = true;']);
  });

  it('finds a node by its kind and what it mentions', () => {
    assert.deepEqual(added({ name: 'read', at: 'condition limit', as: 'false' }), [
      "if (false) throw new Error('too much');",
    ]);
    assert.deepEqual(added({ name: 'read', at: 'call redact', as: '$1' }), ['return text.trim();']);
    assert.deepEqual(added({ name: 'read', at: 'call trim', as: '$object' }), ['return redact(text);']);
    assert.deepEqual(added({ name: 'read', at: 'for path', as: '$body' }), ["if (part === '..') return '';"]);
    assert.deepEqual(added({ name: 'read', at: '> LIMIT', as: '$left >= $right' }), [
      "if (limit >= LIMIT) throw new Error('too much');",
    ]);
    assert.deepEqual(added({ name: 'Store.save', at: 'property isNew', as: 'isNew: false' }), [
      'this.write({ name, isNew: false, at: now() });',
    ]);
  });

  it('finds a node by its operator', () => {
    assert.deepEqual(added({ name: 'Store.save', at: 'if ===', as: '' }), []);
    assert.deepEqual(added({ name: 'read', at: 'if >', as: '$consequent' }), [
      "throw new Error('too much');",
    ]);
  });

  it('finds a node in another one, by a path of fields and then by its kind', () => {
    assert.deepEqual(added({ name: 'read', at: 'for path .body condition part', as: 'true' }), [
      "for (const part of path.split('/')) if (true) return '';",
    ]);
  });

  it('finds what is exactly called so before what only mentions it', () => {
    assert.deepEqual(added({ name: 'matches', at: 'operand isNamed', as: 'never' }), [
      'return never || (rule.names ?? []).includes(name);',
    ]);
  });

  it('finds a call whose argument is exactly called so before those whose argument only mentions it', () => {
    assert.deepEqual(added({ name: 'Store.save', at: 'call write name', as: 'done()' }), [
      'for (const value of this.values) if (value > limit(name)) done();',
    ]);
  });

  it('finds a node by its fields, and by its place among all that are alike', () => {
    assert.deepEqual(added({ name: 'read', at: 'call redact .arguments.0', as: 'path' }), [
      'return redact(path);',
    ]);
    assert.deepEqual(added({ name: 'Store.save', at: 'call write #2/3', as: 'done()' }), ['done();']);
  });

  it('leaves out statements, operands and members of lists', () => {
    assert.deepEqual(difference({ name: 'Store.save', at: 'statement check', as: '' }), [
      '- this.check(name);',
    ]);
    assert.deepEqual(added({ name: 'matches', at: 'operand isOn', as: '' }), [
      'const isNamed = rule.name === name && true && !rule.isOld;',
    ]);
    assert.deepEqual(added({ name: 'matches', at: 'operand includes', as: '' }), [
      'return isNamed || false;',
    ]);
    assert.deepEqual(added({ name: 'Store.save', at: 'property isNew', as: '' }), [
      'this.write({ name, at: now() });',
    ]);
    assert.deepEqual(added({ name: 'Store.values', at: 'element 3', as: '' }), [
      'private readonly values = [1, 2];',
    ]);
    assert.deepEqual(added({ name: 'read', at: 'if part', as: '' }), [
      "for (const part of path.split('/')) ;",
    ]);
  });

  it('keeps what belongs together in parentheses', () => {
    assert.deepEqual(added({ name: 'matches', at: 'operand isOld', as: 'a || b' }), [
      'const isNamed = rule.name === name && rule.isOn && (a || b);',
    ]);
    assert.deepEqual(added({ name: 'matches', at: 'return', as: 'return !$argument;' }), [
      'return !(isNamed || (rule.names ?? []).includes(name));',
    ]);
  });

  it('replaces a phrase of a text', () => {
    assert.deepEqual(added({ name: 'Store.query', at: 'template', phrase: ' AND pinned = 0', as: '' }), [
      'return `SELECT * FROM t WHERE id = ?`;',
    ]);
  });

  it('can be made with others of one file, as each is addressed in the file as it is', () => {
    assert.deepEqual(
      added(
        { name: 'Store.save', at: 'call write #2/3', as: 'done()' },
        { name: 'Store.save', at: 'call write #1/3', as: 'begin()' },
        { name: 'LIMIT', as: '6' },
      ),
      ['const LIMIT = 6;', 'begin();', 'done();'],
    );
  });
});

describe('a change of the source that is not possible', () => {
  const refused: Readonly<Record<string, readonly [Omit<SourceChange, 'file'>, RegExp]>> = {
    'because the name is gone': [{ name: 'gone', as: '1' }, /There is no "gone" in a\.ts/],
    'because a member is gone': [{ name: 'Store.gone', as: '1' }, /There is no "Store\.gone" in a\.ts/],
    'because a name inside of a function is no name of the module': [
      { name: 'isNamed', as: 'true' },
      /no "isNamed"/,
    ],
    'because nothing is like that': [
      { name: 'read', at: 'condition nothing', as: 'false' },
      /There is no "condition nothing" of read in a\.ts/,
    ],
    'because two places are like that': [
      { name: 'read', at: 'if', as: '' },
      /2 places are "if" of read in a\.ts, in lines 6, 7\./,
    ],
    'because there are more of them than said': [
      { name: 'Store.save', at: 'call write #1/4', as: '1' },
      /3 places, not 4, are "call write #1\/4" of Store\.save/,
    ],
    'because a kind of node is not known': [
      { name: 'read', at: 'thing x', as: '1' },
      /"thing" is no kind of node/,
    ],
    'because a field is not there': [
      { name: 'read', at: 'call redact .arguments.1', as: '1' },
      /has no "\.arguments\.1"/,
    ],
    'because something else needs what is left out': [
      { name: 'read', at: 'call open', as: '' },
      /cannot be left out/,
    ],
    'because a phrase is not in the text': [
      { name: 'Store.query', at: 'template', phrase: 'OR', as: '' },
      /"OR" occurs 0 times/,
    ],
    'because a phrase would be text of the program': [
      { name: 'read', at: 'call redact', phrase: 'text', as: 'path' },
      /which is no text/,
    ],
    'because the result has a syntax error': [{ name: 'LIMIT', as: '5 +' }, /syntax error/],
    'because it changes nothing': [{ name: 'LIMIT', as: '5' }, /changes nothing/],
    'because a function becomes no function': [{ name: 'read', as: 'false' }, /no arrow function/],
  };
  for (const [why, [change, message]] of Object.entries(refused))
    it(`throws ${why}`, () => assert.throws(() => changed(change), message));

  it('throws where another change is made to the same place', () => {
    assert.throws(
      () => changed({ name: 'LIMIT', as: '6' }, { name: 'LIMIT', as: '7' }),
      /Two changes of a\.ts are made to one place/,
    );
  });
});
