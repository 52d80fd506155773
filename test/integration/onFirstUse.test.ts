/** Commands whose code comes with their first use. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onFirstUse } from '../../src/editor/common/onFirstUse.ts';

describe('commands on first use', () => {
  const ids = ['patchbay.test.double', 'patchbay.test.half'];
  let registered = 0;
  const register = (): vscode.Disposable => {
    registered++;
    return vscode.Disposable.from(
      vscode.commands.registerCommand('patchbay.test.double', (value: number) => value * 2),
      vscode.commands.registerCommand('patchbay.test.half', (value: number) => value / 2),
    );
  };
  const there = async (): Promise<boolean> =>
    (await vscode.commands.getCommands()).includes('patchbay.test.half');

  it('are there before, take arguments, give results, and are registered once', async () => {
    const standIns = onFirstUse(ids, register);
    assert.ok(await there());
    assert.equal(registered, 0);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.double', 21), 42);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.half', 42), 21);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.double', 2), 4);
    assert.equal(registered, 1);
    standIns.dispose();
    assert.ok(!(await there()));
  });

  it('go away unused as well', async () => {
    onFirstUse(ids, register).dispose();
    assert.ok(!(await there()));
  });
});
