/** Tells the user that a conversation which goes on unseen needs them. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Returns how to tell it; of each conversation there is one message at a time. `show` brings it before the user. */
export function announcer(
  titleOf: (conversation: string) => string | undefined,
  show: (conversation: string) => Promise<void>,
): (conversation: string) => void {
  const told = new Set<string>();
  const tell = async (conversation: string): Promise<void> => {
    const title = titleOf(conversation) ?? t('Without a Title');
    const open = t('Show Conversation');
    const answer = await vscode.window.showInformationMessage(
      t('Patchbay: the conversation "{0}" waits for you.', title),
      open,
    );
    told.delete(conversation);
    if (answer === open) await show(conversation);
  };
  return (conversation) => {
    if (told.has(conversation)) return;
    told.add(conversation);
    void tell(conversation);
  };
}
