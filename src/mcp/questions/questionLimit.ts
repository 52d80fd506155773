/** Bounds how many questions each server may have open, and ask: whoever answers hundreds reads none of them. */
import type { Clock } from '../../base/common/clock.ts';
import type { Asking, Interaction } from './interaction.ts';
import { RateLimit } from '../../base/common/rateLimit.ts';

/** Forms, pages and requests to the model that wait for the user, of one server. */
const MAX_OPEN = 5;
/** Forms and pages of one server in a minute. Requests to the model have a setting. */
const MAX_PER_MINUTE = 20;

/** Server error of JSON-RPC, for a request that may be made again later. */
const TOO_MANY = -32_000;

/** How often the user and the log hear that a server asks too much, at most. */
const NOTICES_PER_MINUTE = 1;

/**
 * The same, but a request beyond the limits is refused with an error. The first one is told to `onExcess`, with a
 * sentence for the log, and the next one no sooner than a minute later.
 */
export function limitQuestions(
  { form, url, sample, ...rest }: Interaction,
  clock: Clock,
  onExcess: (server: string, english: string) => void,
): Interaction {
  const open = new Map<string, number>();
  const now = (): number => clock.monotonic();
  const asked = new RateLimit(() => MAX_PER_MINUTE, now);
  const notices = new RateLimit(() => NOTICES_PER_MINUTE, now);
  const refuse = (server: string, why: string): never => {
    if (notices.take(server) === 'within') {
      onExcess(server, `It asks too much, and further questions are refused for now: ${why}`);
      rest.onTooMany?.(server);
    }
    throw Object.assign(new Error(`${why} Ask again later.`), { code: TOO_MANY });
  };
  const limited =
    <Params, Result>(ask: (params: Params, from: Asking) => Promise<Result>, isRated: boolean) =>
    async (params: Params, from: Asking): Promise<Result> => {
      const { server } = from;
      const before = open.get(server) ?? 0;
      if (before >= MAX_OPEN) return refuse(server, `${MAX_OPEN} questions of this server are open already.`);
      if (isRated && asked.take(server) !== 'within')
        return refuse(server, `This server has asked ${MAX_PER_MINUTE} questions within a minute.`);
      open.set(server, before + 1);
      try {
        return await ask(params, from);
      } finally {
        const left = (open.get(server) ?? 1) - 1;
        if (left > 0) open.set(server, left);
        else open.delete(server);
      }
    };
  return {
    ...rest,
    ...(form && { form: limited(form, true) }),
    ...(url && { url: limited(url, true) }),
    ...(sample && { sample: limited(sample, false) }),
  };
}
