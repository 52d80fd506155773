/**
 * What a request does without because the endpoint refused it: endpoints differ in what they take, and say so
 * only when it is sent.
 */
import { t } from '@vscode/l10n';
import type { Abilities } from './abilities.ts';
import { isRecord } from '../base/common/guards.ts';
import type { MessageOmissions } from './messages.ts';
import type { LeftOutTool, ToolDefinition } from './model.ts';
import { bounded, maskKey, type Credentials } from './secretMask.ts';
import { refusedTool } from './schema/refusal.ts';

/** What is no longer sent, or sent in another way. */
export interface Concessions extends MessageOmissions {
  readonly usage?: boolean;
  /** The limit of an answer is then said in the newer word, `max_completion_tokens`. */
  readonly maxTokens?: boolean;
  readonly temperature?: boolean;
  readonly stop?: boolean;
  /** Nothing is then said of several calls at once. */
  readonly parallelCalls?: boolean;
  /** All schemas as plain as can be. */
  readonly plainSchemas?: boolean;
  /** Single tools that were refused: sent with a plain schema, or no longer. */
  readonly tools?: ReadonlyMap<string, ToolConcession>;
}

type ToolConcession = { readonly kind: 'plain' } | { readonly kind: 'leftOut'; readonly reason: string };

/**
 * What was conceded for a tool, by endpoint and model, for as long as the tool is what it was: a model is made
 * for each turn, and a turn should not begin with requests that are known to be refused.
 */
const remembered = new WeakMap<ToolDefinition, Map<string, ToolConcession>>();

/** What these tools have been conceded at an endpoint before. */
export function recalled(
  tools: readonly ToolDefinition[],
  endpoint: string,
): ReadonlyMap<string, ToolConcession> {
  return new Map(
    tools.flatMap((tool): [string, ToolConcession][] => {
      const how = remembered.get(tool)?.get(endpoint);
      return how ? [[tool.name, how]] : [];
    }),
  );
}

/** Remembers what has helped. */
export function remember(
  tools: readonly ToolDefinition[],
  { tools: how }: Concessions,
  endpoint: string,
): void {
  for (const tool of tools) {
    const concession = how?.get(tool.name);
    if (concession) remembered.set(tool, new Map([...(remembered.get(tool) ?? []), [endpoint, concession]]));
  }
}

/** After so many refused tools all schemas are sent plain. */
const pickyAfter = 3;

/** What is known of an endpoint and a model before anything is refused. */
export function knownConcessions({ baseURL, images }: Abilities & { readonly baseURL: string }): Concessions {
  const host = URL.parse(baseURL)?.hostname ?? '';
  return {
    ...(/(^|\.)mistral\.ai$/.test(host) && { userAfterTool: true }),
    ...(images === false && { images: true }),
  };
}

/** What a request can do without, or say in another way. */
type Dispensable = 'usage' | 'maxTokens' | 'temperature' | 'stop' | 'parallelCalls' | keyof MessageOmissions;

/** What endpoints name in their refusal of it. */
const dispensable: readonly (readonly [Dispensable, RegExp])[] = [
  ['usage', /stream_?options|include_usage/i],
  ['maxTokens', /max_tokens/],
  ['temperature', /temperature/i],
  ['stop', /\bstop\b/i],
  ['parallelCalls', /parallel_tool_calls|parallel tool calls/i],
  // Mistral, and the chat templates of its models under vLLM.
  ['userAfterTool', /unexpected role|roles must alternate/i],
  ['images', /image|vision|multi-?modal/i],
  ['echo', /reasoning|extra_content|thought_signature/i],
];

/**
 * What to concede after a refusal, or undefined when it is about something that a request cannot do without.
 * `sent` are the names of the tools in the refused request, in their order; the credentials are kept out of reasons.
 */
export function conceded(
  error: unknown,
  before: Concessions,
  sent: readonly string[],
  credentials: Credentials,
): Concessions | undefined {
  const { status, message, error: body } = error as { status?: unknown; message?: unknown; error?: unknown };
  // llama.cpp refuses images with 500, OpenRouter with 404, FastAPI unknown fields with 422.
  if (typeof status !== 'number' || ![400, 404, 415, 422, 500].includes(status)) return undefined;
  const said = maskKey(String(message), credentials);
  const found = dispensable.find(([what, words]) => before[what] !== true && words.test(said));
  if (found) return { ...before, [found[0]]: true };
  // OpenAI names the place apart from the sentence, in `param`.
  const refused = refusedTool(isRecord(body) ? `${said} ${JSON.stringify(body)}` : said, sent);
  switch (refused?.kind) {
    case undefined:
      return undefined;
    case 'schemas':
      return before.plainSchemas === true ? undefined : { ...before, plainSchemas: true };
    case 'tool': {
      const { name } = refused;
      const isPlain = before.plainSchemas === true || before.tools?.get(name)?.kind === 'plain';
      // Whoever refuses one after the other will refuse more.
      if (!isPlain && (before.tools?.size ?? 0) >= pickyAfter) return { ...before, plainSchemas: true };
      const reason = t('the endpoint refuses it: {0}', bounded(said.replace(/\s+/g, ' ').trim(), 300));
      const next = isPlain ? ({ kind: 'leftOut', reason } as const) : ({ kind: 'plain' } as const);
      return { ...before, tools: new Map([...(before.tools ?? []), [name, next]]) };
    }
  }
}

/** The tools that were refused even with a plain schema. */
export function refusedTools({ tools }: Concessions): LeftOutTool[] {
  return [...(tools ?? [])].flatMap(([name, how]) =>
    how.kind === 'leftOut' ? [{ name, reason: how.reason }] : [],
  );
}
