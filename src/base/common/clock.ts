/** Time is handed in, so that tests move it instead of waiting. */

export interface Clock {
  /** Time in ms since the epoch. It goes on while the machine sleeps. */
  now(): number;
  /** Time in ms that only goes forward. It stands still while the machine sleeps. */
  monotonic(): number;
  /** Calls `act` once after `ms`. The function that it returns cancels the call. */
  after(ms: number, act: () => void): () => void;
}

/** The clock of the system. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

export const MAX_TIMER_MS = 2_147_483_647;
