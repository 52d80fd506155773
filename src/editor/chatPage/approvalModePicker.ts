/** The page only opens this: what it shows comes from others, so it cannot choose. */
import { t } from '@vscode/l10n';
import type { ApprovalMode } from '../../protocol/index.ts';
import type { ApprovalModes } from '../chat/approvalModes.ts';
import { showQuickPick } from '../ui/index.ts';

export async function pickApprovalMode(modes: ApprovalModes, conversation: string): Promise<void> {
  const now = modes.shownFor(conversation);
  const row = (mode: ApprovalMode, label: string, detail: string) => ({
    label,
    detail,
    mode,
    ...(mode === now && { description: t('(current)') }),
  });
  const chosen = await showQuickPick(
    [
      row('ask', t('Ask'), t('Calls need your approval, unless a permission covers them.')),
      row(
        'changes',
        t('Ask for changes only'),
        t(
          'Tools that their server marks as read-only run without asking. The mark is the word of the server.',
        ),
      ),
      row(
        'free',
        t('This conversation freely'),
        t(
          'All tools run without asking, commands too. Sensitive and protected files, and calls that could send out what was read, still ask.',
        ),
      ),
    ],
    {
      title: t('Patchbay: Approval in This Conversation'),
      placeHolder: t('New conversations start with the default of your settings'),
    },
  );
  if (chosen) modes.choose(conversation, chosen.mode);
}
