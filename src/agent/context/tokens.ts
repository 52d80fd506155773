/** Estimates tokens (docs/decisions/006-token-counting.md); `TokenGauge` learns what endpoints count. */
import { placeAfter, placeBefore } from '../../base/common/cut.ts';
import { estimateTokenCount, type TokenEstimationOptions } from 'tokenx';
import type { Message, ToolDefinition } from '../../models/index.ts';
import type { ContentPart } from '../../protocol/index.ts';
import { isImage, resultText } from './resultText.ts';

/**
 * Tells the library how long a token is in ids, hashes, base64 and scripts that it does not know, which it would count
 * as words.
 */
const options: TokenEstimationOptions = {
  languageConfigs: [
    { pattern: /\d[A-Za-z]|[A-Za-z]\d/, averageCharsPerToken: 1.9 },
    { pattern: /^[A-Za-z]{30,}$/, averageCharsPerToken: 2.2 },
    { pattern: /[\u0400-\u04ff]/, averageCharsPerToken: 3.5 },
    { pattern: /[\u0530-\u1cff]/, averageCharsPerToken: 2.5 },
  ],
};

/**
 * Characters that are counted at once. Counting stops after the piece that reaches the limit, so the work is bounded by
 * what is asked.
 */
const PIECE = 4_000;
/**
 * Most characters of a token. Without this bound a long run of blanks would count as nothing, because the library
 * counts them as free.
 */
export const MOST_CHARACTERS_A_TOKEN = 16;
/** Most tokens of a UTF-16 unit. Signs such as "◻" are the densest text. */
export const MAX_TOKENS_PER_CHARACTER = 2;
/** Estimated tokens of an image. Endpoints count 85 to 1,600, by model, size and detail. */
export const IMAGE_TOKENS = 1_100;
const MESSAGE_TOKENS = 4;

export function countText(text: string): number {
  return countUpTo(text, Infinity);
}

/** Counts no further than `limit`. If the text has more tokens, the result is only known to be above it. */
export function countUpTo(text: string, limit: number): number {
  let tokens = 0;
  for (let at = 0; at < text.length && tokens <= limit; at += PIECE)
    tokens += countPiece(text, at, at + PIECE);
  return tokens;
}

/** Returns where the first `tokens` tokens end, or the end of a line before that if one is near. */
export function headEnd(text: string, tokens: number): number {
  let left = tokens;
  for (let at = 0; at < text.length; at += PIECE) {
    const cost = countPiece(text, at, at + PIECE);
    if (cost > left) {
      let length = Math.floor((Math.min(PIECE, text.length - at) * left) / cost);
      // The length is a guess at first, because parts of a piece differ in density.
      while (length > 0 && countPiece(text, at, at + length) > left) length = Math.floor(length * 0.9);
      const end = at + length;
      const line = text.lastIndexOf('\n', end - 1) + 1;
      return line > end / 2 ? line : placeBefore(text, end);
    }
    left -= cost;
  }
  return text.length;
}

/** Returns where the last `tokens` tokens begin, or the start of a line after that if one is near. */
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
      return line > 0 && line < start + (text.length - start) / 2 ? line : placeAfter(text, start);
    }
    left -= cost;
  }
  return 0;
}

function countPiece(text: string, from: number, to: number): number {
  const piece = text.slice(from, to);
  return Math.max(estimateTokenCount(piece, options), Math.ceil(piece.length / MOST_CHARACTERS_A_TOKEN));
}

/** Counts are kept for messages and lists of tools, which never change: counting takes longer than all else of a request. */
const counted = new WeakMap<object, number>();

function once(key: object, count: () => number): number {
  const known = counted.get(key);
  if (known !== undefined) return known;
  const tokens = count();
  counted.set(key, tokens);
  return tokens;
}

export function countMessage(message: Message): number {
  return once(message, () => MESSAGE_TOKENS + countContent(message));
}

export function countTools(tools: readonly ToolDefinition[]): number {
  return once(tools, () => tools.reduce((sum, tool) => sum + countTool(tool), 0));
}

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
      return (message.instructions ?? []).reduce(
        (sum, { text }) => sum + countText(text),
        countParts(message.content),
      );
  }
}

function countParts(parts: readonly ContentPart[]): number {
  return countText(resultText(parts)) + parts.filter(isImage).length * IMAGE_TOKENS;
}

function textOf(echo: Readonly<Record<string, unknown>> | undefined): string {
  return echo === undefined ? '' : JSON.stringify(echo);
}
