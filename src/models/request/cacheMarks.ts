/** Tells endpoints which part of a request to cache (docs/decisions/035-cache-marks.md). */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Api } from '../common/abilities.ts';

/**
 * `key` sends the same `prompt_cache_key` with all requests of a conversation. `marks` sends `cache_control` with
 * messages.
 */
export type CacheMode = 'key' | 'marks';

const keyHosts = /(^|\.)(api\.openai\.com|openai\.azure\.com|mistral\.ai|moonshot\.(ai|cn))$/;
/** Hosts that accept the key in the Responses API. Chat Completions needs a header there. */
const keyHostsOfResponses = /(^|\.)x\.ai$/;
/** Models on OpenRouter that need marks. Others cache without marks, and Gemini's cache costs more with them. */
const markedModels = /^~?(anthropic|qwen)\//i;

/**
 * `setting` is `cache` of the user's request fields. Returns undefined for endpoints that may refuse unknown fields.
 */
export function cacheMode(
  setting: unknown,
  { api, baseURL, model }: { readonly api: Api; readonly baseURL: string; readonly model: string },
): CacheMode | undefined {
  if (setting === 'off') return undefined;
  // Only Chat Completions has content that can be marked.
  if (setting === 'marks') return api === 'chat' ? 'marks' : undefined;
  if (setting === 'key') return 'key';
  const host = URL.parse(baseURL)?.hostname ?? '';
  if (keyHosts.test(host) || (api === 'responses' && keyHostsOfResponses.test(host))) return 'key';
  const isMarked = api === 'chat' && /(^|\.)openrouter\.ai$/.test(host) && markedModels.test(model);
  return isMarked ? 'marks' : undefined;
}

/**
 * Chooses among Anthropic's four marks: the system message, the end of the request before (it looks back 20 parts), and
 * the last message.
 */
export function markedMessages(
  messages: readonly ChatCompletionMessageParam[],
): ReadonlySet<ChatCompletionMessageParam> {
  const system = messages[0]?.role === 'system' ? messages[0] : undefined;
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  const lastIn = (list: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam | undefined =>
    list.findLast((message) => (message.role === 'user' || message.role === 'tool') && canBeMarked(message));
  const found = [system && canBeMarked(system) ? system : undefined, lastIn(messages)];
  if (answer >= 0) found.push(lastIn(messages.slice(0, answer)));
  return new Set(found.filter((message) => message !== undefined));
}

/** An empty text cannot be marked. */
function canBeMarked({ content }: ChatCompletionMessageParam): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  const last = content?.at(-1);
  return last?.type === 'image_url' || (last?.type === 'text' && last.text.trim() !== '');
}

export function withMark(message: ChatCompletionMessageParam): object {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : [...(content ?? [])];
  const last = parts.pop();
  return { ...message, content: [...parts, { ...last, cache_control: { type: 'ephemeral' } }] };
}
