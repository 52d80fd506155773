import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { follow, type Observable } from '../../base/common/observable.ts';
import { commands } from '../../contributions/index.ts';
import { createStatusBarItem } from '../ui/index.ts';

/**
 * Shows in the status bar that hidden chats have answers. The badge is for what waits for the user. A click opens the
 * conversation that was answered first.
 */
export function unreadItem(unread: Observable<readonly string[]>): vscode.Disposable {
  const item = createStatusBarItem('unread', t('Patchbay: Unread Answers'), false);
  const following = follow(unread, ([oldest, ...more]) => {
    if (oldest === undefined) return item.hide();
    const text = more.length === 0 ? t('1 unread answer') : t('{0} unread answers', more.length + 1);
    item.show({
      icon: 'comment-unresolved',
      text,
      tooltip: text,
      command: { command: commands.openChat, title: t('Open Chat'), arguments: [{ conversation: oldest }] },
    });
  });
  return { dispose: () => (following.dispose(), item.dispose()) };
}
