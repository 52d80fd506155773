import { isRecord } from '../../base/common/guards.ts';
import type { Message } from './model.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields of an answer that go back with the next request. DeepSeek refuses a conversation in thinking mode without
 * `reasoning_content`, OpenRouter passes `reasoning_details` to providers that check their signature, Ollama and vLLM
 * accept `reasoning`, and Gemini signs in `extra_content`. Strict endpoints refuse fields that they do not know.
 */
const messageFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

/** Reasoning items of the Responses API, which only the model that wrote them can read. */
export const RESPONSE_ITEMS = 'response_items';

/** Fields of a call that the request writes itself. All others are sent back. */
const ownCallFields = new Set(['index', 'id', 'type', 'function', '__proto__']);

export function addMessageEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const field of [...messageFields, RESPONSE_ITEMS]) {
    const value = delta[field];
    if (value !== undefined && value !== null && value !== '') echo[field] = merged(echo[field], value);
  }
}

export function addCallEcho(echo: Record<string, unknown>, delta: Fields): void {
  for (const [field, value] of Object.entries(delta)) {
    if (ownCallFields.has(field) || value === undefined || value === null) continue;
    // A text is a signature or an id, which comes whole and perhaps more than once.
    echo[field] = typeof value === 'string' ? value : merged(echo[field], value);
  }
  const own = functionEcho(delta);
  if (own) echo['function'] = own;
}

/** Returns what goes back within `function`: Portkey's gateway has the signature of Gemini's calls there. */
export function functionEcho({ function: fn }: Fields): Fields | undefined {
  const signature = isRecord(fn) ? fn['thought_signature'] : undefined;
  return typeof signature === 'string' ? { thought_signature: signature } : undefined;
}

/**
 * Returns the part of an echo that can be sent by the Responses API to the model `responsesOf`, or by Chat Completions
 * if that is undefined.
 */
export function echoFor(echo: Fields = {}, responsesOf: string | undefined): Fields {
  const { [RESPONSE_ITEMS]: items, ...others } = echo;
  if (responsesOf === undefined) return others;
  const own = (Array.isArray(items) ? items.filter(isRecord) : []).filter(
    ({ model }) => model === responsesOf,
  );
  return own.length > 0 ? { [RESPONSE_ITEMS]: own } : {};
}

/** Removes encrypted reasoning, which another machine or account cannot read. */
export function withoutReasoning(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const bare = <T extends { readonly echo?: Fields | undefined }>({ echo, ...others }: T) => {
    const rest = echoFor(echo, undefined);
    return { ...others, echo: Object.keys(rest).length > 0 ? rest : undefined };
  };
  return { ...bare(message), calls: message.calls.map(bare) };
}

function merged(before: unknown, value: unknown): unknown {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (Array.isArray(value)) {
    // The list is the echo's own, and grows in place: a copy for each piece would be quadratic.
    const blocks: unknown[] = Array.isArray(before) ? before : [];
    for (const fragment of value) addBlock(blocks, fragment);
    return blocks;
  }
  if (!isRecord(value)) return value;
  if (!isRecord(before)) return { ...value };
  for (const [field, each] of Object.entries(value)) if (field !== '__proto__') before[field] = each;
  return before;
}

/**
 * Adds a fragment of `reasoning_details`. OpenRouter streams them by type and index, and the signature covers the
 * joined text.
 */
function addBlock(blocks: unknown[], fragment: unknown): void {
  const last = blocks.at(-1);
  const continues =
    isRecord(last) &&
    isRecord(fragment) &&
    typeof fragment['index'] === 'number' &&
    last['index'] === fragment['index'] &&
    last['type'] === fragment['type'];
  if (!continues) {
    blocks.push(fragment);
    return;
  }
  const block: Record<string, unknown> = { ...last };
  for (const [field, value] of Object.entries(fragment)) {
    const before = block[field];
    const continued =
      (field === 'text' || field === 'summary' || field === 'data') && typeof before === 'string';
    if (continued && typeof value === 'string') block[field] = before + value;
    else if (value !== null && value !== undefined) block[field] = value;
  }
  blocks[blocks.length - 1] = block;
}
