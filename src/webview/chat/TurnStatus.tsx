import { t } from '@vscode/l10n';
import { useComputed } from '@preact/signals';
import type { Item, TurnProgress } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { formatCount, formatRunning } from '../ui/format.ts';
import { retryText } from '../state/announce.ts';
import { isOpenCall } from '../state/callNames.ts';
import { isOpenState } from '../state/questionState.ts';
import type { ChatStore } from '../state/store.ts';
import { useClock } from '../ui/clock.ts';
import { useChat } from '../ui/chatContext.ts';

/** Ms without text after which an answer counts as paused. */
const PAUSE = 3000;
/** Ms without a sign of the model after which the status says so. */
const LONG = 60_000;

/** `seen`: an item shows what happens. */
type Phase = 'idle' | 'stopping' | 'seen' | 'answering' | 'waiting';

export function TurnStatus() {
  const { store } = useChat();
  // Only the phase is read, or each piece of an answer would redraw this.
  const phase = useComputed(() => phaseOf(store)).value;
  switch (phase) {
    case 'idle':
    case 'seen':
      return null;
    case 'stopping':
      return (
        <div class="waiting">
          <span class="shimmer">{t('Stopping…')}</span>
        </div>
      );
    default:
      return <Doing isAnswering={phase === 'answering'} />;
  }
}

function phaseOf(store: ChatStore): Phase {
  const turn = store.status.value?.turn ?? 'idle';
  const item = newestItem(store);
  if (turn === 'idle' || !item) return 'idle';
  if (turn === 'stopping') return 'stopping';
  if (isStepBusy(store)) return 'seen';
  return item.kind === 'assistant' && item.streaming ? 'answering' : 'waiting';
}

function newestItem(store: ChatStore): Item | undefined {
  const row = store.rows.value.at(-1);
  return row && store.item(row.id)?.value;
}

function Doing({ isAnswering }: { isAnswering: boolean }) {
  const { store } = useChat();
  const progress = store.status.value?.progress;
  const now = useClock();
  const quiet = now - store.lastPatchAt;
  if (isAnswering && !progress?.draft && quiet < PAUSE) return null;
  // New text ends a pause.
  newestItem(store);
  const retry = progress?.retry;
  const left = retry ? store.retryAt - now : 0;
  if (retry && (left > 0 || quiet < LONG))
    return (
      <div class="waiting retrying">
        <span class="retry-why">
          <Words text={retry.why} />
        </span>
        <span class="shimmer">{retryText(left, retry.attempt, retry.attempts)}</span>
      </div>
    );
  if (progress?.doing === 'asking' && quiet >= LONG)
    return (
      <div class="waiting">
        {t('No response from the model for {0}. Press Escape to stop.', formatRunning(quiet))}
      </div>
    );
  const total = now - store.turnSince;
  const times = [
    ...(quiet >= 1000 ? [formatRunning(quiet)] : []),
    ...(total - quiet >= 10_000 ? [t('{0} total', formatRunning(total))] : []),
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
    ? t('Writing a call to {0}… {1} characters', draft.tool, formatCount(draft.length))
    : t('Waiting for the model…');
}

/** Any call of the newest step may end last, so all of its items are asked. */
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

function isBusy(item: Item): boolean {
  if (item.kind === 'question') return isOpenState(item.state);
  if (item.kind === 'pause') return item.state.status === 'open';
  if (item.kind === 'summary') return item.state.status === 'running';
  return item.kind === 'call' && isOpenCall(item.call.status);
}
