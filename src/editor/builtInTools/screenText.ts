import { begunAtEnd, forScreen } from '../../base/common/terminalText.ts';

/**
 * Prepares output for a terminal of the editor, where codes could set its title, write to the clipboard or pretend to be
 * the shell: only colours and what erases a line are kept.
 */
export class ScreenText {
  private begun = '';

  push(text: string): string {
    const all = this.begun + text;
    this.begun = begunAtEnd(all);
    return forScreen(all.slice(0, all.length - this.begun.length));
  }
}

/** A terminal of the editor wants the return of the carriage, too. */
export function withReturns(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}
