import { headText } from '../../base/common/cut.ts';
import { sliced } from '../../base/common/terminalText.ts';
import type { ContentPart, PromptRun } from '../../protocol/index.ts';

/** Characters that are shown of one part. An editor shows the rest. */
const MAX_TEXT = 20_000;
/** Most parts that are shown, because servers may send any number. */
const MAX_PARTS = 200;

export function forView(parts: readonly ContentPart[]): {
  result: readonly ContentPart[];
  cutBytes?: number;
} {
  let cutBytes = 0;
  const cut = (text: string): string => {
    if (text.length <= MAX_TEXT) return text;
    const head = headText(text, MAX_TEXT);
    cutBytes += Buffer.byteLength(text) - Buffer.byteLength(head);
    return head;
  };
  const more = parts.slice(MAX_PARTS);
  if (more.length > 0) cutBytes += Buffer.byteLength(JSON.stringify(more));
  const result = parts.slice(0, MAX_PARTS).map((part): ContentPart => {
    if (part.type === 'text') {
      const text = cut(part.text);
      return text === part.text ? part : { ...part, ...sliced(part, 0, text.length) };
    }
    if (part.type === 'resource') {
      const { blob, text, ...rest } = part;
      if (blob !== undefined) cutBytes += Buffer.byteLength(blob, 'base64');
      return { ...rest, ...(text !== undefined && { text: cut(text) }) };
    }
    if (part.type === 'json') {
      const text = JSON.stringify(part.value, null, 2) ?? 'null';
      return text.length <= MAX_TEXT ? part : { type: 'text', text: cut(text) };
    }
    return part;
  });
  return { result, ...(cutBytes > 0 && { cutBytes }) };
}

export function shownPrompt(prompt: PromptRun): PromptRun {
  const messages = prompt.messages.map(({ role, content }) => ({ role, content: forView(content).result }));
  return { ...prompt, messages };
}
