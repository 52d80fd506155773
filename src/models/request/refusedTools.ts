/** Tools that an endpoint refuses: they are sent in the `plain` profile, and then left out. */
import type { LocalizedMessage } from '../../base/common/message.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { LeftOutTool, ToolDefinition } from '../common/model.ts';
import { fitTool } from '../schema/fit.ts';
import { plainer, profileFor, type SchemaTarget } from '../schema/profile.ts';

export type ToolFallback =
  /** A suspect is one of several tools without whose plain form the endpoint refused the request. */
  | { readonly kind: 'plain'; readonly isSuspect?: true | undefined }
  | { readonly kind: 'leftOut'; readonly reason: LocalizedMessage };

export type ToolFallbackMap = ReadonlyMap<string, ToolFallback>;

/**
 * A search for the tool whose schema an endpoint refuses without naming it. Each request has other tools in the `plain`
 * profile, half of those in question.
 */
export interface SchemaSearch {
  /** Fallbacks of tools apart from the search. */
  readonly before: ToolFallbackMap;
  readonly all: readonly string[];
  /** Tools of which one is refused, if it is one alone. */
  readonly candidates: readonly string[];
  /** Candidates that are sent in the `plain` profile now. */
  readonly tested: readonly string[];
  readonly tries: number;
}

interface ToolFallbacks {
  readonly tools: ToolFallbackMap;
  readonly search?: SchemaSearch | undefined;
}

/** Most requests of a search that halve the candidates. After them, all that are left are sent plain. */
const MAX_HALVINGS = 6;
/** Number of refused tools after which those that have the same keywords are sent plain, too. */
const ALIKE_AFTER = 3;

/**
 * Fallbacks of tools by endpoint and model. They outlive a turn, so that the next one begins without what is refused.
 */
const remembered = new WeakMap<ToolDefinition, Map<string, ToolFallback>>();

export function recalledTools(tools: readonly ToolDefinition[], endpoint: string): ToolFallbackMap {
  return new Map(
    tools.flatMap((tool): [string, ToolFallback][] => {
      const how = remembered.get(tool)?.get(endpoint);
      return how ? [[tool.name, how]] : [];
    }),
  );
}

/** Remembers the fallbacks of a request that was accepted. A tool without one was accepted as it is. */
export function rememberTools(
  tools: readonly ToolDefinition[],
  { tools: how, search }: ToolFallbacks,
  endpoint: string,
): void {
  // A single tool was found, and all of them together are not searched again.
  const suspects = new Set(search && isPartOf(search) ? search.tested : []);
  for (const tool of tools) {
    const found = how.get(tool.name);
    const before = remembered.get(tool);
    if (!found) before?.delete(endpoint);
    else {
      const isSuspect = found.kind === 'plain' && suspects.has(tool.name);
      const fallback = isSuspect ? ({ kind: 'plain', isSuspect } as const) : found;
      remembered.set(tool, new Map([...(before ?? []), [endpoint, fallback]]));
    }
  }
}

function isPartOf({ tested, all }: SchemaSearch): boolean {
  return tested.length > 1 && tested.length < all.length;
}

/** Goes on with the search of an earlier turn, which ended when a request was accepted with several suspects. */
export function resumedSearch(tools: ToolFallbackMap): ToolFallbacks {
  const suspects = [...tools].flatMap(([name, how]) =>
    how.kind === 'plain' && how.isSuspect === true ? [name] : [],
  );
  if (suspects.length < 2) return { tools };
  const before = new Map([...tools].filter(([name]) => !suspects.includes(name)));
  return halved({ before, all: suspects, candidates: suspects, tries: 0 });
}

/**
 * Goes on after a refusal that names no tool. `plainable` are the tools that the `plain` profile changes. Returns
 * undefined if nothing is left to try.
 */
