/** What a command writes, as the chat gets it. */
import assert from 'node:assert/strict';
import { OutputPieces } from '../../../src/editor/builtInTools/outputPieces.ts';

describe("the pieces of a command's output", () => {
  it('are sent by themselves, together with those that follow soon', async () => {
    const piece = await new Promise((resolve) => {
      const pieces = new OutputPieces(resolve);
      pieces.write('one\n');
      pieces.write('two\n');
    });
    assert.equal(piece, 'one\ntwo\n');
  });

  it('are the end of a flood, with the codes of styles and of overwritten lines alone, none of them in parts', () => {
    const got: string[] = [];
    const pieces = new OutputPieces((piece) => got.push(piece));
    pieces.write('\u001b]0;title\u0007\u001b[31mred\u001b[0m\r\n10 %\r20 %\u001b[2A\u0000\u001b[3');
    pieces.flush();
    pieces.flush();
    pieces.write('2m30 %\n');
    pieces.flush();
    for (let count = 0; count < 1_000; count++) pieces.write('0123456789');
    pieces.flush();
    assert.deepEqual(got, [
      '\u001b[31mred\u001b[0m\r\n10 %\r20 %',
      '\u001b[32m30 %\n',
      `…${'0123456789'.repeat(400).slice(1)}`,
    ]);
  });
});
