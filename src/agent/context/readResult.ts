import { headText, placeAfter, placeBefore } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import type { ContentPart } from '../../protocol/index.ts';
import { failedResult, ownTool, textContent, type Tool, type ToolResult } from '../../tools/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { READ_RESULT } from '../../protocol/index.ts';
import { lineCount } from './results.ts';
import { isImage, resultText } from './resultText.ts';
import { headEnd } from './tokens.ts';

/** Characters that are shown before and after a match. */
const AROUND = 150;
/** Share of a page that is text. The line at its head takes the rest. */
const TEXT_SHARE = 0.85;

const inputSchema = {
  type: 'object',
  properties: {
    call_id: { type: 'string', description: 'The id of the call, as the note in its result says.' },
    start_line: { type: 'integer', minimum: 1, description: 'The first line to read.' },
    end_line: { type: 'integer', minimum: 1, description: 'The last line to read.' },
    start_char: {
      type: 'integer',
      minimum: 0,
      description: 'The first character to read, instead of start_line.',
    },
    search: {
      type: 'string',
      description:
        'Lists the places that hold this plain text, upper and lower case alike, instead of reading on.',
    },
  },
  required: ['call_id'],
  additionalProperties: false,
} as const;

const about = {
  name: READ_RESULT,
  description:
    'Reads the result of an earlier tool call in this conversation of which you got only a part, or none: page by page, or the places that hold a text.',
  inputSchema,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  permission: 'free',
} as const;

/**
 * Makes the tool with which the model reads a result that it did not get whole. `pageTokens` returns the size of a
 * page, in tokens of the estimate.
 */
export function readResultTool(conversation: Conversation, pageTokens: () => number): Tool {
  return ownTool({ ...about, title: t('Read result') }, (args) =>
    Promise.resolve(read(conversation, args, pageTokens() * TEXT_SHARE)),
  );
}

function read(
  conversation: Conversation,
  args: Readonly<Record<string, unknown>>,
  tokens: number,
): ToolResult {
  const callId = typeof args['call_id'] === 'string' ? args['call_id'] : '';
  const result = conversation.result(callId);
  if (!result)
    return failedResult(`This conversation has no result of a call with the id "${headText(callId, 40)}".`);
  const text = resultText(result.content);
  const { search } = args;
  if (typeof search === 'string' && search !== '') {
    const from =
      wholeNumber(args['start_char']) ?? lineStart(text, wholeNumber(args['start_line']) ?? 1) ?? 0;
    return { status: 'success', content: textContent(find(text, search, from, tokens)) };
  }
  const images = result.content.filter(isImage);
  return page(text, args, tokens, images);
}

/** Returns one page of a result. Its images come with the first page. */
function page(
  text: string,
  args: Readonly<Record<string, unknown>>,
  tokens: number,
  images: readonly ContentPart[],
): ToolResult {
  const start = wholeNumber(args['start_char']) ?? lineStart(text, wholeNumber(args['start_line']) ?? 1);
  if (start === undefined || start > text.length)
    return failedResult(`There is no such place: the result has ${extent(text)}.`);
  const from = placeBefore(text, start);
  const last = wholeNumber(args['end_line']);
  const end = Math.max(from, (last === undefined ? undefined : lineStart(text, last + 1)) ?? text.length);
  const to = from + headEnd(text.slice(from, end), tokens);
  const line = lineCount(text.slice(0, from));
  const more = to < text.length ? ` Go on with start_char ${to}.` : ' This is its end.';
  const head = `[From line ${line}, characters ${from} to ${to} of a result of ${extent(text)}.${more}]`;
  const shown = textContent(`${head}\n${text.slice(from, to)}`);
  return { status: 'success', content: from === 0 ? [...shown, ...images] : shown };
}

function find(text: string, search: string, from: number, tokens: number): string {
  const places: string[] = [];
  // A text can have another length in lower case (İ), which would shift the places. It is then searched as it is.
  const lower = text.toLowerCase();
  const [where, what] = lower.length === text.length ? [lower, search.toLowerCase()] : [text, search];
  let space = tokens;
  let line = 1;
  let counted = 0;
  for (let at = where.indexOf(what, from); at >= 0;) {
    line += lineCount(text.slice(counted, at)) - 1;
    counted = at;
    const begin = placeAfter(text, Math.max(text.lastIndexOf('\n', at - 1) + 1, at - AROUND));
    const lineEnd = text.indexOf('\n', at);
    const end = placeAfter(text, Math.min(lineEnd < 0 ? text.length : lineEnd, at + what.length + AROUND));
    const place = `${line} (character ${at}): ${text.slice(begin, end)}`;
    space -= place.length / 2;
    if (space < 0 && places.length > 0) {
      places.push(`[There are more. Go on with start_char ${at}.]`);
      break;
    }
    places.push(place);
    // The search goes on behind what was shown, so that a line with several matches is listed once unless it is long.
    at = where.indexOf(what, end);
  }
  if (places.length === 0) return `[The text was not found in the result, which has ${extent(text)}.]`;
  return `[Lines that hold the text, in a result of ${extent(text)}:]\n${places.join('\n')}`;
}

/** Returns where a line begins, counted from 1, or undefined if the text has fewer lines. */
function lineStart(text: string, line: number): number | undefined {
  let at = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return at;
}

function extent(text: string): string {
  return `${text.length} characters in ${lineCount(text)} lines`;
}

/** Reads a number, also one written as text, because models sometimes write numbers so. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.max(0, Math.trunc(number)) : undefined;
}
