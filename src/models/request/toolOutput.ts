import { baseType, type ImageData, imageTypes, readImage } from '../../base/common/imageData.ts';
import { wellFormedJson } from '../../base/common/wellFormed.ts';
import type { ContentPart } from '../../protocol/index.ts';
import type { GivenInstructions } from '../common/model.ts';
import { isHeldByText } from './heldByText.ts';

export interface ToolOutput {
  readonly text: string;
  /** Images in the order in which the text mentions them. */
  readonly images: readonly ImageData[];
}

/**
 * Converts a result. Binary data never becomes text. JSON that text parts repeat, as MCP servers send both, is left
 * out.
 */
export function toolOutput(
  content: readonly ContentPart[],
  options: {
    readonly isError: boolean;
    readonly instructions: readonly GivenInstructions[] | undefined;
    readonly canShow: (part: ContentPart) => boolean;
  },
): ToolOutput {
  const { isError, instructions = [], canShow } = options;
  const images: ImageData[] = [];
  const repeated = repeatedIn(content);
  const lines = content
    .map((part) =>
      textOf(part, repeated, (image) => {
        const isShown = canShow(part);
        if (isShown) images.push(image);
        return isShown;
      }),
    )
    .filter((line) => line !== '');
  const text = lines.length > 0 ? lines.join('\n') : '(no output)';
  const output = isError ? `Error: the tool call failed.\n${text}` : text;
  return { text: [output, ...instructions.map((each) => each.text)].join('\n\n'), images };
}

export function partText(part: ContentPart): string {
  return textOf(part, new Set(), () => false);
}

/** By the content, because each request of a turn has all results, and a server can make the search take a while. */
const repeatedParts = new WeakMap<readonly ContentPart[], ReadonlySet<ContentPart>>();

/** Returns the parts of a result that its texts repeat. */
function repeatedIn(content: readonly ContentPart[]): ReadonlySet<ContentPart> {
  const known = repeatedParts.get(content);
  if (known) return known;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const found = new Set(content.filter((part) => part.type === 'json' && isHeldByText(part.value, texts)));
  repeatedParts.set(content, found);
  return found;
}

type Show = (image: ImageData) => boolean;

function textOf(part: ContentPart, repeated: ReadonlySet<ContentPart>, show: Show): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'json':
      return repeated.has(part) ? '' : wellFormedJson(JSON.stringify(part.value) ?? '');
    case 'link':
      return part.isForUser ? '' : linkText(part);
    case 'resource':
      return resourceText(part, show);
    case 'image':
      return binaryText('image', part.mimeType, part.data, show);
    case 'audio':
      return binaryText('audio', part.mimeType, part.data, undefined);
  }
}

function linkText(link: Extract<ContentPart, { type: 'link' }>): string {
  const { uri, name, title, description, mimeType } = link;
  const about = [title ?? name, ...(mimeType === undefined ? [] : [`(${mimeType})`])].join(' ');
  return `[Resource: ${about} at ${uri}]${description === undefined ? '' : ` ${description}`}`;
}

function resourceText(resource: Extract<ContentPart, { type: 'resource' }>, show: Show): string {
  const { uri, mimeType, text, blob } = resource;
  const head = `[Resource: ${uri}${mimeType === undefined ? '' : ` (${mimeType})`}]`;
  if (text !== undefined) return `${head}\n${text}`;
  if (blob === undefined) return head;
  return `${head}\n${binaryText('binary data', mimeType ?? 'application/octet-stream', blob, show)}`;
}

/** `show` is undefined for data that is not an image. */
function binaryText(what: string, mimeType: string, data: string, show: Show | undefined): string {
  const image = show && readImage(data);
  const size = `${image?.mimeType ?? mimeType}, ${bytesOf(image?.data ?? data)} bytes`;
  if (image && show(image)) return `[image: ${size}; it is in the next message]`;
  return `[${what}: ${size}; ${show && !image ? whyUnread(mimeType, data) : 'it cannot be shown to you'}]`;
}

function whyUnread(mimeType: string, data: string): string {
  if (!imageTypes.has(baseType(mimeType))) return 'it cannot be shown to you';
  return data.trim() === ''
    ? 'it is empty, so it cannot be shown to you'
    : 'its data is not a PNG, JPEG, GIF or WebP image, so it cannot be shown to you';
}

function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
