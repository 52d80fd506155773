/** Edits of a text: what they leave, where they change it, and what is said of those that do not apply. */
import assert from 'node:assert/strict';
import { processorTime } from '../../fixtures/processorTime.ts';
import { describeChange } from '../../../src/editor/builtInTools/changedPlaces.ts';
import { EditMismatch } from '../../../src/editor/builtInTools/editMismatch.ts';
import { applyEdits, editsOf, type TextEdit } from '../../../src/editor/builtInTools/textEdits.ts';
import { randomOf } from '../../fixtures/random.ts';

const edit = (oldText: string, newText: string, all = false): TextEdit => ({ oldText, newText, all });

/** Makes the changes in the original text, as the editor does. */
function changed(text: string, edits: readonly TextEdit[]): string {
  const { changes } = applyEdits('a.ts', text, edits);
  return changes.reduceRight(
    (now, { start, end, text: given }) => now.slice(0, start) + given + now.slice(end),
    text,
  );
}

function mismatch(text: string, ...edits: readonly TextEdit[]): EditMismatch {
  try {
    applyEdits('a.ts', text, edits);
  } catch (error) {
    if (error instanceof EditMismatch) return error;
  }
  return assert.fail('The edits apply.');
}

describe('edits of a text', () => {
  it('apply one after the other, each to what the one before has left', () => {
    const text = 'one two three two';
    const edits = [edit('one', '1'), edit('two', '22', true), edit('1 2', '1 <'), edit('<2 three', 'x')];
    assert.equal(applyEdits('a.ts', text, edits).after, '1 x 22');
    assert.equal(changed(text, edits), '1 x 22');
  });

  it('change only the places that they name', () => {
    const { changes } = applyEdits('a.ts', 'a b a c', [edit('a', 'A', true), edit('c', '')]);
    assert.deepEqual(changes, [
      { start: 0, end: 1, text: 'A' },
      { start: 4, end: 5, text: 'A' },
      { start: 6, end: 7, text: '' },
    ]);
  });

  it('are refused in a moment if they would change a place in a million, again and again', () => {
    const edits = Array.from({ length: 100 }, () => edit('a', 'a', true));
    const spent = processorTime();
    for (const size of [60_000, 2_000_000])
      assert.throws(() => applyEdits('a.ts', 'a'.repeat(size), edits), /More than 100000 places of a\.ts/);
    assert.ok(spent() < 2_000);
    assert.equal(applyEdits('a.ts', 'a'.repeat(100_000), [edit('a', 'b', true)]).changes.length, 1);
  });

  it('have changes that make the same text as they do, whatever they are', () => {
    const next = randomOf(58);
    const random = (most: number) => Math.floor(next() * most);
    const pick = (most: number) => Array.from({ length: 1 + random(most) }, () => 'ab\n'[random(3)]).join('');
    for (let round = 0; round < 500; round++) {
      const text = pick(30);
      const edits: TextEdit[] = [];
      let now = text;
      for (let more = random(4); more >= 0; more--) {
        const made = edit(pick(2), random(3) === 0 ? '' : pick(4), true);
        if (!now.includes(made.oldText)) continue;
        edits.push(made);
        now = now.replaceAll(made.oldText, () => made.newText);
      }
      assert.equal(applyEdits('a.ts', text, edits).after, now);
      assert.equal(changed(text, edits), now);
    }
  });

  it('are those of a call, one or several, with line feeds', () => {
    assert.deepEqual(editsOf({ path: 'a', oldText: 'x\r\n', newText: 'y\r' }), [edit('x\n', 'y\n')]);
    const edits = [
      { oldText: 'x', newText: '' },
      { oldText: 'y', newText: 'z', all: true },
    ];
    assert.deepEqual(editsOf({ path: 'a', edits }), [edit('x', ''), edit('y', 'z', true)]);
    assert.throws(() => editsOf({ path: 'a', oldText: 'x', newText: '', edits }), /either oldText/);
    assert.throws(() => editsOf({ path: 'a', edits: [] }), /takes path with oldText and newText/);
    const many = Array.from({ length: 101 }, () => ({ oldText: 'x', newText: '' }));
    assert.throws(() => editsOf({ path: 'a', edits: many }), /100 edits at most/);
    assert.throws(() => editsOf({ path: 'a', oldText: '', newText: 'x' }), /with some oldText/);
  });

  it('do not make a text that no file may have', () => {
    const growing = Array.from({ length: 100 }, () => edit('a', `a${'b'.repeat(1_000_000)}`));
    assert.throws(() => applyEdits('a.ts', 'a', growing), /Edit 20 of 100 does not apply.* longer than/);
  });

  it('do not apply in part, and say which of them does not', () => {
    const { message } = mismatch('a b', edit('a', 'x'), edit('c', 'y'), edit('b', 'z'));
    assert.match(message, /^Edit 2 of 3 does not apply, so none was made\. a\.ts does not contain oldText/);
  });

  it('name the lines of a passage that is there more than once, and tell nothing of the file before they may', () => {
    const text = ['x', 'foo(', 'y', 'foo(', ...Array.from({ length: 20 }, () => 'foo(')].join('\n');
    const error = mismatch(text, edit('foo(', ''));
    assert.match(error.message, /contains oldText 22 times\. Give more/);
    assert.match(error.whole, /22 times: lines 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, …\./);
    assert.match(mismatch('a\nb\na\nb', edit('a\nb', '')).whole, /2 times: lines 1, 3\./);
  });

  it('show the passage that differs only in white space, as it is in the file', () => {
    const text = 'function f() {\n\tif (a) {\n\t\treturn  1;\n\t}\n}\n';
    const error = mismatch(text, edit('  if (a) {\n    return 1;\n  }', ''));
    assert.doesNotMatch(error.message, /return/);
    assert.match(error.whole, /The passage on lines 2 to 4 differs only in white space\./);
    assert.match(error.whole, /Where oldText has " {2}if \(a\) \{", it has "\\tif \(a\) \{"\./);
    assert.ok(error.whole.endsWith('The text in the file is:\n\tif (a) {\n\t\treturn  1;\n\t}'));
    // What it shows is what the next edit takes.
    const [, passage = ''] = error.whole.split('The text in the file is:\n');
    assert.equal(applyEdits('a.ts', text, [edit(passage, '')]).after, 'function f() {\n\n}\n');
  });

  it('name the numbers of lines that were taken for a part of the file', () => {
    const { whole } = mismatch('a\nb\nc\n', edit('2\tb\n3\tc', ''));
    assert.match(whole, /The numbers and tabs before the lines are not part of the file: leave them out\.$/);
    assert.doesNotMatch(mismatch('a\n', edit('2\tb', '')).whole, /numbers and tabs/);
  });

  it('show the nearest passage when other words differ, and none when nothing is like it', () => {
    const text = 'const a = 1;\nconst total = price * count;\nreturn total;\n';
    const line = mismatch(text, edit('const total = price * amount;', ''));
    assert.match(line.whole, /nearest passage is on line 2\./);
    // A passage of one line is told once, by where it differs.
    assert.equal(line.whole.split('price * count').length, 2);
    assert.ok(line.whole.endsWith(', it has "const total = price * count;".'));
    const lines = mismatch(text, edit('const total = 0;\nreturn total;', ''));
    assert.match(lines.whole, /nearest passage is on lines 2 to 3\./);
    assert.match(mismatch(text, edit('class Foo {}', '')).whole, /No passage of it is like oldText/);
  });

  it('show no more of a long passage than a part', () => {
    const long = Array.from({ length: 500 }, (_, index) => `line ${index} ${'x'.repeat(100)}`).join('\n');
    const { whole } = mismatch(long, edit(long.replaceAll(' ', '  '), ''));
    assert.ok(whole.length < 4_500, String(whole.length));
    const wide = mismatch(`const a = '${'x'.repeat(300)}';`, edit("const a = 'x';", '')).whole;
    assert.match(wide, /The text in the file is:\nconst a = 'x{300}';$/);
    assert.match(whole, /\(and more, which is left out here\)$/);
    const large = 'same line here\n'.repeat(120_000);
    assert.match(mismatch(large, edit('same line there\nsame line here', '')).whole, /nearest passage/);
  });

  describe('in a result', () => {
    const described = (before: string, after: string, tells = true) =>
      describeChange('a.ts', { before, after }, tells);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

    it('say in words that only the end of the last line has changed', () => {
      const [with_, without] = ['The last line has a line end now.', 'The last line has no line end now.'];
      assert.equal(described('a\nb', 'a\nb\n'), `Changed a.ts. ${with_}`);
      assert.equal(described('a\nb\n', 'a\nb'), `Changed a.ts. ${without}`);
      assert.equal(described('a\nb\n', 'a\nc'), `Changed a.ts, line 2:\n-b\n+c\n${without}`);
      assert.equal(described('a', 'a\nb\n'), `Changed a.ts, line 2:\n+b\n${with_}`);
      assert.equal(described('a\nb\n', ''), 'Changed a.ts, line 1:\n-a\n-b');
      assert.equal(described('a', 'a\n', false), 'Changed a.ts.');
    });

    it('have their place and their lines', () => {
      assert.equal(
        described(lines(100), lines(100).replace('line 92', 'row 92')),
        'Changed a.ts, line 92:\n-line 92\n+row 92',
      );
      assert.equal(
        described(
          lines(9),
          lines(9).replace('line 2', 'x\ny').replace('line 4\n', '').replace('line 8', 'z'),
        ),
        'Changed a.ts in 3 places.\nLine 2:\n-line 2\n+x\n+y\nLine 5:\n-line 4\nLine 8:\n-line 8\n+z',
      );
    });

    it('have their lines only where the model may read the file', () => {
      assert.equal(described('a=1\nb=2\n', 'a=1\nb=3\n', false), 'Changed a.ts, line 2.');
      assert.equal(described('a\nb\nc\n', 'x\nb\ny\n', false), 'Changed a.ts, lines 1, 3.');
    });

    it('are counted beyond a bound, and cut in long lines', () => {
      const many = described(lines(300), lines(300).replaceAll('line', 'row'));
      assert.equal(many.split('\n').length, 42);
      assert.match(many, /\(and 560 more changed lines\)$/);
      assert.ok(described('a\n', `${'x'.repeat(10_000)}\n`).length < 500);
    });

    it('are not said to be there when the file is as it was', () => {
      assert.equal(described('a\n', 'a\n'), 'a.ts is as it was before.');
    });
  });
});
