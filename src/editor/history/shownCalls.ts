import { headText } from '../../base/common/cut.ts';
import type { ContentPart, HistoryCall, HistoryHostMessage } from '../../protocol/index.ts';

/** Longest part in characters, as text or JSON. */
const MAX_PART = 50_000;
const MAX_PARTS = 50;

export function callMessage(call: HistoryCall): HistoryHostMessage {
  const { argsText, result } = call;
  const shown = result && shownParts(result);
  const isCut = { arguments: argsText.length > MAX_PART, result: shown?.isCut === true };
  return {
    type: 'call',
    call: { ...call, argsText: headText(argsText, MAX_PART), ...(shown && { result: shown.parts }) },
    cut: (['arguments', 'result'] as const).filter((what) => isCut[what]),
  };
}

export function shownParts(result: readonly ContentPart[]): {
  readonly parts: readonly ContentPart[];
  readonly isCut: boolean;
} {
  const parts = result.slice(0, MAX_PARTS).map(shorten);
  return { parts, isCut: result.length > MAX_PARTS || parts.some((part, at) => part !== result[at]) };
}

function shorten(part: ContentPart): ContentPart {
  if (part.type === 'image' || part.type === 'audio')
    return { type: 'text', text: `[${part.type}, ${part.mimeType}]` };
  const text = part.type === 'text' ? part.text : JSON.stringify(part);
  return text.length <= MAX_PART ? part : { type: 'text', text: headText(text, MAX_PART) };
}
