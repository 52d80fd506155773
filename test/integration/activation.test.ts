/** What the editor sees of Patchbay after activation. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import { extension, parts } from './support.ts';

describe('activation', () => {
  it('activates, and gives its parts to a test run only', async () => {
    assert.ok(await parts());
    assert.equal(extension().isActive, true);
  });

  it('registers every command that the manifest contributes, and no other', async () => {
    const manifest = extension().packageJSON as { contributes: { commands: { command: string }[] } };
    const contributed = manifest.contributes.commands.map(({ command }) => command).toSorted();
    const registered = (await vscode.commands.getCommands(true))
      .filter((id) => Object.values(commands).includes(id as never))
      .toSorted();
    assert.deepEqual(registered, contributed);
    assert.deepEqual(Object.values(commands).toSorted(), contributed);
  });
});
