/** Time is handed in, so that tests move it instead of waiting. */

export interface Clock {
  /** In ms since the epoch. Goes on while the machine sleeps. */
  now(): number;
  /** In ms. Stands still while the machine sleeps. */
  monotonic(): number;
  /** Calls `act` once after `ms`. The result cancels that. */
  after(ms: number, act: () => void): () => void;
}

/** Its timers alone keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

export const MAX_TIMER_MS = 2_147_483_647;
