/** One clock for everything that counts seconds on the page. It ticks only while somebody looks at it. */
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

/** The time in ms since the epoch, as it was when the page was loaded: setting the clock changes nothing here. */
export function pageNow(): number {
  return performance.timeOrigin + performance.now();
}

/** `pageNow`; the component is drawn again every second. */
export function useClock(): number {
  useEffect(watch, []);
  void ticks.value;
  return pageNow();
}
