/** The line that says the turn goes on while nothing else shows it: the model has not begun to answer. */
import { t } from '@vscode/l10n';
import type { Item } from '../../protocol/index.ts';
import { isOpenCall } from '../calls/names.ts';
import { useChat } from './context.ts';
import { isOpenState } from '../questions/states.ts';

export function Waiting() {
  const { store } = useChat();
  const turn = store.status.value?.turn ?? 'idle';
  const last = store.rows.value.at(-1);
  const item = last && store.item(last.id)?.value;
  if (turn === 'idle' || !item || (turn === 'running' && isBusy(item))) return null;
  return (
    <div class="waiting">
      <span class="shimmer">{turn === 'stopping' ? t('Stopping…') : t('Working…')}</span>
    </div>
  );
}

/** Whether the item itself shows that something happens. */
function isBusy(item: Item): boolean {
  if (item.kind === 'question') return isOpenState(item.state);
  if (item.kind === 'summary') return item.state.status === 'running';
  return item.kind === 'assistant' ? item.streaming : item.kind === 'call' && isOpenCall(item.call.status);
}
