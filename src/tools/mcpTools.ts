/** The tools of MCP servers as `Tool`s. */
import { createHash } from 'node:crypto';
import {
  fingerprint,
  labelOf,
  plainLabel,
  type Catalog,
  type McpManager,
  type Server,
} from '../mcp/index.ts';
import { fromFailure, fromMcpResult } from './mcpResult.ts';
import type { Tool, ToolHints } from './tool.ts';

type CatalogTool = Catalog['tools'][number];

/** An MCP tool, which always knows its server. */
export interface McpTool extends Tool {
  readonly source: { readonly kind: 'mcp'; readonly server: string };
  /** Whether the model may call it, or only the server's own app (MCP Apps, `_meta.ui.visibility`). */
  readonly isForModel: boolean;
}

/** The longest word on its progress that is taken of a tool, in characters. */
const MAX_PROGRESS = 500;

/** Tools by the catalog they were made from: a catalog never changes, so neither do they. */
const made = new WeakMap<Catalog, readonly McpTool[]>();

/** The tools of all servers that are connected at this moment, in the order of the setting. */
export function mcpTools(manager: McpManager): McpTool[] {
  return manager.servers.flatMap((server) => {
    if (server.state.kind !== 'connected') return [];
    const { catalog } = server.state;
    const known = made.get(catalog) ?? catalog.tools.map((tool) => toTool(server, tool));
    made.set(catalog, known);
    return known;
  });
}

function toTool(server: Server, tool: CatalogTool): McpTool {
  const hints = toHints(tool);
  // The name as it is identifies the tool; what people read of it is plain.
  const label = labelOf({ name: tool.name, title: tool.title ?? tool.annotations?.title });
  return {
    name: tool.name,
    source: { kind: 'mcp', server: server.name },
    ...(label !== tool.name && { title: label }),
    description: tool.description ?? '',
    inputSchema: tool.inputSchema,
    hints,
    permission: () => (hints.readOnly === true ? 'hinted' : 'ask'),
    fingerprint: () => ({ origin: fingerprint(server.definition), definition: digest(tool) }),
    isForModel: isForModel(tool),
    call: async (args, { id, signal, onProgress }) => {
      try {
        return fromMcpResult(
          await server.callTool(tool, args, {
            id,
            signal,
            onProgress: ({ progress, total, message }) =>
              onProgress({
                progress,
                ...(total !== undefined && { total }),
                ...(message !== undefined && { message: plainLabel(message, MAX_PROGRESS) ?? '' }),
              }),
          }),
        );
      } catch (error) {
        return fromFailure(error);
      }
    },
  };
}

/** Of all that a permission was given in view of. */
function digest({ name, title, description, inputSchema, annotations }: CatalogTool): string {
  const said = JSON.stringify([name, title, description, inputSchema, annotations]);
  return createHash('sha256').update(said).digest('hex').slice(0, 16);
}

/** Who says nothing of it means everybody. */
function isForModel({ _meta }: CatalogTool): boolean {
  const ui = _meta?.['ui'] as { readonly visibility?: unknown } | null | undefined;
  return !Array.isArray(ui?.visibility) || ui.visibility.includes('model');
}

function toHints({ annotations }: CatalogTool): ToolHints {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  return {
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
    ...(idempotentHint !== undefined && { idempotent: idempotentHint }),
    ...(openWorldHint !== undefined && { openWorld: openWorldHint }),
  };
}
