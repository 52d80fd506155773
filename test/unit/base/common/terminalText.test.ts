/** Text that was written for a terminal (src/base/common/terminalText.ts). */
import assert from 'node:assert/strict';
import {
  forScreen,
  joined,
  onScreen,
  plainStyle,
  runsOf,
  sliced,
  withoutCodes,
  type StyledText,
  type TerminalStyle,
} from '../../../../src/base/common/terminalText.ts';

const E = '\u001b';
/** The styled parts of a text, without what a style does not say. */
const parts = (styled: StyledText): readonly (readonly [string, TerminalStyle])[] =>
  runsOf(styled).map(([at, length, style]) => [
    styled.text.slice(at, at + length),
    JSON.parse(JSON.stringify(style)) as TerminalStyle,
  ]);
const styleOf = (code: string) => parts(withoutCodes(`${E}[${code}mx`))[0]?.[1] ?? {};

describe('text that was written for a terminal', () => {
  it('is plain text, with the styles that its codes give to parts of it', () => {
    const styled = withoutCodes(
      `a ${E}[31mred${E}[0m ${E}[1;4;92mloud${E}[22;24m on${E}[39m, ${E}[7mturned${E}[m.`,
    );
    assert.equal(styled.text, 'a red loud on, turned.');
    assert.deepEqual(parts(styled), [
      ['red', { fore: 1 }],
      ['loud', { fore: 10, bold: true, underline: true }],
      [' on', { fore: 10 }],
      ['turned', { inverse: true }],
    ]);
  });

  it('has the colours of 16, of 256 and of all, in each way to write them', () => {
    assert.deepEqual(styleOf('37;44'), { fore: 7, back: 4 });
    assert.deepEqual(styleOf('90;107'), { fore: 8, back: 15 });
    assert.deepEqual(styleOf('38;5;9'), { fore: 9 });
    assert.deepEqual(styleOf('38;5;46'), { fore: '#00ff00' });
    assert.deepEqual(styleOf('48;5;244;1'), { back: '#808080', bold: true });
    assert.deepEqual(styleOf('38;2;255;200;20;3'), { fore: '#ffc814', italic: true });
    assert.deepEqual(styleOf('38:2::1:2:3;2'), { fore: '#010203', dim: true });
    assert.deepEqual(styleOf('48:5:1'), { back: 1 });
    assert.deepEqual(styleOf('4:0'), {});
  });

  it('loses nothing to codes that hide, move or name something, and to numbers that mean nothing', () => {
    const coded = `${E}[8mhidden${E}[0m ${E}]8;;https://evil.example/${E}\\here${E}]8;;${E}\\ ${E}]0;title\u0007${E}[2J${E}[1;1Hend`;
    assert.deepEqual(withoutCodes(coded), { text: 'hidden here end' });
    for (const code of ['38;5;999', '38;5', '38;2;1;2', '38;2;300;0;0', '38;9;1', '999', ';;'])
      assert.ok(['x', `${E}[${code}mx`].includes(withoutCodes(`${E}[${code}mx`).text), code);
    assert.deepEqual(styleOf('38;2;300;0;0'), {});
  });

  it('keeps carriage returns of a server, whose text the model reads whole', () => {
    assert.equal(withoutCodes(`secret\rshown${E}[K`).text, 'secret\rshown');
  });

  it('is on a screen what carriage returns, backspaces and erasing leave of it', () => {
    const shown = (text: string): string => onScreen(text).text;
    assert.equal(shown('10 %\r20 %\r100 %\r\nend\n'), '100 %\nend\n');
    assert.equal(shown('abcdef\rXY'), 'XYcdef');
    assert.equal(shown(`abcdef\rXY${E}[K\nz`), 'XY\nz');
    assert.equal(shown(`abcdef${E}[2K\rXY`), 'XY');
    assert.equal(shown('|\b/\b-\bdone'), 'done');
    assert.equal(shown('a\u0000\u0007b\u001b'), 'ab');
    assert.equal(shown('one\r\r\ntwo\r'), 'one\ntwo');
    assert.deepEqual(parts(onScreen(`${E}[31mred\r${E}[32mg${E}[0m\n`)), [
      ['g', { fore: 2 }],
      ['ed', { fore: 1 }],
    ]);
  });

  it('goes on with the style of the text before it', () => {
    const { after } = onScreen(`a ${E}[31mred`);
    assert.deepEqual(parts(onScreen(`more${E}[0m`, after)), [['more', { fore: 1 }]]);
    assert.equal(onScreen(`${E}[31mred${E}[0m`).after, plainStyle);
  });

  it('is the same if it is made ready before it is read', () => {
    const text = `${E}]0;t\u0007a${E}[31mred${E}[0m 1 %\r2 %${E}[K${E}[5A\u0000\b\n`;
    assert.deepEqual(onScreen(forScreen(text)), onScreen(text));
  });

  it('is joined and cut with its styles, which do not hold for another text', () => {
    const both = joined({ text: 'head\n' }, withoutCodes(`a ${E}[31mred${E}[0m b`));
    assert.deepEqual(parts(both), [['red', { fore: 1 }]]);
    assert.deepEqual(parts(sliced(both, 8, 20)), [['ed', { fore: 1 }]]);
    assert.deepEqual(parts(sliced(both, 0, 9)), [['re', { fore: 1 }]]);
    assert.deepEqual(sliced(both, 0, 5), { text: 'head\n' });
    assert.deepEqual(runsOf({ ...both, text: 'head\na [redacted] b' }), []);
  });

  it('has a bounded number of styles and is read in a time that grows with its length', () => {
    const many = withoutCodes(Array.from({ length: 10_000 }, (_, i) => `${E}[3${i % 8}mx`).join(''));
    assert.equal(many.text.length, 10_000);
    assert.equal(many.styles?.runs.length, 2_000);
    const started = performance.now();
    for (const text of [
      `${'x'.repeat(100_000)}${`\r${E}[K`.repeat(100_000)}`,
      `x\r${E}[2K`.repeat(100_000),
      `${E}[`.repeat(500_000),
      `${E}[${'1;'.repeat(500_000)}`,
      `${E}]`.repeat(500_000),
      '\b\r'.repeat(500_000),
    ])
      onScreen(text);
    assert.ok(performance.now() - started < 10_000);
  });
});
