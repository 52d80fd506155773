/** Texts of commands and resources that are given in parts: no part begins or ends within a character. */
import assert from 'node:assert/strict';
import { CommandRunner } from '../../../src/tools/commandRunner.ts';
import { pieceOf } from '../../../src/tools/resourceTools.ts';
import type { ContentPart } from '../../../src/protocol/index.ts';

describe('the output of a command', () => {
  it('keeps whole characters on both sides of what is left out, and counts that', async () => {
    const runner = new CommandRunner();
    try {
      const print = "process.stdout.write('x' + '😀'.repeat(60000))";
      const { head, tail, cut } = await runner.run({
        command: `"${process.execPath}" -e "${print}"`,
        cwd: process.cwd(),
        timeoutMs: 20_000,
        signal: new AbortController().signal,
        onOutput: () => undefined,
      });
      assert.ok(head.isWellFormed() && tail.isWellFormed());
      assert.equal(head.length, 19_999);
      assert.equal(head.length + cut + tail.length, 120_001);
    } finally {
      runner.dispose();
    }
  });
});

describe('the texts of a resource that come piece by piece', () => {
  /** Reads on as the pieces say; the texts in the order in which they came, and the pieces. */
  function readAll(parts: readonly ContentPart[]): {
    readonly text: string;
    readonly pieces: readonly string[];
  } {
    const pieces: string[] = [];
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      let next: number | undefined;
      for (const part of pieceOf(parts, offset)) {
        if (part.type === 'resource') text += part.text ?? '';
        if (part.type === 'resource') pieces.push(part.text ?? '');
        if (part.type === 'text') next = Number(/read on with offset (\d+)/.exec(part.text)?.[1]);
      }
      assert.ok(next === undefined || next > offset);
      offset = next;
    }
    return { text, pieces };
  }

  it('are all of it together, each in whole characters, wherever the limit is', () => {
    for (const before of [49_999, 49_998, 49_990, 50_000]) {
      const one = `${'x'.repeat(before)}👨‍👩‍👧‍👦${'😀'.repeat(30_000)}`;
      const other = `é${'y'.repeat(70_000)}`;
      const parts = [one, other].map((text): ContentPart => ({ type: 'resource', uri: 'a:b', text }));
      const { text, pieces } = readAll(parts);
      assert.equal(text, one + other);
      for (const piece of pieces) assert.ok(piece.isWellFormed() && !piece.startsWith('\u200d'));
    }
  });

  it('begin with a whole character, wherever a model begins', () => {
    const [part] = pieceOf([{ type: 'resource', uri: 'a:b', text: 'ab😀cd' }], 3);
    assert.equal(part?.type === 'resource' && part.text, 'cd');
  });
});
