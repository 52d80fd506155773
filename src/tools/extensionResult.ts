/** Converts a result of another extension's tool (`LanguageModelToolResult`) into content. */
import { plainLabel } from '../base/common/text.ts';
import type { ContentPart } from '../protocol/index.ts';
import { recordOf } from '../base/common/guards.ts';

const MAX_PARTS = 1_000;
/** Limits: characters of all texts, and bytes of all data. */
const MAX_TEXT = 10_000_000;
const MAX_DATA = 20_000_000;
const MAX_TYPE = 200;
/** Limits: nodes of a rendered prompt, and its levels. */
const MAX_NODES = 100_000;
const MAX_LEVELS = 200;

/**
 * Converts parts by their fields, not by their classes: text (`value`), data (`mimeType`, `data`), or a rendered prompt
 * of `@vscode/prompt-tsx` (`value` with a `node`). Parts beyond the limits are left out, and the last part says so.
 */
export function fromEditorContent(parts: unknown): readonly ContentPart[] {
  if (!Array.isArray(parts)) return [];
  const content: ContentPart[] = [];
  const left = { text: MAX_TEXT, data: MAX_DATA };
  let isCut = parts.length > MAX_PARTS;
  for (const part of parts.slice(0, MAX_PARTS) as unknown[]) {
    const made = fromPart(part, left);
    if (made === undefined) isCut = true;
    else if (made !== 'nothing') content.push(made);
  }
  if (isCut) content.push({ type: 'text', text: 'The rest of the result is too large and was left out.' });
  return content;
}

interface Left {
  text: number;
  data: number;
}

/** Returns `nothing` for a part of an unknown kind, and undefined for one that is too large. */
function fromPart(part: unknown, left: Left): ContentPart | 'nothing' | undefined {
  const { value, mimeType, data } = recordOf(part);
  if (typeof value === 'string') return text(value, left);
  if (data instanceof Uint8Array && typeof mimeType === 'string') return fromData(data, mimeType, left);
  const prompt = textOfPrompt(value);
  return prompt === undefined ? 'nothing' : text(prompt, left);
}

function text(value: string, left: Left): ContentPart | undefined {
  if (value.length > left.text) return undefined;
  left.text -= value.length;
  return { type: 'text', text: value };
}

function fromData(data: Uint8Array, type: string, left: Left): ContentPart | undefined {
  if (data.length > left.data) return undefined;
  left.data -= data.length;
  const mimeType = plainLabel(type, MAX_TYPE) ?? 'application/octet-stream';
  const kind = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  // The editor's own type for JSON is `text/x-json`.
  if (/^(?:application\/(?:[\w.-]+\+)?|text\/(?:x-)?)json$/.test(kind)) return json(decoded(data), left);
  if (kind.startsWith('text/')) return text(decoded(data), left);
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  if (kind.startsWith('image/')) return { type: 'image', mimeType, data: base64 };
  if (kind.startsWith('audio/')) return { type: 'audio', mimeType, data: base64 };
  return { type: 'resource', uri: '', mimeType, blob: base64 };
}

function decoded(data: Uint8Array): string {
  return new TextDecoder().decode(data);
}

function json(written: string, left: Left): ContentPart | undefined {
  try {
    return { type: 'json', value: JSON.parse(written) as unknown };
  } catch {
    return text(written, left);
  }
}

/**
 * Returns the texts in order. The prompt has the form of `renderElementJSON`: nodes with `children`, leaves with a
 * `text`.
 */
function textOfPrompt(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('node' in value)) return undefined;
  let found = '';
  let nodes = 0;
  const walk = (node: unknown, level: number): void => {
    nodes += 1;
    if (typeof node !== 'object' || node === null || level > MAX_LEVELS || nodes > MAX_NODES) return;
    const { text: own, lineBreakBefore, children } = node as Record<string, unknown>;
    if (typeof own === 'string' && found.length <= MAX_TEXT)
      found += found !== '' && lineBreakBefore ? `\n${own}` : own;
    if (Array.isArray(children)) for (const child of children as unknown[]) walk(child, level + 1);
  };
  walk(value.node, 0);
  return found;
}
