import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { StepsRow } from '../state/rows.ts';
import { wordsForCalls } from '../state/stepWords.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { formatDuration } from '../ui/format.ts';

/** This row stands in place of finished steps, or above them. */
export function Steps({ row: { id, calls, failed, ms, folds } }: { row: StepsRow }) {
  const { store, view, scroll } = useChat();
  const open = view.isOpen(id).value;
  const did = useMemo(
    () =>
      wordsForCalls(
        calls.flatMap((each) => {
          const item = store.item(each)?.peek();
          return item?.kind === 'call' ? [item.call] : [];
        }),
      ),
    [calls],
  );
  const toggle = (): void => {
    scroll.holdStill(open);
    if (open) view.forgetOpened(folds);
    view.toggle(id);
  };
  return (
    <div class={`steps disclosure ${open ? 'open' : ''}`}>
      <button type="button" class="disclosure-button" aria-expanded={open} onClick={toggle}>
        <Icon name="chevron-right" class="chevron" />
        <span>
          {did}
          {failed > 0 && (
            <>
              {', '}
              <span class="steps-failed">
                <Icon name="error" />
                {calls.length === 1 ? t('failed') : t('{0} failed', failed)}
              </span>
            </>
          )}
          {`, ${formatDuration(ms)}`}
        </span>
      </button>
    </div>
  );
}
