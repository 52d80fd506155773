/** The rows of the list of conversations, as the editor is given them (features.md, D6). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showConversationList, type ListActions } from '../../src/editor/conversations/list.ts';
import type { ConversationRow } from '../../src/protocol/index.ts';

describe('the list of conversations', () => {
  const { createQuickPick } = vscode.window;
  afterEach(() => Object.assign(vscode.window, { createQuickPick }));

  it('says that another window has one open where a long title does not hide it', () => {
    const pick = {
      items: [] as readonly vscode.QuickPickItem[],
      onDidChangeValue: () => undefined,
      onDidAccept: () => undefined,
      onDidTriggerButton: () => undefined,
      onDidTriggerItemButton: () => undefined,
      onDidHide: () => undefined,
      show: () => undefined,
    };
    Object.assign(vscode.window, { createQuickPick: () => pick });
    const row: Omit<ConversationRow, 'isElsewhere' | 'lastWords'> = {
      id: 'one',
      title: 'A title '.repeat(20),
      titledBy: 'user',
      workspace: '',
      changedAt: 0,
      isBranch: false,
      isPinned: false,
      isUnread: false,
    };
    const rows = [
      { ...row, isElsewhere: true, lastWords: 'Last words' },
      { ...row, isElsewhere: true, lastWords: '' },
      { ...row, isElsewhere: false, lastWords: 'Last words' },
    ];
    const actions: Pick<ListActions, 'list' | 'shown' | 'isWorking' | 'now' | 'workspace'> = {
      list: () => rows,
      shown: () => '',
      isWorking: () => false,
      now: () => 0,
      workspace: '',
    };
    showConversationList(actions as ListActions);
    const shown = pick.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    assert.deepEqual(
      shown.map(({ detail }) => detail),
      ['open in another window · Last words', 'open in another window', 'Last words'],
    );
    for (const { description = '' } of shown) assert.doesNotMatch(description, /window/);
  });
});
