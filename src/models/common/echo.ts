import { isRecord } from '../../base/common/guards.ts';
import type { Message } from './model.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Sent back with the next request: DeepSeek refuses a conversation in thinking mode without `reasoning_content`,
 * OpenRouter passes `reasoning_details` to providers that check their signature, Ollama and vLLM take `reasoning`,
 * Gemini signs in `extra_content`. Strict endpoints refuse fields that they do not know.
 */
const messageFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

/** Reasoning items of the Responses API, which only the model that wrote them can read. */
export const RESPONSE_ITEMS = 'response_items';

/** All other fields of a call are sent back. */
const ownCallFields = new Set(['index', 'id', 'type', 'function']);

export function addMessageEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const field of [...messageFields, RESPONSE_ITEMS]) {
    const value = delta[field];
    if (value !== undefined && value !== null && value !== '') echo[field] = merged(echo[field], value);
  }
}

export function addCallEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const [field, value] of Object.entries(delta)) {
    if (ownCallFields.has(field) || value === undefined || value === null) continue;
    // A text is a signature or an id: it comes whole, perhaps more than once.
    echo[field] = typeof value === 'string' ? value : merged(echo[field], value);
  }
}

/** What of an echo can be sent: to `responsesOf` by the Responses API, or by Chat Completions if absent. */
export function echoFor(echo: Fields = {}, responsesOf: string | undefined): Fields {
  const { [RESPONSE_ITEMS]: items, ...others } = echo;
  if (responsesOf === undefined) return others;
  const own = (Array.isArray(items) ? items.filter(isRecord) : []).filter(
    ({ model }) => model === responsesOf,
  );
  return own.length > 0 ? { [RESPONSE_ITEMS]: own } : {};
}

/** The message for another machine or account, which cannot read encrypted reasoning. */
export function withoutReasoning(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const bare = <T extends { readonly echo?: Fields }>({ echo, ...others }: T) => {
    const rest = echoFor(echo, undefined);
    return { ...others, ...(Object.keys(rest).length > 0 && { echo: rest }) };
  };
  return { ...bare(message), calls: message.calls.map(bare) };
}

function merged(before: unknown, value: unknown): unknown {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (Array.isArray(before) && Array.isArray(value)) return value.reduce(withBlock, before);
  if (Array.isArray(value)) return value.reduce(withBlock, []);
  if (isRecord(before) && isRecord(value)) return { ...before, ...value };
  return value;
}

/** OpenRouter streams `reasoning_details` in fragments of one type and index; the signature fits the whole. */
function withBlock(blocks: readonly unknown[], fragment: unknown): unknown[] {
  const last = blocks.at(-1);
  const continues =
    isRecord(last) &&
    isRecord(fragment) &&
    typeof fragment['index'] === 'number' &&
    last['index'] === fragment['index'] &&
    last['type'] === fragment['type'];
  if (!continues) return [...blocks, fragment];
  const block: Record<string, unknown> = { ...last };
  for (const [field, value] of Object.entries(fragment)) {
    const before = block[field];
    const continued =
      (field === 'text' || field === 'summary' || field === 'data') && typeof before === 'string';
    if (continued && typeof value === 'string') block[field] = before + value;
    else if (value !== null && value !== undefined) block[field] = value;
  }
  return [...blocks.slice(0, -1), block];
}
