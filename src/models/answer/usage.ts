/** Reads the usage of an answer in the forms of the known endpoints (docs/endpoints.md). */
import { isRecord } from '../../base/common/guards.ts';
import type { ModelEvent } from '../common/model.ts';
import { hostOf, type Target } from '../common/target.ts';

type UsageEvent = Extract<ModelEvent, { type: 'usage' }>;

/** Larger numbers cannot be tokens of a request. */
const MAX_TOKENS = 1e9;
/** Largest cost in US dollars that is believed. */
const MAX_COST = 1e6;

/** Service tiers at the list price, in the terms of OpenAI, Anthropic and Groq. */
const usualTiers: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  '',
  'auto',
  'default',
  'standard',
  'on_demand',
]);

/** Returns undefined if no usage is reported. `tier` is the service tier that the endpoint names. */
export function usageOf(value: unknown, target: Target, tier?: unknown): UsageEvent | undefined {
  if (!isRecord(value)) return undefined;
  const [input, written] = [tokens(value['prompt_tokens']), tokens(value['completion_tokens'])];
  if (input === undefined || written === undefined) return undefined;
  const details = isRecord(value['prompt_tokens_details']) ? value['prompt_tokens_details'] : {};
  const reported = counts(
    details['cached_tokens'],
    value['prompt_cache_hit_tokens'],
    value['cache_read_input_tokens'],
  );
  const cached = Math.max(0, ...reported);
  const stored = Math.max(0, ...counts(details['cache_write_tokens'], value['cache_creation_input_tokens']));
  // Anthropic's own API counts cached tokens apart from the input. The cost cannot be computed from that.
  const areApart = cached + stored > input;
  const cachedTokens = Math.min(cached, input);
  const cacheWriteTokens = Math.min(stored, input - cachedTokens);
  const cost = reportedCost(value, target);
  return {
    type: 'usage',
    usage: {
      inputTokens: input,
      // Gemini and xAI count reasoning only in the total, and bill it as output.
      outputTokens: areApart ? written : Math.max(written, (tokens(value['total_tokens']) ?? 0) - input),
      // Zero is reported, too: nothing came from the cache.
      cachedTokens: reported.length > 0 ? cachedTokens : undefined,
      cacheWriteTokens: cacheWriteTokens > 0 ? cacheWriteTokens : undefined,
      cost,
    },
    doubt: areApart ? 'tokens' : usualTiers.has(tier) ? undefined : 'tier',
  };
}

function counts(...values: readonly unknown[]): readonly number[] {
  return values.flatMap((value) => tokens(value) ?? []);
}

function tokens(value: unknown): number | undefined {
  return isAmount(value, MAX_TOKENS) ? Math.round(value) : undefined;
}

function isAmount(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

/**
 * Returns the cost that OpenRouter reports in credits of one dollar. With a user's own key, the provider bills the
 * rest.
 */
function reportedCost(usage: Readonly<Record<string, unknown>>, target: Target): number | undefined {
  if (!/(^|\.)openrouter\.ai$/.test(hostOf(target))) return undefined;
  const { cost, cost_details: details, is_byok: isOwnKey } = usage;
  const billed = isOwnKey === true ? isRecord(details) && details['upstream_inference_cost'] : 0;
  if (!isAmount(cost, MAX_COST) || !isAmount(billed, MAX_COST)) return undefined;
  return Math.round((cost + billed) * 1e6);
}
