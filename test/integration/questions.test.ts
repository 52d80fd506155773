/** A server's question brings the chat up when nobody sees one, and leaves the keyboard where it is. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatClient } from '../../src/editor/chat/chatHost.ts';
import { parts } from './support.ts';

describe('a question of a server in the editor', () => {
  it('opens the chat, and is withdrawn with its call', async () => {
    const { controller } = await parts();
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    const appeared = Promise.withResolvers<ChatClient>();
    const send = controller.sendSnapshot.bind(controller);
    controller.sendSnapshot = (client) => {
      send(client);
      appeared.resolve(client);
    };
    const abort = new AbortController();
    try {
      const answer = controller.asks.ask(
        { kind: 'form', server: 'demo', message: 'Well?', fields: [] },
        { signal: abort.signal },
      );
      await appeared.promise;
      abort.abort();
      assert.deepEqual(await answer, { action: 'cancel' });
    } finally {
      controller.sendSnapshot = send;
      controller.newChat();
    }
  });
});
