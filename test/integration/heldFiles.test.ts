/** Pasted files where they cannot be held. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PastedFiles } from '../../src/editor/attachments/pastedFiles.ts';
import { scratch } from './support.ts';

describe('a pasted file that cannot be held', () => {
  it('is refused by its name and the reason', async () => {
    // Below a file there is no folder, for root neither.
    const held = new PastedFiles(vscode.Uri.file(join(scratch, 'one', 'first.txt', 'held')));
    const data = Buffer.from('words').toString('base64');
    await assert.rejects(
      held.hold({ name: 'notes.txt', data }),
      /^Error: "notes\.txt" cannot be attached\. .*first\.txt/s,
    );
    assert.deepEqual(await readdir(join(scratch, 'one')), ['first.txt']);
  });
});
