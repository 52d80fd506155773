/** Interprets finish reasons: those of OpenAI, and those of others behind gateways. */
import { isRecord } from '../../base/common/guards.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { Fields } from '../common/echo.ts';

/** `calls` means that the model wants its calls run, `failed` that the endpoint gave up, `end` any other reason. */
export type Finish = 'limit' | 'filter' | 'calls' | 'failed' | 'end';

const kinds: readonly (readonly [Finish, RegExp])[] = [
  ['limit', /^(length|max_?(output_)?tokens|model_length|model_context_window_exceeded)$/],
  // Gemini has SAFETY, RECITATION and others; the rest are from Bedrock, Zhipu, and Anthropic behind gateways.
  ['filter', /filter|safety|recitation|prohibited|blocklist|^spii$|^sensitive$|guardrail|^refusal$/],
  ['calls', /^(tool_?calls?|tool_use|function_?calls?)$/],
  // DeepSeek and Zhipu use these, and vLLM and SGLang if the request is aborted there. Gateways put Anthropic's kind of
  // an error here, such as `overloaded_error`.
  ['failed', /^(error|\w+_error|insufficient_system_resource|abort|aborted|cancell?ed|failed)$/],
];

export function finishOf(reason: string): Finish {
  const plain = reason.trim().toLowerCase();
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'end';
}

/** Returns the finish reason, or undefined if there is none: some endpoints write "null" for it. */
export function finishReason(value: unknown): string | undefined {
  const isNone = typeof value !== 'string' || /^\s*(?:null|none|undefined|not_finished)?\s*$/i.test(value);
  return isNone ? undefined : value;
}

const MAX_WORDS = 200;

/**
 * Returns details that a choice gives about its end: Azure's categories, a provider's own reason, or the text of a
 * refusal.
 */
export function wordsOfEnd({ finish_reason: reason, ...choice }: Fields): string | undefined {
  const { content_filter_results: results, native_finish_reason: native, stop_reason: stop } = choice;
  const categories = Object.entries(isRecord(results) ? results : {}).flatMap(([name, found]) =>
    isRecord(found) && (found['filtered'] === true || found['detected'] === true) ? [name] : [],
  );
  if (categories.length > 0) return plainLabel(categories.join(', '), MAX_WORDS);
  const other = [native, stop, reason].find(
    (each) => typeof each === 'string' && each !== '' && !isPlain(each),
  );
  return plainLabel(other, MAX_WORDS);
}

/** The reason says no more than the finish reason does. */
function isPlain(reason: string): boolean {
  return /^(content_?filter|length|max_?(output_)?tokens|stop|tool_?calls?|function_?call|error)$/i.test(
    reason,
  );
}
