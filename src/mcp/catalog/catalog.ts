/** Fetches what a server offers as one object, which never changes afterwards. */
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  specTypeSchemas,
  type Client,
  type Implementation,
  type Prompt,
  type RequestOptions,
  type Resource,
  type ResourceTemplateType,
  type ServerCapabilities,
  type Tool,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { ToolsUnlisted } from '../common/toolsUnlisted.ts';
import { pathToMember, readableMessage } from '../common/unreadable.ts';
import { MAX_PAGES, type MessageBounds } from './messageBounds.ts';
import { plainText } from '../../base/common/text.ts';

export interface Catalog {
  readonly server: Implementation | undefined;
  readonly protocolVersion: string;
  readonly era: 'legacy' | 'modern';
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  readonly problems: readonly LocalizedMessage[];
}

/**
 * Fetches all lists of a server. A list other than the tools that fails, and what `bounds` left out, become problems of
 * the catalog. @throws the error of the tool list
 */
export async function fetchCatalog(
  client: Client,
  bounds: MessageBounds,
  options: RequestOptions,
): Promise<Catalog> {
  bounds.start();
  const capabilities = client.getServerCapabilities() ?? {};
  const problems: LocalizedMessage[] = [];
  const optional = async <T>(
    what: Parameters<typeof missingList>[0],
    wanted: unknown,
    fetch: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    if (wanted === undefined) return [];
    try {
      return await fetch();
    } catch (error) {
      options.signal?.throwIfAborted();
      // A capability that is announced and then missing is common and harmless.
      if (!isMethodNotFound(error)) problems.push(missingList(what, readableMessage(error)));
      return [];
    }
  };
  const [tools, prompts, resources, templates] = await Promise.all([
    capabilities.tools === undefined ? [] : fetchTools(client, options, problems),
    optional(
      'prompts',
      capabilities.prompts,
      async () => (await client.listPrompts(undefined, options)).prompts,
    ),
    optional(
      'resources',
      capabilities.resources,
      async () => (await client.listResources(undefined, options)).resources,
    ),
    optional(
      'resource templates',
      capabilities.resources,
      async () => (await client.listResourceTemplates(undefined, options)).resourceTemplates,
    ),
  ]);
  return {
    server: client.getServerVersion(),
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    era: client.getProtocolEra() ?? 'legacy',
    capabilities,
    instructions: client.getInstructions(),
    tools: eachNameOnce(tools, problems),
    prompts,
    resources,
    templates,
    problems: boundedProblems([...bounds.found, ...problems]),
  };
}

/** Drops a tool whose name an earlier one has: a call by that name reaches only one of them. */
function eachNameOnce(tools: readonly Tool[], problems: LocalizedMessage[]): readonly Tool[] {
  const names = new Set<string>();
  const once = tools.filter(({ name }) => !names.has(name) && names.add(name));
  const twice = tools.length - once.length;
  if (twice > 0)
    problems.push(
      twice === 1
        ? msg('1 tool was skipped because another tool has the same name.')
        : msg('{0} tools were skipped because other tools have the same names.', twice),
    );
  return once;
}

/** Keeps the first problems and counts the rest, because a server can have as many problems as it has tools. */
function boundedProblems(problems: readonly LocalizedMessage[]): readonly LocalizedMessage[] {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => problem.map((text) => plainText(text, MAX_PROBLEM) ?? ''));
  const more = problems.length - shown.length;
  return more === 0 ? shown : [...shown, msg('{0} more problems of this kind were found.', more)];
}

function missingList(
  list: 'prompts' | 'resources' | 'resource templates',
  why: LocalizedMessage,
): LocalizedMessage {
  switch (list) {
    case 'prompts':
      return msg('The prompts could not be listed: {0}', why);
    case 'resources':
      return msg('The resources could not be listed: {0}', why);
    case 'resource templates':
      return msg('The resource templates could not be listed: {0}', why);
  }
}

const MAX_PROBLEMS = 20;
const MAX_PROBLEM = 500;

async function fetchTools(
  client: Client,
  options: RequestOptions,
  problems: LocalizedMessage[],
): Promise<readonly Tool[]> {
  try {
    return (await client.listTools(undefined, { ...options, cacheMode: 'refresh' })).tools;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ProtocolError) throw new ToolsUnlisted(error);
    if (!isInvalidResult(error)) throw error;
    return fetchToolsOneByOne(client, options, problems);
  }
}

const loosePage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const named = z.looseObject({ name: z.string() });

/** Validates each tool alone, because the SDK refuses a list as a whole if one tool in it is invalid. */
async function fetchToolsOneByOne(
  client: Client,
  options: RequestOptions,
  problems: LocalizedMessage[],
): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: 'tools/list', params }, loosePage, options);
    for (const candidate of result.tools) {
      const verdict = judgeTool(candidate);
      if (verdict.tool) tools.push(verdict.tool);
      if (verdict.problem !== undefined) problems.push(verdict.problem);
    }
    cursor = result.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

/** Validates one tool. If only its output schema is invalid, the tool stays without it. */
function judgeTool(candidate: unknown): { tool?: Tool; problem?: LocalizedMessage } {
  const name = named.safeParse(candidate);
  if (!name.success) return { problem: msg('A tool without a name was skipped.') };
  const { outputSchema: _, ...rest } = name.data;
  const whole = specTypeSchemas.Tool['~standard'].validate(name.data);
  const judged = whole.issues === undefined ? whole : specTypeSchemas.Tool['~standard'].validate(rest);
  if (judged.issues === undefined) return { tool: judged.value };
  return {
    problem: msg(
      'Tool "{0}" was skipped because the member "{1}" of its definition is missing or of the wrong type.',
      plainText(name.data.name, 80) ?? '',
      pathToMember(judged.issues[0]?.path ?? []),
    ),
  };
}

function isMethodNotFound(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === -32601;
}

function isInvalidResult(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
}

/** Caches the copy of each tool, because a catalog's tools never change and each call needs the copy. */
const stripped = new WeakMap<Tool, Tool>();

/**
 * Returns a tool without its output schema, so that the SDK does not validate results (docs/decisions/001-mcp-sdk.md).
 */
export function withoutOutputSchema(tool: Tool): Tool {
  const known = stripped.get(tool);
  if (known) return known;
  const { outputSchema: _, ...rest } = tool;
  stripped.set(tool, rest);
  return rest;
}
