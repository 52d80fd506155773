/** The terminal that mirrors a command: what is shown in it, and what is typed into it. */
import assert from 'node:assert/strict';
import { ScreenText, withReturns } from '../../../src/editor/builtInTools/screenText.ts';
import { TypedLine } from '../../../src/editor/builtInTools/typedLine.ts';

describe('The output of a command in a terminal', () => {
  const shown = (...pieces: readonly string[]): string => {
    const screen = new ScreenText();
    return pieces.map((piece) => screen.push(piece)).join('');
  };

  it('keeps colours and what erases a line, also where pieces part a code', () => {
    assert.equal(
      shown('\u001b[3', '1mred\u001b', '[0m\r\u001b[2Kdone\n'),
      '\u001b[31mred\u001b[0m\r\u001b[2Kdone\n',
    );
  });

  for (const [what, code] of Object.entries({
    'a title': '\u001b]0;evil\u0007',
    'the clipboard': '\u001b]52;c;ZXZpbA==\u0007',
    'the place of a shell': '\u001b]633;P;Cwd=/evil\u0007',
    'a link': '\u001b]8;;https://evil.example\u0007',
    'a question about the terminal': '\u001b[6n',
    'another screen': '\u001b[?1049h',
    'a title in C1 characters': '\u009d0;evil\u009c',
  }))
    it(`sets no code for ${what}, whole or in two pieces`, () => {
      assert.equal(shown(`a${code}b`), 'ab');
      for (let at = 1; at < code.length; at++) {
        const parted = shown(`a${code.slice(0, at)}`, `${code.slice(at)}b`);
        // eslint-disable-next-line no-control-regex -- Codes begin with a control character.
        assert.doesNotMatch(parted, /\u001b(?!\[[\d;:]*[mK])|[\u0007\u0080-\u009f]/u);
      }
    });

  it('begins each line at its left', () => assert.equal(withReturns('a\nb\r\n'), 'a\r\nb\r\n'));
});

describe('A line that is typed into the terminal of a command', () => {
  function terminal(isSecret = false) {
    const sent: unknown[] = [];
    let shown = '';
    const line = new TypedLine({
      isSecret: () => isSecret,
      echo: (text) => (shown += text),
      enter: (text, secret) => void sent.push([text, secret]),
      end: () => void sent.push('end'),
      interrupt: () => void sent.push('interrupt'),
    });
    return { line, sent, shown: () => shown };
  }

  it('is shown and corrected there, and sent with Enter', () => {
    const { line, sent, shown } = terminal();
    for (const key of ['A', 'b', '\u007f', 'da', '\u001b[D', '\r']) line.type(key);
    assert.deepEqual(sent, [['Ada', false]]);
    assert.equal(shown(), 'Ab\b \bda\r\n');
  });

  it('is not shown where the command asks for a password', () => {
    const { line, sent, shown } = terminal(true);
    for (const key of ['hunter3', '\u007f', '2', '\r']) line.type(key);
    assert.deepEqual([sent, shown()], [[['hunter2', true]], '\r\n']);
  });

  it('ends the input with Ctrl+D if it is empty, and the command with Ctrl+C', () => {
    const { line, sent } = terminal();
    for (const key of ['a', '\u0004', '\u007f', '\u0004', '\u0003']) line.type(key);
    assert.deepEqual(sent, ['end', 'interrupt']);
  });

  it('is bounded', () => {
    const { line, sent } = terminal();
    line.type('x'.repeat(100_000));
    line.type('\r');
    assert.equal((sent[0] as [string])[0].length, 10_000);
  });
});
