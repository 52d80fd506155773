/**
 * Estimates tokens (docs/decisions/006-token-counting.md). Pure; what an endpoint really counts comes in through
 * the `TokenGauge`.
 */
import { estimateTokenCount, type TokenEstimationOptions } from 'tokenx';
import type { Message, ToolDefinition } from '../../models/index.ts';
import type { ContentPart } from '../../protocol/index.ts';
import { isImage, resultText } from './resultText.ts';

/** What the library takes for words and is none: ids, hashes and base64, and scripts that it does not know. */
const options: TokenEstimationOptions = {
  languageConfigs: [
    { pattern: /\d[A-Za-z]|[A-Za-z]\d/, averageCharsPerToken: 1.9 },
    { pattern: /^[A-Za-z]{30,}$/, averageCharsPerToken: 2.2 },
    { pattern: /[\u0400-\u04ff]/, averageCharsPerToken: 3.5 },
    { pattern: /[\u0530-\u1cff]/, averageCharsPerToken: 2.5 },
  ],
};

/** Texts are estimated in pieces of so many characters, so that the work is bounded by what is asked. */
const PIECE = 4_000;
/** Not even blanks are free, which the library thinks: the longest run of them in one token. */
const MOST_CHARACTERS_A_TOKEN = 16;
/** No text is denser in the estimate, not even a single sign ("◻"); characters are UTF-16 units. */
export const MAX_TOKENS_PER_CHARACTER = 2;
/** What a vision model takes for one image, about: between 85 and 1,600 by model, size and detail. */
const IMAGE_TOKENS = 1_100;
/** Roles and separators around each message. */
const MESSAGE_TOKENS = 4;

/** How many tokens the text has, about. */
export function countText(text: string): number {
  return countUpTo(text, Infinity);
}

/** The same, but not looked at further than `limit`: the answer is then some number above it. */
export function countUpTo(text: string, limit: number): number {
  let tokens = 0;
  for (let at = 0; at < text.length && tokens <= limit; at += PIECE)
    tokens += countPiece(text, at, at + PIECE);
  return tokens;
}

/** Where the first `tokens` tokens of the text end, at the end of a line if one is near. */
export function headEnd(text: string, tokens: number): number {
  let left = tokens;
  for (let at = 0; at < text.length; at += PIECE) {
    const cost = countPiece(text, at, at + PIECE);
    if (cost > left) {
      let length = Math.floor((Math.min(PIECE, text.length - at) * left) / cost);
      // Not every part of a piece is as dense as the whole.
      while (length > 0 && countPiece(text, at, at + length) > left) length = Math.floor(length * 0.9);
      const end = at + length;
      const line = text.lastIndexOf('\n', end - 1) + 1;
      return line > end / 2 ? line : whole(text, end);
    }
    left -= cost;
  }
  return text.length;
}

/** Where the last `tokens` tokens of the text begin, at the beginning of a line if one is near. */
export function tailStart(text: string, tokens: number): number {
  let left = tokens;
  for (let to = text.length; to > 0; to -= PIECE) {
    const from = Math.max(0, to - PIECE);
    const cost = countPiece(text, from, to);
    if (cost > left) {
      let length = Math.floor(((to - from) * left) / cost);
      while (length > 0 && countPiece(text, to - length, to) > left) length = Math.floor(length * 0.9);
      const start = to - length;
      const line = text.indexOf('\n', start) + 1;
      return line > 0 && line < start + (text.length - start) / 2 ? line : whole(text, start);
    }
    left -= cost;
  }
  return 0;
}

function countPiece(text: string, from: number, to: number): number {
  const piece = text.slice(from, to);
  return Math.max(estimateTokenCount(piece, options), Math.ceil(piece.length / MOST_CHARACTERS_A_TOKEN));
}

/** The index, or the one before it where it would tear a character made of two code units. */
function whole(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before < 0xdc00 ? index - 1 : index;
}

/** Messages and lists of tools never change, and each step of a turn counts all of them. */
const counted = new WeakMap<object, number>();

function once(key: object, count: () => number): number {
  const known = counted.get(key);
  if (known !== undefined) return known;
  const tokens = count();
  counted.set(key, tokens);
  return tokens;
}

/** What a message takes in a request. */
export function countMessage(message: Message): number {
  return once(message, () => MESSAGE_TOKENS + countContent(message));
}

/** What the definitions of tools take in each request. */
export function countTools(tools: readonly ToolDefinition[]): number {
  return once(tools, () => tools.reduce((sum, tool) => sum + countTool(tool), 0));
}

/** What the definition of one tool takes in each request. */
export function countTool({ name, description, inputSchema }: ToolDefinition): number {
  return MESSAGE_TOKENS + countText(`${name} ${description} ${JSON.stringify(inputSchema)}`);
}

function countContent(message: Message): number {
  switch (message.role) {
    case 'system':
      return countText(message.text);
    case 'user':
      return countText(message.text) + countParts(message.content ?? []);
    case 'assistant': {
      const calls = message.calls.map(({ name, argsText, echo }) => `${name} ${argsText} ${textOf(echo)}`);
      return countText(`${message.text} ${calls.join(' ')} ${textOf(message.echo)}`);
    }
    case 'tool':
      return countParts(message.content);
  }
}

function countParts(parts: readonly ContentPart[]): number {
  return countText(resultText(parts)) + parts.filter(isImage).length * IMAGE_TOKENS;
}

function textOf(echo: Readonly<Record<string, unknown>> | undefined): string {
  return echo === undefined ? '' : JSON.stringify(echo);
}
