/**
 * Waits for a condition that has no event, by asking again until a deadline.
 */
import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 50;
/** What takes longer does not come any more, also on a busy machine. A test has twice as long. */
export const LIMIT_MS = 60_000;

/**
 * Asks until the answer is not undefined, false or null, and returns it. Throws an Error with `what` and what
 * `detail` gives at the end, after `timeout` milliseconds.
 */
export async function poll<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false | null>,
  { timeout = LIMIT_MS, detail }: { timeout?: number; detail?: () => Promise<string> | string } = {},
): Promise<Answer> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null) return answer;
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeout / 1000} s for ${what}. ${detail ? await detail() : ''}`.trim());
    }
    await delay(INTERVAL_MS);
  }
}
