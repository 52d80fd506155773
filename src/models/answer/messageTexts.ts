/**
 * Takes whole messages within a stream, in place of deltas. Some endpoints send the next piece in each, others all of
 * the text so far (DashScope).
 */
import type { Fields } from '../common/echo.ts';

const fields = ['content', 'reasoning_content'] as const;

/** Length from which a text that is sent again is no accident. */
const SURELY_AGAIN = 8;

export class MessageTexts {
  private readonly before: Partial<Record<(typeof fields)[number], string>> = {};

  /** Returns the message with the part of its texts that is new. `isLast` says that its choice has a finish reason. */
  next(message: Fields, isLast: boolean): Fields {
    const made: Record<string, unknown> = { ...message };
    for (const field of fields) {
      const text = message[field];
      if (typeof text !== 'string' || text === '') continue;
      const before = this.before[field] ?? '';
      const isAgain = text.length > before.length || isLast || text.length >= SURELY_AGAIN;
      const isSoFar = before !== '' && isAgain && text.startsWith(before);
      made[field] = isSoFar ? text.slice(before.length) : text;
      this.before[field] = isSoFar ? text : before + text;
    }
    return made;
  }
}
