/** Leaves out what an endpoint refused, or sends it in another way. */
import { msg } from '../../base/common/message.ts';
import type { Abilities, Api } from '../common/abilities.ts';
import { modelKey } from '../common/target.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { MessageOmissions } from './messages.ts';
import { fieldKey, refusedField, type RequestField } from './requestFields.ts';
import type { ModelRequest, ToolDefinition } from '../common/model.ts';
import { boundedWords, type Credentials, redactKey } from '../failures/redaction.ts';
import type { SchemaTarget } from '../schema/profile.ts';
import { imageNamedIn, noLostImages, withoutNextImage, type LostImages } from './refusedImages.ts';
import {
  plainableTools,
  refusedTool,
  searchedSchemas,
  toolsAlike,
  withoutTool,
  type SchemaSearch,
  type ToolFallbackMap,
} from './refusedTools.ts';

export interface Fallbacks extends MessageOmissions {
  readonly api?: Api | undefined;
  /** The Responses API is not asked for encrypted reasoning: models without reasoning refuse that. */
  readonly encrypted?: boolean | undefined;
  /** The endpoint does not know `store`, so it is not told to store nothing. */
  readonly store?: boolean | undefined;
  readonly usage?: boolean | undefined;
  readonly cacheKey?: boolean | undefined;
  readonly cacheMarks?: boolean | undefined;
  /** The limit is sent as `max_completion_tokens` instead. */
  readonly maxTokens?: boolean | undefined;
  readonly temperature?: boolean | undefined;
  readonly stop?: boolean | undefined;
  readonly parallelCalls?: boolean | undefined;
  readonly tools?: ToolFallbackMap | undefined;
  readonly schemaSearch?: SchemaSearch | undefined;
  readonly lostImages?: LostImages | undefined;
  /** Fields of the user's settings that are left out, by `fieldKey`. */
  readonly fields?: ReadonlyMap<string, RequestField> | undefined;
}

export function knownFallbacks({ baseURL, images }: Abilities & { readonly baseURL: string }): Fallbacks {
  const host = URL.parse(baseURL)?.hostname ?? '';
  return {
    userAfterTool: /(^|\.)mistral\.ai$/.test(host),
    images: images === false,
  };
}

type Dispensable =
  | 'usage'
  | 'maxTokens'
  | 'temperature'
  | 'stop'
  | 'parallelCalls'
  | 'encrypted'
  | 'store'
  | 'cacheKey'
  | 'cacheMarks'
  | 'userAfterTool'
  | 'images'
  | 'echo';

/** Words of refusals by what they are about. */
const dispensable: readonly (readonly [Dispensable, RegExp])[] = [
  ['cacheKey', /prompt_cache_key/i],
  // An endpoint may also refuse a list as content, because a mark turns a text into a list.
  ['cacheMarks', /cache_control|content[^.]{0,60}\b(must|should|expected|valid)\b[^.]{0,20}\bstr(ing)?\b/i],
  ['usage', /stream_?options|include_usage/i],
  ['maxTokens', /max_(output_)?tokens/],
  ['temperature', /temperature/i],
  ['stop', /\bstop\b/i],
  ['parallelCalls', /parallel_tool_calls|parallel tool calls/i],
  // Mistral says this, and so do the chat templates of its models in vLLM.
  ['userAfterTool', /unexpected role|roles must alternate/i],
  ['images', /image|vision|multi-?modal/i],
  ['encrypted', /encrypted content is not supported|\binclude\b/i],
  // A message that expects another value does not count. An endpoint that does not know the field does not store
  // either.
  ['store', /\b(unknown|unrecognized|unexpected|extra)[^.]{0,60}\bstore\b/i],
  // OpenAI says "The encrypted content … could not be verified", "Items are not persisted when `store` is set to
  // false".
  ['echo', /reasoning|extra_content|thought_signature|encrypted|not persisted/i],
];

/** Parts of a sent request, of which something can be left out. */
export interface SentParts {
  readonly request: Pick<ModelRequest, 'messages' | 'tools'>;
  /** Names of the tools in the order in which they were sent. */
  readonly names: readonly string[];
  /** Fields of the user's settings. */
  readonly fields: readonly RequestField[];
  /** Returns the messages as the body has them. */
  readonly items: () => readonly unknown[];
  readonly target: Credentials & SchemaTarget;
}

/** Returns undefined if nothing can be left out. Reasons contain no credentials. */
export function withFallback(error: unknown, before: Fallbacks, sent: SentParts): Fallbacks | undefined {
  const { status, message, error: body } = error as { status?: unknown; message?: unknown; error?: unknown };
  // llama.cpp refuses images with 500, OpenRouter with 404; FastAPI refuses unknown fields with 422.
  if (typeof status !== 'number' || ![400, 404, 415, 422, 500].includes(status)) return undefined;
  const { target, fields } = sent;
  const said = redactKey(String(message), target);
  const all = isRecord(body) ? `${said} ${redactKey(JSON.stringify(body), target)}` : said;
  // Newer models of OpenAI have another name for the limit, which is tried first.
  const field = refusedField(all, fields);
  if (field && (field.name !== 'max_tokens' || before.maxTokens === true))
    return { ...before, fields: new Map([...(before.fields ?? []), [fieldKey(field), field]]) };
  // OpenAI names an unknown field in `param`, not in the message.
  const found = dispensable.find(
    ([what, words]) => before[what] !== true && words.test(what.startsWith('cache') ? all : said),
  );
  if (found?.[0] === 'images') return withoutImage({ said, all }, before, sent);
  if (found) return { ...before, [found[0]]: true };
  return withoutSchema({ said, all }, before, sent);
}

/** `said` is the message alone; `all` has the body as well. */
interface Refusal {
  readonly said: string;
  readonly all: string;
}

function withoutImage(
  { said, all }: Refusal,
  before: Fallbacks,
  { request: { messages }, items, target }: SentParts,
): Fallbacks {
  const lostImages = withoutNextImage(before.lostImages ?? noLostImages, messages, {
    words: said,
    named: imageNamedIn(all, items()),
    endpoint: modelKey(target),
  });
  return lostImages ? { ...before, lostImages } : { ...before, images: true };
}

function withoutSchema(
  { said, all }: Refusal,
  before: Fallbacks,
  { request: { tools }, names, target }: SentParts,
): Fallbacks | undefined {
  // OpenAI names the place in `param`, not in the message.
  const refused = refusedTool(all, names);
  if (!refused) return undefined;
  const now = { tools: before.tools ?? new Map(), search: before.schemaSearch };
  const next =
    refused.kind === 'schemas'
      ? searchedSchemas(now, plainableTools(sentTools(tools, names), target))
      : withoutTool(
          now,
          refused.name,
          msg('the endpoint refuses it: {0}', boundedWords(said.replace(/\s+/g, ' ').trim(), 300)),
          (alike) => toolsAlike(sentTools(tools, names), alike, target),
        );
  return next && { ...before, tools: next.tools, schemaSearch: next.search };
}

function sentTools(tools: readonly ToolDefinition[], names: readonly string[]): ToolDefinition[] {
  const sent = new Set(names);
  return tools.filter(({ name }) => sent.has(name));
}
