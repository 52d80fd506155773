/** Splits a byte stream into lines in linear time. It holds one line of bounded length at most. */

import { headText } from '../common/cut.ts';
import { LocalizedError, msg } from '../common/message.ts';

const NEWLINE = 0x0a;
/** Longest secret that could be cut in two. */
const MAX_WORD = 4_096;

/** Ends the stream: after a message that was too long, the next one cannot be found safely. */
export class TooLong extends LocalizedError {
  override readonly name = 'TooLong';
  constructor(limit: number) {
    super(msg('The server sent a message of more than {0} MB.', Math.round(limit / 1024 / 1024)));
  }
}

export class LineBuffer {
  private readonly limit: number;
  private readonly beyond: 'refuse' | 'cut';
  private parts: Buffer[] = [];
  private size = 0;
  private isCut = false;

  /**
   * `limit` is in bytes. `beyond` refuses a longer message, which is useless without its end, or cuts a longer line of
   * a log.
   */
  constructor(limit: number, beyond: 'refuse' | 'cut' = 'refuse') {
    this.limit = limit;
    this.beyond = beyond;
  }

  /** @throws TooLong when a line, complete or not, is longer than the limit and not to be cut */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.hold(chunk.subarray(start, end));
      lines.push((this.rest() ?? '').replace(/\r$/, ''));
      start = end + 1;
    }
    this.hold(chunk.subarray(start));
    return lines;
  }

  /**
   * Returns whether the incomplete line ends with `end` and has at most `limit` bytes. It joins nothing, because it is
   * asked after each chunk, and a server may send a line in a million of them.
   */
  restEndsWith(end: string, limit: number): boolean {
    return this.size <= limit && this.parts.at(-1)?.at(-1) === end.charCodeAt(0);
  }

  /** Returns the incomplete line if it ends with `end` and has at most `limit` bytes. */
  restEndingWith(end: string, limit: number): string | undefined {
    return this.restEndsWith(end, limit) ? Buffer.concat(this.parts, this.size).toString('utf8') : undefined;
  }

  rest(): string | undefined {
    const [first, ...more] = this.parts;
    if (!first) return undefined;
    const whole = more.length === 0 ? first : Buffer.concat(this.parts, this.size);
    const text = whole.toString('utf8');
    // The last word is left out, because a secret that is cut in two would not be redacted.
    const kept = this.isCut ? `${withoutLastWord(text)}…` : text;
    this.clear();
    return kept;
  }

  clear(): void {
    this.parts = [];
    this.size = 0;
    this.isCut = false;
  }

  private hold(part: Buffer): void {
    if (part.length === 0) return;
    const room = this.limit - this.size;
    if (part.length > room && this.beyond === 'refuse') throw new TooLong(this.limit);
    if (part.length > room) this.isCut = true;
    if (room === 0) return;
    // The part is copied, because a view of it would keep the whole chunk in memory.
    const kept = part.length > room ? Buffer.from(part.subarray(0, room)) : part;
    this.size += kept.length;
    this.parts.push(kept);
  }
}

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < MAX_WORD && /\S/.test(text.charAt(end - 1))) end -= 1;
  return headText(text, end);
}
