/**
 * Passes on the output of a command in pieces that a chat can follow: ten a second at most, and of a flood only the
 * end.
 */
import { tailText } from '../../base/common/cut.ts';
import { begunAtEnd, forScreen } from '../../base/common/terminalText.ts';

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
    this.waiting = all.length > MAX_PIECE ? `…${withoutPartedCode(tailText(all, MAX_PIECE - 1))}` : all;
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const begun = begunAtEnd(this.waiting);
    const piece = forScreen(this.waiting.slice(0, this.waiting.length - begun.length));
    this.waiting = begun;
    if (piece !== '') this.emit(piece);
  }
}

/** Takes the end of a code away from the beginning of a text that was cut in it. */
function withoutPartedCode(text: string): string {
  return text.replace(/^\[?[\d;:]{0,64}m/, '');
}