export function searchedSchemas(
  { tools, search }: ToolFallbacks,
  plainable: readonly string[],
): ToolFallbacks | undefined {
  if (!search) {
    const all = plainable.filter((name) => !tools.has(name));
    return all.length === 0 ? undefined : halved({ before: tools, all, candidates: all, tries: 0 });
  }
  const { all, candidates, tested, before } = search;
  const rest = candidates.filter((name) => !tested.includes(name));
  if (rest.length > 0) return halved({ ...search, candidates: rest, tries: search.tries + 1 });
  // More than one is refused, or the schemas are too large together.
  return tested.length === all.length
    ? undefined
    : { tools: withPlain(before, all), search: { ...search, candidates: all, tested: all } };
}

function halved(search: Omit<SchemaSearch, 'tested'>): ToolFallbacks {
  const { before, candidates, tries } = search;
  const size = tries < MAX_HALVINGS ? Math.ceil(candidates.length / 2) : candidates.length;
  const tested = candidates.slice(0, size);
  return { tools: withPlain(before, tested), search: { ...search, tested } };
}

/**
 * Goes on after a refusal of the tool `name`, which is sent plain, and then left out. `alike` returns the tools with
 * the keywords that the given tools have in common.
 */
export function withoutTool(
  { tools, search }: ToolFallbacks,
  name: string,
  reason: LocalizedMessage,
  alike: (names: readonly string[]) => readonly string[],
): ToolFallbacks {
  const isPlain = tools.get(name)?.kind === 'plain';
  const refused = search?.before ?? tools;
  const others = isPlain || refused.size < ALIKE_AFTER ? [] : alike([...refused.keys(), name]);
  const apply = (before: ToolFallbackMap): ToolFallbackMap =>
    isPlain
      ? new Map([...before, [name, { kind: 'leftOut', reason }]])
      : withPlain(before, [name, ...others]);
  return { tools: apply(tools), search: search && { ...search, before: apply(search.before) } };
}

function withPlain(before: ToolFallbackMap, names: readonly string[]): ToolFallbackMap {
  const added = names.filter((name) => !before.has(name));
  return new Map<string, ToolFallback>([
    ...before,
    ...added.map((name) => [name, { kind: 'plain' }] as const),
  ]);
}

export function leftOutTools(tools: ToolFallbackMap = new Map()): LeftOutTool[] {
  return [...tools].flatMap(([name, how]) => (how.kind === 'leftOut' ? [{ name, reason: how.reason }] : []));
}

/** Returns the names of the tools that the `plain` profile changes. */
export function plainableTools(tools: readonly ToolDefinition[], target: SchemaTarget): string[] {
  const profile = profileFor(target);
  const plain = plainer(profile);
  return tools
    .filter((tool) => JSON.stringify(fitTool(tool, profile)) !== JSON.stringify(fitTool(tool, plain)))
    .map(({ name }) => name);
}

/** Returns the tools that have each keyword that all of `names` have, and that the `plain` profile takes away. */
export function toolsAlike(
  tools: readonly ToolDefinition[],
  names: readonly string[],
  target: SchemaTarget,
): string[] {
  const profile = profileFor(target);
  const plain = plainer(profile);
  const taken = new Map(
    tools.map((tool) => {
      const left = keywordsIn(fitTool(tool, plain));
      return [tool.name, [...keywordsIn(fitTool(tool, profile))].filter((word) => !left.has(word))];
    }),
  );
  const [first = [], ...others] = names.map((name) => taken.get(name) ?? []);
  const common = first.filter((word) => others.every((words) => words.includes(word)));
  if (common.length === 0) return [];
  return [...taken].flatMap(([name, words]) => (common.every((word) => words.includes(word)) ? [name] : []));
}

function keywordsIn(fitted: ReturnType<typeof fitTool>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(visit);
    if (!isRecord(schema)) return;
    for (const [keyword, value] of Object.entries(schema)) {
      found.add(keyword);
      // The keys of properties are names.
      if (keyword === 'properties' && isRecord(value)) Object.values(value).forEach(visit);
      else if (keyword === 'items' || keyword === 'anyOf' || keyword === 'additionalProperties') visit(value);
    }
  };
  if (fitted.kind === 'fitted') visit(fitted.parameters);
  return found;
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
