import { fingerprint, type Catalog, type Server } from '../mcp/index.ts';
import { labelOf, plainLabel } from '../base/common/text.ts';
import { fromFailure, fromMcpResult } from './mcpResult.ts';
import { ProgressMessages } from './callOutput.ts';
import { ProgressLimit } from './progressLimit.ts';
import type { Destination, Tool, ToolHints } from './tool.ts';
import { sha256 } from '../base/node/hash.ts';

type CatalogTool = Catalog['tools'][number];

export interface McpTool extends Tool {
  readonly source: { readonly kind: 'mcp'; readonly server: string };
  /** False if only the server's own app may call the tool (MCP Apps, `_meta.ui.visibility`). */
  readonly isForModel: boolean;
}

const MAX_PROGRESS = 500;

/** Keeps the same tools for a catalog, which never changes, because token counts and permissions are cached by tool. */
const made = new WeakMap<Catalog, readonly McpTool[]>();

/** The tools of the servers that are connected. */
export function mcpTools(servers: readonly Server[]): McpTool[] {
  return servers.flatMap((server) => {
    if (server.state.kind !== 'connected') return [];
    const { catalog } = server.state;
    const known = made.get(catalog) ?? catalog.tools.map((tool) => toTool(server, tool));
    made.set(catalog, known);
    return known;
  });
}

function toTool(server: Server, tool: CatalogTool): McpTool {
  const hints = toHints(tool);
  // `openWorldHint` is true by default. A URL is another machine, whatever it says.
  const isOpen = isRemote(server) || hints.openWorld !== false;
  const usualNeed = hints.readOnly === true ? 'hinted' : 'ask';
  // The name as it is identifies the tool; the label is for people.
  const label = labelOf({ name: tool.name, title: tool.title ?? tool.annotations?.title });
  return {
    name: tool.name,
    source: { kind: 'mcp', server: server.name },
    ...(label !== tool.name && { title: label }),
    description: tool.description ?? '',
    inputSchema: tool.inputSchema,
    hints,
    usualNeed,
    approvalNeed: () => ({ kind: usualNeed, reasons: [] }),
    ...(isOpen && { bringsOutsideContent: server.name }),
    destination: () => (isOpen ? destinationOf(server, hints.openWorld === true) : undefined),
    fingerprint: () => ({ origin: fingerprint(server.definition), definition: digest(tool) }),
    isForModel: isForModel(tool),
    call: async (args, { id, signal, onProgress, onOutput }) => {
      const limit = new ProgressLimit(onProgress);
      const messages = new ProgressMessages(onOutput);
      try {
        return fromMcpResult(
          await server.callTool(tool, args, {
            id,
            signal,
            onProgress: ({ progress, total, message }) => {
              messages.add(message);
              limit.take({
                progress,
                ...(total !== undefined && { total }),
                ...(message !== undefined && { message: plainLabel(message, MAX_PROGRESS) ?? '' }),
              });
            },
          }),
        );
      } catch (error) {
        return fromFailure(error);
      } finally {
        limit.end();
      }
    },
  };
}

/** `reaches`: the server says that it reaches other machines. */
export function destinationOf(server: Server, reaches: boolean): Destination {
  const { name, definition } = server;
  const url = definition.launch.kind === 'stdio' ? undefined : definition.launch.url;
  const address = url !== undefined && URL.canParse(url) ? new URL(url).origin : url;
  return {
    source: name,
    label: address === undefined ? name : `${name} (${address})`,
    isRemote: isRemote(server) || reaches,
  };
}

function isRemote({ definition }: Server): boolean {
  return definition.launch.kind !== 'stdio';
}

/** The whole text is hashed: a server could make two with one beginning. */
function digest(tool: CatalogTool): string {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = tool;
  const definition = JSON.stringify([
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    execution,
  ]);
  return sha256(definition);
}

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
