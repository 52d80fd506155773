/** The price list that is shipped. It makes no requests, and is loaded with the first request to an endpoint in it. */
import type { MatchLogic, PriceCalculation, Usage as ListUsage } from '@pydantic/genai-prices';
import type { Usage } from '../../protocol/index.ts';

/**
 * Endpoints with known prices, by host: the same model has another price elsewhere. Hosts are left out if users name
 * the models themselves (Azure), if they pass requests on at the prices of others, or if they bill in other ways.
 */
const providers: ReadonlyMap<string, string> = new Map([
  ['api.openai.com', 'openai'],
  ['api.anthropic.com', 'anthropic'],
  ['generativelanguage.googleapis.com', 'google'],
  ['openrouter.ai', 'openrouter'],
  ['api.deepseek.com', 'deepseek'],
  ['api.mistral.ai', 'mistral'],
  ['api.x.ai', 'x-ai'],
  ['api.groq.com', 'groq'],
  ['api.moonshot.ai', 'moonshotai'],
  ['api.together.xyz', 'together'],
  ['api.together.ai', 'together'],
  ['api.fireworks.ai', 'fireworks'],
  ['api.cerebras.ai', 'cerebras'],
  ['api.novita.ai', 'novita'],
]);

/** Longest name of a model. */
const MAX_NAME = 200;

interface Priced {
  readonly baseURL: string;
  readonly model: string;
}

/** Returns the cost in millionths of a US dollar, or undefined if it is not in the list. */
export async function listedCost(
  { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 }: Usage,
  priced: Priced,
): Promise<number | undefined> {
  const usage = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cache_read_tokens: cachedTokens,
    cache_write_tokens: cacheWriteTokens,
  };
  const found = await find(usage, priced);
  return found && Math.round(found.total_price * 1e6);
}

/** Holds what the list says of a model: US dollars for a million tokens, and the context window in tokens. */
export interface ListedPrice {
  readonly input: number;
  readonly output: number;
  readonly contextWindow: number | undefined;
}

/** Returns the price of a short request, as some models are dearer for long ones; undefined if it is not in the list. */
export async function listedPrice(priced: Priced): Promise<ListedPrice | undefined> {
  const found = await find({ input_tokens: SHORT, output_tokens: SHORT }, priced);
  if (!found) return undefined;
  const forMillion = (price: number): number => Number(((price / SHORT) * 1e6).toPrecision(6));
  return {
    input: forMillion(found.input_price),
    output: forMillion(found.output_price),
    contextWindow: found.model.context_window,
  };
}

/** Tokens of a request that no step of a price begins below. */
const SHORT = 1_000;

async function find(usage: ListUsage, { baseURL, model }: Priced): Promise<PriceCalculation | undefined> {
  const url = URL.parse(baseURL);
  const providerId = url?.protocol === 'https:' ? providers.get(url.host) : undefined;
  if (providerId === undefined || model.length > MAX_NAME) return undefined;
  const { calcPrice } = await import('./listedPrices.ts');
  try {
    const found = calcPrice(usage, model, { providerId });
    const isSame = found?.provider.id === providerId && isNamed(found.model.match, model);
    return isSame ? found : undefined;
  } catch {
    // The price has parts that these tokens do not have.
    return undefined;
  }
}

/**
 * Endings of a model's name that do not change the price. The list also finds models by prefix, but `-fast` is another
 * model.
 */
const suffix = /^(?:[-@:](?:latest|preview|exp|\d{2,8}))*$/;

function isNamed(match: MatchLogic, model: string): boolean {
  const name = model.toLowerCase();
  const rest = (part: string): string | undefined => {
    const at = name.indexOf(part.toLowerCase());
    return at < 0 ? undefined : name.slice(at + part.length);
  };
  if ('or' in match) return match.or.some((each) => isNamed(each, model));
  if ('and' in match) return match.and.every((each) => isNamed(each, model));
  if ('equals' in match) return name === match.equals.toLowerCase();
  if ('regex' in match) return new RegExp(match.regex).test(model);
  if ('ends_with' in match) return rest(match.ends_with) === '';
  return suffix.test(rest('starts_with' in match ? match.starts_with : match.contains) ?? '-');
}
