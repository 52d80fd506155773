/** The model's view of a conversation, as saved: a fact for each replaced result, one for the summary. */
import type { SavedFact } from '../../protocol/index.ts';
import { isImage, resultText } from '../context/resultText.ts';
import type { ContextState, Summary, ToolMessage } from '../conversation/contextState.ts';

export const TOOL_SET = 'toolSet';
export const EFFORT = 'effort';

const RESULT = 'result:';
const SUMMARY = 'summary';

export function factsOf(now: ContextState, before: ContextState): SavedFact[] {
  if (now === before) return [];
  const facts: SavedFact[] = [];
  for (const [callId, { how, message }] of now.replaced)
    if (before.replaced.get(callId)?.message !== message)
      // Its images are those of the whole result.
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
