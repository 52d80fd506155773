/** The output of a command, of which a bounded part is kept. */
import { placeBefore, tailText } from '../base/common/cut.ts';
import { joined, onScreen, type StyledText } from '../base/common/terminalText.ts';
import type { CommandEnd } from '../protocol/index.ts';

/** End of a command that runs no more. */
export type ProcessEnd = Exclude<CommandEnd, { readonly kind: 'background' }>;

export interface CommandResult {
  readonly end: ProcessEnd;
  /** Short names of the processes that the shell left running. They are ended with the call. */
  readonly left: readonly string[];
  /** True if the output was held open when the shell had ended, by one of these processes or by one out of reach. */
  readonly isHeld: boolean;
  /** Beginning and end of the output. `cut` characters between them are lost. */
  readonly head: string;
  readonly tail: string;
  readonly cut: number;
}

/**
 * Returns the output as a terminal shows it, with a note on what is missing. The model gets its text, and the user also
 * its styles.
 */
export function shownOutput({ head, tail, cut }: BoundedText['parts']): StyledText {
  return cut > 0
    ? joined(onScreen(withoutPartedCode(head)), { text: `\n${cutNote(cut)}` }, onScreen(tail))
    : onScreen(head + tail);
}

/** Says that a part of the output is lost, in a line of its own. */
export function cutNote(cut: number): string {
  return `… ${cut} characters left out, and not kept …\n`;
}

/** Takes the beginning of a code away from the end of a text that was cut in it. */
function withoutPartedCode(text: string): string {
  const at = text.lastIndexOf('\u001b');
  return at >= 0 && /^.(?:\[[\d;?]*)?$/s.test(text.slice(at)) ? text.slice(0, at) : text;
}

/** Characters that are kept of the beginning and of the end of an output. */
export const OUTPUT_HEAD = 20_000;
export const OUTPUT_TAIL = 60_000;

/** The beginning and end of a growing text. `cut` characters between them are lost. */
export class BoundedText {
  private head = '';
  private isHeadFull = false;
  private tail = '';
  private cut = 0;

  add(text: string): void {
    const end = this.isHeadFull ? 0 : placeBefore(text, OUTPUT_HEAD - this.head.length);
    this.isHeadFull ||= end < text.length;
    this.head += text.slice(0, end);
    const rest = this.tail + text.slice(end);
    this.tail = tailText(rest, OUTPUT_TAIL);
    this.cut += rest.length - this.tail.length;
  }

  get parts(): Pick<CommandResult, 'head' | 'tail' | 'cut'> {
    const { head, tail, cut } = this;
    return { head, tail, cut };
  }
}

/** Most characters that are kept of an output that is read in parts. */
const MAX_LOG = OUTPUT_TAIL;

/** The newest output of a command, and how much of it was read. */
export class OutputLog {
  private text = '';
  private start = 0;
  private readTo = 0;

  add(text: string): void {
    this.text += text;
    // It is cut only now and then, because each cut copies it.
    if (this.text.length > 2 * MAX_LOG) this.cutTo(MAX_LOG);
  }

  /** The number of characters of the output, with those that are not kept any more. */
  get length(): number {
    return this.start + this.text.length;
  }

  get unread(): number {
    return this.length - this.readTo;
  }

  /** Returns what has come since it was last read. `cut` characters before it are lost. */
  readOn(): { readonly text: string; readonly cut: number } {
    const { unread } = this;
    const text = tailText(this.text, Math.min(unread, MAX_LOG));
    this.readTo += unread;
    return { text, cut: unread - text.length };
  }

  /** Returns the end of the output, whether it was read or not. */
  end(length: number): string {
    return tailText(this.text, length);
  }

  private cutTo(length: number): void {
    const kept = tailText(this.text, length);
    this.start += this.text.length - kept.length;
    this.text = kept;
  }
}
