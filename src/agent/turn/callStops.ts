/** Lets the user stop one call, while the others and the turn go on. */
export class CallStops {
  private readonly running = new Map<string, AbortController>();

  /** Returns the signal for the call: that of its turn, or its own. */
  begin(call: string, turn: AbortSignal): AbortSignal {
    const own = new AbortController();
    this.running.set(call, own);
    return AbortSignal.any([turn, own.signal]);
  }

  end(call: string): void {
    this.running.delete(call);
  }

  stop(call: string): void {
    this.running.get(call)?.abort(new Error('Stopped by the user.'));
  }
}
