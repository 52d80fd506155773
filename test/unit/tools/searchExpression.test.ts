import assert from 'node:assert/strict';
import { processorTime } from '../../fixtures/processorTime.ts';
import { searchExpression } from '../../../src/tools/textSearch/searchExpression.ts';

const options = { isRegex: true, matchCase: true };

function matched(query: string, text: string): string | undefined {
  const { source, flags } = searchExpression(query, options);
  return new RegExp(source, flags).exec(text)?.[0];
}

describe('A regular expression that a model writes for another engine', () => {
  for (const [query, text, match] of [
    [String.raw`a\-b`, 'x a-b', 'a-b'],
    [String.raw`my\_var`, 'my_var', 'my_var'],
    [String.raw`\"a\" \< b\>`, '"a" < b>', '"a" < b>'],
    [String.raw`\@\#\%\&\~\!\=\:\;\,\'\ `, "@#%&~!=:;,' ", "@#%&~!=:;,' "],
    ['(?i)MY_VAR', 'my_var', 'my_var'],
    ['interface {', 'interface {', 'interface {'],
    ['interface{}', 'interface{}', 'interface{}'],
    [String.raw`\${name}`, '${name}', '${name}'],
    ['{2}', '{2}', '{2}'],
    ['({2})', '{2}', '{2}'],
    ['a{2}', 'caab', 'aa'],
    ['a{,2}b', 'aab', 'aab'],
    ['a{1,}', 'caa', 'aa'],
    ['x]', 'x]', 'x]'],
    ['[[:alpha:]_]+', '1 ä_b', 'ä_b'],
    ['[[:digit:]-x]+', '1-x', '1-x'],
    [String.raw`[\w-.]+`, '(a-b.c)', 'a-b.c'],
    [String.raw`[\w.-]+`, '(a-b.c)', 'a-b.c'],
    [String.raw`[\-\_]`, '_', '_'],
    ['[]x]', ']', ']'],
    [String.raw`(?P<word>\w)(?P=word)`, 'abb', 'bb'],
    [String.raw`\Aab\z`, 'ab', 'ab'],
    [String.raw`a\hb`, 'a\tb', 'a\tb'],
    [String.raw`\pL+`, '1é', 'é'],
    [String.raw`\p{Lu}`, 'aB', 'B'],
    [String.raw`\x{e9}\u{e9}\xe9`, 'ééé', 'ééé'],
    [String.raw`(?<a>x)\k<a>`, 'xx', 'xx'],
    ['a(?# says why)b', 'ab', 'ab'],
    [String.raw`\(\[\{\|\}\]\)`, '([{|}])', '([{|}])'],
  ] as const)
    it(`finds ${JSON.stringify(match)} with ${query}`, () => assert.equal(matched(query, text), match));

  it('goes over lines when it names a line end or begins with (?s)', () => {
    assert.equal(searchExpression(String.raw`a\nb`, options).spansLines, true);
    assert.equal(searchExpression('(?s)a.b', options).flags, 'msu');
    assert.equal(searchExpression(String.raw`a\\nb`, options).spansLines, false);
    const { source, flags, spansLines } = searchExpression('a\r\nb', { isRegex: false, matchCase: false });
    assert.deepEqual([new RegExp(source, flags).test('xA\nb'), spansLines], [true, true]);
  });

  it('is refused soon when it begins what never ends, thousands of times', () => {
    const spent = processorTime();
    for (const begin of ['(?#', String.raw`\p{`])
      assert.throws(() => searchExpression(begin.repeat(40_000), options), /not valid/);
    assert.ok(spent() < 5_000);
  });

  it('is refused with the reason and the next step when it means nothing', () => {
    assert.throws(
      () => searchExpression('a(', options),
      /not valid \(a "\(" has no "\)"\)\. Write it as for JavaScript/,
    );
    assert.throws(
      () => searchExpression(String.raw`\G`, options),
      /not valid \(a backslash stands before a letter/,
    );
    assert.throws(() => searchExpression('[a', options), /not valid/);
  });
});

describe('A text that is searched for as it is', () => {
  it('is found whatever signs it has', () => {
    const text = String.raw`a.b*c[d](e){f}|g\h^$+?`;
    const { source, flags } = searchExpression(text, { isRegex: false, matchCase: true });
    assert.equal(new RegExp(source, flags).exec(`x${text}`)?.index, 1);
  });

  it('is found in any case unless the case has to match', () => {
    assert.equal(searchExpression('a', { isRegex: false, matchCase: false }).flags, 'iu');
  });
});
