import type { Usage } from '../../protocol/index.ts';

/** Usage of a request whose endpoint reports none. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(sum: Usage | undefined, usage: Usage): Usage {
  const both = sum ? [sum, usage] : [usage];
  const total = (count: (each: Usage) => number | undefined): number =>
    both.reduce((all, each) => all + (count(each) ?? 0), 0);
  const cachedTokens = total((each) => each.cachedTokens);
  const cacheWriteTokens = total((each) => each.cacheWriteTokens);
  const hasCost = both.some(({ cost }) => cost !== undefined);
  const hasUnpriced = both.some(({ cost, unpriced }) => cost === undefined || unpriced);
  return {
    inputTokens: total((each) => each.inputTokens),
    outputTokens: total((each) => each.outputTokens),
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(hasCost && { cost: total((each) => each.cost) }),
    ...(hasCost && hasUnpriced && { unpriced: true }),
  };
}
