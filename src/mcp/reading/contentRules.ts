/**
 * Rules for the parts of results and prompts. A part of no known type stays as text, so that nothing of a result is
 * lost.
 */
import { specTypeSchemas } from '@modelcontextprotocol/client';
import { isRecord } from '../../base/common/guards.ts';
import { STYLES_MEMBER, withoutCodes } from '../../base/common/terminalText.ts';
import { filled, list, number, object, oneOf, record, text, type MessagePlace, type Rule } from './rules.ts';

const role = oneOf('user', 'assistant');

export const priority: Rule = (value, place) => {
  const read = number(value, place);
  return typeof read === 'number' && read >= 0 && read <= 1 ? read : undefined;
};

const dateTime: Rule = (value) =>
  typeof value === 'string' &&
  specTypeSchemas.Annotations['~standard'].validate({ lastModified: value }).issues === undefined
    ? value
    : undefined;

export const annotations = object({ audience: list(role), priority, lastModified: dateTime });

const icon = object({
  src: text,
  mimeType: text,
  sizes: list(text),
  theme: oneOf('light', 'dark'),
});
export const icons = list((value, place) => {
  const whole = icon(value, place);
  return isRecord(whole) && typeof whole['src'] === 'string' ? whole : undefined;
});

/** Accepts base64, also in its variant for addresses, or a whole `data:` address. */
const base64: Rule = (value) => {
  if (typeof value !== 'string') return undefined;
  const data = /^data:[^,]{0,200};base64,/.exec(value) ? value.slice(value.indexOf(',') + 1) : value;
  const plain = /[-_]/.test(data) ? data.replaceAll('-', '+').replaceAll('_', '/') : data;
  const bare = plain.replaceAll(/\s+/g, '');
  const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(bare) && bare.replace(/=+$/, '').length % 4 !== 1;
  return isValid ? plain : undefined;
};

/** Keeps a text, and turns anything else into JSON. */
const words: Rule = (value) => {
  if (value === null) return undefined;
  return typeof value === 'string' ? value : jsonOf(value);
};

/** The contents of a resource, also where they are not a part of a result. */
export const resourceContents = filled(
  object({
    uri: text,
    mimeType: text,
    _meta: record,
    blob: base64,
    text: words,
  }),
  (_, { params }) => ({ uri: typeof params['uri'] === 'string' ? params['uri'] : '' }),
);

export const resourceMembers = {
  uri: text,
  name: text,
  title: text,
  description: text,
  mimeType: text,
  size: number,
  icons,
  annotations,
  _meta: record,
};

const common = { annotations, _meta: record };
const media = filled(object({ ...common, data: base64, mimeType: text }), ({ type, data }) => ({
  mimeType: typeof data === 'string' ? mediaType(type, data) : undefined,
}));
const link = filled(object(resourceMembers), ({ title, uri }) => ({ name: title ?? uri }));

/** Takes the codes of a terminal out of a text: neither a model nor a chat is one. The chat shows their styles. */
const textPart: Rule = (value, place) => {
  const whole = object({ ...common, text: words })(value, place);
  if (!isRecord(whole)) return whole;
  const { [STYLES_MEMBER]: _, ...meta } = isRecord(whole['_meta']) ? whole['_meta'] : {};
  if (isRecord(whole['_meta'])) whole['_meta'] = meta;
  if (typeof whole['text'] !== 'string') return whole;
  const plain = withoutCodes(whole['text']);
  whole['text'] = plain.text;
  if (plain.styles) whole['_meta'] = { ...meta, [STYLES_MEMBER]: plain.styles };
  return whole;
};

const rulesByType: Readonly<Record<string, Rule>> = {
  text: textPart,
  image: media,
  audio: media,
  resource: object({ ...common, resource: resourceContents }),
  resource_link: link,
};

/** Returns a part of a known type that has what the type needs, or else the part as text. */
export const part: Rule = (value, place) => {
  if (value === null || value === undefined) return undefined;
  if (!isRecord(value)) return asText(typeof value === 'string' ? withoutCodes(value).text : jsonOf(value));
  // Text that is null says nothing.
  if (value['type'] === 'text' && value['text'] === null) return undefined;
  const type = typeOf(value);
  if (type !== value['type']) {
    place.reportOdd(`${place.path}.type`, 'mended');
    value['type'] = type;
  }
  const rule = typeof type === 'string' && Object.hasOwn(rulesByType, type) ? rulesByType[type] : undefined;
  if (!rule) return asText(jsonOf(value));
  if (isBrokenMedia(value, place)) return asText(`[The data of this ${String(type)} is not valid base64.]`);
  const before = { ...value };
  rule(value, place);
  return isWhole(value) ? value : asText(jsonOf(before));
};

function typeOf({ type, text: said }: Readonly<Record<string, unknown>>): unknown {
  if (type === undefined || type === null) return typeof said === 'string' ? 'text' : type;
  const word = typeof type === 'string' ? type.trim().toLowerCase() : '';
  return Object.hasOwn(rulesByType, word) ? word : type;
}

function isBrokenMedia({ type, data }: Record<string, unknown>, place: MessagePlace): boolean {
  if (type !== 'image' && type !== 'audio') return false;
  return typeof data === 'string' && base64(data, place) === undefined;
}

function isWhole(fields: Record<string, unknown>): boolean {
  const { type, data, mimeType, resource, uri, name } = fields;
  switch (type) {
    case 'text':
      return typeof fields['text'] === 'string';
    case 'image':
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string';
    case 'resource':
      return (
        isRecord(resource) && (typeof resource['text'] === 'string' || typeof resource['blob'] === 'string')
      );
    default:
      return typeof uri === 'string' && typeof name === 'string';
  }
}

/** A single part, or a text, counts as a list of one. */
export const parts = list(part);

/** Media types that are shown and heard most, by how their base64 begins. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['SUQz', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
  ['ZkxhQw', 'audio/flac'],
];

function mediaType(type: unknown, data: string): string {
  const found = beginnings.find(([start]) => data.startsWith(start))?.[1];
  if (type === 'audio') return data.startsWith('UklGR') ? 'audio/wav' : (found ?? 'application/octet-stream');
  return found ?? 'application/octet-stream';
}

export function asText(said: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: said };
}

/** Returns the JSON of a value, which is empty for a value that JSON cannot express. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A value of 100,000 levels overflows the stack.
    return '(nested too deeply, left out)';
  }
}
