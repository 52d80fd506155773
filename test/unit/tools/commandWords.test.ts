/** Which commands a pattern can stand for, and which it never covers. */
import assert from 'node:assert/strict';
import { patternOf, plainWords } from '../../../src/tools/commandWords.ts';

const patterns = (commands: readonly string[]) =>
  commands.map((command) => patternOf(command, 'linux')?.join(' '));

describe('plain words of a command', () => {
  it('are its words, with plain quotes taken off', () => {
    assert.deepEqual(plainWords(`npm  test 'a b' "c d"e a=b`), ['npm', 'test', 'a b', 'c de', 'a=b']);
    assert.deepEqual(plainWords(' ls '), ['ls']);
    assert.deepEqual(plainWords(`ls ''`), ['ls', '']);
  });

  const notPlain = {
    'a list': ['ls; id', 'ls && id', 'ls || id', 'ls & id', 'ls &', 'ls\nid', 'ls\r\nid', 'ls\rid'],
    'a pipe': ['ls | sh', 'ls |& sh'],
    'a redirection': ['ls > x', 'ls >> x', 'ls < x', 'ls 2>&1', 'ls <<x', 'ls <(id)'],
    'a substitution': ['ls $(id)', 'ls `id`', 'ls "$(id)"', 'ls "`id`"', "ls $'\\n'"],
    'an expansion': ['ls $HOME', 'ls ${HOME}', 'ls "$HOME"', 'ls ~', 'ls ~root', 'ls {a,b}', 'ls $((1))'],
    'a glob': ['ls *', 'ls ?', 'ls [a]'],
    'an assignment': ['PATH=/tmp ls', 'A= ls', '"A"=b ls', 'A+=b ls'],
    'a comment': ['ls # x', '#'],
    'history expansion': ['ls !x', 'ls "!x"', '!!'],
    'an escape': ['l\\s', 'ls \\\nid', 'ls "\\$x"'],
    'quotes without an end': ["ls 'a", 'ls "a'],
    'a group, a function or a keyword with brackets': ['(ls)', '{ ls; }', 'f() { ls; }'],
    'characters that are not seen, or not ASCII': [
      'ls\u00a0x',
      'ls\u200bx',
      'ls \u202ex',
      'lѕ',
      'ls \u{e0041}',
      'ls\tx',
      'ls\0x',
      'ls \u2028id',
    ],
    nothing: ['', '  '],
  };
  for (const [what, commands] of Object.entries(notPlain))
    it(`are undefined if the command has ${what}`, () => {
      for (const command of commands) assert.equal(plainWords(command), undefined, command);
    });
});

describe('a pattern of a command', () => {
  it('is made of the leading words of programs whose operands choose what is worked on', () => {
    assert.deepEqual(
      patterns([
        'npm test',
        'npm test src/a.test.ts 5',
        'git diff main src',
        'pytest ./tests',
        `"npm" 'test'`,
      ]),
      ['npm test', 'npm test', 'git diff', 'pytest', 'npm test'],
    );
  });

  it('never covers options, ways out of the folder, URLs, assignments or sensitive files', () => {
    const commands = [
      'npm test --prefix /tmp/evil',
      'npm test -- x',
      'npm test --script-shell=/tmp/x',
      'git diff --ext-diff',
      'git diff --output=x',
      'git log -p',
      'git -c core.pager=x log',
      'git -C /tmp log',
      'pytest -p evil',
      'pytest ../evil',
      'pytest a/../../evil',
      'pytest /etc',
      'pytest ~/x',
      'go test evil@latest',
      'git show HEAD:.env',
      'git show https://evil.example',
      'git diff .env',
      'git blame config/.ENV',
      'tsc @args',
      'eslint A=b',
      'ls +x',
      'npm test ""',
    ];
    assert.deepEqual(
      patterns(commands),
      commands.map(() => undefined),
    );
  });

  it('is never made for a program that runs other programs', () => {
    const commands = [
      'env npm test',
      'sudo npm test',
      'xargs npm test',
      'sh x',
      'bash x',
      'node x.js',
      'python x.py',
      'find . -exec x',
      'npx x',
      'npm exec x',
      'npm run x',
      'npm install x',
      'make x',
      'curl x',
      'git push',
      'git difftool',
      'time ls',
      'exec ls',
      'command ls',
      'eval ls',
      'cat x',
      './npm test',
      '/tmp/npm test',
      'NPM test',
      'npm TEST',
      'npm tests',
      'npm',
      'docker run x',
    ];
    assert.deepEqual(
      patterns(commands),
      commands.map(() => undefined),
    );
  });

  it('is never made where the shell is not a POSIX one', () => {
    assert.equal(patternOf('npm test', 'win32'), undefined);
  });
});
