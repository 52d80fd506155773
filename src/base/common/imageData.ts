/**
 * Reads images as servers send them. Servers often name a wrong type, for which endpoints refuse the whole request, so
 * the type is taken from the first bytes. The base64 may be a `data:` URL, have line breaks, use the alphabet of URLs,
 * lack its padding, or be encoded twice.
 */

import { headText } from './cut.ts';

export interface ImageData {
  readonly mimeType: string;
  /** Base64 with padding, in one line. */
  readonly data: string;
}

/**
 * Image types that vision endpoints accept (OpenAI, "Images and vision"). Any other makes them refuse the whole
 * request.
 */
const marks: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];
export const imageTypes: ReadonlySet<string> = new Set(marks.map(([type]) => type));

/** `head` has the first 16 bytes or more, one character for each. */
export function imageTypeOf(head: string): string | undefined {
  return marks.find(([, mark]) => mark.test(head))?.[0];
}

/** Returns undefined if the data is empty, not base64, or not an image that endpoints accept. */
export function readImage(data: string): ImageData | undefined {
  return read(data) ?? read(decoded(plainBase64(data) ?? ''));
}

/** Returns the MIME type without parameters, in lower case. */
export function baseType(mimeType: string): string {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function read(text: string): ImageData | undefined {
  const data = plainBase64(text);
  const mimeType = data === undefined ? undefined : imageTypeOf(decoded(headText(data, 32)));
  return data === undefined || mimeType === undefined ? undefined : { mimeType, data };
}

function plainBase64(text: string): string | undefined {
  const isPlain = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  if (isPlain) return text;
  const [prefix = ''] = /^\s*data:[^,]{0,200},/i.exec(text) ?? [];
  const letters = text
    .slice(prefix.length)
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\s+|\\[rn]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '');
  // A single base64 letter is less than a byte.
  if (!/^[A-Za-z0-9+/]+$/.test(letters) || letters.length % 4 === 1) return undefined;
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, '=');
}

/** Decodes base64 into one character for each byte. */
function decoded(data: string): string {
  return atob(data);
}
