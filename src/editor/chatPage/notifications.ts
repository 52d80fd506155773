import { t } from '@vscode/l10n';
import { readSetting } from '../settings/settings.ts';
import type { ChatEvent } from '../chat/chatHost.ts';
import type { ChatViews } from './views.ts';
import { showInformationMessage } from '../ui/index.ts';

export class ChatNotifications {
  private readonly titleOf: (conversation: string) => string | undefined;
  private readonly views: ChatViews;
  private readonly told = new Set<string>();

  constructor(titleOf: (conversation: string) => string | undefined, views: ChatViews) {
    this.titleOf = titleOf;
    this.views = views;
  }

  onNeedsUser(conversation: string): void {
    const name = this.nameOf(conversation);
    void this.notify(conversation, t('Patchbay: the conversation "{0}" is waiting for you.', name));
  }

  onTurnEnded({ conversation, answered, ms }: Extract<ChatEvent, { kind: 'turnEnded' }>): void {
    if (this.views.sees(conversation)) return;
    this.views.markUnread(conversation);
    const after = readSetting('chat.announceAfter');
    if (after <= 0 || ms < after * 1000) return;
    const name = this.nameOf(conversation);
    const message = answered
      ? t('Patchbay: the conversation "{0}" has a new answer.', name)
      : t('Patchbay: the conversation "{0}" ended without an answer.', name);
    void this.notify(conversation, message);
  }

  private async notify(conversation: string, message: string): Promise<void> {
    if (this.told.has(conversation)) return;
    this.told.add(conversation);
    const open = t('Show Conversation');
    const answer = await showInformationMessage(message, open);
    this.told.delete(conversation);
    if (answer === open) await this.views.show(conversation);
  }

  private nameOf(conversation: string): string {
    return this.titleOf(conversation) ?? t('Without a Title');
  }
}
