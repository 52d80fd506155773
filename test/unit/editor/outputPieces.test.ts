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

  it('are the end of a flood, without colours and overwritten lines', () => {
    const got: string[] = [];
    const pieces = new OutputPieces((piece) => got.push(piece));
    pieces.write('\u001b[31mred\u001b[0m\r\n10 %\r20 %');
    pieces.flush();
    pieces.flush();
    for (let count = 0; count < 1_000; count++) pieces.write('0123456789');
    pieces.flush();
    assert.deepEqual(got, ['red\n10 %\n20 %', `…${'0123456789'.repeat(400).slice(1)}`]);
  });
});
