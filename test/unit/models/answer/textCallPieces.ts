/** Calls in a text are found alike however its stream is cut. */
import assert from 'node:assert/strict';
import { TextCalls } from '../../../../src/models/answer/textCalls.ts';
import { tool } from '../support.ts';

/** Reads the text whole, and in pieces of these sizes in turn; both must show and find the same, and lose nothing. */
export function assertAlikeInPieces(tools: readonly string[], text: string, sizes: readonly number[]): void {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  assert.deepEqual(read(tools, pieces), read(tools, [text]));
}

function read(tools: readonly string[], pieces: readonly string[]): unknown {
  const calls = new TextCalls(tools.map(tool));
  const shown = pieces.map((piece) => calls.push(piece)).join('');
  const { text, found } = calls.end();
  assert.equal(shown + text + (found?.isAtEnd === true ? found.source : ''), pieces.join(''));
  return [shown + text, found];
}
