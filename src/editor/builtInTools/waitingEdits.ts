/** Diffs of calls that wait for approval: Allow and Deny are in their titles, and they close once the call is decided. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands, contextKeys } from '../../contributions/index.ts';
import type { OpenedEdit } from '../../tools/index.ts';
import { DIFF_SCHEME } from '../common/schemes.ts';
import { showInformationMessage } from '../ui/index.ts';

/** Ms after an answer in which another click answers nothing: it may hit the diff that comes into sight. */
const TWICE = 500;

export class WaitingEdits {
  /** Answers by the URI of the proposed text. */
  private readonly answers = new Map<string, (isAllowed: boolean) => void>();
  private answeredAt = -Infinity;

  register(): vscode.Disposable {
    const command = (id: string, isAllowed: boolean): vscode.Disposable =>
      vscode.commands.registerCommand(id, (given?: vscode.Uri) => {
        if (performance.now() - this.answeredAt < TWICE) return;
        const uri = given?.scheme === DIFF_SCHEME ? given : activeDiff();
        const answer = uri && this.answers.get(uri.toString());
        if (!answer) return void showInformationMessage(t('No change that waits for approval is open.'));
        this.answeredAt = performance.now();
        answer(isAllowed);
      });
    return vscode.Disposable.from(command(commands.allowChange, true), command(commands.denyChange, false));
  }

  /** Call before the diff with this proposed text is opened. */
  add(uri: vscode.Uri, { answer, ended }: OpenedEdit): void {
    const key = uri.toString();
    if (answer) this.answers.set(key, answer);
    ended.addEventListener(
      'abort',
      () => {
        this.answers.delete(key);
        this.showButtons();
        void closeDiff(key);
      },
      { once: true },
    );
    this.showButtons();
  }

  private showButtons(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.waitingChanges, [...this.answers.keys()]);
  }
}

/** Closes the diff with this proposed text, wherever it is open. */
export async function closeDiff(key: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
  await vscode.window.tabGroups.close(tabs.filter((tab) => diffOf(tab)?.toString() === key));
}

function activeDiff(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab && diffOf(tab);
}

function diffOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === DIFF_SCHEME
    ? input.modified
    : undefined;
}
