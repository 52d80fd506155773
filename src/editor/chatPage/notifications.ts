import { t } from '@vscode/l10n';
import { readSetting } from '../settings/settings.ts';
import type { ChatNotifier } from '../chat/chatHost.ts';
import type { ChatViews } from './views.ts';
import { showInformationMessage } from '../ui/index.ts';

/** Notifies the user of conversations that are not visible. */
export function createChatNotifier(
  titleOf: (conversation: string) => string | undefined,
  views: () => Pick<ChatViews, 'show' | 'sees' | 'markUnread'>,
): ChatNotifier {
  const told = new Set<string>();
  const tell = async (conversation: string, message: string): Promise<void> => {
    if (told.has(conversation)) return;
    told.add(conversation);
    const open = t('Show Conversation');
    const answer = await showInformationMessage(message, open);
    told.delete(conversation);
    if (answer === open) await views().show(conversation);
  };
  const nameOf = (conversation: string): string => titleOf(conversation) ?? t('Without a Title');
  return {
    onNeedsUser: (conversation) =>
      void tell(
        conversation,
        t('Patchbay: the conversation "{0}" is waiting for you.', nameOf(conversation)),
      ),
    ended: (conversation, answered, ms) => {
      if (views().sees(conversation)) return;
      views().markUnread(conversation);
      const after = readSetting('chat.announceAfter');
      if (after <= 0 || ms < after * 1000) return;
      const name = nameOf(conversation);
      const message = answered
        ? t('Patchbay: the conversation "{0}" has a new answer.', name)
        : t('Patchbay: the conversation "{0}" ended without an answer.', name);
      void tell(conversation, message);
    },
  };
}
