import { extensionSource, type SearchableTool, type Tool, type ToolSet } from '../../tools/index.ts';

export interface SearchedTool extends SearchableTool {
  readonly tool: Tool;
}

/** Name under which tools are searched that do not belong to a server. */
const OWN = 'patchbay';

/** Keeps the same entry for an unchanged tool, because the index compares entries to know what is new. */
const entries = new WeakMap<Tool, SearchedTool>();

export function serverOf({ source }: Tool): string {
  if (source.kind === 'extension') return extensionSource(source.extension);
  return source.kind === 'mcp' ? source.server : OWN;
}

export function searchedTools(all: ToolSet): Map<string, SearchedTool[]> {
  const servers = new Map<string, SearchedTool[]>();
  for (const [wireName, tool] of all) {
    const known = entries.get(tool);
    const server = serverOf(tool);
    const { name, title, description, inputSchema } = tool;
    const entry =
      known?.wireName === wireName
        ? known
        : { tool, server, wireName, name, title, description, inputSchema };
    entries.set(tool, entry);
    const list = servers.get(server);
    if (list) list.push(entry);
    else servers.set(server, [entry]);
  }
  return servers;
}
