/** How long a call took, or how long it has been running. */
import type { CallView } from '../../protocol/index.ts';
import { useClock } from '../chat/clock.ts';
import { useChat } from '../chat/context.ts';
import { formatDuration, formatRunning } from './format.ts';

export function CallTime({ call: { status, startedAt, durationMs } }: { call: CallView }) {
  if (durationMs !== undefined) return <span class="call-time">{formatDuration(durationMs)}</span>;
  return status === 'running' ? <RunningTime startedAt={startedAt} /> : null;
}

/** The first second is not worth a number: most calls are over by then. */
function RunningTime({ startedAt }: { startedAt: number }) {
  const { store } = useChat();
  const elapsed = useClock() + store.clockSkew - startedAt;
  return <span class="call-time">{elapsed < 1000 ? '' : formatRunning(elapsed)}</span>;
}
