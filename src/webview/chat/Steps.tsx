import { t } from '@vscode/l10n';
import type { StepsRow } from '../state/rows.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { formatDuration } from '../ui/format.ts';

/** In place of finished steps, or above them. */
export function Steps({ row: { id, calls, failed, ms, folds } }: { row: StepsRow }) {
  const { view, scroll } = useChat();
  const open = view.isOpen(id).value;
  const toggle = (): void => {
    scroll.holdStill();
    if (open) view.forgetOpened(folds);
    view.toggle(id);
  };
  return (
    <div class={`steps disclosure ${open ? 'open' : ''}`}>
      <button type="button" class="disclosure-button" aria-expanded={open} onClick={toggle}>
        <Icon name="chevron-right" class="chevron" />
        <span>{sumOf(calls, formatDuration(ms))}</span>
        {failed > 0 && (
          <span class="steps-failed">
            <Icon name="error" /> {t('{0} failed', failed)}
          </span>
        )}
      </button>
    </div>
  );
}

function sumOf(calls: number, time: string): string {
  return calls === 1 ? t('1 call, {0}', time) : t('{0} calls, {1}', calls, time);
}
