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
  // Every request has tokens: with two zeros a gateway says that it does not know.
  if (input === undefined || written === undefined || input + written === 0) return undefined;
  const reported = [...cacheCounts(value, readNames), ...counts(value['prompt_cache_hit_tokens'])];
  const cached = Math.max(0, ...reported);
  const stored = Math.max(0, ...cacheCounts(value, storedNames));
  const rest = Math.max(0, (tokens(value['total_tokens']) ?? 0) - input - written);
  // Anthropic's own API counts cached tokens beside the input, and gateways pass that on. It is certain if they cannot
  // be a part of the input and the total has them all.
  const cannotBePart = cached + stored > input;
  const areBeside = cannotBePart && rest === cached + stored;
  const areUnknown = cannotBePart && !areBeside;
  // Some gateways add cached tokens to the total alone. The cost cannot be computed from that.
  const areDoubtful = areUnknown || (!areBeside && [cached, stored, cached + stored].includes(rest || NaN));
  const isReasoning = !areDoubtful && !areBeside && rest > 0 && isRestReasoning(value, rest, target);
  const cost = reportedCost(value, target);
  return {
    type: 'usage',
    usage: {
      inputTokens: areBeside ? input + rest : input,
      outputTokens: isReasoning ? written + rest : written,
      // Zero is reported, too: nothing came from the cache.
      cachedTokens: reported.length > 0 && !areUnknown ? cached : undefined,
      cacheWriteTokens: stored > 0 && !areUnknown ? stored : undefined,
      cost,
    },
    doubt:
      areDoubtful || (rest > 0 && !isReasoning && !areBeside)
        ? 'tokens'
        : usualTiers.has(tier)
          ? undefined
          : 'tier',
  };
}

/**
 * Returns whether the total counts reasoning beside the output, which is billed as output: the endpoint says how much,
 * or it is Gemini or xAI. Any other rest of a total can be cached tokens or a mistake.
 */
function isRestReasoning(usage: Readonly<Record<string, unknown>>, rest: number, target: Target): boolean {
  const details = usage['completion_tokens_details'];
  const reasoning = isRecord(details) ? tokens(details['reasoning_tokens']) : undefined;
  if (reasoning !== undefined && reasoning > 0) return reasoning === rest;
  return (
    /(^|\.)(googleapis\.com|x\.ai)$/.test(hostOf(target)) || /\b(gemini|grok)\b/i.test(target.model ?? '')
  );
}

/** Names of what was read from a cache: OpenAI and Moonshot, gateways to Anthropic. */
const readNames = ['cached_tokens', 'cache_read_input_tokens', 'cache_read_tokens'];
/** Names of what was stored: OpenRouter, gateways to Anthropic, LiteLLM, new-api. */
const storedNames = [
  'cache_write_tokens',
  'cache_creation_input_tokens',
  'cache_creation_tokens',
  'cached_creation_tokens',
];

/** Returns counts of the usage and of its details about the input, by their names. */
function cacheCounts(usage: Readonly<Record<string, unknown>>, names: readonly string[]): readonly number[] {
  const places = [usage, usage['prompt_tokens_details'], usage['input_tokens_details']].filter(isRecord);
  return counts(...places.flatMap((place) => names.map((name) => place[name])));
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
