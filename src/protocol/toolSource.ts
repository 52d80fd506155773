import { UPDATE_PLAN } from './plan.ts';

export type ToolSource =
  | { readonly kind: 'mcp'; readonly server: string }
  | { readonly kind: 'native' }
  | { readonly kind: 'custom'; readonly file: string }
  /** Of another extension of the editor: its id, in lower case. */
  | { readonly kind: 'extension'; readonly extension: string }
  /** The model asked for a tool that does not exist, or no longer. */
  | { readonly kind: 'unknown' };

/** The server's name, or the kind of any other source: how the history names and filters it. */
export function historySource(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** Unlike names of MCP tools, so none can take it. */
export const READ_RESULT = 'read_result';
export const SEARCH_TOOLS = 'search_tools';

/** Works in a turn only, when the model calls it. */
export function isTurnTool(source: ToolSource, name: string): boolean {
  return source.kind === 'native' && [READ_RESULT, SEARCH_TOOLS, UPDATE_PLAN].includes(name);
}
