import { isRecord } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** Returns the text and reasoning of a delta. Content can be a list of parts (Mistral), and reasoning has several names. */
export function textsOf(delta: Fields): { text: string; reasoning: string } {
  const { content, refusal } = delta;
  // vLLM and OpenRouter have sent the same text under both names.
  const thought = [
    delta['reasoning_content'],
    delta['reasoning'],
    thinkingOf(delta['thinking']),
    thinkingOfBlocks(delta['content_blocks']),
  ].find((value) => typeof value === 'string' && value);
  let text = typeof content === 'string' ? content : '';
  let reasoning = typeof thought === 'string' ? thought : '';
  for (const part of Array.isArray(content) ? content : []) {
    if (typeof part === 'string') text += part;
    if (!isRecord(part)) continue;
    for (const said of [part['text'], part['refusal']]) if (typeof said === 'string') text += said;
    const { thinking } = part;
    if (typeof thinking === 'string') reasoning += thinking;
    for (const each of Array.isArray(thinking) ? thinking.filter(isRecord) : [])
      if (typeof each['text'] === 'string') reasoning += each['text'];
  }
  // Some endpoints repeat the refusal in the content.
  const isRepeated = typeof refusal !== 'string' || text.includes(refusal);
  return { text: isRepeated ? text : text + refusal, reasoning };
}

/** Reads the reasoning of gateways. `@musistudio/llms` repeats all of it at its end, with a signature. */
function thinkingOf(thinking: unknown): unknown {
  if (!isRecord(thinking)) return thinking;
  return thinking['signature'] === undefined ? thinking['content'] : undefined;
}

/** Reads the reasoning of Portkey's gateway. Texts of the blocks are in the content, too. */
function thinkingOfBlocks(blocks: unknown): string {
  return (Array.isArray(blocks) ? blocks.filter(isRecord) : [])
    .map((block) => (isRecord(block['delta']) ? block['delta'] : block)['thinking'])
    .filter((thinking) => typeof thinking === 'string')
    .join('');
}
