import { isDeepStrictEqual } from 'node:util';
import { CallFailure } from '../mcp/index.ts';
import { plainLabel, plainText } from '../base/common/text.ts';
import type { ContentPart } from '../protocol/index.ts';
import { styledText, textContent } from './results.ts';
import type { ToolResult } from './tool.ts';
import { stylesIn } from '../base/common/terminalText.ts';
import { recordOf } from '../base/common/guards.ts';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2_000;

export interface McpCallResult {
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/**
 * Converts a result (2025-11-25, server/tools, "Tool Result"). A text that repeats the structured content is left out.
 */
export function fromMcpResult(result: McpCallResult): ToolResult {
  const { structuredContent } = result;
  const blocks = (result.content ?? []).map(fromMcpContent);
  const parts =
    structuredContent === undefined ? blocks : blocks.filter((part) => !repeats(part, structuredContent));
  if (structuredContent !== undefined) parts.push({ type: 'json', value: structuredContent });
  return { status: result.isError === true ? 'error' : 'success', content: parts };
}

export function fromFailure(error: unknown): ToolResult {
  const reason = error instanceof CallFailure ? error.reason : 'refused';
  const status = reason === 'timeout' || reason === 'cancelled' ? reason : 'error';
  return { status, content: textContent((error as Error).message), isUnfinished: true };
}

export function fromMcpContent(block: unknown): ContentPart {
  const fields = recordOf(block);
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  switch (fields['type']) {
    case 'text':
      return styledText({ text: text('text') ?? '', styles: stylesIn(fields['_meta']) });
    case 'image':
    case 'audio':
      return {
        type: fields['type'],
        mimeType: text('mimeType') ?? 'application/octet-stream',
        data: text('data') ?? '',
      };
    case 'resource_link':
      return {
        type: 'link',
        uri: visible(text('uri') ?? ''),
        name: plainLabel(text('name'), MAX_NAME) ?? plainLabel(text('uri'), MAX_NAME) ?? '',
        ...defined({
          title: plainLabel(text('title'), MAX_NAME),
          description: plainText(text('description'), MAX_DESCRIPTION),
          mimeType: plainLabel(text('mimeType'), MAX_NAME),
        }),
      };
    case 'resource':
      return fromMcpResource(fields['resource']) ?? { type: 'json', value: block };
    default:
      return { type: 'json', value: block };
  }
}

export function fromMcpResource(resource: unknown): ContentPart | undefined {
  if (typeof resource !== 'object' || resource === null) return undefined;
  const { uri, mimeType, text, blob } = resource as Record<string, unknown>;
  const strings = { mimeType, text, blob };
  return { type: 'resource', uri: typeof uri === 'string' ? visible(uri) : '', ...defined(strings) };
}

/** Percent-encodes characters that would reorder or hide letters. RFC 3986 allows none of them. */
function visible(uri: string): string {
  return uri.replaceAll(/[\p{Cc}\p{Cf}]/gu, encodeURIComponent);
}

function defined(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function repeats(part: ContentPart, value: unknown): boolean {
  if (part.type !== 'text') return false;
  try {
    return isDeepStrictEqual(JSON.parse(part.text), value);
  } catch {
    return false;
  }
}
