/** Which words of an answer may name files (src/webview/state/fileLinks.ts). */
import assert from 'node:assert/strict';
import { couldBeFile } from '../../../src/webview/state/fileLinks.ts';

describe('a name in an answer', () => {
  it('may be that of a file, with or without its place', () => {
    for (const name of [
      'src/agent/turn.ts',
      'README.md',
      'src/a.ts:12',
      'src/a.ts:12:3',
      'src/a.ts#L12-L20',
      'Program.cs(12,3)',
      'src\\a.ts',
      'C:\\src\\a.ts',
      '/home/me/src/a.ts',
      './a.ts',
      'docs/decisions',
      'app/[slug]/page.tsx',
      'app/(group)/page.tsx',
      'packages/@scope/x',
    ])
      assert.equal(couldBeFile(name), true, name);
  });

  it("is not taken for a file's if it is code, a command, an address or a word", () => {
    for (const name of [
      'word',
      'run()',
      'a.run()',
      'npm test',
      'https://example.com/a.ts',
      'x => y.z',
      '1.5',
      '/',
      'and/ or',
      `a/${'b'.repeat(400)}.ts`,
      '"a/b.ts"',
      'javascript:a.b',
      'file:/etc/a.ts',
      '//example.com/a.ts',
    ])
      assert.equal(couldBeFile(name), false, name);
  });
});
