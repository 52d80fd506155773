/** Writes the parts of chunks of Chat Completions, for answers that come in the forms of other vendors. */
import { isRecord, scalarText } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

export function delta(fields: Fields, finish?: unknown): Fields {
  return { choices: [{ delta: fields, finish_reason: finish }] };
}

/** Returns text and reasoning as parts: `reasoning` would go back to the endpoint, which does not know it. */
export function texts(text: unknown, reasoning: unknown): Fields {
  return delta({ content: [{ thinking: reasoning }, { text }] });
}

export function callPiece(index: unknown, id: unknown, name: unknown, args: unknown): Fields {
  const written =
    typeof args === 'string'
      ? args
      : isRecord(args) && Object.keys(args).length > 0
        ? JSON.stringify(args)
        : '';
  return { tool_calls: [{ index, id, function: { name, arguments: written } }] };
}

/** Returns the usage in the terms of Chat Completions, also if it is in those of others. */
export function plainUsage(usage: unknown): Fields | undefined {
  if (!isRecord(usage)) return undefined;
  const { input_tokens: input, output_tokens: output } = usage;
  return { prompt_tokens: input, completion_tokens: output, ...usage };
}

/** Returns the usage of vendors that count the tokens read from a cache, and those stored in it, beside the input. */
export function usageBesideCache(tokens: {
  readonly input: unknown;
  readonly output: unknown;
  readonly read: unknown;
  readonly stored: unknown;
}): Fields | undefined {
  const { input, output, read, stored } = tokens;
  if (typeof input !== 'number') return undefined;
  return {
    prompt_tokens: input + Number(scalarText(read)) + Number(scalarText(stored)),
    completion_tokens: output,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: stored,
  };
}
