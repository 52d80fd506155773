/**
 * Waits for a condition that has no event, by asking again until a deadline.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitLimit } from './waitLimit.ts';

const INTERVAL_MS = 50;

/**
 * Asks until the answer is not undefined, false or null, and returns it. Throws an Error with `what` and what
 * `detail` gives at the end, after `timeout` milliseconds, by default after the limit of `waitLimit.ts`.
 */
export async function poll<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false | null>,
  { timeout = waitLimit.ms, detail }: { timeout?: number; detail?: () => Promise<string> | string } = {},
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
