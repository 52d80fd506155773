/** How long a call took, or how long it has been running. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CallView } from '../../protocol/index.ts';
import { useChat } from '../chat/context.ts';
import { formatDuration, formatRunning } from './format.ts';

/** One clock for all running calls. It ticks only while somebody looks at it. */
const now = signal(Date.now());
let watchers = 0;
let timer: number | undefined;

function watchClock(): () => void {
  watchers += 1;
  now.value = Date.now();
  timer ??= window.setInterval(() => (now.value = Date.now()), 1000);
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function CallTime({ call: { status, startedAt, durationMs } }: { call: CallView }) {
  if (durationMs !== undefined) return <span class="call-time">{formatDuration(durationMs)}</span>;
  return status === 'running' ? <RunningTime startedAt={startedAt} /> : null;
}

/** The first second is not worth a number: most calls are over by then. */
function RunningTime({ startedAt }: { startedAt: number }) {
  const { store } = useChat();
  useEffect(watchClock, []);
  const elapsed = now.value + store.clockSkew - startedAt;
  return <span class="call-time">{elapsed < 1000 ? '' : formatRunning(elapsed)}</span>;
}
