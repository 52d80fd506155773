/**
 * Converts the model's view of a conversation to facts that are saved, and back: one for each shortened result, one for
 * the summary.
 */
import { isRecord, isStringArray } from '../../base/common/guards.ts';
import type { SavedFact } from '../../protocol/index.ts';
import { isImage, resultText } from '../context/resultText.ts';
import type { ContextState, Summary, ToolMessage } from '../conversation/contextState.ts';
import type { OfferedTools } from '../conversation/offeredTools.ts';

export const TOOL_SET = 'toolSet';
export const EFFORT = 'effort';
export const OFFERED = 'offered';

const RESULT = 'result:';
const SUMMARY = 'summary';

export function factsOf(now: ContextState, before: ContextState): SavedFact[] {
  if (now === before) return [];
  const facts: SavedFact[] = [];
  for (const [callId, { how, message }] of now.replaced)
    if (before.replaced.get(callId)?.message !== message)
      // Images are not saved again, because they are those of the whole result.
      facts.push([`${RESULT}${callId}`, { how, text: resultText(message.content) }]);
  if (now.summary !== before.summary) facts.push([SUMMARY, now.summary]);
  return facts;
}

export function contextOf(
  facts: readonly SavedFact[],
  results: ReadonlyMap<string, ToolMessage>,
): ContextState {
  const replaced: [string, { how: 'cut' | 'removed'; message: ToolMessage }][] = [];
  let summary: Summary | undefined;
  for (const [name, value] of facts) {
    if (name === SUMMARY) summary = value as Summary;
    const whole = name.startsWith(RESULT) ? results.get(name.slice(RESULT.length)) : undefined;
    if (!whole) continue;
    const { how, text } = value as { how: 'cut' | 'removed'; text: string };
    const images = how === 'cut' ? whole.content.filter(isImage) : [];
    replaced.push([
      whole.callId,
      { how, message: { ...whole, content: [{ type: 'text', text }, ...images] } },
    ]);
  }
  return { replaced: new Map(replaced), ...(summary && { summary }) };
}

/** Most names that are saved, which is more than requests have. */
const MAX_OFFERED = 5_000;

export function savedOffer(offered: OfferedTools | undefined): unknown {
  if (!offered) return null;
  const { basis, sent, found } = offered;
  const names = (all: ReadonlySet<string>): string[] => [...all].slice(0, MAX_OFFERED);
  return { basis, sent: names(sent), found: names(found) };
}

export function offerOf(value: unknown): OfferedTools | undefined {
  if (!isRecord(value) || !isRecord(value.basis)) return undefined;
  const { basis, sent, found } = value;
  const { model, budget, maxTokens } = basis;
  if (typeof model !== 'string' || !isStringArray(sent) || !isStringArray(found)) return undefined;
  return {
    basis: {
      model,
      budget: typeof budget === 'number' ? budget : undefined,
      // JSON has no Infinity and saves null in its place.
      maxTokens: typeof maxTokens === 'number' ? maxTokens : Infinity,
    },
    sent: new Set(sent),
    found: new Set(found),
  };
}
