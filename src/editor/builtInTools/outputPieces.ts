/**
 * Passes on the output of a command in pieces that a chat can follow: ten a second at most, and of a flood only the
 * end.
 */
import { tailText } from '../../base/common/cut.ts';
import { plainOutput } from '../../tools/index.ts';

const PAUSE_MS = 100;
const MAX_PIECE = 4_000;

export class OutputPieces {
  private readonly emit: (piece: string) => void;
  private waiting = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(emit: (piece: string) => void) {
    this.emit = emit;
  }

  write(text: string): void {
    const all = this.waiting + text;
    this.waiting = all.length > MAX_PIECE ? `…${tailText(all, MAX_PIECE - 1)}` : all;
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const piece = plainOutput(this.waiting);
    this.waiting = '';
    if (piece !== '') this.emit(piece);
  }
}
