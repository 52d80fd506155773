import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { follow, type Observable } from '../../base/common/observable.ts';
import { commands } from '../../contributions/index.ts';
import { createStatusBarItem } from '../ui/index.ts';

/** Shows in the status bar how much waits for the user in chats. A click opens the conversation that waits longest. */
export function waitingItem(waiting: Observable<ReadonlyMap<string, number>>): vscode.Disposable {
  const item = createStatusBarItem('waiting', t('Patchbay: Waiting for You'), true);
  const following = follow(waiting, (counts) => {
    const [oldest] = counts.keys();
    if (oldest === undefined) return item.hide();
    const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
    item.show({
      icon: 'bell-dot',
      text: t('{0} waiting', count),
      tooltip:
        count === 1
          ? t('1 request waits for you in the chat')
          : t('{0} requests wait for you in the chat', count),
      command: { command: commands.openChat, title: t('Open Chat'), arguments: [{ conversation: oldest }] },
    });
  });
  return { dispose: () => (following.dispose(), item.dispose()) };
}
