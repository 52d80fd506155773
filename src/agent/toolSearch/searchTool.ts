/** The tool with which the model finds tools that its request does not carry. */
import { t } from '@vscode/l10n';
import { quotedLabel } from '../../base/common/text.ts';
import { SEARCH_TOOLS } from '../../protocol/index.ts';
import {
  failedResult,
  MAX_QUERY,
  nearest,
  ownTool,
  textContent,
  type Tool,
  type ToolIndex,
  type ToolResult,
} from '../../tools/index.ts';
import type { SearchedTool } from './searchedTools.ts';

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 25;
/** Characters of a description in the list. */
const MAX_DESCRIPTION = 160;
/** Characters of a server's instructions that come with its first tool. */
const MAX_INSTRUCTIONS = 1_500;
const MAX_NEAR = 5;
/** Characters of a server's name, and of a query that is repeated. */
const MAX_NAME = 80;
const MAX_SHOWN_QUERY = 200;
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

/** First line of a result that has tools. A line for each tool follows. */
const FOUND = 'You can call these tools now:';

/** Returns the wire names of the tools that a result of `search_tools` lists. */
export function namesInResult(text: string): string[] {
  const [first, ...lines] = text.split('\n');
  if (first !== FOUND) return [];
  const names = lines.map((line) => /^- ([\w-]+)(?::|$)/.exec(line)?.[1]);
  const end = names.indexOf(undefined);
  return (end < 0 ? names : names.slice(0, end)).filter((name) => name !== undefined);
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
  if (wanted !== undefined && server === undefined)
    return failedResult(
      `No server ${quotedLabel(wanted, MAX_NAME)} has tools to search. Servers, with the number of their tools: ${overview(servers)}. Search again with one of these, or without "server" in all of them.`,
    );
  const found = index.search(query, { server, limit });
  if (found.length === 0) return success(nothingFound(query, servers, server));
  const lines = found.map(({ wireName, title, description }) => {
    const says = quotedLabel(description.trim() === '' ? title : description, MAX_DESCRIPTION);
    return says === '""' ? `- ${wireName}` : `- ${wireName}: ${says}`;
  });
  const usage = [...new Set(found.map((tool) => tool.server))].flatMap((name) => {
    const text = explained.has(name) ? undefined : search.instructions(name)?.trim();
    explained.add(name);
    return text
      ? [
          `How to use ${quotedLabel(name, MAX_NAME)}, in its own words: ${quotedLabel(text, MAX_INSTRUCTIONS)}`,
        ]
      : [];
  });
  return success([FOUND, ...lines, ...usage].join('\n'));
}

function nothingFound(
  query: string,
  servers: ReadonlyMap<string, readonly SearchedTool[]>,
  server: string | undefined,
): string {
  const searched = server === undefined ? [...servers.values()].flat() : (servers.get(server) ?? []);
  const others = new Map([...servers].filter(([name]) => name !== server));
  // The list has wire names, because the tools' own names could be anything.
  const near = nearest(query, searched, MAX_NEAR).map(({ wireName }) => wireName);
  const tools = searched.length === 1 ? '1 tool' : `${searched.length} tools`;
  return [
    `No tool fits ${quotedLabel(query, MAX_SHOWN_QUERY)}.`,
    ...(query.length > MAX_QUERY ? [`Only its first ${MAX_QUERY} characters were searched for.`] : []),
    server === undefined
      ? `What was searched: the names, descriptions and parameters of ${tools}, of these servers: ${overview(servers)}.`
      : `What was searched: the names, descriptions and parameters of the ${tools} of ${quotedLabel(server, MAX_NAME)}.${others.size > 0 ? ` Other servers: ${overview(others)}.` : ''}`,
    ...(near.length > 0
      ? [`Tools with similar names: ${near.join(', ')}. Search for one by its name to get it.`]
      : []),
    `Try other or fewer words, in English or in the language of the server${server === undefined ? '' : ', or search without "server"'}.`,
  ].join('\n');
}

function success(text: string): ToolResult {
  return { status: 'success', content: textContent(text) };
}

function overview(servers: ReadonlyMap<string, readonly SearchedTool[]>): string {
  const named = [...servers]
    .slice(0, MAX_SERVERS)
    .map(([name, { length }]) => `${quotedLabel(name, MAX_NAME)} (${length})`);
  const more = servers.size - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function serverName(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads a limit, also one written as text, because models write numbers so now and then. */
function countOf(value: unknown): number {
  const count = Math.trunc(Number(value ?? DEFAULT_LIMIT));
  return count >= 1 ? Math.min(MAX_LIMIT, count) : DEFAULT_LIMIT;
}
