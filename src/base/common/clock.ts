/** Time as the MCP room sees it: handed in, so that tests move it instead of waiting. */

/** Two clocks and an alarm. */
export interface Clock {
  /** Wall clock, in ms since the epoch. Goes on while the machine sleeps. */
  now(): number;
  /** Time in ms that this process has been able to run. Stands still while the machine sleeps. */
  monotonic(): number;
  /** Calls `act` once after `ms`. Returns how to prevent that. */
  after(ms: number, act: () => void): () => void;
}

/** The real one. An alarm alone keeps no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};
