/** Decline and cancel: the server is told which. */
import { t } from '@vscode/l10n';
import type { Reply } from '../../protocol/index.ts';
import { TextButton } from '../ui/controls.tsx';

export function RefusalButtons({ onReply }: { onReply: (reply: Reply) => void }) {
  return (
    <div class="refusals">
      <TextButton onClick={() => onReply({ action: 'decline' })}>{t('Decline')}</TextButton>
      <TextButton look="quiet" title={t('Cancel (Escape)')} onClick={() => onReply({ action: 'cancel' })}>
        {t('Cancel')}
      </TextButton>
    </div>
  );
}
