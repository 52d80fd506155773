/** A server's question where nobody sees the chat: it leaves the chat hidden, and one notification leads to it. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parts } from './support.ts';

describe('a question of a server in the editor', () => {
  it('leaves a hidden chat hidden, is told of by a notification that opens it, and is withdrawn with its call', async () => {
    const { controller } = await parts();
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    const told = Promise.withResolvers<string>();
    const chosen = Promise.withResolvers<vscode.MessageItem | undefined>();
    const appeared = Promise.withResolvers<void>();
    let isShown = false;
    const { showInformationMessage } = vscode.window;
    let open: vscode.MessageItem | undefined;
    const show = (message: string, ...choices: vscode.MessageItem[]) => {
      open = choices.find(({ title }) => title === 'Open Chat');
      told.resolve(message);
      return chosen.promise;
    };
    Object.assign(vscode.window, { showInformationMessage: show });
    const send = controller.sendSnapshot.bind(controller);
    controller.sendSnapshot = (client) => {
      isShown = true;
      send(client);
      appeared.resolve();
    };
    const abort = new AbortController();
    try {
      const answer = controller.asks.ask(
        { kind: 'form', server: 'demo', message: 'Well?', fields: [] },
        { signal: abort.signal },
      );
      assert.match(await told.promise, /is waiting for you\.$/);
      assert.equal(isShown, false);
      chosen.resolve(open);
      await appeared.promise;
      abort.abort();
      assert.deepEqual(await answer, { action: 'cancel' });
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      controller.sendSnapshot = send;
      controller.newChat();
    }
  });
});
