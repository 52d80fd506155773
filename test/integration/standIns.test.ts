/** Commands whose code is loaded with the first that runs. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerStandIns } from '../../src/editor/common/standIns.ts';

describe('stand-ins for commands', () => {
  const ids = ['patchbay.test.double', 'patchbay.test.half'];
  const there = async (): Promise<boolean> =>
    (await vscode.commands.getCommands()).includes('patchbay.test.half');

  it('load the real commands once, and pass on arguments and results', async () => {
    let loads = 0;
    let real = new vscode.Disposable(() => undefined);
    const standIns = registerStandIns(ids, () => {
      loads++;
      standIns.dispose();
      real = vscode.Disposable.from(
        vscode.commands.registerCommand('patchbay.test.double', (value: number) => value * 2),
        vscode.commands.registerCommand('patchbay.test.half', (value: number) => value / 2),
      );
    });
    assert.ok(await there());
    assert.equal(loads, 0);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.double', 21), 42);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.half', 42), 21);
    assert.equal(await vscode.commands.executeCommand('patchbay.test.double', 2), 4);
    assert.equal(loads, 1);
    real.dispose();
    assert.ok(!(await there()));
  });

  it('that are disposed without a use leave no command', async () => {
    registerStandIns(ids, () => assert.fail('Nothing ran.')).dispose();
    assert.ok(!(await there()));
  });
});
