/** The line that the user types into a terminal without a shell: it is shown here, and sent with Enter. */
import { MAX_COMMAND_INPUT } from '../../protocol/index.ts';

interface LineTarget {
  readonly isSecret: () => boolean;
  readonly echo: (text: string) => void;
  readonly enter: (line: string, isSecret: boolean) => void;
  /** The user has typed Ctrl+D in an empty line. */
  readonly end: () => void;
  /** The user has typed Ctrl+C. */
  readonly interrupt: () => void;
}

export class TypedLine {
  private readonly target: LineTarget;
  private line: string[] = [];

  constructor(target: LineTarget) {
    this.target = target;
  }

  type(data: string): void {
    // Keys such as arrows come as an escape sequence of their own, and do nothing here.
    if (data.startsWith('\u001b')) return;
    for (const character of data) this.one(character);
  }

  private one(character: string): void {
    const { target } = this;
    const isSecret = target.isSecret();
    switch (character) {
      case '\r':
      case '\n': {
        const line = this.line.join('');
        this.line = [];
        target.echo('\r\n');
        return target.enter(line, isSecret);
      }
      case '\u0003':
        return target.interrupt();
      case '\u0004':
        return this.line.length === 0 ? target.end() : undefined;
      case '\b':
      case '\u007f':
        if (this.line.pop() !== undefined && !isSecret) target.echo('\b \b');
        return;
      default:
        if (/\p{Cc}/u.test(character) || this.line.length >= MAX_COMMAND_INPUT) return;
        this.line.push(character);
        if (!isSecret) target.echo(character);
    }
  }
}
