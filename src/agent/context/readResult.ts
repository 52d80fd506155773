import { headText, placeAfter } from '../../base/common/cut.ts';
import { lineCount, linesOf } from '../../base/common/lines.ts';
import { t } from '@vscode/l10n';
import type { ContentPart } from '../../protocol/index.ts';
import { failedResult, ownTool, textContent, type Tool, type ToolResult } from '../../tools/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { READ_RESULT } from '../../protocol/index.ts';
import { linePage, pageExtent, placeAt, type LinePlace } from './linePage.ts';
import { isImage, resultText } from './resultText.ts';

/** Characters that are shown before and after a match. */
const AROUND = 150;
/** Share of a page that is text. The line at its head takes the rest. */
const TEXT_SHARE = 0.85;

const inputSchema = {
  type: 'object',
  properties: {
    call_id: { type: 'string', description: 'The id that the note names.' },
    startLine: { type: 'integer', minimum: 1, description: 'From 1.' },
    lines: { type: 'integer', minimum: 1, description: 'As many as fit if absent.' },
    startCharacter: {
      type: 'integer',
      minimum: 1,
      description: 'From 1, in a startLine that is too long to come at once.',
    },
    search: {
      type: 'string',
      description: 'Lists the lines that hold this plain text, in any case, instead.',
    },
  },
  required: ['call_id'],
  additionalProperties: false,
} as const;

const about = {
  name: READ_RESULT,
  description:
    'Reads an earlier tool result of which a note says that it was cut or taken out: page by page, or the lines that hold a text. Results without such a note are whole.',
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
    return failedResult(
      `This conversation has no result of a call with the id "${headText(callId, 40)}". A result of which you got only a part has a note with the id.`,
    );
  const text = resultText(result.content);
  const from = { line: wholeNumber(args['startLine']), character: wholeNumber(args['startCharacter']) };
  const { search } = args;
  if (typeof search === 'string' && search !== '')
    return { status: 'success', content: textContent(find(text, search, from, tokens)) };
  if (isWhole(conversation, callId))
    return {
      status: 'success',
      content: textContent(
        'You got this result whole, earlier in this conversation. Nothing of it was left out.',
      ),
    };
  const images = result.content.filter(isImage);
  return page(text, { from, lines: wholeNumber(args['lines'], Infinity), tokens, images });
}

/** Tells whether the model has the result as it is: nothing was cut or taken out, and no summary replaced it. */
function isWhole({ context, messages }: Conversation, callId: string): boolean {
  if (context.replaced.has(callId)) return false;
  return messages
    .slice(context.summary?.from ?? 0)
    .some((message) => message.role === 'tool' && message.callId === callId);
}

/** Returns one page of a result. Its images come with the first page. */
function page(
  text: string,
  options: {
    readonly from: LinePlace;
    readonly lines: number;
    readonly tokens: number;
    readonly images: readonly ContentPart[];
  },
): ToolResult {
  const { from, images } = options;
  const all = linesOf(text);
  const found = linePage(all, { ...options, isNumbered: false });
  if (!found) return failedResult(`There is no such place: the result has ${extent(text)}.`);
  const extentOfPage = pageExtent(all, found);
  const shown = textContent(
    `[${headText(extentOfPage, 1).toUpperCase()}${extentOfPage.slice(1)}.]\n${found.text}`,
  );
  return {
    status: 'success',
    content: from.line === 1 && from.character === 1 ? [...shown, ...images] : shown,
  };
}

function find(text: string, search: string, start: LinePlace, tokens: number): string {
  const places: string[] = [];
  // A text can have another length in lower case (İ), which would shift the places. It is then searched as it is.
  const lower = text.toLowerCase();
  const [where, what] = lower.length === text.length ? [lower, search.toLowerCase()] : [text, search];
  let space = tokens;
  let line = 1;
  let counted = 0;
  const from = lineStart(text, start.line) + start.character - 1;
  for (let at = where.indexOf(what, from); at >= 0;) {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line += 1;
      counted = end + 1;
    }
    const begin = placeAfter(text, Math.max(counted, at - AROUND));
    const nextLine = text.indexOf('\n', at);
    const lineEnd = nextLine < 0 ? text.length : nextLine;
    const end = placeAfter(text, Math.min(lineEnd, at + what.length + AROUND));
    const isPart = begin > counted || end < lineEnd;
    const place = `${line}${isPart ? ` (from character ${begin - counted + 1})` : ''}:${text.slice(begin, end)}`;
    space -= place.length / 2;
    if (space < 0 && places.length > 0) {
      const next = placeAt(text, at);
      places.push(`[There are more. Go on with startLine ${next.line}, startCharacter ${next.character}.]`);
      break;
    }
    places.push(place);
    // The search goes on behind what was shown, so that a line with several matches is listed once unless it is long.
    at = where.indexOf(what, Math.max(end, at + 1));
  }
  if (places.length === 0) return `[The text was not found in the result, which has ${extent(text)}.]`;
  return `[Lines that hold the text, in a result of ${extent(text)}:]\n${places.join('\n')}`;
}

/** Returns where a line begins, or the end of the text if it has fewer lines. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

function extent(text: string): string {
  const [characters, lines] = [text.length, lineCount(text)].map((count) => count.toLocaleString('en'));
  return `${characters} characters in ${lines} ${lines === '1' ? 'line' : 'lines'}`;
}

/** Reads a number, also one written as text, because models sometimes write numbers so. */
function wholeNumber(value: unknown, otherwise = 1): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.max(1, Math.trunc(number)) : otherwise;
}
