/** Reads the text and the reasoning of a delta, which endpoints put into different fields and parts. */
import { isRecord, scalarText } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

export interface AnswerTexts {
  readonly text: string;
  readonly reasoning: string;
}

/** Fields of reasoning. vLLM and OpenRouter have sent the same text under several of them. */
const reasoningFields = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_text',
  'thought',
  'reasoningContent',
  'thinking_content',
  // LiteLLM and OpenRouter send these beside the others, for the request that follows.
  'thinking_blocks',
  'reasoning_details',
];

/** Returns the text and reasoning of a delta. */
export function textsOf(delta: Fields): AnswerTexts {
  const { content, refusal } = delta;
  const said = partsOf(content);
  // Databricks and gateways to Anthropic send blocks, some of them beside the same text.
  const blocks = partsOf(delta['content_blocks']);
  const text = said.text === '' ? blocks.text : said.text;
  const thought =
    reasoningFields
      .filter((field) => !isAllAgain(field, delta[field]))
      .map((field) => thoughtOf(delta[field]))
      .find((each) => each !== '') ?? '';
  // Some endpoints repeat the refusal in the content.
  const isRepeated = typeof refusal !== 'string' || text.includes(refusal);
  return {
    text: isRepeated ? text : text + refusal,
    reasoning: thought + said.reasoning + (thought + said.reasoning === '' ? blocks.reasoning : ''),
  };
}

/** `@musistudio/llms` repeats all of the reasoning at its end, with a signature. */
function isAllAgain(field: string, value: unknown): boolean {
  return field === 'thinking' && isRecord(value) && value['signature'] !== undefined;
}

/** Content can be a text, a part, or a list of parts (Mistral). */
function partsOf(content: unknown): AnswerTexts {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  let [text, reasoning] = ['', ''];
  for (const each of Array.isArray(content) ? content : [content]) {
    if (typeof each === 'string') text += each;
    if (!isRecord(each)) continue;
    // The blocks of a stream are within deltas of their own.
    const part = isRecord(each['delta']) ? each['delta'] : each;
    reasoning += thoughtOf(part['thinking']);
    if (/^(?:reasoning|thinking|thought)/.test(scalarText(part['type'])))
      reasoning += thoughtOf(part['reasoning'] ?? part['summary'] ?? part['text'] ?? part['content']);
    else for (const said of [part['text'], part['refusal']]) text += plainOf(said);
  }
  return { text, reasoning };
}

function plainOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value['value'] === 'string' ? value['value'] : '';
}

/** Reasoning can be a text, an object with one, or a list of these. */
function thoughtOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each) => (Array.isArray(each) ? '' : thoughtOf(each))).join('');
  if (!isRecord(value)) return '';
  const { text, content, thinking, summary } = value;
  const said = [text, thinking, content, summary].find((each) => thoughtOfLeaf(each) !== '');
  return thoughtOfLeaf(said);
}

function thoughtOfLeaf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? value.map((each) => (isRecord(each) ? plainOf(each['text']) : plainOf(each))).join('')
    : '';
}
