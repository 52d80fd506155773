/** Leaves out what an endpoint refused, or sends it in another way. */
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { Abilities, Api } from '../common/abilities.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { MessageOmissions } from './messages.ts';
import { fieldKey, refusedField, type RequestField } from './requestFields.ts';
import type { LeftOutTool, ToolDefinition } from '../common/model.ts';
import { boundedWords, type Credentials, redactKey } from '../failures/redaction.ts';

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
  /** All schemas are sent in the `plain` profile. */
  readonly plainSchemas?: boolean | undefined;
  readonly tools?: ReadonlyMap<string, ToolFallback> | undefined;
  /** Fields of the user's settings that are left out, by `fieldKey`. */
  readonly fields?: ReadonlyMap<string, RequestField> | undefined;
}

type ToolFallback =
  | { readonly kind: 'plain' }
  | { readonly kind: 'leftOut'; readonly reason: LocalizedMessage };

/**
 * Fallbacks of tools by endpoint and model. They outlive a turn, so that the next one begins without what is refused.
 */
const remembered = new WeakMap<ToolDefinition, Map<string, ToolFallback>>();

export function recalled(
  tools: readonly ToolDefinition[],
  endpoint: string,
): ReadonlyMap<string, ToolFallback> {
  return new Map(
    tools.flatMap((tool): [string, ToolFallback][] => {
      const how = remembered.get(tool)?.get(endpoint);
      return how ? [[tool.name, how]] : [];
    }),
  );
}

export function remember(
  tools: readonly ToolDefinition[],
  { tools: how }: Fallbacks,
  endpoint: string,
): void {
  for (const tool of tools) {
    const fallback = how?.get(tool.name);
    if (fallback) remembered.set(tool, new Map([...(remembered.get(tool) ?? []), [endpoint, fallback]]));
  }
}

/** Number of refused tools after which all schemas are sent in the `plain` profile. */
const pickyAfter = 3;

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
  | keyof MessageOmissions;

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

/**
 * Returns undefined if nothing can be left out. `sent` are the names of the request's tools in order, `fields` those of
 * the user's settings. Reasons contain no credentials.
 */
export function withFallback(
  error: unknown,
  before: Fallbacks,
  sent: readonly string[],
  credentials: Credentials,
  fields: readonly RequestField[] = [],
): Fallbacks | undefined {
  const { status, message, error: body } = error as { status?: unknown; message?: unknown; error?: unknown };
  // llama.cpp refuses images with 500, OpenRouter with 404; FastAPI refuses unknown fields with 422.
  if (typeof status !== 'number' || ![400, 404, 415, 422, 500].includes(status)) return undefined;
  const said = redactKey(String(message), credentials);
  const all = isRecord(body) ? `${said} ${redactKey(JSON.stringify(body), credentials)}` : said;
  // Newer models of OpenAI have another name for the limit, which is tried first.
  const field = refusedField(all, fields);
  if (field && (field.name !== 'max_tokens' || before.maxTokens === true))
    return { ...before, fields: new Map([...(before.fields ?? []), [fieldKey(field), field]]) };
  // OpenAI names an unknown field in `param`, not in the message.
  const found = dispensable.find(
    ([what, words]) => before[what] !== true && words.test(what.startsWith('cache') ? all : said),
  );
  if (found) return { ...before, [found[0]]: true };
  // OpenAI names the place in `param`, not in the message.
  const refused = refusedTool(all, sent);
  switch (refused?.kind) {
    case undefined:
      return undefined;
    case 'schemas':
      return before.plainSchemas === true ? undefined : { ...before, plainSchemas: true };
    case 'tool': {
      const { name } = refused;
      const isPlain = before.plainSchemas === true || before.tools?.get(name)?.kind === 'plain';
      if (!isPlain && (before.tools?.size ?? 0) >= pickyAfter) return { ...before, plainSchemas: true };
      const reason = msg('the endpoint refuses it: {0}', boundedWords(said.replace(/\s+/g, ' ').trim(), 300));
      const next = isPlain ? ({ kind: 'leftOut', reason } as const) : ({ kind: 'plain' } as const);
      return { ...before, tools: new Map([...(before.tools ?? []), [name, next]]) };
    }
  }
}

export function refusedTools({ tools }: Fallbacks): LeftOutTool[] {
  return [...(tools ?? [])].flatMap(([name, how]) =>
    how.kind === 'leftOut' ? [{ name, reason: how.reason }] : [],
  );
}

const aboutSchemas = /schema|parameters|propert(y|ies)|function|tools?\b|grammar|\$ref|anyOf/i;
/** The model made a bad call (Groq); the tool itself is fine. */
const aboutCalls = /tool call validation|tool_use_failed|failed_generation|tool_calls?\[/i;

/** Returns the subject of a refusal. `names` are the tools in the order in which they were sent. */
export function refusedTool(
  words: string,
  names: readonly string[],
): { readonly kind: 'tool'; readonly name: string } | { readonly kind: 'schemas' } | undefined {
  if (names.length === 0 || aboutCalls.test(words) || !aboutSchemas.test(words)) return undefined;
  // Gemini counts the functions within its only tool. OpenAI says `tools[3].function`, Anthropic `tools.3.custom`.
  const place =
    /function_?declarations?\[(\d+)\]/i.exec(words) ?? /\btools(?:\[|\.|', ?|", ?)(\d+)/i.exec(words);
  const byPlace = place === null ? undefined : names[Number(place[1])];
  const name = byPlace ?? longestNamed(words, names);
  if (name !== undefined) return { kind: 'tool', name };
  return /schema|grammar|\$ref|anyOf/i.test(words) ? { kind: 'schemas' } : undefined;
}

/** Returns the longest name, because other names may be part of it. */
function longestNamed(words: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(words))
    .toSorted((one, other) => other.length - one.length)[0];
}
