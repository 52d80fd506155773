/** Slows a command down that writes without end, because reading it would take a processor for as long as it runs. */

interface PacedStream {
  pause(): unknown;
  resume(): unknown;
}

/** Characters that are read in a window of time, in ms. What a build writes is far less. */
const MAX_IN_WINDOW = 2_000_000;
const WINDOW_MS = 100;

export class OutputPace {
  private readonly streams: readonly PacedStream[];
  private readonly later: (resume: () => void, ms: number) => void;
  private readonly now: () => number;
  private since = 0;
  private length = 0;

  constructor(
    streams: readonly PacedStream[],
    later: (resume: () => void, ms: number) => void = (resume, ms) => void setTimeout(resume, ms).unref(),
    now: () => number = () => performance.now(),
  ) {
    this.streams = streams;
    this.later = later;
    this.now = now;
  }

  /** Must be called for each piece of output. A command whose output is not read waits. */
  heard(length: number): void {
    const now = this.now();
    if (now - this.since >= WINDOW_MS) {
      this.since = now;
      this.length = 0;
    }
    const before = this.length;
    this.length += length;
    if (before > MAX_IN_WINDOW || this.length <= MAX_IN_WINDOW) return;
    for (const stream of this.streams) stream.pause();
    this.later(
      () => {
        for (const stream of this.streams) stream.resume();
      },
      this.since + WINDOW_MS - now,
    );
  }
}
