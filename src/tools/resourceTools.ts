import { headText, placeAfter, placeBefore } from '../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { fingerprint, type McpManager, type Server } from '../mcp/index.ts';
import type { ContentPart } from '../protocol/index.ts';
import { fromFailure, fromMcpResource } from './mcpResult.ts';
import { destinationOf } from './mcpTools.ts';
import { ownTool } from './nativeTools.ts';
import type { OpenedResources } from './openedResources.ts';
import { failedResult, textContent, unfitResult } from './results.ts';
import type { ApprovalNeed, Tool } from './tool.ts';

const PAGE = 50;
/** Longest text of a piece. More would crowd everything else out of the context. */
const MAX_TEXT = 50_000;
const MAX_DESCRIPTION = 300;

export const resourceToolNames = ['list_mcp_resources', 'read_mcp_resource'] as const;

/** Returns no tools while no connected server has resources. */
export function resourceTools(manager: Servers, opened: OpenedResources): readonly Tool[] {
  return hasResources(manager.servers) ? [listTool(manager), readTool(manager, opened)] : [];
}

export function hasResources(servers: readonly Server[]): boolean {
  return servers.some(
    ({ state }) =>
      state.kind === 'connected' && state.catalog.resources.length + state.catalog.templates.length > 0,
  );
}

type Servers = Pick<McpManager, 'servers' | 'server'>;

interface Entry {
  readonly server: string;
  readonly uri?: string | undefined;
  readonly uriTemplate?: string | undefined;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

function entriesOf({ servers }: Servers): readonly Entry[] {
  return servers.flatMap(({ name: server, state }): Entry[] => {
    if (state.kind !== 'connected') return [];
    const { resources, templates } = state.catalog;
    return [
      ...resources.map(({ uri, ...rest }) => ({ server, uri, ...about(rest) })),
      ...templates.map(({ uriTemplate, ...rest }) => ({ server, uriTemplate, ...about(rest) })),
    ];
  });
}

function about(of: {
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}): Pick<Entry, 'name' | 'mimeType' | 'description'> {
  const { name, mimeType, description } = of;
  return {
    name,
    ...(mimeType !== undefined && { mimeType }),
    ...(description !== undefined && { description: headText(description, MAX_DESCRIPTION) }),
  };
}

function listTool(manager: Servers): Tool {
  return ownTool(
    {
      ...common,
      name: resourceToolNames[0],
      title: t('List resources'),
      description:
        'Lists the resources that MCP servers offer, and templates for URIs of more (RFC 6570). Read one with read_mcp_resource.',
      inputSchema: {
        type: 'object',
        properties: {
          server: { type: 'string', description: 'Only the resources of this server.' },
          cursor: { type: 'string', description: 'nextCursor of the page before.' },
        },
      },
    },
    ({ server, cursor }) => {
      const all = entriesOf(manager).filter((entry) => server === undefined || entry.server === server);
      // Some models send the cursor as a number.
      const start = typeof cursor === 'string' || typeof cursor === 'number' ? pageStart(Number(cursor)) : 0;
      const end = start + PAGE;
      const value = {
        resources: all.slice(start, end),
        ...(end < all.length && { nextCursor: String(end) }),
      };
      return Promise.resolve({ status: 'success', content: [{ type: 'json', value }] });
    },
  );
}

function pageStart(cursor: number): number {
  return Number.isSafeInteger(cursor) && cursor > 0 ? cursor : 0;
}

function targetOf(
  manager: Servers,
  opened: OpenedResources,
  { server: name, uri }: Readonly<Record<string, unknown>>,
): { readonly server: Server; readonly uri: string; readonly isListed: boolean } | undefined {
  const server = typeof name === 'string' ? manager.server(name) : undefined;
  if (!server || typeof uri !== 'string') return undefined;
  const { state } = server;
  const inList = state.kind === 'connected' && state.catalog.resources.some((each) => each.uri === uri);
  return { server, uri, isListed: inList || opened.has(server.name, uri) };
}

/** A URI that the model makes up is data that it sends. */
function needOf(target: ReturnType<typeof targetOf>): ApprovalNeed {
  if (!target || target.isListed) return { kind: 'free', reasons: [] };
  const { server, uri } = target;
  return {
    kind: 'ask',
    reasons: [{ kind: 'unlistedResource', server: server.name, uri }],
    resourcesOf: resourcesOf(server),
  };
}

function resourcesOf({ name, definition }: Server): NonNullable<ApprovalNeed['resourcesOf']> {
  return { server: name, origin: fingerprint(definition) };
}

function readTool(manager: Servers, opened: OpenedResources): Tool {
  return ownTool(
    {
      ...common,
      approvalNeed: (args) => needOf(targetOf(manager, opened, args)),
      destination: (args) => {
        const target = targetOf(manager, opened, args);
        if (!target) return undefined;
        const to = destinationOf(target.server, false);
        return target.isListed ? { ...to, choice: resourcesOf(target.server) } : to;
      },
      name: resourceToolNames[1],
      title: t('Read resource'),
      description:
        'Reads a resource of an MCP server. Long texts come in pieces: ask again with the offset that the answer names.',
      inputSchema: {
        type: 'object',
        properties: {
          server: { type: 'string' },
          uri: { type: 'string' },
          offset: { type: 'integer', minimum: 0, description: 'In characters.' },
        },
        required: ['server', 'uri'],
      },
    },
    async (args, { signal, approved }) => {
      const { server: name, uri, offset } = args;
      if (typeof name !== 'string' || typeof uri !== 'string')
        return unfitResult('"server" and "uri" have to be given, as texts.');
      const server = manager.server(name);
      if (!server) return failedResult(`There is no server "${name}".`);
      // The server's list may have changed since the approval.
      const unapproved = needOf(targetOf(manager, opened, args)).reasons.some(
        (reason) => !approved.some((known) => isDeepStrictEqual(known, reason)),
      );
      if (unapproved)
        return failedResult(
          `"${name}" does not list this resource any more. Call the tool again to have the user asked.`,
        );
      try {
        const { contents } = await server.readResource(uri, signal);
        const parts = contents.flatMap((content) => fromMcpResource(content) ?? []);
        return {
          status: 'success',
          content: pieceOf(parts, typeof offset === 'number' ? offset : 0),
          marks: [{ kind: 'outside', source: name }],
        };
      } catch (error) {
        return fromFailure(error);
      }
    },
  );
}

const common = { hints: { readOnly: true }, permission: 'free' } as const;

/** Returns the texts from `offset` on. Parts without text come with the first piece. */
export function pieceOf(parts: readonly ContentPart[], offset: number): readonly ContentPart[] {
  const from = Math.max(0, Math.trunc(offset));
  let skip = from;
  let space = MAX_TEXT;
  let left = 0;
  let taken = 0;
  const piece = parts.flatMap((part): ContentPart[] => {
    if (part.type !== 'resource' || part.text === undefined) return offset > 0 ? [] : [part];
    const end = placeBefore(part.text, skip + space);
    const text = part.text.slice(placeAfter(part.text, skip), end);
    const rest = Math.max(0, part.text.length - Math.max(skip, end));
    taken += Math.max(0, end - skip);
    // Parts after a text that was cut come after its rest.
    space = rest > 0 ? 0 : space - text.length;
    left += rest;
    skip = Math.max(0, skip - part.text.length);
    return text === '' && part.text !== '' ? [] : [{ ...part, text }];
  });
  return left === 0
    ? piece
    : [...piece, ...textContent(`[${left} more characters: read on with offset ${from + taken}]`)];
}
