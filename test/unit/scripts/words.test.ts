/** The check of names against docs/glossary.md. */
import assert from 'node:assert/strict';
import { partsOf, wordsOf, wrongNames } from '../../../scripts/words.ts';

describe('the check of names against the glossary', () => {
  it('takes the words in code type of the last column, with the word to use', () => {
    const table =
      '| concept | word | not |\n| --- | --- | --- |\n| a chat | session | `talk`, `talks`, chat room |\n';
    assert.deepEqual(
      [...wordsOf(table)],
      [
        ['talk', 'session'],
        ['talks', 'session'],
      ],
    );
  });

  it('takes names apart at capitals, underscores, digits and hyphens', () => {
    assert.deepEqual(partsOf('newTalkID2'), ['new', 'talk', 'id', '']);
    assert.deepEqual(partsOf('HTMLTalk_window-size'), ['html', 'talk', 'window', 'size']);
    assert.deepEqual(partsOf('src/talk/newDesk.ts'), ['src', 'talk', 'new', 'desk', 'ts']);
  });

  it('finds a word in names, also within a template, and says where', () => {
    const source = "const openTalk = 1;\nconst text = `a ${newTalk()} b`;\nconst talkative = 'x';\n";
    assert.deepEqual(
      wrongNames(source, new Set(['talk'])).map(({ line, name }) => [line, name]),
      [
        [1, 'openTalk'],
        [2, 'newTalk'],
      ],
    );
  });

  it('does not look into comments, strings and regular expressions', () => {
    const source =
      '// talk\n/* a\n talk */\nconst a = \'talk\' + "talk" + `talk`;\nconst b = /talk\\/[/]talk/.test(a);\n';
    assert.deepEqual(wrongNames(source, new Set(['talk'])), []);
  });
});
