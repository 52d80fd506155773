/** What a command writes, in pieces that a chat can follow: some in a second, and of a flood its end. */
import { stripVTControlCharacters } from 'node:util';

/** How long in ms a piece is collected. */
const PAUSE_MS = 100;
/** Characters of a piece. */
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
    this.waiting = all.length > MAX_PIECE ? `…${all.slice(1 - MAX_PIECE)}` : all;
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Gives what was written since the last piece. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Colours are for terminals, and so is writing over a line.
    const piece = stripVTControlCharacters(this.waiting).replaceAll(/\r\n?/g, '\n');
    this.waiting = '';
    if (piece !== '') this.emit(piece);
  }
}
