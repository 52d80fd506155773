/** Images that an endpoint refuses, so that one of them costs only itself. */
import { t } from '@vscode/l10n';
import { type ImageData, readImage } from '../../base/common/imageData.ts';
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { locale } from '../../base/common/locale.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { ContentPart } from '../../protocol/index.ts';
import type { Message, ModelEvent } from '../common/model.ts';
import { boundedWords } from '../failures/redaction.ts';

/** A search for the image that an endpoint refuses. Each request goes without another one. */
export interface LostImages {
  /** Images that the request goes without. */
  readonly parts: ReadonlySet<ContentPart>;
  /** Images among them that are refused for certain. */
  readonly before: ReadonlySet<ContentPart>;
  /** Images that are left out in turn, if that does not help. */
  readonly next?: readonly (readonly ContentPart[])[] | undefined;
  /** The refusal that led to this. */
  readonly words?: string | undefined;
  readonly tries: number;
}

/** Images that a request was accepted without, and what the endpoint said of them, without credentials. */
export interface RefusedImages {
  readonly names: readonly string[];
  readonly words: string;
}

/** Most requests that go without a single image each. After them, all new images are left out. */
const MAX_ALONE = 6;
const MAX_NAME = 100;
const MAX_NAMED = 10;
const MAX_WORDS = 300;

/**
 * Images by endpoint and model: `accepted` ones were in a request that was answered. They outlive a turn, and are gone
 * with the conversation.
 */
const remembered = new WeakMap<ContentPart, Map<string, 'accepted' | 'refused'>>();

export const noLostImages: LostImages = { parts: new Set(), before: new Set(), tries: 0 };

export function recalledImages(messages: readonly Message[], endpoint: string): LostImages {
  const before = new Set(
    imagePartsIn(messages).filter((part) => remembered.get(part)?.get(endpoint) === 'refused'),
  );
  return before.size === 0 ? noLostImages : { ...noLostImages, parts: before, before };
}

/** Remembers the images of a request that was accepted without `lost`. */
export function rememberImages(
  messages: readonly Message[],
  lost: ReadonlySet<ContentPart>,
  endpoint: string,
): void {
  for (const part of imagePartsIn(messages)) {
    const known = remembered.get(part) ?? new Map<string, 'accepted' | 'refused'>();
    if (known.has(endpoint)) continue;
    remembered.set(part, known.set(endpoint, lost.has(part) ? 'refused' : 'accepted'));
  }
}

/**
 * Returns which images the next request goes without: one that no accepted request had, the newest first. `named` is
 * the URL of the image that the refusal names. Returns undefined if the endpoint takes no images at all, or none of
 * these makes a difference.
 */
export function withoutNextImage(
  lost: LostImages,
  messages: readonly Message[],
  {
    words,
    named,
    endpoint,
  }: { readonly words: string; readonly named: string | undefined; readonly endpoint: string },
): LostImages | undefined {
  if (takesNoImages(words)) return undefined;
  // Other words say that leaving out the last one has helped, and another one is refused.
  const hasHelped = lost.words !== undefined && lost.words !== words && lost.tries < MAX_ALONE;
  const before = hasHelped ? lost.parts : lost.before;
  const images = imagePartsIn(messages).flatMap((part) => {
    const isNew = !before.has(part) && remembered.get(part)?.get(endpoint) !== 'accepted';
    const image = isNew ? imageIn(part) : undefined;
    return image ? [{ part, image }] : [];
  });
  const [parts, ...next] =
    (hasHelped ? undefined : lost.next) ?? planned(images, { words, named, alone: MAX_ALONE - lost.tries });
  return parts && { parts: new Set([...before, ...parts]), before, next, words, tries: lost.tries + 1 };
}

/** Returns what is left out in turn: each image alone, as many as `alone`, and then all of them. */
function planned(
  images: readonly { readonly part: ContentPart; readonly image: ImageData }[],
  {
    words,
    named,
    alone,
  }: { readonly words: string; readonly named: string | undefined; readonly alone: number },
): readonly (readonly ContentPart[])[] {
  const types = new Set(
    [...words.matchAll(/\b(png|jpe?g|gif|webp)\b/gi)].map(
      ([name]) => `image/${name.toLowerCase().replace('jpg', 'jpeg')}`,
    ),
  );
  const rank = ({ mimeType, data }: ImageData): number => {
    if (named?.endsWith(data) === true) return 0;
    // One type is the refused one, and a list has those that are accepted.
    return types.size > 0 && types.has(mimeType) === (types.size === 1) ? 1 : 2;
  };
  const ordered = images
    .toReversed()
    .map(({ part, image }) => ({ part, rank: rank(image) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ part }) => part);
  return [
    ...ordered.slice(0, Math.max(0, alone)).map((part) => [part]),
    ...(ordered.length > 1 ? [ordered] : []),
  ];
}

