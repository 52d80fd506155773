/** Gathers the fields of a streamed answer that its endpoint wants back unchanged with the next request. */
import { isRecord } from '../../base/common/guards.ts';

/** Anything with named fields, before it is known what they hold. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an assistant message that are sent back: DeepSeek refuses a conversation in thinking mode
 * without `reasoning_content`, OpenRouter passes `reasoning_details` on to providers that check their
 * signature, Ollama and vLLM take `reasoning`, Gemini signs in `extra_content`. Others (`refusal`,
 * `annotations`, `audio`) mean nothing in a request, and strict endpoints refuse what they do not know.
 */
const messageFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

/** The fields of a tool call that we make ourselves; all others are sent back. */
const ownCallFields = new Set(['index', 'id', 'type', 'function']);

/** Adds to `echo` what one delta of the message holds. */
export function addMessageEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const field of messageFields) {
    const value = delta[field];
    if (value !== undefined && value !== null && value !== '') echo[field] = merged(echo[field], value);
  }
}

/** Adds to `echo` what one delta of a tool call holds. */
export function addCallEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const [field, value] of Object.entries(delta)) {
    if (ownCallFields.has(field) || value === undefined || value === null) continue;
    // A text here is a signature or an id: it comes whole, perhaps more than once.
    echo[field] = typeof value === 'string' ? value : merged(echo[field], value);
  }
}

/** Texts are continued, lists extended, objects merged field by field. */
function merged(before: unknown, value: unknown): unknown {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (Array.isArray(before) && Array.isArray(value)) return value.reduce(withBlock, before);
  if (Array.isArray(value)) return value.reduce(withBlock, []);
  if (isRecord(before) && isRecord(value)) return { ...before, ...value };
  return value;
}

/**
 * OpenRouter streams one block of `reasoning_details` in fragments with the same type and index, and the
 * provider's signature fits only the whole block.
 */
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
