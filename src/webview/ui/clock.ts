/** One clock for all that counts seconds; it ticks only while a component uses it. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const ticks = signal(0);
let watchers = 0;
let timer: number | undefined;

function watch(): () => void {
  watchers += 1;
  timer ??= window.setInterval(() => (ticks.value += 1), 1000);
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Ms since the epoch by a clock that only goes forward: setting the system's clock changes nothing. */
export function pageNow(): number {
  return performance.timeOrigin + performance.now();
}

/** `pageNow`; redraws the component every second. */
export function useClock(): number {
  useEffect(watch, []);
  void ticks.value;
  return pageNow();
}
