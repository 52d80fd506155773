import { lineCount } from '../../base/common/lines.ts';
import { READ_RESULT } from '../../protocol/index.ts';
import { isImage, resultText } from './resultText.ts';
import type { ToolMessage } from '../conversation/contextState.ts';
import { placeAt } from './linePage.ts';
import { countUpTo, headEnd, MAX_TOKENS_PER_CHARACTER, tailStart } from './tokens.ts';

/** Share of a cut result that is its beginning. The rest is its end, which says how a command went. */
const HEAD_SHARE = 0.65;
const NOTE_TOKENS = 120;
/** Fewest tokens to which a result is cut, because less of it would say nothing. */
const LEAST_TOKENS = 50;

/** Cuts results to `each` tokens of text, and `total` together. Small ones stay; the others share the rest. */
export function cutResults(
  messages: readonly ToolMessage[],
  { each, total }: { readonly each: number; readonly total: number },
): ToolMessage[] {
  const length = messages.reduce((sum, { content }) => sum + resultText(content).length, 0);
  // Most results are so short that they need no counting.
  if (length * MAX_TOKENS_PER_CHARACTER <= Math.min(each, total)) return [];
  const sizes = messages.map((message) => countUpTo(resultText(message.content), each));
  const share = fairShare(
    sizes.map((size) => Math.min(size, each)),
    total,
  );
  const limit = Math.max(LEAST_TOKENS, Math.min(each, share));
  return messages.flatMap((message, index) => ((sizes[index] ?? 0) > limit ? [cut(message, limit)] : []));
}

/** Returns the largest limit for which the sizes, each cut to it, add up to at most `total`. */
export function fairShare(sizes: readonly number[], total: number): number {
  let left = total;
  const ordered = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ordered.entries()) {
    const share = left / (ordered.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}

function cut(message: ToolMessage, tokens: number): ToolMessage {
  const { callId, content } = message;
  const text = resultText(content);
  const space = Math.max(LEAST_TOKENS / 2, tokens - NOTE_TOKENS);
  const from = headEnd(text, space * HEAD_SHARE);
  const to = Math.max(from, tailStart(text, space * (1 - HEAD_SHARE)));
  const note =
    `[… ${extent(text.slice(from, to))} of ${extent(text)} are left out here. Read them with the tool ${READ_RESULT}: ` +
    `{"call_id":"${callId}",${startArguments(text, from)}} goes on from here, ` +
    `{"call_id":"${callId}","search":"some text"} finds lines. …]`;
  const shown = [text.slice(0, from), note, text.slice(to)].filter((part) => part !== '').join('\n');
  return { ...message, content: [{ type: 'text', text: shown }, ...content.filter(isImage)] };
}

export function withoutResult(message: ToolMessage): ToolMessage {
  const { callId, content } = message;
  const note =
    `[This result (${extent(resultText(content))}) was taken out to save room. If you need it again, read it with the tool ` +
    `${READ_RESULT}: {"call_id":"${callId}"}.]`;
  return { ...message, content: [{ type: 'text', text: note }] };
}

function extent(text: string): string {
  const lines = lineCount(text);
  const characters = `${text.length.toLocaleString('en')} characters`;
  return lines > 1 ? `${characters} in ${lines.toLocaleString('en')} lines` : characters;
}

/** Returns the arguments with which `read_result` begins at that place. */
function startArguments(text: string, at: number): string {
  const { line, character } = placeAt(text, at);
  return `"startLine":${line}${character > 1 ? `,"startCharacter":${character}` : ''}`;
}
