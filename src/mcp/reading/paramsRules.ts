/** Rules for the parameters of a server's requests and notifications. A member that is not named here stays as it is. */
import { questionRules } from './questionRules.ts';
import { filled, number, object, oneOf, record, text, withoutNulls, type Rule } from './rules.ts';

const levels: Readonly<Record<string, string>> = {
  trace: 'debug',
  verbose: 'debug',
  information: 'info',
  warn: 'warning',
  err: 'error',
  fatal: 'critical',
  crit: 'critical',
  panic: 'emergency',
  emerg: 'emergency',
};
const known = oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency');
const level: Rule = (value, place) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return known(Object.hasOwn(levels, word) ? levels[word] : word, place);
};

const requestId: Rule = (value) => (typeof value === 'string' || Number.isInteger(value) ? value : undefined);
const whole = { _meta: record };

export const paramsRules: Readonly<Record<string, Rule>> = {
  'notifications/progress': filled(
    object({ ...whole, progress: number, total: number, message: text }),
    () => ({
      progress: 0,
    }),
  ),
  'notifications/message': filled(object({ ...whole, level, logger: text }), ({ message }) => ({
    level: 'info',
    data: message ?? '',
  })),
  'notifications/cancelled': object({ ...whole, requestId, reason: text }),
  'notifications/resources/updated': object(whole),
  'notifications/elicitation/complete': object(whole),
  'notifications/tasks/status': object({
    ...whole,
    statusMessage: text,
    // It is null if the task is kept without end.
    ttl: (value, place) => (value === null ? value : number(value, place)),
    pollInterval: number,
  }),
  ...questionRules,
  ping: withoutNulls,
};
