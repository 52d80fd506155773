import { t } from '@vscode/l10n';
import type { ApprovalMode } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';

export function ApprovalModeButton({ mode }: { mode: ApprovalMode }) {
  const { post } = useChat();
  const { icon, short, hint } = wordsFor(mode);
  return (
    <button
      type="button"
      class={`status-button status-approval ${mode}`}
      title={hint}
      onClick={() => post({ type: 'pickApprovalMode' })}
    >
      <Icon name={icon} />
      <span class="status-text">{short}</span>
      <span class="sr-only">. {hint}</span>
    </button>
  );
}

function wordsFor(mode: ApprovalMode): {
  readonly icon: string;
  readonly short: string;
  readonly hint: string;
} {
  switch (mode) {
    case 'ask':
      return {
        icon: 'shield',
        short: t('Ask'),
        hint: t('Tools ask before they run. Change it for this conversation'),
      };
    case 'changes':
      return {
        icon: 'edit',
        short: t('Ask for changes'),
        hint: t('Tools that are marked as read-only run without asking. Change it for this conversation'),
      };
    case 'free':
      return {
        icon: 'unlock',
        short: t('Runs freely'),
        hint: t('Tools run without asking, except for what asks each time. Change it for this conversation'),
      };
  }
}
