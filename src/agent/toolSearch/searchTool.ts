/** The tool with which the model finds tools that its request does not carry. */
import { t } from '@vscode/l10n';
import { plainLabel } from '../../base/common/text.ts';
import {
  failedResult,
  nearestNames,
  ownTool,
  textContent,
  type Tool,
  type ToolIndex,
  type ToolResult,
} from '../../tools/index.ts';
import type { SearchedTool } from './searchedTools.ts';

export const SEARCH_TOOLS = 'search_tools';

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 25;
/** Characters of a description in the list. */
const MAX_DESCRIPTION = 160;
/** Characters of a server's instructions that come with its first tool. */
const MAX_INSTRUCTIONS = 1_500;
const MAX_NEAR = 5;
/** Servers that are named where nothing was found. */
const MAX_SERVERS = 50;

const about = {
  name: SEARCH_TOOLS,
  description:
    'Finds tools that you have and that are not listed here, by what you want to do or by their names. Search once for each thing that you want to do, in a few English words. You can call what is found from then on.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What the tool is to do, or its name.' },
      server: { type: 'string', description: 'Only the tools of this server.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `At most so many; ${DEFAULT_LIMIT} if absent.`,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  permission: 'free',
} as const;

export interface ToolSearch {
  current(): {
    readonly index: ToolIndex<SearchedTool>;
    readonly servers: ReadonlyMap<string, readonly SearchedTool[]>;
  };
  instructions(server: string): string | undefined;
}

export function searchTool(search: ToolSearch): Tool {
  const explained = new Set<string>();
  return ownTool({ ...about, title: t('Search tools') }, ({ query, server, limit }) => {
    if (typeof query !== 'string' || query.trim() === '')
      return Promise.resolve(failedResult('The query is empty. Say what the tool is to do, or its name.'));
    return Promise.resolve(find(search, explained, query, serverName(server), countOf(limit)));
  });
}

/** The wire names of the tools that a result of `search_tools` lists. */
export function namesInResult(text: string): string[] {
  return text.split('\n').flatMap((line) => /^- ([\w-]+)(?::|$)/.exec(line)?.[1] ?? []);
}

function find(
  search: ToolSearch,
  explained: Set<string>,
  query: string,
  wanted: string | undefined,
  limit: number,
): ToolResult {
  const { index, servers } = search.current();
  const server = [...servers.keys()].find((name) => name.toLowerCase() === wanted?.toLowerCase());
  const list = overview(servers);
  if (wanted !== undefined && server === undefined)
    return failedResult(`No server "${oneLine(wanted, 80)}" has tools to search. The servers: ${list}.`);
  const found = index.search(query, { server, limit });
  if (found.length === 0) {
    const all = [...servers].flatMap(([name, tools]) =>
      server === undefined || name === server ? tools : [],
    );
    const near = nearestNames(
      query,
      all.map(({ name }) => name),
      MAX_NEAR,
    );
    const similar = near.length > 0 ? ` Tools with similar names: ${near.join(', ')}.` : '';
    return success(
      `No tool fits "${oneLine(query, 200)}" among the ${all.length} of ${server ?? list}.${similar} Try other words, in English or in the language of the server, or search without "server".`,
    );
  }
  const lines = found.map(({ wireName, title, description }) => {
    const says = oneLine(description || (title ?? ''), MAX_DESCRIPTION);
    return says === '' ? `- ${wireName}` : `- ${wireName}: ${says}`;
  });
  const usage = [...new Set(found.map((tool) => tool.server))].flatMap((name) => {
    const text = explained.has(name) ? undefined : search.instructions(name)?.trim();
    explained.add(name);
    return text ? [`How to use "${name}", in its own words: ${oneLine(text, MAX_INSTRUCTIONS)}`] : [];
  });
  return success(['You can call these tools now:', ...lines, ...usage].join('\n'));
}

function success(text: string): ToolResult {
  return { status: 'success', content: textContent(text) };
}

function overview(servers: ReadonlyMap<string, readonly SearchedTool[]>): string {
  const named = [...servers].slice(0, MAX_SERVERS).map(([name, { length }]) => `${name} (${length})`);
  const more = servers.size - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a server wrote must not look like a line of the list. */
function oneLine(text: string, length: number): string {
  return plainLabel(text, length) ?? '';
}

function serverName(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Models write numbers as texts now and then. */
function countOf(value: unknown): number {
  const count = Math.trunc(Number(value ?? DEFAULT_LIMIT));
  return count >= 1 ? Math.min(MAX_LIMIT, count) : DEFAULT_LIMIT;
}