/**
 * Returns the URL of the image that a refusal names by its place: `messages.3.content.1` (Anthropic),
 * `input[3].content[1]` (OpenAI), or its number among the images. `items` are the messages of the body.
 */
export function imageNamedIn(words: string, items: readonly unknown[]): string | undefined {
  const urlsOf = (item: unknown): (string | undefined)[] => {
    const { content } = recordOf(item);
    return (Array.isArray(content) ? content : []).map((part: unknown) => {
      const { image_url: image } = recordOf(part);
      const url = isRecord(image) ? image['url'] : image;
      return typeof url === 'string' ? url : undefined;
    });
  };
  const [, message, part] = /\b(?:messages|input)\W{1,4}(\d+)\W{1,4}content\W{1,4}(\d+)/i.exec(words) ?? [];
  if (message !== undefined) {
    const at = Number(message);
    // Anthropic does not count the system message.
    return [at, at + 1].map((index) => urlsOf(items[index])[Number(part)]).find((url) => url !== undefined);
  }
  const [, number] = /\bimages?(?:\[| at index )(\d+)/i.exec(words) ?? [];
  return number === undefined
    ? undefined
    : items.flatMap(urlsOf).filter((url) => url !== undefined)[Number(number)];
}

/** Words of endpoints and models that take no images at all: llama.cpp, OpenRouter, OpenAI, DeepSeek and vLLM. */
const noImages = [
  /(?:n't|\bnot|\bcannot) (?:\w+ ){0,2}?(?:support|accept|allow|take|have|enable)\w* (?:\w+ ){0,3}?(?:images(?! (?:with|of|in|larger|above|over|bigger|that|which|whose)\b)|image (?:input|content|understanding|modality)|vision|multi-?modal)/i,
  /\b(?:images|image[ _-]?(?:url|input|content|part|modality)s?|vision|multi-?modal(?:ity)?)(?: \w+){0,2} (?:is|are) (?:not|n't|only|currently not|disabled|unsupported)(?! valid)/i,
  /\bnot (?:a |an )?(?:multi-?modal|vision)|\bno (?:endpoints?|models?|providers?)\b[^.]{0,80}\b(?:image|vision)/i,
  /unknown variant .{0,3}image_url|at most 0 images?|only (?:supports?|accepts?) text|text[- ]only model/i,
];

function takesNoImages(words: string): boolean {
  return noImages.some((pattern) => pattern.test(words));
}

/** Returns what the user is told of images that were left out, or nothing if there are none. */
export function imagesLeftOut({ names, words }: RefusedImages, host: string): ModelEvent[] {
  if (names.length === 0) return [];
  const named = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length - MAX_NAMED;
  const all = more > 0 ? t('{0}, and {1} more', named, more) : named;
  const message =
    names.length === 1
      ? t('{0} does not accept this image. The model gets its name instead: {1}.', host, all)
      : t('{0} does not accept these images. The model gets their names instead: {1}.', host, all);
  return [{ type: 'imagesLeftOut', message, detail: boundedWords(words, MAX_WORDS) }];
}

/** Returns the name of an image for the user: of its file, or of the tool that returned it. */
export function imageName(part: ContentPart, messages: readonly Message[]): string {
  const size = sizeOf(part);
  for (const message of messages) {
    if (message.role !== 'user' && message.role !== 'tool') continue;
    const at = message.content?.indexOf(part) ?? -1;
    if (at < 0) continue;
    if (part.type === 'resource') return `${plainLabel(part.uri, MAX_NAME) ?? ''} (${size})`;
    if (message.role === 'tool') {
      const name = plainLabel(toolOf(message.callId, messages), MAX_NAME) ?? '';
      return t('image of the result of {0} ({1})', name, size);
    }
    const before = message.content?.[at - 1];
    const [, file] = /^\[Image: (.+)\]$/.exec(before?.type === 'text' ? before.text : '') ?? [];
    return file === undefined
      ? t('image of the message ({0})', size)
      : `${plainLabel(file, MAX_NAME) ?? ''} (${size})`;
  }
  return size;
}

function sizeOf(part: ContentPart): string {
  const image = imageIn(part);
  const bytes = Math.floor(((image?.data.length ?? 0) * 3) / 4);
  return t('{0}, {1} KB', image?.mimeType ?? '', Math.ceil(bytes / 1_000).toLocaleString(locale()));
}

function toolOf(callId: string, messages: readonly Message[]): string | undefined {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return calls.find(({ id }) => id === callId)?.name;
}

function imagePartsIn(messages: readonly Message[]): ContentPart[] {
  return messages.flatMap((message) =>
    message.role === 'user' || message.role === 'tool'
      ? (message.content ?? []).filter(
          (part) => part.type === 'image' || (part.type === 'resource' && part.blob !== undefined),
        )
      : [],
  );
}

function imageIn(part: ContentPart): ImageData | undefined {
  const data = part.type === 'image' ? part.data : part.type === 'resource' ? part.blob : undefined;
  return data === undefined ? undefined : readImage(data);
}
