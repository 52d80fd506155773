/** What a request costs: by the user's price, as the endpoint says, or by the price list. Unknown stays unknown. */
import { isRecord } from '../../base/common/guards.ts';
import type { Usage } from '../../protocol/index.ts';
import type { ModelEvent } from '../common/model.ts';
import { listedCost } from './priceList.ts';

/** In US dollars for a million tokens. What is absent costs as much as other input. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

interface PricedModel {
  readonly baseURL: string;
  readonly model: string;
  /** As the user wrote it. With `model` it is the price of that one alone. */
  readonly price?: Readonly<Record<string, unknown>> | undefined;
}

/** A price that is none counts as absent. */
const MAX_PRICE = 1e5;
/** In millionths of a US dollar. Sums must stay exact. */
const MAX_COST = 1e12;

type UsageEvent = Extract<ModelEvent, { type: 'usage' }>;

/** The user's price comes first, then what the endpoint reports. */
export async function withCost(event: UsageEvent, priced: PricedModel): Promise<UsageEvent> {
  const { usage, doubt } = event;
  const own = ownPrice(priced);
  const cost = own
    ? doubt === 'tokens'
      ? undefined
      : costBy(own, usage)
    : (usage.cost ?? (doubt ? undefined : await listedCost(usage, priced)));
  const { cost: _, ...tokens } = usage;
  return { ...event, usage: { ...tokens, ...(cost !== undefined && cost <= MAX_COST && { cost }) } };
}

function ownPrice({ price, model }: PricedModel): Price | undefined {
  if (!isRecord(price) || (price['model'] ?? model) !== model) return undefined;
  const [input, output] = [amount(price['input']), amount(price['output'])];
  if (input === undefined || output === undefined) return undefined;
  const [cachedInput, cacheWrite] = [amount(price['cachedInput']), amount(price['cacheWrite'])];
  return {
    input,
    output,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
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
