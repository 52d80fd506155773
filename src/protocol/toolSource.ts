import { READ_COMMAND_OUTPUT, SEND_COMMAND_INPUT, STOP_COMMAND } from './content.ts';
import { UPDATE_PLAN } from './plan.ts';

export type ToolSource =
  | { readonly kind: 'mcp'; readonly server: string }
  | { readonly kind: 'native' }
  | { readonly kind: 'custom'; readonly file: string }
  /** A tool of another extension of the editor, with that extension's id in lower case. */
  | { readonly kind: 'extension'; readonly extension: string }
  /** The model asked for a tool that does not exist, or no longer exists. */
  | { readonly kind: 'unknown' };

/** Returns the server's name, or the kind of any other source. The history names and filters sources by it. */
export function historySource(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** Returns a key of the tool with this name at its source. */
export function toolKey(source: ToolSource, name: string): string {
  const { kind, ...origin } = source;
  return JSON.stringify([kind, ...Object.values(origin), name]);
}

/** Tools of MCP servers never get such a wire name, so none can take its place. */
export const READ_RESULT = 'read_result';
export const SEARCH_TOOLS = 'search_tools';

const turnTools: ReadonlySet<string> = new Set([
  READ_RESULT,
  SEARCH_TOOLS,
  UPDATE_PLAN,
  READ_COMMAND_OUTPUT,
  SEND_COMMAND_INPUT,
  STOP_COMMAND,
]);

/** Recognises tools that work only within a turn, when the model calls them. */
export function isTurnTool(source: ToolSource, name: string): boolean {
  return source.kind === 'native' && turnTools.has(name);
}
