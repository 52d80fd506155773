/** Bounds what the model gets of the results of a step. The whole results stay in the conversation. */
import { isImage, resultText } from './resultText.ts';
import type { ToolMessage } from '../conversation/contextState.ts';
import { countUpTo, headEnd, MAX_TOKENS_PER_CHARACTER, tailStart } from './tokens.ts';

/** The name of the tool that reads on. It does not begin as the names of MCP tools do, so none can take it. */
export const READ_RESULT = 'read_result';

/** The beginning of a result says what it is; the end of a log or of a command's output says how it went. */
const HEAD_SHARE = 0.65;
/** What the note in between takes, about. */
const NOTE_TOKENS = 120;
/** Below this, head and tail say nothing. */
const LEAST_TOKENS = 50;

/**
 * The messages whose text has to be cut, as the model gets them: each result takes `each` tokens of text at most
 * and all together take `total` at most. Small results are left alone, the others share what remains.
 */
export function cutResults(
  messages: readonly ToolMessage[],
  { each, total }: { readonly each: number; readonly total: number },
): ToolMessage[] {
  const length = messages.reduce((sum, { content }) => sum + resultText(content).length, 0);
  // Most results are so small that nothing need be counted.
  if (length * MAX_TOKENS_PER_CHARACTER <= Math.min(each, total)) return [];
  const sizes = messages.map((message) => countUpTo(resultText(message.content), each));
  const share = fairShare(
    sizes.map((size) => Math.min(size, each)),
    total,
  );
  const limit = Math.max(LEAST_TOKENS, Math.min(each, share));
  return messages.flatMap((message, index) => ((sizes[index] ?? 0) > limit ? [cut(message, limit)] : []));
}

/** The largest limit that keeps the sum of `sizes`, each cut to the limit, within `total`. */
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
    `{"call_id":"${callId}","start_char":${from}} goes on from here, ` +
    `{"call_id":"${callId}","search":"some text"} finds lines. …]`;
  const shown = [text.slice(0, from), note, text.slice(to)].filter((part) => part !== '').join('\n');
  return { ...message, content: [{ type: 'text', text: shown }, ...content.filter(isImage)] };
}

/** The message with a note in place of everything that was in it, for results that have become old. */
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

/** How many lines the text has; an empty one has one. */
export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
