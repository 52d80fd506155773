/** The rules for texts that users read (scripts/l10n/style.ts, docs/glossary.md). */
import assert from 'node:assert/strict';
import { messageOf, styleProblems } from '../../../scripts/l10n/style.ts';

const refused: readonly (readonly [rule: string, language: string, key: string, text: string])[] = [
  ['a pronoun in the place of what is meant', 'en', 'a', 'It was removed.'],
  ['a clause as a label', 'en', 'a', 'What the model got'],
  ['a piece of a sentence', 'en', 'a', ' of {0}'],
  ['pieces side by side within a sentence', 'en', 'a', 'The tool {0}{1} is not available.'],
  ['three points', 'en', 'a', 'Loading...'],
  ['a British spelling', 'en', 'a', 'Summarised'],
  ['a word of the code', 'en', 'a', 'Stop the turn'],
  ['a private term', 'en', 'a', 'Require approval for free tools…'],
  ['"as" for "because"', 'en', 'a', 'Not sent, as it is too long.'],
  ['Git without a capital', 'en', 'a', 'for files that git ignores'],
  ['a small word in the title of a command', 'en', 'command.a.title', 'Show server'],
  ['a small word in the title of a list', 'en', 'Patchbay: Show log', 'Patchbay: Show log'],
  ['a setting that begins with Whether', 'en', 'setting.a.description', 'Whether a thing is shown.'],
  ['a long description of a setting', 'en', 'setting.a.description', `The thing${' is long'.repeat(30)}.`],
  ['a German setting that begins with Ob', 'de', 'setting.a.description', 'Ob etwas angezeigt wird.'],
  ['English quotation marks in German', 'de', 'a', 'Der Server "a" fehlt.'],
  ['a second German word for one concept', 'de', 'a', 'Die Unterhaltung ist leer.'],
];

const accepted: readonly (readonly [what: string, language: string, key: string, text: string])[] = [
  ['a question', 'en', 'a', 'What kind of value is it?'],
  ['a detail without words at the end', 'en', 'a', '{0} failed for model "{1}"{2}.'],
  ['what is turned off', 'en', 'a', 'Turn "Always send to model" on or off'],
  ['a name in code', 'en', 'setting.a.description', 'A pattern such as `.git/what...`.'],
  ['a message after the name of the product', 'en', 'Patchbay: added {0}.', 'Patchbay: added {0}.'],
  ['small words of titles, and a quoted name', 'en', 'command.a.title', 'Toggle "always send" of the Tool'],
  ['links of a description, however long', 'en', 'setting.a.description', `[A](https://${'a'.repeat(300)})`],
  ['a language without rules', 'fr', 'a', '"..."'],
];

describe('the rules for texts that users read', () => {
  for (const [rule, language, key, text] of refused)
    it(`refuse ${rule}`, () => assert.equal(styleProblems(language, key, text).length, 1));

  for (const [what, language, key, text] of accepted)
    it(`accept ${what}`, () => assert.deepEqual(styleProblems(language, key, text), []));

  it('leave out what a key tells translators of the place', () => {
    assert.equal(messageOf('Open/step of a plan'), 'Open');
    assert.equal(messageOf('Check /v1/models of {0}'), 'Check /v1/models of {0}');
  });
});
