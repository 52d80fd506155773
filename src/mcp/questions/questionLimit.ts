/** Bounds the questions of each server: a user who answers hundreds reads none of them. */
import type { Clock } from '../../base/common/clock.ts';
import type { Asking, Interaction } from './interaction.ts';
import { RateLimit } from '../../base/common/rateLimit.ts';

/** Questions of one server that wait for the user. */
const MAX_OPEN = 5;
/** Forms and pages. Sampling has a setting. */
const MAX_PER_MINUTE = 20;

/** JSON-RPC server error, for a request that may be repeated later. */
const TOO_MANY = -32_000;

const NOTICES_PER_MINUTE = 1;

/** Refuses questions beyond the limits with an error. `onExcess` gets a message for the log, at most once a minute. */
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
