/**
 * Computes the cost of a request from the user's price, the endpoint's report, or the price list. If none of them has
 * it, the cost is unknown.
 */
import { isRecord } from '../../base/common/guards.ts';
import type { Usage } from '../../protocol/index.ts';
import type { ModelEvent } from '../common/model.ts';
import { listedCost } from './priceList.ts';

/** Prices in US dollars for a million tokens. An absent one is the same as for other input. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

interface PricedModel {
  readonly baseURL: string;
  readonly model: string;
  /** Price as the user wrote it. With `model` it is for that model alone. */
  readonly price?: Readonly<Record<string, unknown>> | undefined;
}

/** Highest price that is valid. An invalid price counts as absent. */
const MAX_PRICE = 1e5;
/** Highest cost in millionths of a US dollar. Sums must stay exact. */
const MAX_COST = 1e12;

type UsageEvent = Extract<ModelEvent, { type: 'usage' }>;

/** Adds the cost. The user's price comes first, then what the endpoint reports, then the price list. */
export async function withCost(event: UsageEvent, priced: PricedModel): Promise<UsageEvent> {
  const { usage, doubt } = event;
  const own = ownPrice(priced);
  const cost = own
    ? doubt === 'tokens'
      ? undefined
      : costBy(own, usage)
    : (usage.cost ?? (doubt ? undefined : await listedCost(usage, priced)));
  const { cost: _, ...tokens } = usage;
  return { ...event, usage: { ...tokens, cost: cost !== undefined && cost <= MAX_COST ? cost : undefined } };
}

function ownPrice({ price, model }: PricedModel): Price | undefined {
  if (!isRecord(price) || (price['model'] ?? model) !== model) return undefined;
  const [input, output] = [amount(price['input']), amount(price['output'])];
  if (input === undefined || output === undefined) return undefined;
  const [cachedInput, cacheWrite] = [amount(price['cachedInput']), amount(price['cacheWrite'])];
  return {
    input,
    output,
    cachedInput,
    cacheWrite,
  };
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_PRICE ? value : undefined;
}

/** Dollars for a million tokens are millionths of a dollar for one. */
function costBy(
  { input, output, cachedInput = input, cacheWrite = input }: Price,
  { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 }: Usage,
): number {
  const rest = inputTokens - cachedTokens - cacheWriteTokens;
  return Math.round(
    rest * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output,
  );
}
