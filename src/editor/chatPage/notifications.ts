import { t } from '@vscode/l10n';
import { follow, type Observable } from '../../base/common/observable.ts';
import { readSetting } from '../settings/settings.ts';
import type { Disposable } from '../../base/common/event.ts';
import type { ChatEvent } from '../chat/chatHost.ts';
import type { ChatViews } from './views.ts';
import { showInformationMessage } from '../ui/index.ts';

/** Tells the user what happens in a chat that is not visible. A notification leads to it, and nothing else opens it. */
export class ChatNotifications {
  private readonly titleOf: (conversation: string) => string | undefined;
  private readonly views: Pick<ChatViews, 'sees' | 'markUnread' | 'show'>;
  private readonly told = new Set<string>();
  /** Conversations that have been told of since they began to wait: the user hears once of calls that wait together. */
  private readonly awaited = new Set<string>();
  private readonly following: Disposable;

  /** `waiting` has the conversations in which something waits for the user. */
  constructor(
    titleOf: (conversation: string) => string | undefined,
    views: Pick<ChatViews, 'sees' | 'markUnread' | 'show'>,
    waiting: Observable<ReadonlyMap<string, number>>,
  ) {
    this.titleOf = titleOf;
    this.views = views;
    this.following = follow(waiting, (counts) => {
      for (const conversation of this.awaited)
        if (!counts.has(conversation)) this.awaited.delete(conversation);
    });
  }

  dispose(): void {
    this.following.dispose();
  }

  onNeedsUser(conversation: string): void {
    if (this.awaited.has(conversation) || this.views.sees(conversation)) return;
    this.awaited.add(conversation);
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
    if (this.told.has(conversation)) return;
    this.told.add(conversation);
    void this.notify(conversation, message).finally(() => this.told.delete(conversation));
  }

  private async notify(conversation: string, message: string): Promise<void> {
    const open = t('Open Chat');
    const answer = await showInformationMessage(message, open);
    if (answer === open) await this.views.show(conversation);
  }

  private nameOf(conversation: string): string {
    return this.titleOf(conversation) ?? t('Without a Title');
  }
}
