import type { Api } from '../common/abilities.ts';
import { isNoSuchModel } from '../failures/statusFailure.ts';

/** OpenAI, GitHub Copilot and routers, of models that they have by the Responses API alone. */
const wantsResponses =
  /v1\/responses|responses api|not a chat model|not (accessible|supported) (via|in|with) the [^.]{0,40}chat\/completions/i;
const wantsChat =
  /(with|by|in|via) the responses api|responses (api|endpoint)[^.]{0,40} not |chat\/completions/i;

/** The API that the endpoint wants instead, by a refusal of a request that used `api`. */
export function otherApi(error: unknown, api: Api): Api | undefined {
  const { status, message } = error as { status?: unknown; message?: unknown };
  if (status !== 400 && status !== 404 && status !== 405) return undefined;
  const words = String(message);
  if (api === 'chat') return wantsResponses.test(words) ? 'responses' : undefined;
  // OpenAI also answers 404 about the model, and about items that it has not stored.
  const isPath = status !== 400 && !isNoSuchModel(words) && !/\bitem\b/i.test(words);
  return isPath || wantsChat.test(words) ? 'chat' : undefined;
}
