/** Asks the host for the changed lines of a file when the file is unfolded. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ChatMessage, HostMessage, LineDiff } from '../../protocol/index.ts';

export type ChangedLinesState = LineDiff | 'loading' | 'none';

export class ChangedLines {
  private readonly post: (message: ChatMessage) => void;
  private readonly asked = new Map<number, Signal<ChangedLinesState>>();
  private readonly known = new Map<string, Signal<ChangedLinesState>>();
  private requests = 0;

  constructor(post: (message: ChatMessage) => void) {
    this.post = post;
  }

  of(id: string, file: number): ReadonlySignal<ChangedLinesState> {
    const key = `${id}/${file}`;
    const lines = this.known.get(key) ?? signal<ChangedLinesState>('loading');
    this.known.set(key, lines);
    return lines;
  }

  ask(id: string, file: number): void {
    this.of(id, file);
    const lines = this.known.get(`${id}/${file}`);
    if (!lines) return;
    this.requests += 1;
    this.asked.set(this.requests, lines);
    this.post({ type: 'changedLines', request: this.requests, id, file });
  }

  handle({ request, diff }: Extract<HostMessage, { type: 'changedLines' }>): void {
    const lines = this.asked.get(request);
    if (lines) lines.value = diff ?? 'none';
    this.asked.delete(request);
  }
}
