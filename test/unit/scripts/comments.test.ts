/** The check of comments for a subject. */
import assert from 'node:assert/strict';
import { commentProblems, commentsWithoutSubject, hasSubject } from '../../../scripts/words/comments.ts';

describe('the check of comments for a subject', () => {
  for (const comment of [
    'What the server shows.',
    'Whether it may start.',
    'Only of the newest request.',
    'Of the newest request.',
    'By what they are made of: what is known of a tool is kept.',
    'In ms, for each of the calls.',
    'Those of a turn are named.',
    'Else nothing is shown.',
    'Only where the chat offers it.',
    'Later ones first; all without a name.',
    'Absent: all of them.',
    'Absent where no call ended.',
    '`undefined`: not counted yet.',
    'To be called when the turn ends.',
    'Also for new files.',
  ])
    it(`refuses "${comment}"`, () => assert.equal(hasSubject(comment), false));

  for (const comment of [
    'Keeps the same object for an unchanged tool.',
    'Limit in ms for the first byte.',
    'Tool calls in progress, by id.',
    'Without a server, the function returns all inputs.',
    'Without a closing brace nothing is escaped.',
    'Only the owner of a file may set its times.',
    'Not every file system can be watched.',
    'Later versions of VS Code have it.',
    'Absent if no call has ended.',
    'Absent means Chat Completions.',
    'Undefined until the first answer arrives.',
    'All servers are asked at once.',
    'One of its links leads elsewhere.',
  ])
    it(`accepts "${comment}"`, () => assert.equal(hasSubject(comment), true));

  it('gives the line and the first words of block comments, doc comments and trailing comments', () => {
    const source = [
      '/**',
      ' * Of a server,',
      ' * as it is saved.',
      ' */',
      "const text = '// Of no comment';",
      'const limit = 1; // In ms.',
      '/* By name. */',
      '',
    ].join('\n');
    assert.deepEqual(commentsWithoutSubject('a.ts', source), [
      { line: 1, start: 'Of a server, as it is saved.' },
      { line: 6, start: 'In ms.' },
      { line: 7, start: 'By name.' },
    ]);
  });

  it('reads consecutive line comments as one comment', () => {
    assert.deepEqual(
      commentsWithoutSubject('a.ts', '// The server is started again\n// by its name.\nrun();\n'),
      [],
    );
  });

  it('is named with its file and line in what the check says', () => {
    assert.deepEqual(commentProblems([['src/a.ts', '// In ms.\n']]), [
      'src/a.ts:1: the comment has no subject: "In ms."',
    ]);
  });
});
