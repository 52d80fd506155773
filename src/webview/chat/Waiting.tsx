/** The line that says what the turn does while nothing else shows it, and since when: whether it is stuck. */
import { t } from '@vscode/l10n';
import type { Item, TurnProgress } from '../../protocol/index.ts';
import { formatCount, formatRunning } from '../calls/format.ts';
import { isOpenCall } from '../calls/names.ts';
import { isOpenState } from '../questions/states.ts';
import type { ChatStore } from '../state/store.ts';
import { useClock } from './clock.ts';
import { useChat } from './context.ts';

/** An answer that pauses for so long is worth a word, in ms. */
const PAUSE = 3000;
/** So long without a sign of the model is worth another word, in ms. */
const LONG = 60_000;

export function Waiting() {
  const { store } = useChat();
  const status = store.status.value;
  const last = store.rows.value.at(-1);
  const item = last && store.item(last.id)?.value;
  if (!status || status.turn === 'idle' || !item) return null;
  if (status.turn === 'stopping')
    return (
      <div class="waiting">
        <span class="shimmer">{t('Stopping…')}</span>
      </div>
    );
  if (isStepBusy(store)) return null;
  const { turnSince, heardAt } = store;
  return (
    <Doing
      progress={status.progress}
      since={turnSince}
      heardAt={heardAt}
      isAnswering={item.kind === 'assistant' && item.streaming}
    />
  );
}

/** `isAnswering`: what comes is seen above, as long as it comes. */
function Doing(props: {
  progress: TurnProgress | undefined;
  since: number;
  heardAt: number;
  isAnswering: boolean;
}) {
  const { progress, since, heardAt, isAnswering } = props;
  const now = useClock();
  const quiet = now - heardAt;
  if (isAnswering && !progress?.draft && quiet < PAUSE) return null;
  if (progress?.doing === 'asking' && quiet >= LONG)
    return (
      <div class="waiting">{t('Nothing from the model for {0}. Escape stops it.', formatRunning(quiet))}</div>
    );
  const total = now - since;
  const times = [
    ...(quiet >= 1000 ? [formatRunning(quiet)] : []),
    ...(total - quiet >= 10_000 ? [t('{0} in all', formatRunning(total))] : []),
  ];
  return (
    <div class="waiting">
      <span class="shimmer">{wordsFor(progress)}</span>
      {times.length > 0 && <span class="waiting-time">{times.join(' · ')}</span>}
    </div>
  );
}

function wordsFor(progress: TurnProgress | undefined): string {
  if (!progress || progress.doing === 'preparing') return t('Working…');
  const { draft } = progress;
  return draft
    ? t('Writing a call of {0}… {1} characters', draft.tool, formatCount(draft.length))
    : t('Waiting for the model…');
}

/** Whether an item of the newest step shows that something happens: any of its calls can be the one that ends last. */
function isStepBusy(store: ChatStore): boolean {
  const rows = store.rows.value;
  let step: number | undefined;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row || row.kind === 'user' || row.kind === 'assistant') return false;
    if (row.kind === 'call' && row.step !== (step ??= row.step)) return false;
    const item = store.item(row.id)?.value;
    if (item && isBusy(item)) return true;
  }
  return false;
}

/** Whether the item itself shows that something happens, and since when. */
function isBusy(item: Item): boolean {
  if (item.kind === 'question') return isOpenState(item.state);
  if (item.kind === 'summary') return item.state.status === 'running';
  return item.kind === 'call' && isOpenCall(item.call.status);
}
