import type { Patch } from '../../protocol/index.ts';

/** Calls `run` once, soon. Returns a function that cancels the call. */
export type Schedule = (run: () => void) => () => void;

/** Waits for one frame of a 60 Hz screen, because more messages would be wasted. */
const nextFrame: Schedule = (run) => {
  const timer = setTimeout(run, 16);
  return () => clearTimeout(timer);
};

export class PatchStream {
  private readonly send: (seq: number, patches: readonly Patch[]) => void;
  private readonly schedule: Schedule;
  private waiting: Patch[] = [];
  private callOff: (() => void) | undefined;
  private sent = 0;

  constructor(send: (seq: number, patches: readonly Patch[]) => void, schedule: Schedule = nextFrame) {
    this.send = send;
    this.schedule = schedule;
  }

  /** Number of the newest batch. A snapshot that is taken after `flush` continues from here. */
  get seq(): number {
    return this.sent;
  }

  push(patch: Patch): void {
    const last = this.waiting.at(-1);
    const joined = last && join(last, patch);
    if (joined) this.waiting[this.waiting.length - 1] = joined;
    else this.waiting.push(patch);
    this.callOff ??= this.schedule(() => this.flush());
  }

  flush(): void {
    this.callOff?.();
    this.callOff = undefined;
    if (this.waiting.length === 0) return;
    const patches = this.waiting;
    this.waiting = [];
    this.sent += 1;
    this.send(this.sent, patches);
  }
}

function join(last: Patch, patch: Patch): Patch | undefined {
  if ((last.op === 'text' || last.op === 'reasoning') && last.op === patch.op && last.id === patch.id)
    return { ...last, text: last.text + patch.text };
  if (last.op === 'progress' && patch.op === 'progress' && last.id === patch.id) {
    const output = (last.output ?? '') + (patch.output ?? '');
    return { ...patch, ...(output !== '' && { output }) };
  }
  return undefined;
}
